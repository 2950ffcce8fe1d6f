// Runs inside VS Code's extension host: has both extensions of the bench activated, and leaves how long each took.
import fs from "node:fs";
import * as vscode from "vscode";

/** Names the file to which a line of JSON is added: milliseconds by the extension's id. */
export const activationsVariable = "HOSTED_APPS_BENCH_ACTIVATIONS";
/** Names the extensions, in the order in which they are activated. */
export const extensionsVariable = "HOSTED_APPS_BENCH_EXTENSIONS";

/** VS Code calls this in each window that is opened to test an extension, while it starts: as it activates ours. */
export async function run(): Promise<void> {
  const file = process.env[activationsVariable] ?? "";
  const ids = (process.env[extensionsVariable] ?? "").split(" ");
  const windows = fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").length : 0;
  // Each is as often the first.
  if (windows % 2 === 1) ids.reverse();
  const durations: Record<string, number> = {};
  for (const id of ids) {
    const extension = vscode.extensions.getExtension(id);
    if (!extension || extension.isActive)
      throw new Error(`${id} is ${extension ? "active already" : "missing"}`);
    const start = performance.now();
    await extension.activate();
    durations[id] = performance.now() - start;
  }
  fs.appendFileSync(file, `${JSON.stringify(durations)}\n`);
}
