// Temporary folders of a test run, removed however it ends.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const made = new Set<string>();
process.once("exit", () => {
  for (const folder of made) remove(folder);
});

/** Outside the repository. */
export function temporaryFolder(purpose: string): string {
  // The native call also resolves short names of Windows, such as RUNNER~1.
  const parent = fs.realpathSync.native(os.tmpdir());
  const folder = fs.mkdtempSync(path.join(parent, `hosted-apps-${purpose}-`));
  made.add(folder);
  return folder;
}

export function removeTemporaryFolder(folder: string): void {
  made.delete(folder);
  remove(folder);
}

/** A program may still be writing: rmSync retries a folder, but not what was added meanwhile. */
function remove(folder: string, attempts = 20): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 1, retryDelay: 50 });
  } catch (error) {
    if (attempts === 0) throw error;
    remove(folder, attempts - 1);
  }
}
