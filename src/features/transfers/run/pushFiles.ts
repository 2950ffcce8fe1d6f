// Pushes single files of a folder, compared as in a push of the whole folder.
import * as vscode from "vscode";
import { readFilesPlan } from "../../../appFiles/transfer/plan/readFilesPlan";
import { isPossible, type TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { gitStateOf } from "../../../editor/project/gitState";
import { loadMemory } from "../place/memoryFile";
import { type LeftOutFile, readFiles } from "../place/readFiles";
import type { TransferPlace } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer, type TransferOutcome } from "./doTransfer";
import type { RunWithProgress } from "./syncFolder";

/** Without them, what only the user can decide is left and named. */
export interface FileQuestions {
  /** Which of the excluded files to push nevertheless. */
  readonly leftOut?: (files: readonly LeftOutFile[]) => Promise<readonly LeftOutFile[]>;
  /** Which rows to push, when some would overwrite what only the app has. */
  readonly rows?: (rows: readonly TransferRow[]) => Promise<readonly TransferRow[]>;
  /** Asked where `rows` was not. */
  readonly confirm?: ((rows: readonly TransferRow[]) => Promise<void>) | undefined;
}

interface FilesToPush {
  readonly place: TransferPlace;
  readonly paths: readonly string[];
  readonly kind: "pushFile" | "save";
}

export interface FilesPushed {
  readonly outcome: TransferOutcome;
  readonly hasReplaced: boolean;
  /** Excluded files that were not pushed. */
  readonly leftOut: readonly LeftOutFile[];
}

/** Rejects as comparing does, or with CancelledError. */
export async function pushFiles(
  { place, paths, kind }: FilesToPush,
  questions: FileQuestions,
  services: TransferServices,
  run: RunWithProgress,
): Promise<FilesPushed> {
  const { accountId, appId, appName, folder } = place;
  const count = vscode.l10n.t("{0} files", paths.length);
  const comparing = vscode.l10n.t("Comparing {0} with {1}", count, appName);
  const [memory, read] = await Promise.all([
    loadMemory(place, services),
    run(comparing, ({ signal }) => readFiles(folder, paths, services.state, signal)),
  ]);
  const brought = read.leftOut.length > 0 ? ((await questions.leftOut?.(read.leftOut)) ?? []) : [];
  const local = [...read.local, ...brought.map(({ file }) => file)];
  const app = services.files.get({ accountId, appId });
  const { problems } = read;
  const plan = await run(comparing, ({ signal }) => readFilesPlan({ app, local, problems, memory, signal }));
  const isOpen = plan.rows.some(({ isChosen, kind }) => !isChosen && kind !== "blocked");
  const clean = plan.rows.filter(({ isChosen }) => isChosen);
  const askRows = isOpen ? questions.rows : undefined;
  const rows = askRows ? await askRows(plan.rows) : clean;
  if (!askRows && rows.length > 0) await questions.confirm?.(rows);
  const title = { folder: folder.toString() };
  const header = { kind: "push", accountId, appId, appName, title } as const;
  const release = { kind, commit: () => gitStateOf(folder, services.clock) };
  // A notice names a file that is left once, and one that failed at each save.
  const hasFailed = (row: TransferRow): boolean =>
    !isPossible(row) && (kind !== "save" || row.reason?.kind !== "link");
  const pushing = vscode.l10n.t("Pushing {0} to {1}", count, appName);
  const { outcome, ends } = await run(pushing, (progress) =>
    doTransfer({ header, plan, rows, folder: read.folder, memory, release, hasFailed }, services, progress),
  );
  return {
    outcome,
    hasReplaced: ends.some(({ row, end }) => end === "done" && row.remote !== undefined),
    leftOut: read.leftOut.filter((each) => !brought.includes(each)),
  };
}
