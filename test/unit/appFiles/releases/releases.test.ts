import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { mostWithFiles, type NewRelease, Releases } from "../../../../src/appFiles/releases/releases";
import type { MachineFiles } from "../../../../src/core/disk/machineFiles";
import { ReleasesUnreadable } from "../../../../src/core/errors/releasesUnreadable";
import { hashNow, hashOf } from "../../../support/appFilesHarness";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryMachineFiles } from "../../../support/memoryMachineFiles";

const shop = { accountId: "ann", appId: "shop" };
const minute = 60_000;
const records = "releases/ann/releases.json";

let clock: FakeClock;
let disk: MemoryMachineFiles;
let windows: number;

beforeEach(() => {
  clock = new FakeClock();
  disk = new MemoryMachineFiles(() => clock.now());
  windows = 0;
});

function newWindow(files: MachineFiles = disk, mostBytes?: number): Releases {
  const windowId = `window-${++windows}`;
  const options = { files, clock, hash: hashNow, windowId };
  return new Releases(mostBytes === undefined ? options : { ...options, mostBytes });
}

function left(
  texts: Readonly<Record<string, string>>,
  own: Partial<NewRelease> = {},
): () => Promise<NewRelease> {
  const files = Object.entries(texts).map(
    ([path, text]) =>
      [path, { hash: hashOf(text), sizeBytes: text.length, modifiedAt: 1, isCertain: true }] as const,
  );
  return async () => ({
    ...{
      kind: "push",
      folder: "file:///shop",
      result: "complete",
      settings: { memoryMB: 256 },
      changed: Object.keys(texts),
      created: [],
    },
    files: new Map(files),
    read: async (path) => new TextEncoder().encode(texts[path]),
    ...own,
  });
}

const finish = <T>(work: Promise<T>): Promise<T> => clock.finish(work);
const numbers = async (releases: Releases, app = shop) =>
  (await finish(releases.list(app))).map(({ number }) => number);

async function textsOf(releases: Releases, number: number, app = shop) {
  const release = (await finish(releases.list(app))).find((each) => each.number === number);
  const files = release && (await releases.filesOf(app, release));
  if (!files) return undefined;
  const texts = [...files].map(async ([path, { hash }]) => {
    const bytes = await releases.content(app, hash);
    return [path, bytes && new TextDecoder().decode(bytes)] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

describe("releases", () => {
  it("are numbered for each app, newest first, with the files that the app had", async () => {
    const releases = newWindow();
    await finish(releases.add(shop, left({ "/a": "1" }, { kind: "create" })));
    await finish(releases.add(shop, left({ "/a": "2", "/b": "x" }, { changed: ["/a", "/b"] })));
    await finish(releases.add({ ...shop, appId: "other" }, left({ "/a": "9" })));
    const [newest, first] = await finish(newWindow().list(shop));
    assert.deepEqual([newest?.number, newest?.changed, newest?.settings.memoryMB], [2, 2, 256]);
    assert.deepEqual([first?.number, first?.kind], [1, "create"]);
    assert.deepEqual(await textsOf(newWindow(), 1), { "/a": "1" });
    assert.deepEqual(await textsOf(newWindow(), 2), { "/a": "2", "/b": "x" });
    assert.deepEqual(await numbers(releases, { ...shop, appId: "other" }), [1]);
  });

  it("lose no record and share no number when two windows add them at once", async () => {
    const [one, other] = [newWindow(), newWindow()];
    const adding = [0, 1, 2, 3].flatMap((index) => [
      one.add(shop, left({ "/a": `one ${index}` })),
      other.add(shop, left({ "/a": `other ${index}` })),
    ]);
    await finish(Promise.all(adding));
    assert.deepEqual(await numbers(one), [8, 7, 6, 5, 4, 3, 2, 1]);
    const texts = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((number) => textsOf(other, number)));
    assert.equal(new Set(texts.map((each) => each?.["/a"])).size, 8);
  });

  it("have the changes of a release that another window adds in the meantime", async () => {
    const [one, other] = [newWindow(), newWindow()];
    const change = async (releases: Releases, path: string, text: string, ms = 0): Promise<void> => {
      const file = { hash: hashOf(text), sizeBytes: text.length, modifiedAt: 1, isCertain: true };
      const read = async () => {
        await clock.sleep(ms);
        return new TextEncoder().encode(text);
      };
      await releases.add(shop, async ({ files }) =>
        left({}, { changed: [path], files: new Map([...files, [path, file]]), read })(),
      );
    };
    await finish(one.add(shop, left({ "/a": "1", "/b": "1" })));
    const slow = change(one, "/a", "2", 5_000);
    await clock.advance(1_000);
    await finish(Promise.all([slow, change(other, "/b", "2")]));
    assert.deepEqual(await numbers(one), [3, 2, 1]);
    assert.deepEqual(await textsOf(one, 3), { "/a": "2", "/b": "2" });
  });

  it("become one when files are saved within ten minutes", async () => {
    const releases = newWindow();
    await finish(releases.add(shop, left({ "/a": "1" })));
    const save = (path: string, text: string) =>
      finish(releases.add(shop, left({ "/a": "1", [path]: text }, { kind: "save", changed: [path] })));
    await save("/b", "1");
    await clock.advance(9 * minute);
    await save("/b", "2");
    await save("/c", "3");
    assert.deepEqual(await numbers(releases), [2, 1]);
    assert.equal((await finish(releases.list(shop)))[0]?.changed, 2);
    assert.deepEqual(await textsOf(releases, 2), { "/a": "1", "/c": "3" });
    await clock.advance(11 * minute);
    await save("/c", "4");
    assert.deepEqual(await numbers(releases), [3, 2, 1]);
  });

  it("are of their own for a save that was incomplete and for the save after it", async () => {
    const releases = newWindow();
    const save = (text: string, result: NewRelease["result"]) =>
      finish(releases.add(shop, left({ "/a": text }, { kind: "save", result })));
    await save("1", "complete");
    await save("2", "incomplete");
    await save("3", "complete");
    const all = await finish(releases.list(shop));
    assert.deepEqual(
      all.map(({ number, result }) => `${number} ${result}`),
      ["3 complete", "2 incomplete", "1 complete"],
    );
  });

  it("keep the files of the last ten, and the record of older ones", async () => {
    const releases = newWindow();
    for (let number = 1; number <= mostWithFiles + 2; number++) {
      await finish(releases.add(shop, left({ "/same": "always", "/a": `text ${number}` })));
      await clock.advance(10 * minute);
    }
    assert.equal((await numbers(releases)).length, mostWithFiles + 2);
    assert.equal(await textsOf(releases, 2), undefined);
    assert.deepEqual(await textsOf(releases, 3), { "/same": "always", "/a": "text 3" });
    // Ten texts and lists, and what all share.
    assert.equal((await releases.kept(shop)).size, 2 * mostWithFiles + 1);
    const named = (await finish(releases.list(shop)))
      .filter(({ paths }) => paths)
      .map(({ number }) => number);
    assert.equal(named.length, mostWithFiles);
    assert.equal(named[0], (await numbers(releases))[0]);
  });

  it("lose the contents of the oldest first where an account has too many", async () => {
    const releases = newWindow(disk, 2_500);
    for (const letter of ["a", "b", "c"]) {
      await finish(releases.add(shop, left({ "/a": letter.repeat(1_000) })));
      await clock.advance(minute);
    }
    assert.equal((await textsOf(releases, 1))?.["/a"], undefined);
    assert.equal((await textsOf(releases, 2))?.["/a"], "b".repeat(1_000));
    assert.equal((await textsOf(releases, 3))?.["/a"], "c".repeat(1_000));
    await finish(releases.add(shop, left({ "/huge": "h".repeat(3_000) })));
    assert.equal((await textsOf(releases, 4))?.["/huge"], undefined);
    assert.equal((await textsOf(releases, 3))?.["/a"], "c".repeat(1_000));
  });

  it("keep no content of what may be a secret, only its hash", async () => {
    const key = `token = "ghp_${"a1B2c3D4e5F6".repeat(3)}"`;
    const own = { "/.env": "TOKEN=1", "/src/keys.py": key, "/tls/site.key": "0a1b2c" };
    const texts = { ...own, "/copy.txt": "TOKEN=1", "/main.py": "run()" };
    const releases = newWindow();
    await finish(releases.add(shop, left(texts)));
    const paths = [...Object.keys(own), "/copy.txt"];
    const none = Object.fromEntries(paths.map((path) => [path, undefined]));
    assert.deepEqual(await textsOf(releases, 1), { ...none, "/main.py": "run()" });
    for (const name of disk.files.keys()) assert.doesNotMatch(disk.textOf(name) ?? "", /TOKEN=1|ghp_|0a1b2c/);
  });

  it("keep no content of a secret in UTF-16, only its hash", async () => {
    const bytes = Buffer.from(`\ufefftoken = "ghp_${"a1B2c3D4e5F6".repeat(3)}"`, "utf16le");
    const files = new Map([
      ["/keys.ini", { hash: await hashNow(bytes), sizeBytes: bytes.length, modifiedAt: 1, isCertain: true }],
    ]);
    const releases = newWindow();
    await finish(releases.add(shop, left({}, { files, read: async () => bytes })));
    assert.deepEqual(await textsOf(releases, 1), { "/keys.ini": undefined });
  });

  it("keep no content that is not the one that was sent", async () => {
    const releases = newWindow();
    const read = async (path: string) => {
      if (path === "/gone") throw new Error("gone");
      return new TextEncoder().encode("changed since");
    };
    await finish(releases.add(shop, left({ "/a": "sent", "/gone": "sent, too" }, { read })));
    assert.deepEqual(await textsOf(releases, 1), { "/a": undefined, "/gone": undefined });
  });

  it("do not hand out a content that the disk has damaged", async () => {
    const releases = newWindow();
    await finish(releases.add(shop, left({ "/a": "1" })));
    disk.put(`releases/ann/contents/${hashOf("1")}`, "broken");
    assert.deepEqual(await textsOf(releases, 1), { "/a": undefined });
  });

  it("write a content again that a loss of power has cut short", async () => {
    const releases = newWindow();
    await finish(releases.add(shop, left({ "/a": "all of it" })));
    disk.put(`releases/ann/contents/${hashOf("all of it")}`, "all");
    await finish(releases.add(shop, left({ "/a": "all of it", "/b": "new" }, { changed: ["/b"] })));
    assert.deepEqual(await textsOf(releases, 2), { "/a": "all of it", "/b": "new" });
  });

  for (const [what, damage] of [
    ["is damaged", () => disk.put(records, "token\n{")],
    ["is of a newer version", () => disk.put(records, `token\n{"version":"2","releases":[]}`)],
    [
      "cannot be read",
      () => {
        disk.failing = (operation, name) =>
          operation === "read" && name === records ? new Error("EIO") : undefined;
      },
    ],
  ] as const)
    it(`are not taken for none when the file ${what}, and its file stays`, async () => {
      const releases = newWindow();
      await finish(releases.add(shop, left({ "/a": "1" })));
      damage();
      const before = disk.textOf(records);
      await assert.rejects(finish(releases.list(shop)), ReleasesUnreadable);
      await assert.rejects(finish(releases.add(shop, left({ "/a": "2" }))));
      assert.equal(disk.textOf(records), before);
    });

  for (const [what, meanwhile] of [
    ["forgets another app", (other: Releases) => other.forget({ ...shop, appId: "old" })],
    ["adds one that is the eleventh", (other: Releases) => other.add(shop, left({ "/z": "z" }))],
  ] as const)
    it(`keep the contents of one that is added while another window ${what}`, async () => {
      const [own, other] = [newWindow(), newWindow()];
      await finish(other.add({ ...shop, appId: "old" }, left({ "/old": "old" })));
      await finish(own.add(shop, left({ "/a": "one" })));
      for (let number = 2; number <= mostWithFiles; number++)
        await finish(own.add(shop, left({ "/a": String(number) })));
      await clock.advance(10 * minute);
      const make = left({ "/a": "one", "/b": "two", "/c": "three" });
      let isHeldUp = true;
      const adding = own.add(shop, async () => {
        const made = await make();
        const read = async (path: string) => {
          if (path === "/c" && isHeldUp) {
            isHeldUp = false;
            await meanwhile(other);
          }
          return await made.read(path);
        };
        return { ...made, read };
      });
      await finish(adding);
      assert.equal(isHeldUp, false);
      const [newest] = await numbers(own);
      assert.deepEqual(await textsOf(own, newest ?? 0), { "/a": "one", "/b": "two", "/c": "three" });
    });

  it("lose no content while a newer version's list may name it", async () => {
    const releases = newWindow();
    await finish(releases.add(shop, left({ "/a": "newer" })));
    const [first] = await finish(releases.list(shop));
    assert.ok(first);
    const list = `{"version":3,"hash":"${hashOf("newer")}"}`;
    await disk.write(`releases/ann/contents/${hashOf(list)}`, new TextEncoder().encode(list));
    const text = new TextDecoder().decode(await disk.read(records));
    await disk.write(records, new TextEncoder().encode(text.replace(first.files, hashOf(list))));
    await clock.advance(10 * minute);
    await finish(releases.add({ ...shop, appId: "other" }, left({ "/a": "x" })));
    await finish(releases.forget({ ...shop, appId: "other" }));
    assert.ok(await releases.content(shop, hashOf("newer")));
    assert.equal(await releases.filesOf(shop, { files: hashOf(list) }), undefined);
  });

  it("survive a loss of power after an app is forgotten", async () => {
    const releases = newWindow();
    await finish(releases.add(shop, left({ "/a": "1" })));
    await finish(releases.add({ ...shop, appId: "old" }, left({ "/a": "1" })));
    const durable: unknown[] = [];
    const append: MachineFiles["append"] = async (name, bytes, options) => {
      durable.push(options?.isDurable);
      await disk.append(name, bytes);
    };
    const other = newWindow(Object.assign(Object.create(disk), { append }));
    await finish(other.forget({ ...shop, appId: "old" }));
    assert.deepEqual(durable, [true]);
  });

  it("are those of before when the window dies while one is added", async () => {
    const releases = newWindow();
    await finish(releases.add(shop, left({ "/a": "1" })));
    for (const operation of ["write", "create", "append", "rename"] as const) {
      disk.failing = (each) => (each === operation ? new Error("died") : undefined);
      await assert.rejects(finish(newWindow().add(shop, left({ "/a": operation }))), /died/);
      disk.failing = () => undefined;
      const next = newWindow();
      assert.deepEqual(await numbers(next), [1]);
      assert.deepEqual(await textsOf(next, 1), { "/a": "1" });
    }
    await finish(newWindow().add(shop, left({ "/a": "2" })));
    assert.deepEqual(await numbers(newWindow()), [2, 1]);
  });

  it("leave nothing of an app that is forgotten, and everything of others", async () => {
    const releases = newWindow();
    const other = { ...shop, appId: "other" };
    await finish(releases.add(shop, left({ "/a": "1", "/both": "same" })));
    await finish(releases.add(other, left({ "/both": "same" })));
    await finish(releases.forget(shop));
    assert.deepEqual(await numbers(releases), []);
    assert.equal(await releases.content(shop, hashOf("1")), undefined);
    assert.deepEqual(await textsOf(releases, 1, other), { "/both": "same" });
  });
});
