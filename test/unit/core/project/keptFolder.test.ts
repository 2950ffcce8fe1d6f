// Create App asks questions about a folder that it reads once.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { FolderSource } from "../../../../src/core/disk/folderSource";
import { KeptFolder } from "../../../../src/core/project/keptFolder";

describe("KeptFolder", () => {
  let calls: string[];
  let folder: KeptFolder;
  let times: Record<string, number>;
  beforeEach(() => {
    [calls, times] = [[], {}];
    const note =
      <T>(how: string, answer: (path: string) => T) =>
      async (path: string): Promise<T> => {
        calls.push(`${how} ${path}`.trim());
        return answer(path);
      };
    const statOf = (path: string) =>
      ({ type: "file", isLink: false, sizeBytes: 1, modifiedAt: times[path] ?? 0 }) as const;
    const source: FolderSource = {
      ...{ list: note("list", () => []), stat: note("stat", statOf) },
      read: note("read", () => new Uint8Array(1)),
    };
    folder = new KeptFolder(source);
  });

  async function lookAtAll(): Promise<string[]> {
    calls = [];
    for (const path of ["", "src"]) await folder.list(path);
    for (const path of ["a.py", "src/b.py"]) {
      await folder.stat(path);
      await folder.read(path);
    }
    return calls;
  }

  it("lists and reads everything once, and answers with the same bytes", async () => {
    assert.equal((await lookAtAll()).length, 6);
    assert.deepEqual(await lookAtAll(), []);
    assert.equal(await folder.read("a.py"), await folder.read("a.py"));
  });

  it("lists everything again where something may have changed, and reads what did", async () => {
    await lookAtAll();
    times["src/b.py"] = 1;
    folder.refresh();
    assert.deepEqual(await lookAtAll(), ["list", "list src", "stat a.py", "stat src/b.py", "read src/b.py"]);
  });

  it("looks again at what could not be read", async () => {
    let isBusy = true;
    const read = async (): Promise<Uint8Array> => {
      if (isBusy) throw new Error("EBUSY");
      return new Uint8Array(1);
    };
    const stat = async () => ({ type: "file", isLink: false, sizeBytes: 1, modifiedAt: 0 }) as const;
    folder = new KeptFolder({ list: async () => [], stat, read });
    await assert.rejects(folder.read("a.py"));
    isBusy = false;
    folder.refresh();
    assert.equal((await folder.read("a.py")).length, 1);
  });

  it("reads from the disk each time once it has ended", async () => {
    await lookAtAll();
    folder.end();
    assert.equal((await lookAtAll()).length, 6);
    assert.equal((await lookAtAll()).length, 6);
  });
});
