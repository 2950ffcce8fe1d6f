// Stored histories: operations, and the few dice rolls that matter, in which an earlier engine or one without
// a step broke a promise. All other rolls take their middle value.
import fs from "node:fs";
import path from "node:path";
import { mostBackupBytes } from "../../src/appFiles/backups/backups";
import { inRepository } from "../support/repository";
import type { Deed, WorldSettings } from "./operations";
import type { Rolls } from "./random";
import type { Step } from "./steps";
import type { Played } from "./world";

export interface History extends Played {
  /** The engine's right behaviour. */
  readonly title: string;
  /** The history breaks a promise when the engine lacks this step. */
  readonly step?: Step | undefined;
}

interface HistoryFile {
  readonly title: string;
  readonly step?: Step;
  /** Differences from the plain world. */
  readonly world?: Partial<WorldSettings>;
  /** Rolls by name, or a seed where too many matter. */
  readonly luck?: number | Rolls;
  readonly operations: readonly ({ readonly gapMs?: number } & Deed)[];
}

export const plainWorld = {
  windows: 1,
  apps: ["shop"],
  hasFolders: false,
  hasReleases: false,
  hasWholeSeconds: false,
  lagMs: 0,
  jitterMs: 0,
  serviceAheadMs: 0,
  filesBehindMs: 0,
  filesAheadMs: 0,
  fileTimes: "written",
  mostBackupBytes: mostBackupBytes,
  unlisted: "",
  unpacksArchives: false,
  decodes: "utf8",
  uploadPath: "set",
  names: "distinct",
  diskFoldsNames: false,
  createsApps: false,
} as const;

export function storedHistories(): History[] {
  const folder = inRepository("test", "simulation", "histories");
  return fs.readdirSync(folder).map((name) => {
    const file: HistoryFile = JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
    const { title, step, world, luck = {} } = file;
    const operations = file.operations.map(({ gapMs = 0, ...deed }, index) => ({
      id: index + 1,
      gapMs,
      deed,
    }));
    return { title, step, settings: { ...plainWorld, ...world, luck }, operations };
  });
}

export function historyText({ title, step, settings, operations }: History): string {
  const { luck, ...world } = settings;
  const special = Object.entries(world).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(plainWorld[name as keyof typeof plainWorld]),
  );
  const head = {
    title,
    step,
    world: special.length > 0 ? Object.fromEntries(special) : undefined,
    luck: typeof luck === "number" || Object.keys(luck).length === 0 ? undefined : luck,
  };
  const fields = Object.entries(head).filter(([, value]) => value !== undefined);
  const lines = operations.map(({ gapMs, deed }) => JSON.stringify(gapMs > 0 ? { gapMs, ...deed } : deed));
  return `{
${fields.map(([name, value]) => `  "${name}": ${JSON.stringify(value)},\n`).join("")}  "operations": [
${lines.map((line) => `    ${line}`).join(",\n")}
  ]
}
`;
}
