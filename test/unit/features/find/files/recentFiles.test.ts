import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { appUri } from "../../../../../src/editor/appUris";
import { RecentFiles } from "../../../../../src/features/find/files/recentFiles";
import { window } from "../../../../support/vscodeParts";

describe("recent files", () => {
  it("puts the active file last, and no file of that path of another app", () => {
    const seen = ["/old.py", "/main.py"].map((path) => ({ accountId: "me", appId: "shop", path }));
    const other = { accountId: "me", appId: "blog", path: "/main.py" };
    const saw: ((editor: unknown) => void)[] = [];
    const show = (file: typeof other): void => {
      const editor = { document: { uri: appUri(file) } };
      Object.assign(window, { activeTextEditor: editor });
      for (const listener of saw) listener(editor);
    };
    Object.assign(window, {
      tabGroups: { all: [] },
      onDidChangeActiveTextEditor: (listener: (editor: unknown) => void) => {
        saw.push(listener);
        return { dispose: () => undefined };
      },
    });
    try {
      const recent = new RecentFiles();
      for (const file of seen) show(file);
      assert.deepEqual(recent.pathsOf(other), []);
      assert.deepEqual(recent.pathsOf({ accountId: "me", appId: "shop" }), ["/old.py", "/main.py"]);
      show(other);
      assert.deepEqual(recent.pathsOf({ accountId: "me", appId: "shop" }), ["/main.py", "/old.py"]);
    } finally {
      Object.assign(window, { activeTextEditor: undefined });
    }
  });
});
