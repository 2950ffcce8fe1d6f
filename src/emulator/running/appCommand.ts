// How an app starts: its start command in a shell, or its main file with the runtime's interpreter.
import type { AppRecord } from "../data/records";
import { isOnPath } from "./onPath";
import { machinePython } from "./pythonPrograms";

export interface AppCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell: boolean;
  /** For the log. */
  readonly shown: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function appCommand(app: AppRecord): AppCommand {
  const command = app.startupCommand.trim();
  if (command !== "") return { file: command, args: [], shell: true, shown: command, environment: {} };
  const { mainFile, runtime } = app;
  const file = runtime === "python" ? machinePython : "node";
  const run = { file, args: [mainFile], shell: false, shown: `${file} ${mainFile}`, environment: {} };
  if (runtime === "python" || isOnPath("node")) return run;
  // Without Node.js on this machine, the editor's own is used.
  return { ...run, file: process.execPath, environment: { ELECTRON_RUN_AS_NODE: "1" } };
}
