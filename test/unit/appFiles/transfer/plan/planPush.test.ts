import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { largestBackupBytes } from "../../../../../src/appFiles/backups/changeLog";
import type { LocalFile, SeenEntry } from "../../../../../src/appFiles/transfer/plan/filePairs";
import type { PlanSides } from "../../../../../src/appFiles/transfer/plan/judgeSides";
import { LocalContents } from "../../../../../src/appFiles/transfer/plan/localContents";
import { type PushPlan, planPush } from "../../../../../src/appFiles/transfer/plan/planPush";
import type { SyncedFile } from "../../../../../src/appFiles/transfer/plan/pushManifest";
import { baseOf, canBeBackedUp } from "../../../../../src/appFiles/transfer/plan/transferPlan";
import { contentHash } from "../../../../../src/core/disk/contentHash";
import type { FileEntry } from "../../../../../src/core/model/model";
import { rowText } from "../../../../support/transferring";

const bytes = (text: string) => new TextEncoder().encode(text);

interface Stored {
  readonly text: string;
  readonly modifiedAt: number;
}

interface Case {
  readonly local?: Readonly<Record<string, string>>;
  readonly localModifiedAt?: number;
  readonly remote?: Readonly<Record<string, string | Stored>>;
  /** The last common state. */
  readonly synced?: Readonly<Record<string, string | Stored>>;
  readonly others?: readonly SeenEntry[];
  /** Remote contents are too expensive to compare. */
  readonly isCostly?: boolean;
  /** The remembered version proves nothing. */
  readonly isUncertain?: boolean;
  /** Local files that fail to be read for a comparison. */
  readonly unreadable?: readonly string[];
  readonly problems?: PlanSides["problems"];
}

const syncedAt = 1_000;
const storedOf = (value: string | Stored): Stored =>
  typeof value === "string" ? { text: value, modifiedAt: syncedAt } : value;
const later = (text: string): Stored => ({ text, modifiedAt: syncedAt + 500 });

function entry(path: string, type: FileEntry["type"], sizeBytes: number, modifiedAt: number): SeenEntry {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { path, askedAt: 0, entry: { name, type, sizeBytes, createdAt: modifiedAt, modifiedAt } };
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
      if (rest.unreadable?.includes(path)) throw new Error("no permission");
      return bytes(text);
    },
  }));
  const manifest = new Map<string, SyncedFile>();
  for (const [path, value] of Object.entries(synced)) {
    const { text, modifiedAt } = storedOf(value);
    const hash = await contentHash(bytes(text));
    const isCertain = !rest.isUncertain;
    manifest.set(path, { hash, sizeBytes: bytes(text).length, modifiedAt, isCertain });
  }
  const entries = Object.entries(remote).map(([path, value]) => {
    const { text, modifiedAt } = storedOf(value);
    return entry(path, "file", bytes(text).length, modifiedAt);
  });
  const made = await planPush({
    local: files,
    remote: [...entries, ...(rest.others ?? [])],
    manifest,
    askedAt: 0,
    incomplete: new Map(),
    problems: rest.problems ?? [],
    contentOf: (file) => new LocalContents(contentHash).of(file),
    knownContentOf: () => undefined,
    compare: async (path) => {
      compared.push(path);
      const found = remote[path];
      if (rest.isCostly || found === undefined) return undefined;
      return { hash: await contentHash(bytes(storedOf(found).text)), isCertain: true };
    },
  });
  return { plan: made, compared, read };
}

const rowsOf = async (given: Case) => (await plan(given)).plan.rows.map(rowText);

/** "a.py 1 2* -": local content "1", later remote content "2", and no file in the last common state. */
function caseOf(story: string) {
  const files = story.split(", ").map((file) => file.split(" "));
  const column = (index: number, prefix: string) =>
    files.flatMap(([path, ...contents]): [string, string][] => {
      const content = contents[index] ?? "-";
      return content === "-" ? [] : [[`${prefix}${path}`, content]];
    });
  const remote = column(1, "/").map(([path, text]): [string, string | Stored] => [
    path,
    text.endsWith("*") ? later(text.slice(0, -1)) : text,
  ]);
  return {
    local: Object.fromEntries(column(0, "")),
    remote: Object.fromEntries(remote),
    synced: Object.fromEntries(column(2, "/")),
  };
}

describe("the plan of a push", () => {
  const stories = {
    "deletes pushed files that the folder lacks, but none that it never pushed":
      "pushed.py - 1 1, upload.png - 2 -: x deleted /pushed.py, - onlyInTarget /upload.png",
    "keeps files that the app or both sides changed":
      "app.py 1 2* 1, both.py here there!* 1, gone.py - 2* 1: - changedInTarget /app.py, - changedOnBoth /both.py, - changedOnBoth /gone.py (deletedHere)",
    "uploads files again that the app has lost": "a.py 1 - 1: x added /a.py (goneInApp)",
    "treats two Unicode forms of a name as one file, with the app's name":
      "cafe\u0301.txt 1 - -, caf\u00e9.txt - 22 -: - changedOnBoth /caf\u00e9.txt (neverCompared)",
  };
  for (const [title, story] of Object.entries(stories))
    it(title, async () => {
      const [files = "", rows = ""] = story.split(": ");
      assert.deepEqual(await rowsOf(caseOf(files)), rows.split(", "));
    });

  it("uploads local changes, by size without a read and by content for equal sizes", async () => {
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
    assert.deepEqual(made.rows.map(rowText), ["x changed /longer.py", "x changed /other.py"]);
    assert.deepEqual([compared, read], [[], ["other.py"]]);
  });

  it("treats a file with the same change on both sides as unchanged, and remembers it", async () => {
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
    assert.deepEqual(made.rows.map(rowText), [
      "- changedOnBoth /b.py (neverCompared)",
      "- changedOnBoth /c.py (neverCompared)",
    ]);
    assert.deepEqual([compared.sort(), [...made.newlySynced.keys()]], [["/a.py", "/b.py"], ["/a.py"]]);
  });

  it("does not select a different file when nothing is remembered, whichever is newer", async () => {
    for (const localModifiedAt of [syncedAt - 1, syncedAt + 1]) {
      const sides = { local: { "a.py": "1" }, remote: { "/a.py": "22" } };
      assert.deepEqual(await rowsOf({ ...sides, localModifiedAt }), [
        "- changedOnBoth /a.py (neverCompared)",
      ]);
      const costly = { local: { "a.bin": "1" }, remote: { "/a.bin": "2" }, isCostly: true };
      assert.deepEqual(await rowsOf({ ...costly, localModifiedAt }), ["- changedOnBoth /a.bin (sizeAlike)"]);
    }
  });

  it("uploads nothing over a folder or a link, below a file, or under a name that a form cannot carry", async () => {
    assert.deepEqual(
      await rowsOf({
        local: { a: "1", "b/c": "1", d: "1", 'e"': "1" },
        remote: { "/b": "1" },
        others: [entry("/a", "directory", 0, 1), entry("/d", "other", 0, 1)],
      }),
      [
        "- blocked /a (isFolderInApp)",
        "- onlyInTarget /b",
        "- blocked /b/c (obstacle)",
        "- blocked /d (isSpecialInApp)",
        '- blocked /e" (badName)',
      ],
    );
  });

  it("forgets what neither side has", async () => {
    assert.deepEqual((await plan({ synced: { "/a.py": "1" } })).plan.gone, ["/a.py"]);
  });

  it("compares the text of a file whose unchanged version proves nothing", async () => {
    const sides = { local: { "a.py": "1", "b.py": "1" }, synced: { "/a.py": "1", "/b.py": "1" } };
    const given = { ...sides, remote: { "/a.py": "1", "/b.py": "2" }, isUncertain: true };
    const { plan: made, compared } = await plan(given);
    assert.deepEqual([made.rows.map(rowText), compared], [["- changedInTarget /b.py"], ["/a.py", "/b.py"]]);
    assert.equal(made.newlySynced.get("/a.py")?.isCertain, true);
    const sent = await plan({ ...given, local: { "a.py": "mine", "b.py": "mine" } });
    const [unseen, theirs] = sent.plan.rows;
    assert.deepEqual(
      [unseen, theirs].map((row) => row && baseOf(row).kind),
      ["contents", "contents"],
    );
    const binary = { local: { "a.png": "1" }, remote: { "/a.png": "2" }, synced: { "/a.png": "1" } };
    assert.deepEqual((await plan({ ...binary, isUncertain: true })).compared, []);
  });

  it("gives the version of a file that is too large for a backup, and leaves its deletion to the user", async () => {
    const large = (path: string): SeenEntry => entry(path, "file", largestBackupBytes + 1, syncedAt);
    const { plan: made } = await plan({ local: { "a.bin": "1" }, others: [large("/a.bin")] });
    const [row] = made.rows;
    assert.ok(row && !canBeBackedUp(row));
    assert.deepEqual(baseOf(row), { kind: "version", entry: row.remote, askedAt: 0 });
  });

  it("leaves a new file to the user when the app has a name that differs only in letter case or accents", async () => {
    for (const [local, remote, alike] of [
      ["readme.md", "/README.md", "/README.md"],
      ["src/new.py", "/Src/old.py", "/Src"],
    ] as const) {
      const { plan: made } = await plan({ local: { [local]: "1" }, remote: { [remote]: "2" } });
      const row = made.rows.find(({ kind }) => kind === "added");
      assert.deepEqual([row?.isChosen, row?.reason], [false, { kind: "alikeInApp", alike }]);
    }
  });

  it("leaves a deletion to the user when the folder has a name that differs only in letter case", async () => {
    const remote = { "/d/a.txt": "a" };
    const { plan: made } = await plan({ local: { "D/a.txt": "a" }, remote, synced: remote });
    assert.deepEqual(
      made.rows.map(({ kind, path, isChosen, reason }) => [kind, path, isChosen, reason]),
      [
        ["added", "/D/a.txt", false, { kind: "alikeInApp", alike: "/d" }],
        ["deleted", "/d/a.txt", false, { kind: "alikeHere", alike: "/D/a.txt" }],
      ],
    );
  });

  it("leaves a deletion to the user when a disk may show both names of the app as one", async () => {
    const remote = { "/D/a.txt": "a", "/d/a.txt": "a" };
    const { plan: made } = await plan({ local: { "d/a.txt": "a" }, remote, synced: remote });
    assert.deepEqual(
      made.rows.map(({ kind, path, isChosen, reason }) => [kind, path, isChosen, reason]),
      [["deleted", "/D/a.txt", false, { kind: "alikeHere", alike: "/d/a.txt" }]],
    );
  });

  it("deletes nothing below an unreadable folder, also where a disk may take two names for one", async () => {
    const files = { "/d/e/a.txt": "a", "/D/e/b.txt": "b", "/other.txt": "c" };
    const problems = [{ path: "d/e", problem: { kind: "unreadable", error: new Error("busy") } }] as const;
    const { plan: made } = await plan({ remote: files, synced: { ...files, "/D/E/c.txt": "d" }, problems });
    assert.deepEqual(
      made.rows.filter(({ isChosen }) => isChosen).map(({ kind, path }) => `${kind} ${path}`),
      ["deleted /other.txt"],
    );
    assert.deepEqual(made.gone, []);
  });

  it("makes the app equal to the folder, apart from unselected rows, for any history", async () => {
    const content = fc.constantFrom("-", "a", "b", "cc", "dd");
    const file = fc.record({ local: content, remote: content, synced: content, touched: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 8 }), fc.boolean(), async (history, isCostly) => {
        const story = history.map(({ local, remote, synced, touched }, index) => {
          const isSame = remote === "-" || (remote === synced && !touched);
          return `${index} ${local} ${remote}${isSame ? "" : "*"} ${synced}`;
        });
        const given = caseOf(story.join(", "));
        const { plan: made } = await plan({ ...given, isCostly });
        const app = await applied(given.remote, made);
        const left = new Set(made.rows.filter(({ isChosen }) => !isChosen).map(({ path }) => path));
        for (const index of history.keys()) {
          const path = `/${index}`;
          const found = given.remote[path];
          const before = found === undefined ? undefined : storedOf(found);
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

/** The app's files after the plan was carried out. */
async function applied(
  remote: Readonly<Record<string, string | Stored>>,
  { rows }: PushPlan,
): Promise<Map<string, string>> {
  const app = new Map(Object.entries(remote).map(([path, value]) => [path, storedOf(value).text]));
  for (const { path, isChosen, local } of rows) {
    if (!isChosen) continue;
    if (local) app.set(path, new TextDecoder().decode(await local.read()));
    else app.delete(path);
  }
  return app;
}
