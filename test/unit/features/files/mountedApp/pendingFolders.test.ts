import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { PendingFolders } from "../../../../../src/features/files/mountedApp/pendingFolders";

describe("PendingFolders", () => {
  it("hands what it holds to be saved, and starts from it", () => {
    let saved: Readonly<Record<string, number>> = {};
    const folders = new PendingFolders({}, (value) => {
      saved = value;
    });
    folders.add("/a", 1);
    folders.add("/a/b", 2);
    assert.deepEqual(new PendingFolders(saved).namesIn("/a"), ["b"]);
  });

  it("takes folders for real once a file below them is", () => {
    const folders = new PendingFolders({ "/a": 1, "/a/b": 2, "/a/c": 3 });
    folders.becameReal("/a/b/x.txt");
    assert.deepEqual([folders.has("/a"), folders.has("/a/b"), folders.has("/a/c")], [false, false, true]);
  });

  it("names and removes whole subtrees, and nothing beside them", () => {
    const folders = new PendingFolders({ "/a/b": 2, "/a": 1, "/ab": 3 });
    assert.deepEqual(folders.within("/a"), ["/a", "/a/b"]);
    folders.remove("/a");
    assert.deepEqual(folders.namesIn("/"), ["ab"]);
  });
});
