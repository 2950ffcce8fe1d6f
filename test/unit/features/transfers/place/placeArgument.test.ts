// The argument of a push: the Source Control view passes its repository.
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

  it("pushes the open folder at, above or in the repository, and shows the plan", () => {
    assert.deepEqual(folderFor("/work/shop", "/work/other", "/work/shop"), ["/work/shop", false]);
    assert.deepEqual(folderFor("/work/shop/lib", "/work/shop"), ["/work/shop", false]);
    assert.deepEqual(folderFor("/work", "/work/shop"), ["/work/shop", false]);
  });

  it("asks for the folder when no or several open folders match", () => {
    assert.deepEqual(folderFor("/work", "/work/shop", "/work/bot"), [undefined, false]);
    assert.deepEqual(folderFor("/work/shop", "/work/shop2"), [undefined, false]);
  });
});

describe("a push from the Explorer", () => {
  it("pushes the selected local folder, or to the app of the selected remote folder", () => {
    const place = (uri: vscode.Uri) => {
      const { folder, app } = readPlaceArgument(uri);
      return [folder?.path, app?.appId];
    };
    assert.deepEqual(place(vscode.Uri.file("/work/shop")), ["/work/shop", undefined]);
    assert.deepEqual(place(appUri({ accountId: "ann", appId: "shop", path: "/" })), [undefined, "shop"]);
  });
});
