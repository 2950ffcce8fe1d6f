import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { existingEntries, type ListedEntry } from "../../../../../src/appFiles/transfer/plan/existingEntries";

const folders: Record<string, [string, ListedEntry["type"]][]> = {
  "/": [
    ["lib", "directory"],
    ["a.txt", "file"],
    ["link", "other"],
  ],
  "/lib": [
    ["b.txt", "file"],
    ["deep", "directory"],
  ],
  "/lib/deep": [["c.txt", "file"]],
};

async function lookUp(...paths: string[]) {
  const asked: string[] = [];
  const found = await existingEntries(paths, async (directory) => {
    asked.push(directory);
    const entries = folders[directory];
    if (!entries) throw new Error(`${directory} was listed though it is not there`);
    return entries.map(([name, type]) => ({ name, type }));
  });
  return { found, asked };
}

describe("existingEntries", () => {
  it("lists each folder once and none that is missing or no folder", async () => {
    const { found, asked } = await lookUp(
      "/a.txt",
      "/lib/b.txt",
      "/lib/x.txt",
      "/lib/deep/c.txt",
      "/new/x/y.txt",
      "/a.txt/below",
      "/link/below",
    );
    assert.deepEqual(asked, ["/", "/lib", "/lib/deep"]);
    assert.deepEqual(
      ["/a.txt", "/lib", "/lib/b.txt", "/lib/x.txt", "/lib/deep/c.txt", "/new", "/new/x/y.txt"].map(
        (path) => found.at(path)?.type,
      ),
      ["file", "directory", "file", undefined, "file", undefined, undefined],
    );
  });

  it("names what stands in the way", async () => {
    const { found } = await lookUp("/a.txt/b/c", "/link/x", "/lib/x", "/new/x");
    assert.deepEqual(
      ["/a.txt/b/c", "/link/x", "/lib/x", "/new/x"].map((path) => found.obstacleOf(path)),
      ["/a.txt", "/link", undefined, undefined],
    );
  });

  it("asks for nothing when nothing is asked", async () => {
    assert.deepEqual((await lookUp()).asked, []);
  });

  it("rejects when a folder cannot be listed", async () => {
    const list = () => Promise.reject(new Error("down"));
    await assert.rejects(existingEntries(["/a"], list), { message: "down" });
  });
});
