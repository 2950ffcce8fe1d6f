// Scratch folders of a test run, removed when the run ends however it ends.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const made = new Set<string>();
process.once("exit", () => {
  for (const folder of made) remove(folder);
});

/** Makes an empty folder outside the repository. */
export function temporaryFolder(purpose: string): string {
  // The native call also resolves the short names of Windows, such as RUNNER~1.
  const parent = fs.realpathSync.native(os.tmpdir());
  const folder = fs.mkdtempSync(path.join(parent, `hosted-apps-${purpose}-`));
  made.add(folder);
  return folder;
}

/** Removes one of these folders early. */
export function removeTemporaryFolder(folder: string): void {
  made.delete(folder);
  remove(folder);
}

/** Something may still write there: rmSync tries to remove a folder again, but not what came into it meanwhile. */
function remove(folder: string, attempts = 20): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 1, retryDelay: 50 });
  } catch (error) {
    if (attempts === 0) throw error;
    remove(folder, attempts - 1);
  }
}
