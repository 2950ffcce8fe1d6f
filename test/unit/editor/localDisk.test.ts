// Local files with unsaved changes: text, notebooks, and custom editors.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { localDisk } from "../../../src/editor/localDisk";
import { window, workspace } from "../../support/vscodeParts";

describe("a local file with unsaved changes", () => {
  const uri = vscode.Uri.file("/work/a.ipynb");
  const tab = (input: object) => ({ isDirty: true, input });

  interface Place {
    readonly textDocuments?: readonly object[];
    readonly notebookDocuments?: readonly object[];
    readonly tabs?: readonly object[];
  }
  const places: readonly [title: string, place: Place][] = [
    ["a text editor", { textDocuments: [{ uri, isDirty: true }] }],
    ["a notebook", { notebookDocuments: [{ uri, isDirty: true }] }],
    ["an editor of another extension", { tabs: [tab(new vscode.TabInputCustom(uri, "custom"))] }],
  ];
  for (const [title, { textDocuments = [], notebookDocuments = [], tabs = [] }] of places)
    it(`is known in ${title}`, () => {
      Object.assign(workspace, { textDocuments, notebookDocuments });
      Object.assign(window, { tabGroups: { all: [{ tabs }] } });
      assert.equal(localDisk(vscode.Uri.file("/work")).isUnsaved("a.ipynb"), true);
      assert.equal(localDisk(vscode.Uri.file("/work")).isUnsaved("b.ipynb"), false);
    });
});
