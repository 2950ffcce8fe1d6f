// What a folder's hosted-app.json says, and that a file that cannot be read is never taken for one that does not exist.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { projectFileIn } from "../../../../src/editor/project/projectFileIn";
import { changeProjectFileIn } from "../../../../src/features/create/projectFile/offerProjectFile";
import { workspace } from "../../../support/vscodeParts";

const folder = vscode.Uri.file("/work/shop");

describe("a folder's hosted-app.json", () => {
  /** The file, or what reading it fails with. */
  function withFile(file: string | Error): { readonly written: string[] } {
    const written: string[] = [];
    workspace["fs"] = {
      readFile: async () => {
        if (typeof file !== "string") throw file;
        return new TextEncoder().encode(file);
      },
      readDirectory: async () => [],
      writeFile: async (_uri: vscode.Uri, bytes: Uint8Array) =>
        void written.push(new TextDecoder().decode(bytes)),
    };
    workspace["openTextDocument"] = () => Promise.reject(new Error("cannot be opened"));
    return { written };
  }

  it("says nothing where the folder has none", async () => {
    withFile(vscode.FileSystemError.FileNotFound());
    assert.deepEqual(await projectFileIn(folder), { file: undefined, appId: undefined, targets: [] });
  });

  for (const [title, file, sentence] of [
    ["is busy", new Error("EBUSY: locked"), /^Couldn't read hosted-app\.json\. Nothing was done\. EBUSY/],
    ["may not be read", vscode.FileSystemError.NoPermissions(), /Couldn't read/],
    ["is empty while it is saved", "", /is empty\. Nothing was done\. Try again, or delete it\.$/],
    [
      "is cut off while it is saved",
      '{ "appId": "shop",\n "preDeployTask',
      /^hosted-app\.json, line 2: .*Fix the file/,
    ],
    ["has a mistake", '{ "targets": { "live": 5 } }', /^hosted-app\.json, line 1: .*Nothing was sent/],
  ] as const)
    it(`stops with a sentence where it ${title}, and is not written over`, async () => {
      const { written } = withFile(file);
      await assert.rejects(projectFileIn(folder), { message: sentence });
      await assert.rejects(changeProjectFileIn(folder, { appId: "shop" }));
      assert.deepEqual(written, []);
    });

  it("stops with a sentence where it is a link that leads nowhere", async () => {
    withFile(vscode.FileSystemError.FileNotFound());
    const { SymbolicLink } = vscode.FileType;
    Object.assign(workspace["fs"] as object, {
      readDirectory: async () => [["hosted-app.json", SymbolicLink]],
    });
    await assert.rejects(projectFileIn(folder), /^Error: Couldn't read hosted-app\.json/);
  });

  it("stops with a sentence where the folder cannot be listed", async () => {
    const { written } = withFile(vscode.FileSystemError.FileNotFound());
    Object.assign(workspace["fs"] as object, {
      readDirectory: () => Promise.reject(new Error("EIO: the drive is gone")),
    });
    await assert.rejects(projectFileIn(folder), {
      message: /^Couldn't read hosted-app\.json\. Nothing was done\. /,
    });
    await assert.rejects(changeProjectFileIn(folder, { appId: "shop" }));
    assert.deepEqual(written, []);
  });

  it("can have a key that means nothing", async () => {
    withFile('{ "appId": "shop", "color": 1 }');
    assert.deepEqual(await projectFileIn(folder), { file: { appId: "shop" }, appId: "shop", targets: [] });
  });
});
