// What putting the files of a backup into an app would do. Files that only the app has are no part of it.
import type { ContentFile } from "../../../appFiles/backups/operation";
import type { UndoStep } from "../../../appFiles/backups/undoPlan";
import { planUndo, type UndoContext } from "../../../appFiles/transfer/plan/planUndo";
import {
  blockedRow,
  type TransferPlan,
  type TransferRow,
  unlessLost,
} from "../../../appFiles/transfer/plan/transferPlan";
import { isSafeEntryName, normalizeAppPath, segmentsOf } from "../../../core/paths/appPath";

/** What is the same in the app is left out; a name that leads out of the app cannot be put. */
export async function planBackup(
  contents: ReadonlyMap<string, Uint8Array>,
  { app, signal }: Pick<UndoContext, "app" | "signal">,
): Promise<TransferPlan> {
  const steps: UndoStep[] = [];
  const unsafe: TransferRow[] = [];
  for (const [name, bytes] of contents) {
    const path = normalizeAppPath(name);
    if (!segmentsOf(name).every(isSafeEntryName)) {
      const reason = { kind: "localName", name, problem: "unsafe" } as const;
      unsafe.push(blockedRow("toApp", { path, localPath: "" }, reason));
      continue;
    }
    const hash = await app.hash(bytes);
    const wanted = { kind: "content", hash, file: name, sizeBytes: bytes.byteLength } as const;
    steps.push({ side: "app", path, wanted, expects: { absent: true, hashes: [], versions: [] } });
  }
  const byName = new Map(contents);
  const readContent = async ({ file }: ContentFile) => byName.get(file);
  const plan = await planUndo({ steps, cannot: [] }, { app, folder: undefined, readContent, signal });
  return {
    ...plan,
    rows: [...plan.rows.map(replacing), ...unsafe].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** A restore is meant to replace what came later; it is replaced only while it is what the plan saw. */
function replacing(row: TransferRow): TransferRow {
  const { kind, base, reason, ...others } = row;
  if (kind === "changedOnBoth") return unlessLost({ ...others, kind: "changed", isChosen: true });
  return kind === "added" ? { ...others, kind, isChosen: true } : row;
}
