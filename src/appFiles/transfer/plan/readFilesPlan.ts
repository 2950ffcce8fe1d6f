// Plans a push of single files: one listing per folder. Other files are neither compared, deleted nor
// forgotten.

import { ancestorsOf, joinAppPath, nameOf } from "../../../core/paths/appPath";
import { foldedPath } from "../../../core/paths/localNames";
import { mayBeText } from "../../read/fileReads";
import type { LocalFile, SeenEntry } from "./filePairs";
import type { PlanSides } from "./judgeSides";
import { LocalContents } from "./localContents";
import { PathsLook } from "./pathsLook";
import { planPush } from "./planPush";
import { contentComparer } from "./readPlans";
import type { SyncMemory } from "./syncMemory";
import type { TransferApp } from "./transferApp";
import type { TransferPlan } from "./transferPlan";

export interface FilesInput {
  readonly app: TransferApp;
  readonly local: readonly LocalFile[];
  readonly problems: PlanSides["problems"];
  readonly memory: SyncMemory;
  readonly signal: AbortSignal;
}

/** More files are read only when they are known to have changed. */
const mostReadAhead = 4;

/** Rejects as listing and comparing do. */
export async function readFilesPlan({
  app,
  local,
  problems,
  memory,
  signal,
}: FilesInput): Promise<TransferPlan> {
  const contents = new LocalContents((bytes) => app.hash(bytes));
  const reading = new AbortController();
  contents.readAhead(local, reading.signal);
  const paths = local.map(({ path }) => joinAppPath("/", path));
  // Reads the replaced files for the backup while the folders are being listed.
  const ahead = paths.slice(0, mostReadAhead).flatMap((path) => {
    const sizeBytes = memory.files.get(path)?.sizeBytes;
    if (sizeBytes === undefined || !mayBeText(nameOf(path), sizeBytes)) return [];
    return [{ path, take: app.readAhead(path, { signal, priority: "normal" }) }];
  });
  const look = await PathsLook.of(paths, app, signal).finally(() => reading.abort());
  for (const { path, take } of ahead) {
    const entry = look.entries.get(path)?.entry;
    if (entry?.type === "file") await take(entry);
  }
  const plan = await planPush({
    local,
    remote: entriesAt(paths, look),
    manifest: memory.files,
    askedAt: look.askedAt,
    incomplete: new Map(),
    problems,
    contentOf: (file) => contents.of(file),
    knownContentOf: (file) => contents.known(file),
    compare: contentComparer(app, signal, () => undefined),
    signal,
  });
  for (const [path, synced] of plan.newlySynced) memory.set(path, synced);
  if (plan.newlySynced.size > 0) await memory.trySave();
  // A remote file with another Unicode form of the name was not selected.
  const rows = plan.rows.filter(({ local: file, kind }) => file || kind === "blocked");
  return { rows, unchanged: plan.unchanged };
}

/** In any letter case and Unicode form, with entries in the way of parent folders. */
export function entriesAt(paths: readonly string[], look: PathsLook): SeenEntry[] {
  const asked = new Set(paths.map(foldedPath));
  const onTheWay = new Set(paths.flatMap(ancestorsOf));
  return [...look.entries.values()].filter(
    ({ path, entry }) => asked.has(foldedPath(path)) || (onTheWay.has(path) && entry.type !== "directory"),
  );
}
