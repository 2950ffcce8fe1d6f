import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { LoggedChange, PreviousContent } from "../../../../src/appFiles/backups/operation";
import { type UndoPlan, undoPlan } from "../../../../src/appFiles/backups/undoPlan";

type End = LoggedChange["end"];

const absent: PreviousContent = { kind: "absent" };
const kept = (hash: string): PreviousContent => ({
  kind: "content",
  hash,
  file: "backup",
  sizeBytes: hash.length,
});

/** "put /a B" leaves content B at /a. */
function change(text: string, before: PreviousContent, end: End = "done"): LoggedChange {
  const [what, path = "", hash] = text.split(" ");
  const isPut = what === "put";
  assert.ok(isPut || what === "remove");
  return { id: text, side: "app", path, what, before, after: isPut && hash ? { hash } : {}, end, at: 0 };
}

/** "put /a B over A unknown": content A is replaced, with an unknown end. */
function changeOf(story: string): LoggedChange {
  const [, text = "", before, end = "done"] =
    /^(.*?)(?: over (\w+))?(?: (notDone|unknown))?$/.exec(story) ?? [];
  return change(text, before ? kept(before) : absent, end as End);
}

/** "/a = A if B|none": restores A at /a when it has B or no file. */
function stepsOf({ steps }: UndoPlan): string[] {
  return steps.map(({ path, wanted, expects }) => {
    const what = wanted.kind === "absent" ? "none" : wanted.hash;
    const versions = expects.versions.map(({ sizeBytes, modifiedAt }) => `${sizeBytes}@${modifiedAt}`);
    const there = [...expects.hashes, ...versions, ...(expects.absent ? ["none"] : [])];
    return `${path} = ${what} if ${there.join("|")}`;
  });
}

describe("undoing an operation", () => {
  const stories = {
    "restores and removes, last change first":
      "put /changed B over A, put /made N, remove /removed over R: /removed = R if none, /made = none if N, /changed = A if B",
    "ignores changes that were not made": "put /a B over A notDone: ",
    "accepts both contents after a change with an unknown end":
      "put /a B over A unknown, put /b B unknown, remove /c over C unknown: /c = C if C|none, /b = none if B|none, /a = A if B|A",
    "merges several changes of a path":
      "put /a B over A, put /b Y over X, put /a C over B, put /a D over C notDone: /a = A if C, /b = X if Y",
    "accepts the content before a last change with an unknown end":
      "put /a B over A, remove /a over B unknown: /a = A if B|none",
    "needs no step where the content is restored already":
      "put /made N, remove /made over N, put /there B over A, put /there A over B, put /same S over S unknown: ",
    "removes a file before it restores a folder in its place":
      "remove /a over A, put /a/b B: /a/b = none if B, /a = A if none",
    "removes a folder before it restores a file in its place":
      "remove /a/b over B, put /a A: /a = none if A, /a/b = B if none",
  };
  for (const [title, story] of Object.entries(stories))
    it(title, () => {
      const [changes = [], steps = []] = story.split(": ").map((part) => part.split(", ").filter(Boolean));
      const plan = undoPlan({ changes: changes.map(changeOf) });
      assert.deepEqual([stepsOf(plan), plan.cannot], [steps, []]);
    });

  it("names what cannot be undone, and why", () => {
    const changes = [
      change("put /large B", { kind: "notBackedUp", why: "tooLarge", sizeBytes: 99 }),
      change("remove /old", { kind: "notBackedUp", why: "gone", sizeBytes: 3 }),
      change("put /a C", kept("A")),
      change("put /a D", { kind: "notBackedUp", why: "gone", sizeBytes: 4 }),
    ];
    const plan = undoPlan({ changes });
    assert.deepEqual(stepsOf(plan), ["/a = A if D"]);
    assert.deepEqual(plan.cannot, [
      { side: "app", path: "/old", why: "gone", sizeBytes: 3 },
      { side: "app", path: "/large", why: "tooLarge", sizeBytes: 99 },
    ]);
  });

  it("separates changes of the app from local ones", () => {
    const changes = [
      change("put /a B", kept("A")),
      { ...change("put /a D", kept("C")), side: "local" as const },
    ];
    const { steps } = undoPlan({ changes });
    assert.deepEqual(
      steps.map(({ side, wanted }) => [side, wanted.kind === "content" && wanted.hash]),
      [
        ["local", "C"],
        ["app", "A"],
      ],
    );
  });

  it("compares versions where there is no hash, and expects nothing without either", () => {
    const versioned = { ...change("put /a", kept("A")), after: { sizeBytes: 5, modifiedAt: 7 } };
    const blind = change("put /b", absent);
    assert.deepEqual(stepsOf(undoPlan({ changes: [versioned, blind] })), ["/b = none if ", "/a = A if 5@7"]);
  });

  it("restores the first state after any series of changes, wherever it was cut off", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let round = 0; round < 2000; round++) {
      const files = new Map<string, string>([
        ["/a", "A"],
        ["/b", "B"],
      ]);
      const start = new Map(files);
      const changes: LoggedChange[] = [];
      for (let count = random(8); count >= 0; count--) {
        const path = ["/a", "/b", "/c"][random(3)] ?? "";
        const hash = files.get(path);
        const isPut = hash === undefined || random(2) === 0;
        const text = isPut ? `put ${path} ${"PQRS"[random(4)]}` : `remove ${path}`;
        const end = (["done", "done", "done", "notDone", "unknown"] as const)[random(5)] ?? "done";
        changes.push(change(text, hash ? kept(hash) : absent, end));
        if (end === "notDone" || (end === "unknown" && random(2) === 0)) continue;
        if (isPut) files.set(path, text.split(" ")[2] ?? "");
        else files.delete(path);
      }
      for (const { path, wanted, expects } of undoPlan({ changes }).steps) {
        const now = files.get(path);
        const isExpected = now === undefined ? expects.absent : expects.hashes.includes(now);
        assert.ok(isExpected, `round ${round}: ${path} is ${now}`);
        if (wanted.kind === "absent") files.delete(path);
        else files.set(path, wanted.hash);
      }
      assert.deepEqual(new Map([...files].sort()), start, `round ${round}`);
    }
  });
});
