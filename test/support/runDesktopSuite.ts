// Runs the tests of test/editor inside a desktop VS Code: the one that VSCODE_EXECUTABLE names, else a download.
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import { exitOnSignals } from "./exitOnSignals";
import { mainProgram } from "./mainProgram";
import { readResult, resultsVariable } from "./mochaRun";
import { cacheFolder, inRepository, repositoryRoot } from "./repository";
import { copySampleFolder } from "./sampleFolder";
import { temporaryFolder } from "./temporaryFolder";
import { writeUserSettings } from "./vscodeSettings";

exitOnSignals();
mainProgram(async () => {
  if (process.platform === "linux" && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"]) {
    throw new Error(
      "A desktop VS Code needs a display. Run `xvfb-run -a npm run test:desktop`, or `npm test` without one.",
    );
  }
  const scratch = temporaryFolder("desktop-suite");
  const resultsFile = process.env[resultsVariable] ?? path.join(scratch, "results.json");
  const userData = path.join(scratch, "data");
  writeUserSettings(path.join(userData, "User"));
  const executable = process.env["VSCODE_EXECUTABLE"];
  await runTests({
    ...(executable ? { vscodeExecutablePath: executable } : {}),
    cachePath: path.join(cacheFolder, "desktop"),
    extensionDevelopmentPath: repositoryRoot,
    extensionTestsPath: inRepository("out", "test", "editor", "index.js"),
    extensionTestsEnv: { [resultsVariable]: resultsFile },
    launchArgs: [
      copySampleFolder(scratch),
      "--disable-extensions",
      "--disable-workspace-trust",
      `--user-data-dir=${userData}`,
      `--extensions-dir=${path.join(scratch, "extensions")}`,
    ],
  }).catch((error: unknown) => {
    // VS Code also exits with an error for a failed test; the counts tell.
    if (readResult(resultsFile)) return;
    throw new Error(
      "The desktop VS Code did not run the tests. Where it cannot be downloaded, set VSCODE_EXECUTABLE to an installed one.",
      { cause: error },
    );
  });
  const result = readResult(resultsFile);
  if (!result) throw new Error("The tests left no result.");
  console.log(`${result.passes} passed, ${result.failures.length} failed`);
  return result.failures.length > 0 ? 1 : 0;
});
