import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { contentHash } from "../../../src/core/contentHash";
import type { FileEntry } from "../../../src/core/model";
import type { SyncedFile } from "../../../src/core/pushManifest";
import { type PushPlan, type PushRow, planPush } from "../../../src/core/pushPlan";
import type { LocalFile } from "../../../src/core/syncedFiles";
import type { TreeEntry } from "../../../src/core/walkTree";

const bytes = (text: string) => new TextEncoder().encode(text);

interface Stored {
  readonly text: string;
  readonly modifiedAt: number;
}

interface Case {
  readonly local?: Readonly<Record<string, string>>;
  /** When the local files were written. */
  readonly localModifiedAt?: number;
  readonly remote?: Readonly<Record<string, string | Stored>>;
  /** What both sides were when they were last the same. */
  readonly synced?: Readonly<Record<string, string | Stored>>;
  readonly others?: readonly TreeEntry[];
  /** Contents of the app cannot be compared. */
  readonly isCostly?: boolean;
}

const syncedAt = 1_000;
const storedOf = (value: string | Stored): Stored =>
  typeof value === "string" ? { text: value, modifiedAt: syncedAt } : value;
const later = (text: string): Stored => ({ text, modifiedAt: syncedAt + 500 });

function entry(path: string, type: FileEntry["type"], sizeBytes: number, modifiedAt: number): TreeEntry {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { path, entry: { name, type, sizeBytes, createdAt: modifiedAt, modifiedAt } };
}

async function plan({ local = {}, remote = {}, synced = {}, ...rest }: Case) {
  const compared: string[] = [];
  const read: string[] = [];
  const files: LocalFile[] = Object.entries(local).map(([path, text]) => ({
    path,
    sizeBytes: bytes(text).length,
    modifiedAt: rest.localModifiedAt,
    read: async () => {
      read.push(path);
      return bytes(text);
    },
  }));
  const manifest = new Map<string, SyncedFile>();
  for (const [path, value] of Object.entries(synced)) {
    const { text, modifiedAt } = storedOf(value);
    manifest.set(path, { hash: await contentHash(bytes(text)), sizeBytes: bytes(text).length, modifiedAt });
  }
  const entries = Object.entries(remote).map(([path, value]) => {
    const { text, modifiedAt } = storedOf(value);
    return entry(path, "file", bytes(text).length, modifiedAt);
  });
  const made = await planPush({
    local: files,
    remote: [...entries, ...(rest.others ?? [])],
    manifest,
    isSameContent: async (path, _entry, content) => {
      compared.push(path);
      if (rest.isCostly) return undefined;
      const found = remote[path];
      return found !== undefined && storedOf(found).text === new TextDecoder().decode(content);
    },
  });
  return { plan: made, compared, read };
}

const told = ({ kind, path, isChosen, reason }: PushRow) =>
  `${isChosen ? "x" : "-"} ${kind} ${path}${reason ? ` (${reason})` : ""}`;
const rowsOf = async (given: Case) => (await plan(given)).plan.rows.map(told);

describe("the plan of a push", () => {
  it("sends what only the folder has", async () => {
    assert.deepEqual(await rowsOf({ local: { "a.py": "1", "lib/b.py": "2" } }), [
      "x added /a.py",
      "x added /lib/b.py",
    ]);
  });

  it("leaves what is the same, and asks the app for no content when it remembers it", async () => {
    const both = { "/a.py": "1" };
    const { plan: made, compared } = await plan({ local: { "a.py": "1" }, remote: both, synced: both });
    assert.deepEqual([made.rows, made.unchanged, made.newlySynced.size, compared], [[], 1, 0, []]);
  });

  it("sends what the folder changed, by size without reading it and by content when the size is the same", async () => {
    const both = { "/longer.py": "1", "/other.py": "1" };
    const {
      plan: made,
      compared,
      read,
    } = await plan({
      local: { "longer.py": "12", "other.py": "2" },
      remote: both,
      synced: both,
    });
    assert.deepEqual(made.rows.map(told), ["x changed /longer.py", "x changed /other.py"]);
    assert.deepEqual([compared, read], [[], ["other.py"]]);
  });

  it("deletes what was pushed and is gone from the folder, but nothing that it never pushed", async () => {
    assert.deepEqual(
      await rowsOf({
        remote: { "/pushed.py": "1", "/upload.png": "2" },
        synced: { "/pushed.py": "1" },
      }),
      ["x deleted /pushed.py", "- onlyInApp /upload.png"],
    );
  });

  it("leaves what only the app changed, and what both changed", async () => {
    assert.deepEqual(
      await rowsOf({
        local: { "app.py": "1", "both.py": "here" },
        remote: { "/app.py": later("2"), "/both.py": later("there!"), "/gone.py": later("2") },
        synced: { "/app.py": "1", "/both.py": "1", "/gone.py": "1" },
      }),
      ["- changedInApp /app.py", "- changedOnBoth /both.py", "- changedOnBoth /gone.py (deletedHere)"],
    );
  });

  it("takes a file that both sides changed to the same for unchanged, and remembers it", async () => {
    const { plan: made } = await plan({
      local: { "a.py": "new" },
      remote: { "/a.py": later("new") },
      synced: { "/a.py": "old" },
    });
    assert.deepEqual(made.rows, []);
    assert.deepEqual(made.newlySynced.get("/a.py")?.modifiedAt, syncedAt + 500);
  });

  it("compares contents of the same size when nothing is remembered", async () => {
    const { plan: made, compared } = await plan({
      local: { "a.py": "1", "b.py": "2", "c.py": "3" },
      remote: { "/a.py": "1", "/b.py": "x", "/c.py": "longer" },
    });
    assert.deepEqual(made.rows.map(told), ["x changed /b.py", "x changed /c.py"]);
    assert.deepEqual([compared, [...made.newlySynced.keys()]], [["/a.py", "/b.py"], ["/a.py"]]);
  });

  it("sends a file of the same size that costs too much to compare, but not over a newer one", async () => {
    const sides = { local: { "a.bin": "1" }, remote: { "/a.bin": "2" }, isCostly: true };
    assert.deepEqual(await rowsOf({ ...sides, localModifiedAt: syncedAt + 1 }), [
      "x changed /a.bin (sizeAlike)",
    ]);
    assert.deepEqual(await rowsOf({ ...sides, localModifiedAt: syncedAt - 1 }), [
      "- changed /a.bin (sizeAlike)",
    ]);
  });

  it("leaves a file that is newer in the app when nothing is remembered", async () => {
    assert.deepEqual(
      await rowsOf({ local: { "a.py": "1" }, localModifiedAt: syncedAt - 1, remote: { "/a.py": "22" } }),
      ["- changedOnBoth /a.py (newerInApp)"],
    );
  });

  it("sends again what the app has lost", async () => {
    assert.deepEqual(await rowsOf({ local: { "a.py": "1" }, synced: { "/a.py": "1" } }), [
      "x added /a.py (goneInApp)",
    ]);
  });

  it("sends nothing where a folder or a link stands, below a file, or under a name that a form cannot carry", async () => {
    assert.deepEqual(
      await rowsOf({
        local: { a: "1", "b/c": "1", d: "1", 'e"': "1" },
        remote: { "/b": "1" },
        others: [entry("/a", "directory", 0, 1), entry("/d", "other", 0, 1)],
      }),
      [
        "- blocked /a (isFolderInApp)",
        "- onlyInApp /b",
        "- blocked /b/c (obstacle)",
        "- blocked /d (isSpecialInApp)",
        '- blocked /e" (badName)',
      ],
    );
  });

  it("takes two spellings of an accent for one file, under the app's spelling", async () => {
    const { plan: made } = await plan({
      local: { "cafe\u0301.txt": "1" },
      remote: { "/caf\u00e9.txt": "22" },
    });
    assert.deepEqual(made.rows.map(told), ["x changed /caf\u00e9.txt"]);
  });

  it("forgets what neither side has", async () => {
    assert.deepEqual((await plan({ synced: { "/a.py": "1" } })).plan.gone, ["/a.py"]);
  });

  it("makes the app equal to the folder, apart from what it leaves, for any history", async () => {
    const content = fc.option(fc.constantFrom("a", "b", "cc", "dd"), { nil: undefined });
    const file = fc.record({ local: content, remote: content, synced: content, touched: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 8 }), fc.boolean(), async (history, isCostly) => {
        const given = sidesOf(history);
        const { plan: made } = await plan({ ...given, isCostly });
        const app = await applied(given.remote, made);
        const left = new Set(made.rows.filter(({ isChosen }) => !isChosen).map(({ path }) => path));
        for (const index of history.keys()) {
          const path = `/${index}`;
          const before = given.remote[path];
          if (left.has(path)) assert.equal(app.get(path), before?.text, "what is left stays as it is");
          else assert.equal(app.get(path), given.local[String(index)], path);
          const wasSeen = before && before.modifiedAt === syncedAt && given.synced[path] === before.text;
          if (given.local[String(index)] === undefined && before && !wasSeen)
            assert.equal(app.get(path), before.text, "what this folder has not pushed is not deleted");
        }
      }),
      { numRuns: 500 },
    );
  });
});

interface History {
  readonly local: string | undefined;
  readonly remote: string | undefined;
  readonly synced: string | undefined;
  readonly touched: boolean;
}

function sidesOf(history: readonly History[]) {
  const local: Record<string, string> = {};
  const remote: Record<string, Stored> = {};
  const synced: Record<string, string> = {};
  for (const [index, each] of history.entries()) {
    if (each.local !== undefined) local[String(index)] = each.local;
    if (each.synced !== undefined) synced[`/${index}`] = each.synced;
    if (each.remote === undefined) continue;
    const isSame = each.remote === each.synced && !each.touched;
    remote[`/${index}`] = isSame ? storedOf(each.remote) : later(each.remote);
  }
  return { local, remote, synced };
}

async function applied(
  remote: Readonly<Record<string, Stored>>,
  { rows }: PushPlan,
): Promise<Map<string, string>> {
  const app = new Map(Object.entries(remote).map(([path, { text }]) => [path, text]));
  for (const { path, isChosen, local } of rows) {
    if (!isChosen) continue;
    if (local) app.set(path, new TextDecoder().decode(await local.read()));
    else app.delete(path);
  }
  return app;
}
