// Late requests that their own window has forgotten, or that undo another window's save.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { AppFiles } from "../../../../src/appFiles/appFiles";
import type { BaseVersion } from "../../../../src/appFiles/change/base";
import { LateFile } from "../../../../src/appFiles/change/lateFile";
import type { OnLeft } from "../../../../src/appFiles/change/lateRequests";
import type { Clock } from "../../../../src/core/async/clock";
import type { WriteOptions } from "../../../../src/core/disk/machineFiles";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { silentLogger } from "../../../../src/core/logger";
import { appFilesOver, hashOf } from "../../../support/appFilesHarness";
import { MemoryMachineFiles } from "../../../support/memoryMachineFiles";
import { absent, any, breakConnection, breaking, bytes, engine, isProblem, saw } from "../engine";

const key = { accountId: "one", appId: "app" };

describe("a late request, with several windows", () => {
  let parts: ReturnType<typeof engine>;
  let machine: MemoryMachineFiles;
  let alive: Set<string>;
  /** Windows whose heartbeat cannot be read. */
  let unreadable: Set<string>;
  let said: string[];
  let arrive: () => void;
  /** Paths in each notice to the user. */
  let left: (readonly string[])[];
  /** Result of the notice. */
  let leftEnd: ReturnType<OnLeft>;

  beforeEach(() => {
    left = [];
    leftEnd = "journaled";
    parts = engine({ "/stays.txt": "x" });
    const { clock, remote } = parts;
    machine = new MemoryMachineFiles(() => clock.now());
    [alive, unreadable, said] = [new Set(), new Set(), []];
    arrive = () => assert.fail("nothing was lost");
    let isLost = false;
    remote.onUpload = (path, content) => {
      if (isLost) return remote.store(path, content);
      isLost = true;
      arrive = () => remote.store(path, content);
      breakConnection();
    };
  });

  function open(windowId: string, clock: Clock = parts.clock): AppFiles {
    alive.add(windowId);
    const logger = { ...silentLogger, warn: (text: string) => void said.push(text) };
    const isWindowAlive = async (id: string) => {
      if (unreadable.has(id)) throw new Error("EBUSY");
      return alive.has(id);
    };
    const lateFile = new LateFile({ files: machine, clock, logger, key, windowId, isWindowAlive });
    const onLeft: OnLeft = (paths) => {
      if (leftEnd === "journaled") left.push(paths);
      return leftEnd;
    };
    return appFilesOver(parts.remote, clock, { lateFile, onLeft }).files;
  }

  /** The same wall clock, and a monotonic clock that began an hour ago. */
  function clockAfterRestart(): Clock {
    const { clock } = parts;
    const startedAt = clock.monotonicMs() - 3_600_000;
    return Object.create(clock, { monotonicMs: { value: () => clock.monotonicMs() - startedAt } });
  }

  function sharedRows(): LateFile {
    const window = { windowId: "w9", isWindowAlive: async () => true };
    return new LateFile({ files: machine, clock: parts.clock, logger: silentLogger, key, ...window });
  }

  /** As a reload does: nothing more runs. */
  function close(window: AppFiles, windowId: string): void {
    window.dispose();
    alive.delete(windowId);
  }

  async function save(window: AppFiles, text: string, base: BaseVersion): Promise<void> {
    const saved = window.put("/a.txt", bytes(text), { base, author: "one" });
    await parts.clock.finish(saved.catch(() => undefined));
    // The service in memory takes no time, and windows compare moments.
    await parts.clock.advance(10);
  }

  async function settled(): Promise<Record<string, string>> {
    await parts.clock.advance(200_000);
    return parts.texts();
  }

  it("does not undo a save from before a reload", async () => {
    const before = open("w1");
    await save(before, "older", absent);
    await save(before, "newer", saw("older"));
    close(before, "w1");
    open("w2");
    await parts.clock.advance(1_000);
    arrive();
    assert.deepEqual(await settled(), { "/a.txt": "newer", "/stays.txt": "x" });
  });

  it("does not undo another window's save", async () => {
    const [first, second] = [open("w1"), open("w2")];
    await save(first, "older", absent);
    await save(second, "theirs", any);
    close(first, "w1");
    arrive();
    assert.equal((await settled())["/a.txt"], "theirs");
  });

  it("is undone with another window's last save, by the window that abandoned it", async () => {
    const [first, second] = [open("w1"), open("w2")];
    await save(first, "older", absent);
    await save(first, "newer", saw("older"));
    await save(second, "newest", any);
    close(second, "w2");
    arrive();
    assert.equal((await settled())["/a.txt"], "newest");
  });

  it("is undone although the heartbeat of a third window cannot be read, whose requests are left to it", async () => {
    const before = open("w1");
    await save(before, "older", absent);
    await save(before, "newer", saw("older"));
    close(before, "w1");
    const theirs = { id: "w3.1", kind: "put", path: "/left.zip" } as const;
    await parts.clock.finish(
      sharedRows().change(({ requests, acknowledged }) => ({
        requests: [...requests.map((row) => ({ ...row, ...theirs })), ...requests],
        acknowledged,
      })),
    );
    parts.remote.store("/left.zip", bytes("zip"));
    unreadable.add("w3");
    const second = open("w2");
    await parts.clock.advance(1_000);
    assert.match(said.join(), /another window is open: Error: EBUSY/);
    await parts.clock.finish(second.put("/b.txt", bytes("b"), { base: absent, author: "one" }));
    arrive();
    const left = { "/left.zip": "zip", "/stays.txt": "x" };
    assert.deepEqual(await settled(), { ...left, "/a.txt": "newer", "/b.txt": "b" });
  });

  it("does not restore a file that another window has deleted", async () => {
    const [first, second] = [open("w1"), open("w2")];
    await save(first, "older", absent);
    await save(first, "newer", saw("older"));
    await parts.clock.finish(second.remove([{ path: "/a.txt", base: any }]));
    close(second, "w2");
    arrive();
    assert.deepEqual(await settled(), { "/stays.txt": "x" });
  });

  it("does not restore files that another window has deleted, although their folder was left", async () => {
    const { clock, remote } = parts;
    remote.onUpload = undefined;
    const [first, second] = [open("w1"), open("w2")];
    remote.put("/d/a.txt", "a");
    remote.onRequest = breaking("DELETE");
    await clock.finish(first.remove([{ path: "/d", base: any }]));
    await clock.finish(first.put("/d/b.txt", bytes("b"), { base: absent, author: "one" }));
    await clock.advance(10);
    remote.onRequest = () => undefined;
    remote.onCarriedOut = (request) => {
      if (request.startsWith("DELETE")) remote.put("/d/a.txt", "a");
    };
    const { left } = await clock.finish(second.remove([{ path: "/d", base: any }]));
    assert.ok(isProblem("partlyDeleted")(left[0]?.error));
    assert.deepEqual(await settled(), { "/d/a.txt": "a", "/stays.txt": "x" });
  });

  it("keeps what another client puts back after its life, also for a window that starts then", async () => {
    const before = open("w1");
    await save(before, "older", absent);
    await parts.clock.finish(before.remove([{ path: "/a.txt", base: any }]));
    close(before, "w1");
    await parts.clock.advance(200_000);
    open("w2");
    await parts.clock.advance(1_000);
    parts.remote.store("/a.txt", bytes("older"));
    assert.equal((await settled())["/a.txt"], "older");
  });

  it("keeps a file that another living window stored late where this one has deleted", async () => {
    parts.remote.onUpload = (path, content) => parts.remote.store(path, content);
    const [first, second] = [open("w1"), open("w2")];
    await save(second, "here", absent);
    parts.remote.onUpload = (path, content) => {
      arrive = () => parts.remote.store(path, content);
      breakConnection();
    };
    await save(first, "theirs", any);
    await parts.clock.finish(second.remove([{ path: "/a.txt", base: any }]));
    arrive();
    assert.equal((await settled())["/a.txt"], "theirs");
  });

  it("keeps a dead window's late file over a save, also when that save's row is read again", async () => {
    const [first, second, third, fourth] = [open("w1"), open("w2"), open("w3"), open("w4")];
    await save(first, "older", absent);
    // Its life is over, and its row still exists.
    await parts.clock.advance(150_000);
    await save(second, "mine", any);
    const begin = async (window: AppFiles, path: string, text: string) => {
      parts.remote.onCarriedOut = () => new Promise(() => undefined);
      void window.put(path, bytes(text), { base: any, author: "one" });
      await parts.clock.advance(1_000);
      parts.remote.onCarriedOut = () => undefined;
    };
    await begin(third, "/a.txt", "newer");
    close(third, "w3");
    // An open row makes the window read the shared rows again.
    await begin(fourth, "/b.txt", "b");
    await parts.clock.finish(second.put("/b.txt", bytes("c"), { base: any, author: "one" }));
    assert.equal((await settled())["/a.txt"], "newer");
  });

  it("keeps a save without late requests, and no row of it", async () => {
    const window = open("w1");
    parts.remote.onUpload = (path, content) => parts.remote.store(path, content);
    const put = (text: string) => window.put("/b.txt", bytes(text), { base: any, author: "one" });
    await parts.clock.finish(put("b"));
    const rows = async () => [...(await machine.list("late/one/app_"))].map(({ name }) => name);
    assert.deepEqual(await rows(), ["rows.json"]);
    const text = new TextDecoder().decode(await machine.read("late/one/app_/rows.json"));
    assert.equal(text.split("\n")[1], '{"app":"app","requests":[],"acknowledged":[]}');
    const operations = machine.operations;
    await parts.clock.finish(put("c"));
    // A row before the request, and its removal, each under the lock.
    assert.ok(machine.operations - operations <= 14, String(machine.operations - operations));
  });

  /** Holds the next matching request until it is abandoned; `carryOut` completes it later. */
  function hold(start: string): { giveUp(): void; carryOut(text: string | undefined): void } {
    const { remote } = parts;
    let reject = (_: unknown): void => assert.fail("nothing was sent");
    remote.onUpload = (path, content) => remote.store(path, content);
    remote.onRequest = (request) => {
      if (!request.startsWith(start)) return undefined;
      remote.onRequest = () => undefined;
      return new Promise((_, refuse) => {
        reject = refuse;
      });
    };
    return {
      giveUp: () => reject(new ServiceError("timeout", "slow", { outcomeUnknown: true })),
      carryOut: (text) => {
        if (text === undefined) remote.files.delete("/a.txt");
        else remote.store("/a.txt", bytes(text));
      },
    };
  }

  for (const kind of ["upload", "deletion"])
    it(`may be an ${kind} that was running when its window was reloaded`, async () => {
      const { clock, remote } = parts;
      remote.store("/a.txt", bytes("first"));
      await clock.advance(60_000);
      const before = open("w1");
      const { carryOut } = hold(kind === "upload" ? "UPLOAD" : "DELETE");
      if (kind === "upload") void before.put("/a.txt", bytes("older"), { base: any, author: "one" });
      else void before.remove([{ path: "/a.txt", base: any }]);
      await clock.advance(5_000);
      close(before, "w1");
      await save(open("w2"), "newer", saw("first"));
      carryOut(kind === "upload" ? "older" : undefined);
      assert.equal((await settled())["/a.txt"], "newer");
    });

  it("may be repeated: other windows know its last attempt's time", async () => {
    const { clock, remote } = parts;
    const upload = remote.upload.bind(remote);
    remote.upload = async (path, content, options) => {
      await options?.beforeSend?.();
      // The service asks to wait.
      await clock.sleep(200_000);
      await upload(path, content, options);
    };
    let rows: readonly { readonly at: number }[] = [];
    remote.onUpload = () => undefined;
    remote.onRequest = async (request) => {
      if (request.startsWith("UPLOAD")) rows = (await rowsLeft()).requests;
    };
    const startedAt = clock.monotonicMs();
    await save(open("w1"), "one", absent);
    assert.deepEqual(
      rows.map(({ at }) => at - startedAt),
      [200_000],
    );
  });

  it("is known to its window that abandons it only after another one has saved", async () => {
    const { clock, remote } = parts;
    remote.store("/a.txt", bytes("first"));
    await clock.advance(60_000);
    const [first, second] = [open("w1"), open("w2")];
    const { giveUp, carryOut } = hold("UPLOAD");
    first.put("/a.txt", bytes("older"), { base: any, author: "one" }).catch(() => undefined);
    await clock.advance(3_000);
    await save(second, "newer", saw("first"));
    close(second, "w2");
    giveUp();
    await clock.advance(20_000);
    carryOut("older");
    assert.equal((await settled())["/a.txt"], "newer");
  });

  it("is undone by the window that saved meanwhile, after its own window has closed", async () => {
    const { clock, remote } = parts;
    remote.store("/a.txt", bytes("first"));
    await clock.advance(60_000);
    const [first, second] = [open("w1"), open("w2")];
    const { carryOut } = hold("UPLOAD");
    void first.put("/a.txt", bytes("older"), { base: any, author: "one" });
    await clock.advance(3_000);
    await save(second, "newer", saw("first"));
    close(first, "w1");
    await clock.advance(40_000);
    carryOut("older");
    assert.equal((await settled())["/a.txt"], "newer");
  });

  it("does not affect another window's save when the same text is refused", async () => {
    const { remote } = parts;
    const [first, second] = [open("w1"), open("w2")];
    await save(first, "older", absent);
    await save(second, "theirs", any);
    remote.onRequest = (request) => {
      if (request === "UPLOAD /a.txt") throw new ServiceError("tooLarge", "413", { status: 413 });
    };
    await save(first, "older", saw("theirs"));
    remote.onRequest = () => undefined;
    arrive();
    assert.equal((await settled())["/a.txt"], "theirs");
  });

  const archive = [{ path: "/a.txt", bytes: bytes("a"), options: { base: absent, author: "one" } }] as const;
  const archives = () => Object.keys(parts.texts()).filter((path) => path.endsWith(".zip"));
  const rowsLeft = async () => await sharedRows().read();

  for (const [when, afterMs, isRestarted] of [
    ["an hour later", 3_600_000, false],
    ["two days later", 48 * 3_600_000, false],
    ["after a restart of the machine", 60_000, true],
  ] as const)
    it(`may be an archive whose window died during sending: the next window removes it, ${when}`, async () => {
      const { clock, remote } = parts;
      remote.onUpload = (path, content) => remote.store(path, content);
      remote.onTurn = (request) => (request.startsWith("DELETE") ? new Promise(() => undefined) : undefined);
      const before = open("w1");
      void before.putArchive(bytes("zip"), archive, {});
      await clock.advance(10_000);
      close(before, "w1");
      assert.equal(archives().length, 1);
      await clock.advance(afterMs);
      remote.onTurn = () => undefined;
      open("w2", isRestarted ? clockAfterRestart() : clock);
      assert.deepEqual(await settled(), { "/stays.txt": "x" });
      assert.deepEqual([(await rowsLeft()).requests, left], [[], []]);
    });

  for (const [how, refusal] of [
    ["is refused", new ServiceError("forbidden", "403", { status: 403 })],
    ["has no known end", new ServiceError("server", "500", { status: 500, outcomeUnknown: true })],
  ] as const)
    it(`may be an archive whose removal ${how}: each window that tries tells the user once`, async () => {
      const { clock, remote } = parts;
      remote.onUpload = (path, content) => remote.store(path, content);
      remote.onRequest = (request) => {
        if (request.startsWith("DELETE")) throw refusal;
      };
      const [first, other] = [open("w1"), open("w3")];
      await clock.finish(first.putArchive(bytes("zip"), archive, {}));
      await clock.advance(800_000);
      const paths = archives();
      assert.deepEqual([paths.length, left], [1, [paths]]);
      const { length } = remote.requests;
      await clock.advance(3_600_000);
      assert.equal(remote.requests.length, length);
      close(first, "w1");
      await clock.finish(other.put("/b.txt", bytes("b"), { base: absent, author: "one" }));
      await clock.advance(800_000);
      await clock.finish(other.put("/b.txt", bytes("b2"), { base: any, author: "one" }));
      await clock.advance(800_000);
      assert.deepEqual(left, [paths, paths]);
      close(other, "w3");
      remote.onRequest = () => undefined;
      open("w2");
      assert.deepEqual(await settled(), { "/b.txt": "b2", "/stays.txt": "x" });
      assert.deepEqual((await rowsLeft()).requests, []);
    });

  it("is read beside rows of a newer version, which each change keeps", async () => {
    const name = "late/one/app_/rows.json";
    const archive = { id: "w1.1", kind: "put", path: "/left.zip", at: 1, until: 2 };
    const moved = { id: "w1.2", kind: "move", path: "/a.txt", to: "/b.txt", at: 1, until: 2 };
    const [named, other] = ["a".repeat(64), "b".repeat(64)];
    const odd = { id: "w1.3", paths: ["/a.txt"], hash: named };
    const rows = { requests: [moved, archive], acknowledged: [odd] };
    machine.put(name, `\n${JSON.stringify({ app: "app", ...rows })}`);
    assert.deepEqual(await rowsLeft(), { requests: [archive], acknowledged: [] });
    await parts.clock.finish(sharedRows().change((known) => known));
    const stored = () => JSON.parse(machine.textOf(name)?.split("\n")[1] ?? "") as object;
    assert.deepEqual(stored(), { app: "app", requests: [archive, moved], acknowledged: [odd] });
    await parts.clock.finish(sharedRows().change(() => ({ requests: [], acknowledged: [] })));
    assert.deepEqual(stored(), { app: "app", requests: [moved], acknowledged: [odd] });
    for (const hash of [named, other]) machine.put(`late/one/app_/${hash}`, "content");
    await parts.clock.advance(3_600_000);
    await sharedRows().removeOldContents();
    assert.deepEqual([...machine.files.keys()], [name, `late/one/app_/${named}`]);
  });

  it("may be an archive: the disk itself has its row before it is sent", async () => {
    const { clock, remote } = parts;
    const flushed: boolean[] = [];
    const append = machine.append.bind(machine);
    machine.append = async (name: string, content: Uint8Array, options?: WriteOptions) => {
      flushed.push(options?.isDurable ?? false);
      await append(name, content);
    };
    remote.onUpload = (path, content) => remote.store(path, content);
    const window = open("w1");
    await clock.finish(window.put("/b.txt", bytes("b"), { base: absent, author: "one" }));
    assert.ok(flushed.length > 0 && !flushed.includes(true));
    let isFlushedBefore: boolean | undefined;
    remote.onUpload = () => {
      isFlushedBefore ??= flushed.includes(true);
    };
    await clock.finish(window.putArchive(bytes("zip"), archive, {}));
    assert.equal(isFlushedBefore, true);
  });

  it("may be a probe: its window removes it later, or the next one does", async () => {
    const { clock, remote } = parts;
    remote.onUpload = (path, content) => remote.store(path, content);
    for (const dies of [false, true]) {
      const before = open("w1");
      const noteLeft = await clock.finish(before.willSend("put", ["/probe-1", "/probe-2", "/probe-3"]));
      remote.store("/probe-1/file", bytes("x"));
      remote.store("/probe-2", bytes("x"));
      if (dies) close(before, "w1");
      else noteLeft(["/probe-1", "/probe-2"]);
      const after = dies ? open("w2") : before;
      assert.deepEqual(await settled(), { "/stays.txt": "x" });
      close(after, dies ? "w2" : "w1");
    }
  });

  it("may be a probe: one notice names all leftovers", async () => {
    const { clock, remote } = parts;
    const paths = ["/probe-1", "/probe-2", "/probe-3"];
    const window = open("w1");
    const noteLeft = await clock.finish(window.willSend("put", paths));
    remote.failing.add("LIST");
    noteLeft(paths);
    await clock.advance(800_000);
    assert.deepEqual(left, [paths]);
    window.dispose();
  });

  it("may be a probe of a deleted app: no window looks for it once the deletion is known", async () => {
    const { clock, remote } = parts;
    const before = open("w1");
    await clock.finish(before.willSend("put", ["/probe"]));
    close(before, "w1");
    remote.onRequest = () => {
      throw new ServiceError("notFound", "404", { status: 404 });
    };
    for (const end of [undefined, "gone"] as const) {
      const window = open(`w-${end}`);
      leftEnd = end;
      await clock.advance(800_000);
      close(window, `w-${end}`);
      assert.equal((await rowsLeft()).requests.length, end ? 0 : 1);
    }
    assert.deepEqual(left, []);
  });

  it("may be a probe of an app that is not listed yet: its window looks for it again", async () => {
    const { clock, remote } = parts;
    const before = open("w1");
    await clock.finish(before.willSend("put", ["/probe"]));
    close(before, "w1");
    remote.failing.add("LIST");
    leftEnd = undefined;
    const window = open("w2");
    await clock.advance(800_000);
    leftEnd = "journaled";
    remote.failing.clear();
    remote.onUpload = (path, content) => remote.store(path, content);
    await clock.finish(window.put("/b.txt", bytes("b"), { base: absent, author: "one" }));
    await clock.advance(200_000);
    await clock.finish(window.put("/b.txt", bytes("b2"), { base: any, author: "one" }));
    assert.deepEqual([(await rowsLeft()).requests, left], [[], []]);
    window.dispose();
  });

  it("is undone by the next window although the clock was set by an hour since", async () => {
    const { clock, remote } = parts;
    const lost = new Set<string>();
    remote.onUpload = (path, content) => {
      if (lost.has(path)) return remote.store(path, content);
      lost.add(path);
      breakConnection();
    };
    const window = open("w1");
    await save(window, "older", absent);
    await save(window, "newer", saw("older"));
    clock.jump(3_600_000);
    const put = (text: string) => window.put("/b.txt", bytes(text), { base: any, author: "one" });
    await clock.finish(put("b1").catch(() => undefined));
    await clock.finish(put("b2"));
    close(window, "w1");
    open("w2");
    await clock.advance(1_000);
    remote.store("/a.txt", bytes("older"));
    assert.equal((await settled())["/a.txt"], "newer");
  });

  it("may be one of a thousand files of an archive, which are recorded in one write", async () => {
    const { clock, remote } = parts;
    const names = Array.from({ length: 1_000 }, (_, index) => `/${index}.txt`);
    const window = open("w1");
    const options = { base: any, author: "one" };
    const files = names.map((path) => ({ path, bytes: bytes("x"), options }));
    await clock.finish(window.putArchive(bytes("zip"), files, {}));
    assert.ok((machine.counts.get("append") ?? 0) <= 9, String(machine.counts.get("append")));
    remote.onUpload = () => {
      for (const { path, bytes: content } of files) remote.store(path, content);
    };
    assert.equal((await clock.finish(window.putArchive(bytes("zip"), files, {}))).size, names.length);
    assert.ok((machine.counts.get("append") ?? 0) <= 15, String(machine.counts.get("append")));
    assert.ok(remote.requests.filter((request) => request === "LIST /").length < 20);
    window.dispose();
  });

  it("is no reason to undo a save that was sent after another window's deletion, and whose looks failed", async () => {
    const { clock, remote } = parts;
    const [first, second] = [open("w1"), open("w2")];
    let looks = 0;
    let removed: Promise<unknown> | undefined;
    remote.onRequest = async (request) => {
      if (request !== "LIST /" || ++looks > 2) return;
      if (looks === 2) removed = second.remove([{ path: "/a.txt", base: any }]);
      await clock.sleep(1_000);
    };
    remote.onUpload = (path, content) => {
      remote.store(path, content);
      remote.onRequest = () => {
        throw new ServiceError("unauthorized", "signed out");
      };
    };
    await save(first, "here", absent);
    await removed;
    remote.onRequest = () => undefined;
    assert.equal((await settled())["/a.txt"], "here");
  });

  it("is no reason to undo the same text that its window saved once more", async () => {
    const [first, second] = [open("w1"), open("w2")];
    await save(first, "same", absent);
    await save(second, "between", any);
    await save(first, "same", any);
    assert.equal((await settled())["/a.txt"], "same");
  });

  it("is no reason to undo the same text that its window is saving once more", async () => {
    const [first, second] = [open("w1"), open("w2")];
    await save(first, "older", absent);
    await save(second, "theirs", any);
    parts.remote.onCarriedOut = () => parts.clock.sleep(20_000);
    await save(first, "older", saw("theirs"));
    assert.equal((await settled())["/a.txt"], "older");
  });

  for (const [what, seen, expected] of [
    [
      "no reason to undo a save that a dead window has seen before it sent the same text again",
      "theirs",
      "older",
    ],
    [
      "undone when a dead window may have sent the same text again before it saw the save",
      "before",
      "theirs",
    ],
  ] as const)
    it(`is ${what}`, async () => {
      const [first, second] = [open("w1"), open("w2")];
      await save(first, "older", absent);
      await save(second, "theirs", any);
      const at = parts.clock.monotonicMs();
      const hashes = { hash: hashOf("older"), replaces: hashOf(seen) };
      const row = { id: "w3.1", isOpen: true, kind: "put", path: "/a.txt", at, until: at + 300_000 } as const;
      const shared = sharedRows().change(({ requests, acknowledged }) => ({
        requests: [...requests, { ...row, ...hashes }],
        acknowledged,
      }));
      await parts.clock.finish(shared);
      arrive();
      assert.equal((await settled())["/a.txt"], expected);
    });

  it("stores no content of a save that no request can undo", async () => {
    const window = open("w1");
    await save(window, "older", absent);
    await save(window, "older", absent);
    const hashes = [...machine.files.keys()].filter((name) => /\/[0-9a-f]{64}$/.test(name));
    assert.deepEqual(hashes, []);
  });

  it("does not delay a save although the disk hangs", async () => {
    const window = open("w1");
    machine.read = async () => await new Promise(() => undefined);
    await save(window, "lost", absent);
    await save(window, "x", any);
    assert.equal(parts.texts()["/a.txt"], "x");
  });

  it("is forgotten when its life is over", async () => {
    const window = open("w1");
    await save(window, "older", absent);
    await save(window, "newer", saw("older"));
    await parts.clock.advance(800_000);
    await parts.clock.finish(window.put("/b.txt", bytes("b"), { base: absent, author: "one" }));
    const { requests, acknowledged } = await rowsLeft();
    assert.deepEqual([requests, acknowledged], [[], []]);
  });

  it("is watched by its own window where the disk is full", async () => {
    machine.failing = () => new Error("ENOSPC");
    const window = open("w1");
    await save(window, "older", absent);
    await save(window, "newer", saw("older"));
    arrive();
    assert.equal((await settled())["/a.txt"], "newer");
  });
});
