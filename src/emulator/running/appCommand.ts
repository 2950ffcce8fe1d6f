// How an app is started: its start command in a shell, or its main file with the interpreter of its runtime.
import type { AppRecord } from "../data/records";
import { isOnPath } from "./onPath";
import { machinePython } from "./pythonPrograms";

export interface AppCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell: boolean;
  /** What the log shows. */
  readonly shown: string;
  /** Further environment variables that the command needs. */
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
  // No Node.js on this machine: the one inside the editor that started this service does as well.
  return {
    file: process.execPath,
    args: [main],
    shell: false,
    shown: `node ${main}`,
    environment: { ELECTRON_RUN_AS_NODE: "1" },
  };
}
