import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { entersFolder } from "../../../../../../src/features/files/find/goTo/enteredFolders";

describe("entersFolder", () => {
  it("leaves out what tools fill, at any depth", () => {
    const enters = entersFolder("/");
    for (const path of [
      "/node_modules",
      "/.git",
      "/web/node_modules",
      "/.venv",
      "/a/b/__pycache__",
      "/.cache",
    ])
      assert.equal(enters(path), false, path);
    for (const path of ["/src", "/src/lib", "/venvs", "/my_node_modules", "/logs"])
      assert.equal(enters(path), true, path);
  });

  it("goes into a folder that was asked for, whatever it is, but not into others of the kind below it", () => {
    const enters = entersFolder("/node_modules");
    assert.equal(enters("/node_modules/left-pad"), true);
    assert.equal(enters("/node_modules/left-pad/node_modules"), false);
  });
});
