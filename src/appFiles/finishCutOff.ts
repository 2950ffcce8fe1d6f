// Goes on with a move, a copy or a deletion that was cut off, from what its log says of it.
import { FileProblem } from "../core/errors/fileProblem";
import type { AppFiles } from "./appFiles";
import type { Operation, OperationLog } from "./backups/operation";
import { type CopyDialog, type Move, moveFile, moveTree } from "./moves";

/** Whether what was written down of it says what is left to do. */
export function canBeFinished({ header: { kind, title }, changes }: Operation): boolean {
  if (changes.length === 0 || title?.isBetweenApps) return false;
  if (kind === "delete") return true;
  return (kind === "move" || kind === "copy") && title?.from !== undefined && title.to !== undefined;
}

/** Copies what is not copied yet, and removes the original of a move. Ends the log. */
export async function finishCopy(
  app: AppFiles,
  { header: { kind, title }, changes }: Operation,
  { log, dialog }: { readonly log: OperationLog; readonly dialog: CopyDialog },
): Promise<void> {
  const { from = "/", to = "/" } = title ?? {};
  const isMove = kind === "move";
  try {
    const entry = await app.find(from, { maxAgeMs: 0 });
    // All copies were made, and the original was removed last.
    if (!entry && isMove) return await log.end("done");
    if (!entry) throw new FileProblem("notFound", from);
    const begin = async (): Promise<OperationLog> => log;
    const made = new Map(
      changes.flatMap(({ what, path, after }) => (what === "put" && after.hash ? [[path, after.hash]] : [])),
    );
    const places = { source: app, from, target: app, to, isMove };
    const move: Move = { ...places, replaces: undefined, made, dialog, begin, beginRemoval: begin };
    await (entry.type === "directory" ? moveTree(move) : moveFile(move, entry));
  } catch (error) {
    await log.end("failed");
    throw error;
  }
}

/** Removes what is left of the files that were to be removed, where they are what they were. Ends the log. */
export async function finishRemoval(app: AppFiles, { changes }: Operation, log: OperationLog): Promise<void> {
  const targets = changes.flatMap(({ path, what, before, end }) =>
    what === "remove" && end !== "done" && before.kind === "kept"
      ? [{ path, base: { kind: "contents", hashes: [before.hash] } as const }]
      : [],
  );
  try {
    const { left } = await app.remove(targets, { priority: "interactive", log });
    if (left[0]) throw left[0].error;
    await log.end("done");
  } catch (error) {
    await log.end("failed");
    throw error;
  }
}
