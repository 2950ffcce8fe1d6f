// What a push was called with: the Source Control view names its repository.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { appUri } from "../../../../../src/editor/appUris";
import { readPlaceArgument } from "../../../../../src/features/transfers/place/transferPlace";
import { workspace } from "../../../../support/vscodeParts";

describe("a push from the Source Control view", () => {
  const folderFor = (root: string, ...open: readonly string[]) => {
    workspace["workspaceFolders"] = open.map((path) => ({ uri: vscode.Uri.file(path) }));
    const { folder, isQuiet } = readPlaceArgument({ id: "git", rootUri: vscode.Uri.file(root) });
    return [folder?.path, isQuiet];
  };

  it("is of the open folder that is the repository, holds it or lies in it, and shows its plan", () => {
    assert.deepEqual(folderFor("/work/shop", "/work/other", "/work/shop"), ["/work/shop", false]);
    assert.deepEqual(folderFor("/work/shop/lib", "/work/shop"), ["/work/shop", false]);
    assert.deepEqual(folderFor("/work", "/work/shop"), ["/work/shop", false]);
  });

  it("asks where none or several open folders are meant", () => {
    assert.deepEqual(folderFor("/work", "/work/shop", "/work/bot"), [undefined, false]);
    assert.deepEqual(folderFor("/work/shop", "/work/shop2"), [undefined, false]);
  });
});

describe("a push from the Explorer", () => {
  it("is of a local folder, or to the app whose folder it is", () => {
    const place = (uri: vscode.Uri) => {
      const { folder, app } = readPlaceArgument(uri);
      return [folder?.path, app?.appId];
    };
    assert.deepEqual(place(vscode.Uri.file("/work/shop")), ["/work/shop", undefined]);
    assert.deepEqual(place(appUri({ accountId: "ann", appId: "shop", path: "/" })), [undefined, "shop"]);
  });
});
