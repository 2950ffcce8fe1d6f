// Finishes a move, copy or deletion that was cut off, from its journal.
import { forEachParallel } from "../core/async/parallel";
import { FileProblem } from "../core/errors/fileProblem";
import type { AppFiles } from "./appFiles";
import type { Operation, OperationLog } from "./backups/operation";
import { CannotBackUp } from "./change/change";
import { type CopyDialog, type Move, moveFile, moveTree } from "./moves";

const looksAtOnce = 8;

/** The journal says what is left to do. */
export function canBeFinished({ header: { kind, title }, changes }: Operation): boolean {
  if (changes.length === 0 || title?.isBetweenApps) return false;
  if (kind === "delete") return true;
  return (kind === "move" || kind === "copy") && title?.from !== undefined && title.to !== undefined;
}

export function copiesMade({ changes }: Pick<Operation, "changes">): number {
  return new Set(changes.flatMap(({ what, path, end }) => (what === "put" && end === "done" ? [path] : [])))
    .size;
}

/**
 * Copies the rest and removes the original of a move; ends the log. Rejects with FileProblem "notFound" when
 * the original disappeared before it was copied whole.
 */
export async function finishCopy(
  app: AppFiles,
  operation: Operation,
  { log, dialog }: { readonly log: OperationLog; readonly dialog: CopyDialog },
): Promise<void> {
  const { header, changes } = operation;
  const { kind, title } = header;
  const { from = "/", to = "/", count = Infinity } = title ?? {};
  const isMove = kind === "move";
  try {
    const entry = await app.find(from, { maxAgeMs: 0, byName: { priority: "interactive" } });
    const begin = async (): Promise<OperationLog> => log;
    const made = new Map(
      changes.flatMap(({ what, path, after }) => (what === "put" && after.hash ? [[path, after.hash]] : [])),
    );
    const isRemoving = changes.some(({ what, end }) => what === "remove" && end !== "notDone");
    const places = { source: app, from, target: app, to, isMove, isRemoving };
    const move: Move = { ...places, replaces: undefined, made, dialog, begin, beginRemoval: begin };
    if (entry && entry.type !== "directory") return await moveFile(move, entry);
    // `moveTree` has ended the log then.
    if (entry && (await moveTree(move)).copies.length > 0) return;
    // A move removes its original last.
    if (copiesMade(operation) < count) throw new FileProblem("notFound", from);
    await log.end("done");
  } catch (error) {
    await log.end("failed");
    throw error;
  }
}

/**
 * Deletes the rest of the journaled files where they are unchanged; ends the log. Rejects with CannotBackUp
 * for files that cannot be compared.
 */
export async function finishRemoval(app: AppFiles, { changes }: Operation, log: OperationLog): Promise<void> {
  const open = changes.filter(({ what, end }) => what === "remove" && end === "unknown");
  const targets = open.flatMap(({ path, before }) =>
    before.kind === "content" ? [{ path, base: { kind: "contents", hashes: [before.hash] } as const }] : [],
  );
  try {
    const { left } = await app.remove(targets, { priority: "interactive", log });
    if (left[0]) throw left[0].error;
    const notBackedUp: { path: string; why: "unreadable" }[] = [];
    await forEachParallel(open, looksAtOnce, async ({ path, before }) => {
      if (before.kind !== "notBackedUp") return;
      // Generated files may be thousands.
      const byName = before.why === "generated" ? undefined : ({ priority: "interactive" } as const);
      if (await app.find(path, { byName })) notBackedUp.push({ path, why: "unreadable" });
    });
    if (notBackedUp.length > 0) throw new CannotBackUp(notBackedUp, new Map());
    await log.end("done");
  } catch (error) {
    await log.end("failed");
    throw error;
  }
}
