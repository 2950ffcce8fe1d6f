// Local files: with unsaved changes in an editor, and changed by the extension.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { changeFile, localDisk } from "../../../src/editor/localDisk";
import { removeTemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
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

describe("a local file that is changed", () => {
  const changedOf = async (before: Buffer): Promise<Uint8Array> => {
    let bytes = new Uint8Array(before);
    const writeFile = async (_: vscode.Uri, after: Uint8Array<ArrayBuffer>) => {
      bytes = after;
    };
    workspace["fs"] = { readFile: async () => bytes, writeFile };
    await changeFile(vscode.Uri.file("/work"), "package.json", (text) => `${text}more`).catch(
      ({ message }: Error) =>
        assert.equal(
          message,
          "/work/package.json isn't UTF-8 text. Nothing was written. Save it as UTF-8, then try again.",
        ),
    );
    return bytes;
  };

  it("keeps the mark of its encoding, and is UTF-8 afterwards", async () => {
    assert.deepEqual(Buffer.from(await changedOf(Buffer.from("\uFEFFü"))), Buffer.from("\uFEFFümore"));
    assert.deepEqual(Buffer.from(await changedOf(Buffer.from("\uFEFFü", "utf16le"))), Buffer.from("ümore"));
  });

  it("is none that a link leads to, which may be outside of the folder", async () => {
    const folder = temporaryFolder("links");
    try {
      const outside = path.join(folder, "outside");
      const root = path.join(folder, "root");
      for (const each of [outside, root]) mkdirSync(each);
      writeFileSync(path.join(outside, "a.txt"), "own");
      symlinkSync(path.join(outside, "a.txt"), path.join(root, "a.txt"));
      symlinkSync(path.join(outside, "none.txt"), path.join(root, "b.txt"));
      symlinkSync(outside, path.join(root, "linked"));
      const written: string[] = [];
      workspace["fs"] = {
        readFile: async () => new Uint8Array(),
        writeFile: async (uri: vscode.Uri) => written.push(uri.path),
      };
      for (const name of ["a.txt", "b.txt", "linked/a.txt", "linked/new.txt"])
        await assert.rejects(
          changeFile(vscode.Uri.file(root), name, () => "changed"),
          /A symbolic link leads to .* Nothing was written\./,
        );
      assert.deepEqual(written, []);
      await changeFile(vscode.Uri.file(root), "c.txt", () => "new");
      assert.equal(written.length, 1);
    } finally {
      removeTemporaryFolder(folder);
    }
  });

  it("keeps its bytes where they are no text that can be written again", async () => {
    for (const bytes of [Buffer.from("ü", "latin1"), Buffer.from("a", "utf16le")])
      assert.deepEqual(Buffer.from(await changedOf(bytes)), bytes);
  });
});
