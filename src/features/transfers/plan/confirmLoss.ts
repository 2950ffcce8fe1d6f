// Asked when what is ticked would take away what only one side has: a click on "all" must not cost anybody's work.
import { confirm } from "../../../editor/shown/questions";

/** Rejects with CancelledError when the user does not want that. */
export async function confirmLoss(question: string, paths: readonly string[], button: string): Promise<void> {
  if (paths.length === 0) return;
  await confirm(question, [{ names: paths }], button);
}
