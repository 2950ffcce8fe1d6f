// Pushes single files of a folder, compared as in a push of the whole folder.
import { readFilesPlan } from "../../../appFiles/transfer/plan/readFilesPlan";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import type { Progress } from "../../../editor/progress";
import { gitStateOf } from "../../../editor/project/gitState";
import { loadMemory } from "../place/memoryFile";
import { type LeftOutFile, readFiles } from "../place/readFiles";
import type { TransferPlace } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer, type TransferOutcome } from "./doTransfer";

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
  run: <T>(task: (progress: Progress) => Promise<T>) => Promise<T>,
): Promise<FilesPushed> {
  const { accountId, appId, appName, folder } = place;
  const { signal } = new AbortController();
  const [memory, read] = await Promise.all([
    loadMemory(place, services),
    readFiles(folder, paths, services.state, signal),
  ]);
  const brought = read.leftOut.length > 0 ? ((await questions.leftOut?.(read.leftOut)) ?? []) : [];
  const local = [...read.local, ...brought.map(({ file }) => file)];
  const app = services.files.get({ accountId, appId });
  const plan = await readFilesPlan({ app, local, problems: read.problems, memory, signal });
  const isOpen = plan.rows.some(({ isChosen, kind }) => !isChosen && kind !== "blocked");
  const clean = plan.rows.filter(({ isChosen }) => isChosen);
  const askRows = isOpen ? questions.rows : undefined;
  const rows = askRows ? await askRows(plan.rows) : clean;
  if (!askRows && rows.length > 0) await questions.confirm?.(rows);
  const title = { folder: folder.toString() };
  const header = { kind: "push", accountId, appId, appName, title } as const;
  const release = { kind, commit: () => gitStateOf(folder, services.clock) };
  const { outcome, ends } = await run((progress) =>
    doTransfer({ header, plan, rows, folder: read.folder, memory, release }, services, progress),
  );
  return {
    outcome,
    hasReplaced: ends.some(({ row, end }) => end === "done" && row.remote !== undefined),
    leftOut: read.leftOut.filter((each) => !brought.includes(each)),
  };
}
