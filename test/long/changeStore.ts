// The extension's backups and journals, read from disk as another program could.
import fs from "node:fs";
import path from "node:path";
import { isRunning } from "../support/processTree";

export interface WrittenOperation {
  readonly id: string;
  readonly kind: string;
  readonly appId: string;
  /** Of its window; undefined when that is gone from the list of windows. */
  readonly windowPid: number | undefined;
  readonly outcome: string | undefined;
  readonly paths: readonly string[];
}

interface Line {
  readonly type: string;
  readonly kind?: string;
  readonly appId?: string;
  readonly window?: string;
  readonly outcome?: string;
  readonly path?: string;
}

const journalName = "journal.jsonl";

/** Below globalStorage. */
export class ChangeStore {
  constructor(readonly folder: string) {}

  operations(): WrittenOperation[] {
    return filesBelow(path.join(this.folder, "backups")).flatMap((file) => {
      if (path.basename(file) !== journalName) return [];
      const lines = readLines(file);
      const begin = lines.find(({ type }) => type === "begin");
      if (!begin) return [];
      return {
        id: path.basename(path.dirname(file)),
        kind: begin.kind ?? "",
        appId: begin.appId ?? "",
        windowPid: this.pidOf(begin.window ?? ""),
        outcome: lines.find(({ type }) => type === "end")?.outcome,
        paths: lines.flatMap((line) => (line.type === "will" && line.path !== undefined ? [line.path] : [])),
      };
    });
  }

  /** Without an end, and without a window. */
  cutOff(): WrittenOperation[] {
    return this.operations().filter(
      ({ outcome, windowPid }) => outcome === undefined && (windowPid === undefined || !isRunning(windowPid)),
    );
  }

  operation(id: string): WrittenOperation | undefined {
    return this.operations().find((each) => each.id === id);
  }

  /** Of a failed round: what its operations wrote. */
  journals(): string {
    return filesBelow(path.join(this.folder, "backups"))
      .filter((file) => path.basename(file) === journalName)
      .map((file) => `${file}\n${fs.readFileSync(file, "utf8")}`)
      .join("\n");
  }

  /** In the backups. */
  keeps(text: string): boolean {
    return filesBelow(path.join(this.folder, "backups")).some(
      (file) =>
        path.basename(file) !== journalName && fs.existsSync(file) && fs.readFileSync(file, "utf8") === text,
    );
  }

  private pidOf(window: string): number | undefined {
    const file = path.join(this.folder, "windows", `${window}.json`);
    if (!fs.existsSync(file)) return undefined;
    return (JSON.parse(fs.readFileSync(file, "utf8")) as { pid?: number }).pid;
  }
}

function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** A torn last line does not count. */
function readLines(file: string): Line[] {
  return fs
    .readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text) => {
      try {
        return text === "" ? [] : [JSON.parse(text) as Line];
      } catch (error) {
        if (error instanceof SyntaxError) return [];
        throw error;
      }
    });
}
