// Looks at single files of a folder and of its app for a push: one listing a folder that holds some of them, never the
// whole tree. What nobody asked about is neither compared nor deleted nor forgotten.

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

/** The files that are to be pushed, and those among them that cannot be read. */
export interface FilesInput {
  readonly app: TransferApp;
  readonly local: readonly LocalFile[];
  readonly problems: PlanSides["problems"];
  readonly memory: SyncMemory;
  readonly signal: AbortSignal;
}

/** More are not read before it is known what has changed. */
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
  // What is replaced is read before, to be kept: meanwhile the folders are listed.
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
  // Another spelling of a name is a file of its own that nobody asked about.
  const rows = plan.rows.filter(({ local: file, kind }) => file || kind === "blocked");
  return { rows, unchanged: plan.unchanged };
}

/** The app's entries at the paths, in any letter case and form of accents, and the files in place of folders above them. */
function entriesAt(paths: readonly string[], look: PathsLook): SeenEntry[] {
  const spelled = new Set(paths.map(foldedPath));
  const onTheWay = new Set(paths.flatMap(ancestorsOf));
  return [...look.entries.values()].filter(
    ({ path, entry }) => spelled.has(foldedPath(path)) || (onTheWay.has(path) && entry.type !== "directory"),
  );
}
