// Plans a rollback: a push of a release's files instead of a folder's. What a teammate has changed in the app since this
// machine last saw it is a conflict; files that only the app has stay.
import type { LocalFile } from "./filePairs";
import { PathsLook } from "./pathsLook";
import { type PushPlan, planPush } from "./planPush";
import { isAsSynced, type PushManifest } from "./pushManifest";
import { entriesAt } from "./readFilesPlan";
import { contentComparer } from "./readPlans";
import type { TransferApp } from "./transferApp";
import { blockedRow, type TransferRow } from "./transferPlan";
import type { TransferProblem } from "./transferProblem";

interface RollbackInput {
  readonly app: TransferApp;
  /** Of the release. An empty hash: a content that this machine never had. */
  readonly files: PushManifest;
  /** What this machine last saw of the app. */
  readonly known: PushManifest;
  /** What later releases changed. */
  readonly since: { readonly paths: ReadonlySet<string>; readonly created: ReadonlySet<string> };
  /** Hashes and sizes of the contents that are kept. */
  readonly kept: ReadonlyMap<string, number>;
  /** Rejects when the content is gone. */
  readonly read: (hash: string) => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

const notKept: TransferProblem = { kind: "notBackedUp" };

/** Rejects as listing and comparing do. */
export async function planRollback(input: RollbackInput): Promise<PushPlan> {
  const { app, files, known, since, kept, read, signal } = input;
  const isUnknown = (path: string): boolean => files.get(path)?.hash === "";
  const manifest = new Map([...known].filter(([path, { hash }]) => hash !== "" && !isUnknown(path)));
  const contents = new Map(
    [...files].flatMap(([path, { hash, sizeBytes }]) => {
      const file: LocalFile = { path: path.slice(1), sizeBytes, read: () => read(hash) };
      return hash === "" ? [] : [[file, { hash, sizeBytes }] as const];
    }),
  );
  const hashOf = (file: LocalFile): string => contents.get(file)?.hash ?? "";
  const contentOf = (file: LocalFile) => ({ hash: hashOf(file), sizeBytes: file.sizeBytes });
  const paths = [...new Set([...files.keys(), ...manifest.keys()])];
  const look = await PathsLook.of(paths, app, signal);
  const plan = await planPush({
    local: [...contents.keys()],
    remote: entriesAt(
      paths.filter((path) => !isUnknown(path)),
      look,
    ),
    manifest,
    askedAt: look.askedAt,
    incomplete: new Map(),
    problems: [],
    contentOf: async (file) => contentOf(file),
    knownContentOf: contentOf,
    compare: contentComparer(app, signal, () => undefined),
    signal,
  });
  const isGone = ({ local }: TransferRow): boolean =>
    local !== undefined && kept.get(hashOf(local)) !== local.sizeBytes;
  const gone = new Set(plan.rows.filter(isGone).map(({ local }) => local && hashOf(local)));
  const rows = plan.rows.flatMap((row): TransferRow[] => {
    const { kind, local, path, localPath, synced } = row;
    if (kind === "onlyInTarget") return [];
    const localHash = local && hashOf(local);
    if (isGone(row)) return [blockedRow("toApp", { path, localPath }, notKept)];
    const isConflict = kind === "changedInTarget" || kind === "changedOnBoth";
    const conflict = { kind: "changedOnBoth", reason: { kind: "changedSince" }, isChosen: false } as const;
    // The app may have had it then: no release lists what its folder excluded, or what no push looked at.
    const isDoubtful = kind === "deleted" && (!since.created.has(path) || gone.has(synced?.hash));
    return [{ ...row, localHash, ...(isConflict && conflict), ...(isDoubtful && { isChosen: false }) }];
  });
  // Replaced or deleted from this machine since, and never read before that.
  const lost = [...files].flatMap(([path, file]): TransferRow[] => {
    const remote = look.entries.get(path)?.entry;
    const isChanged = since.paths.has(path) || (known.get(path)?.hash ?? "") !== "";
    const isLost = isUnknown(path) && isChanged && !(remote && isAsSynced(remote, file));
    return isLost ? [blockedRow("toApp", { path, localPath: path.slice(1) }, notKept)] : [];
  });
  return { ...plan, rows: [...rows, ...lost] };
}
