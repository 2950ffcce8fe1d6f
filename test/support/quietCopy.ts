// A copy of a folder that asks and tells nothing.
import type { CopyDialog } from "../../src/appFiles/moves";

export const quietCopy: CopyDialog = {
  confirm: async () => true,
  withProgress: (_estimate, work) => work({ signal: new AbortController().signal, report: () => undefined }),
};
