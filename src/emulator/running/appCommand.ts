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
  const main = app.mainFile;
  if (app.runtime === "python") {
    const shown = `${machinePython} ${main}`;
    return { file: machinePython, args: [main], shell: false, shown, environment: {} };
  }
  if (isOnPath("node"))
    return { file: "node", args: [main], shell: false, shown: `node ${main}`, environment: {} };
  // Without Node.js on this machine, the editor's own is used.
  return {
    file: process.execPath,
    args: [main],
    shell: false,
    shown: `node ${main}`,
    environment: { ELECTRON_RUN_AS_NODE: "1" },
  };
}
