import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { WatchedPaths } from "../../../../../src/features/files/mount/watchedPaths";

describe("watched paths", () => {
  it("exclude only what every watch of a parent excludes", () => {
    const watched = new WatchedPaths();
    const first = watched.add("app", "/", ["**/node_modules/*/**"]);
    assert.equal(watched.wants("app", "/node_modules/x/index.js"), false);
    assert.equal(watched.wants("app", "/main.py"), true);
    assert.equal(watched.wants("another", "/node_modules/x/index.js"), true);
    watched.add("app", "/node_modules/x", []);
    assert.equal(watched.wants("app", "/node_modules/x/index.js"), true);
    first.dispose();
    assert.equal(watched.wants("app", "/elsewhere"), true);
  });
});
