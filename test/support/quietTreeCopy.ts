// A user who agrees to copy folders and never cancels.
import type { TreeCopyDialog } from "../../src/features/files/treeCopy";

export const quietTreeCopy: TreeCopyDialog = {
  confirm: async () => true,
  withProgress: (_estimate, work) => work({ signal: new AbortController().signal, report: () => undefined }),
};
