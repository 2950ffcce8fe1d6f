// The copy of a local folder that runs.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FolderCopy } from "../../../../src/features/localService/folderCopy";

describe("the copy of a folder that runs", () => {
  const disk = new Map<string, string>();
  let writes: string[] = [];
  const target = {
    open: async (path: string) => {
      let text = "";
      return {
        append: async (bytes: Uint8Array) => {
          text += new TextDecoder().decode(bytes);
        },
        commit: async () => {
          writes.push(path);
          disk.set(path, text);
        },
        abort: async () => undefined,
      };
    },
  };
  const file = (path: string, text: string, modifiedAt: number) => ({
    ...{ path, modifiedAt, sizeBytes: text.length },
    read: async () => new TextEncoder().encode(text),
  });
  const copy = new FolderCopy(target, async (path) => void disk.delete(path));
  const signal = new AbortController().signal;
  const written = (): string[] => writes.splice(0).sort();

  it("has no file with environment values, whatever is sent", async () => {
    const all = [".env", ".env.local", "api/.env", ".envrc", "auth_info/.env", ".env.example"].map((path) =>
      file(path, "KEY=1", 1),
    );
    await copy.update(all, signal);
    assert.deepEqual(written(), [".env.example"]);
    await copy.update([], signal);
  });

  it("has no log of other runs", async () => {
    await copy.update(
      [file("app.log", "old", 1), file("logs/web.log", "old", 1), file("log.txt", "mine", 1)],
      signal,
    );
    assert.deepEqual(written(), ["log.txt"]);
    await copy.update([], signal);
  });

  it("is written completely at first, and later by changes", async () => {
    assert.equal(await copy.update([file("a.py", "1", 1), file("lib/b.py", "2", 1)], signal), 2);
    assert.deepEqual(written(), ["a.py", "lib/b.py"]);
    assert.equal(await copy.update([file("a.py", "3", 2)], signal), 2);
    assert.deepEqual(written(), ["a.py"]);
    assert.deepEqual([...disk], [["a.py", "3"]]);
    assert.equal(await copy.update([file("a.py", "3", 2)], signal), 0);
  });

  it("is written again where a file could not be read the last time", async () => {
    writes = [];
    const unreadable = { ...file("a.py", "4", 3), read: async () => Promise.reject(new Error("busy")) };
    await assert.rejects(copy.update([unreadable], signal), /busy/);
    assert.equal(disk.get("a.py"), "3");
    assert.equal(await copy.update([file("a.py", "4", 3)], signal), 1);
    assert.equal(disk.get("a.py"), "4");
  });
});
