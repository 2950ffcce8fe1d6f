// The diagnosis report: the verdict first, the rest folded.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { reportOf } from "../../../../src/features/account/diagnosis/diagnoseCommand";
import { showReport } from "../../../../src/features/account/diagnosis/diagnosisDocument";
import { commands, window } from "../../../support/vscodeParts";

describe("the report of a diagnosis", () => {
  const reportWith = (kind: "misplaced" | "uploadPathUnknown") =>
    reportOf(
      {
        verdict: { kind },
        calls: [{ call: "GET /v1/apps", status: "200", shape: "{\n  _id: string\n}" }],
        dialect: [],
        clockDifferenceSeconds: 0,
        hasWholeSeconds: undefined,
      },
      "1.0.0",
    );
  const report = reportWith("misplaced");

  it("begins with the verdict and the useful button", () => {
    assert.match(report, /^# Service diagnosis\n\n\*\*An upload was stored.*select Reset Detected Settings/);
    assert.match(
      reportWith("uploadPathUnknown"),
      /^# Service diagnosis\n\n\*\*Files in folders can't be uploaded.*select Reset Detected Settings/,
    );
  });

  it("opens as a preview, or as text without one", async () => {
    const shown: unknown[] = [];
    const show = (...given: unknown[]): void => void shown.push(...given.map(String));
    window["showTextDocument"] = async ({ path }: vscode.Uri) => show(path);
    commands["executeCommand"] = async (id: string, { path }: vscode.Uri) => show(id, path);
    await showReport("account", report);
    commands["executeCommand"] = async () => await Promise.reject(new Error("command not found"));
    await showReport("account", report);
    assert.deepEqual(shown, ["markdown.showPreview", "/Diagnosis.md", "/Diagnosis.md"]);
  });

  it("folds the calls, with a line for each field of a response", () => {
    const [, calls = ""] = report.split("<details><summary>Calls</summary>\n\n");
    assert.ok(calls.startsWith("- `GET /v1/apps`: 200\n\n  ```\n  {\n    _id: string\n  }\n  ```\n"));
    assert.equal(report.match(/<details>/g)?.length, report.match(/<\/details>/g)?.length);
  });
});
