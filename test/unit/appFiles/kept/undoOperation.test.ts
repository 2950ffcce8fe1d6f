import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { KeptBefore, LoggedChange } from "../../../../src/appFiles/kept/operation";
import { type UndoPlan, undoPlan } from "../../../../src/appFiles/kept/undoOperation";
import { had, KeptWorld, push, putting, removing } from "./keptWorld";

type End = LoggedChange["end"];

const absent: KeptBefore = { kind: "absent" };
const kept = (hash: string): KeptBefore => ({ kind: "kept", hash, sizeBytes: hash.length });

/** "put /a B" leaves content B at /a. */
function change(text: string, before: KeptBefore, end: End = "done"): LoggedChange {
  const [what, path = "", hash] = text.split(" ");
  const isPut = what === "put";
  assert.ok(isPut || what === "remove");
  return { id: text, side: "app", path, what, before, after: isPut && hash ? { hash } : {}, end, at: 0 };
}

/** "/a = A if B|none": A is wanted at /a where B or nothing is. */
function stepsOf({ steps }: UndoPlan): string[] {
  return steps.map(({ path, wanted, expects }) => {
    const what = wanted.kind === "absent" ? "none" : wanted.hash;
    const versions = expects.versions.map(({ sizeBytes, modifiedAt }) => `${sizeBytes}@${modifiedAt}`);
    const there = [...expects.hashes, ...versions, ...(expects.absent ? ["none"] : [])];
    return `${path} = ${what} if ${there.join("|")}`;
  });
}

describe("undoing an operation", () => {
  it("puts back, removes and restores, the last first", () => {
    const changes = [
      change("put /changed B", kept("A")),
      change("put /made N", absent),
      change("remove /removed", kept("R")),
    ];
    const plan = undoPlan({ changes });
    assert.deepEqual(stepsOf(plan), ["/removed = R if none", "/made = none if N", "/changed = A if B"]);
    assert.deepEqual(plan.cannot, []);
  });

  it("leaves alone what was not done", () => {
    assert.deepEqual(undoPlan({ changes: [change("put /a B", kept("A"), "notDone")] }), {
      steps: [],
      cannot: [],
    });
  });

  it("of a change whose end is not known takes both for possible", () => {
    const changes = [
      change("put /a B", kept("A"), "unknown"),
      change("put /b B", absent, "unknown"),
      change("remove /c", kept("C"), "unknown"),
    ];
    assert.deepEqual(stepsOf(undoPlan({ changes })), [
      "/c = C if C|none",
      "/b = none if B|none",
      "/a = A if B|A",
    ]);
  });

  it("makes one step of several changes of a path", () => {
    const changes = [
      change("put /a B", kept("A")),
      change("put /b Y", kept("X")),
      change("put /a C", kept("B")),
      change("put /a D", kept("C"), "notDone"),
    ];
    assert.deepEqual(stepsOf(undoPlan({ changes })), ["/a = A if C", "/b = X if Y"]);
  });

  it("after a last change that is not known, what was there before that may be there", () => {
    const changes = [change("put /a B", kept("A")), change("remove /a", kept("B"), "unknown")];
    assert.deepEqual(stepsOf(undoPlan({ changes })), ["/a = A if B|none"]);
  });

  it("needs no step where all is as it was", () => {
    const changes = [
      change("put /made N", absent),
      change("remove /made", kept("N")),
      change("put /there B", kept("A")),
      change("put /there A", kept("B")),
      change("put /same S", kept("S"), "unknown"),
    ];
    assert.deepEqual(undoPlan({ changes }), { steps: [], cannot: [] });
  });

  it("says what cannot be undone, and why", () => {
    const changes = [
      change("put /large B", { kind: "notKept", why: "tooLarge", sizeBytes: 99 }),
      change("remove /old", { kind: "notKept", why: "gone", sizeBytes: 3 }),
      change("put /a C", kept("A")),
      change("put /a D", { kind: "notKept", why: "gone", sizeBytes: 4 }),
    ];
    const plan = undoPlan({ changes });
    assert.deepEqual(stepsOf(plan), ["/a = A if D"]);
    assert.deepEqual(plan.cannot, [
      { side: "app", path: "/old", why: "gone", sizeBytes: 3 },
      { side: "app", path: "/large", why: "tooLarge", sizeBytes: 99 },
    ]);
  });

  it("keeps what happened in the app and on this machine apart", () => {
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

  it("knows what was stored by its version where there is no hash, and expects nothing where there is neither", () => {
    const versioned = { ...change("put /a", kept("A")), after: { sizeBytes: 5, modifiedAt: 7 } };
    const blind = change("put /b", absent);
    assert.deepEqual(stepsOf(undoPlan({ changes: [versioned, blind] })), ["/b = none if ", "/a = A if 5@7"]);
  });

  it("makes room for a folder before it puts back what was in its place, and the other way round", () => {
    const fileToFolder = [change("remove /a", kept("A")), change("put /a/b B", absent)];
    assert.deepEqual(stepsOf(undoPlan({ changes: fileToFolder })), ["/a/b = none if B", "/a = A if none"]);
    const folderToFile = [change("remove /a/b", kept("B")), change("put /a A", absent)];
    assert.deepEqual(stepsOf(undoPlan({ changes: folderToFile })), ["/a = none if A", "/a/b = B if none"]);
  });

  it("brings any row of changes back to where it began, whatever of it was cut off", () => {
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

  it("works on an operation as it was written down", async () => {
    const world = new KeptWorld();
    const store = world.window();
    const log = await store.begin(push);
    await log.did(await log.will(putting("/a", had("old"), "new")), "done");
    await log.did(await log.will(removing("/b", "gone")), "done");
    await log.end("done");
    const [operation] = await store.operations();
    assert.ok(operation);
    const { steps } = undoPlan(operation);
    const texts = await Promise.all(
      steps.map(async ({ path, wanted }) => {
        const bytes = wanted.kind === "content" ? await store.readContent(wanted.hash) : undefined;
        return `${path}: ${bytes && new TextDecoder().decode(bytes)}`;
      }),
    );
    assert.deepEqual(texts, ["/b: gone", "/a: old"]);
  });
});
