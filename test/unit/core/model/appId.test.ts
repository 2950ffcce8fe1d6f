// Valid app ids: they are used in URIs, requests and folder names.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { routes } from "../../../../src/api/routes";
import { isAppId } from "../../../../src/core/model/appId";
import { appUri, parseAppUri } from "../../../../src/editor/appUris";

describe("the id of an app", () => {
  it("may have spaces, accents and signs, and is the same in URIs and requests", () => {
    for (const appId of ["my shop", "caf\u00e9", "\u00c4\u00d6 1", "\u4f60\u597d", "65a0c0ffee", "a:b@c"]) {
      assert.ok(isAppId(appId), appId);
      const uri = vscode.Uri.parse(appUri({ accountId: "one", appId, path: "/src/a.txt" }).toString());
      assert.deepEqual(parseAppUri(uri), { accountId: "one", appId, path: "/src/a.txt" });
      const [, , , segment = ""] = new URL(routes.files(appId).path, "https://service.test").pathname.split(
        "/",
      );
      assert.equal(decodeURIComponent(segment), appId);
    }
  });

  it("is no path, has only visible characters, and at most 128", () => {
    const hidden = ["a\u0000", "a\nb", "a\u202eb", "a\u200bb", "\ud800", "a\u2028b", " a", "a "];
    for (const id of ["", ".", "..", "a/b", "a\\b", "[x](command:y)", "a%20b", "a".repeat(129), ...hidden])
      assert.equal(isAppId(id), false, JSON.stringify(id));
  });
});
