// Creating an app over real HTTP, also when the answer is lost: it is looked for, and never sent twice.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ArchiveFile } from "../../src/core/archive/archive";
import type { App } from "../../src/core/model/model";
import { newestLog } from "../../src/core/paths/logFiles";
import { type CreateStep, createApp } from "../../src/features/create/createApp";
import { someSettings } from "../support/someSettings";
import { useService } from "./useService";

const service = useService();

function file(path: string, text: string): ArchiveFile {
  const bytes = new TextEncoder().encode(text);
  return { path, sizeBytes: bytes.length, modifiedAt: 0, read: async () => bytes };
}

interface Creating {
  readonly files?: readonly ArchiveFile[];
  readonly maxArchiveBytes?: number;
  /** Called with each step. */
  readonly at?: (step: CreateStep["kind"], cancel: () => void) => void;
}

/** Begins to create. `journal` has what was remembered, in order. */
function create({ files, maxArchiveBytes = 1_000_000, at }: Creating = {}) {
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new Error("cancelled by the test"));
  const steps: string[] = [];
  const journal: string[] = [];
  const result = createApp({
    account: service().account(),
    files: files ?? [file("main.py", "print(1)\n")],
    settings: someSettings,
    maxArchiveBytes,
    clock: service().clock,
    signal: controller.signal,
    onStep: ({ kind }) => {
      if (steps.at(-1) !== kind) steps.push(kind);
      at?.(kind, cancel);
    },
    journal: {
      sending: async (known) => void journal.push(`sending after ${known.length}`),
      created: async ({ id }) => void journal.push(`created ${id}`),
    },
  });
  return { result: service().run(result), steps, journal };
}

const creates = () => service().requests.filter((request) => request === "POST /v1/apps/create").length;
const names = async () =>
  (await service().run(service().client.listApps())).apps.map(({ name }: App) => name);
const createCall = { method: "POST", path: "/v1/apps/create" };

describe("creating an app, client and local service", () => {
  it("packs, remembers, sends once and waits until the app is seen online", async () => {
    const { result, steps, journal } = create();
    const { app, result: outcome } = await result;
    assert.equal(outcome, "online");
    assert.deepEqual(steps, ["packing", "sending", "waiting"]);
    assert.deepEqual(journal, ["sending after 0", `created ${app.id}`]);
    assert.equal(creates(), 1);
    const sent = await service().run(service().files(app.id).list("/"));
    assert.deepEqual(
      [...sent.entries.keys()].filter((name) => name.endsWith(".py")),
      ["main.py"],
    );
  });

  it("finds the app when its answer was lost, beside an older one of the same name", async () => {
    const older = await service().emulator.addApp({ name: "Shop", files: { "main.py": "" }, started: true });
    service().emulator.faults.next(createCall, { cut: "after" });
    const { result, steps } = create();
    const { app, result: outcome } = await result;
    assert.notEqual(app.id, older);
    assert.equal(outcome, "online");
    assert.deepEqual(steps, ["packing", "sending", "looking", "waiting"]);
    assert.equal(creates(), 1);
    assert.deepEqual(await names(), ["Shop", "Shop"]);
  });

  it("takes no app of a colleague, of another runtime or of a team for the one that was sent", async () => {
    for (const other of [{ userId: "colleague" }, { runtime: "nodejs" }, { teamId: "team" }] as const) {
      service().emulator.faults.next(createCall, { cut: "before" });
      const at = (step: string) =>
        step === "sending" && service().emulator.addApp({ name: "Shop", ...other });
      await assert.rejects(create({ at }).result, { reason: { kind: "notFound", cancelled: false } });
    }
  });

  it("does not say which app it created where the list has two that it may be", async () => {
    service().emulator.faults.next(createCall, { cut: "after" });
    const at = (step: string) => step === "sending" && service().emulator.addApp({ name: "Shop" });
    await assert.rejects(create({ at }).result, { reason: { kind: "unknown", cancelled: false } });
    assert.equal(creates(), 1);
  });

  it("finds the app although the first looks at the list fail", async () => {
    service().emulator.faults.next(createCall, { cut: "after" });
    const at = (step: string) =>
      step === "looking" && service().answerNext({ path: "/v1/apps", times: 4 }, 500);
    assert.equal((await create({ at }).result).result, "online");
    assert.equal(creates(), 1);
  });

  it("says that the app was not created when its answer was lost and no list shows it", async () => {
    service().emulator.faults.next(createCall, { cut: "before" });
    const { result } = create();
    await assert.rejects(result, { name: "CreateProblem", reason: { kind: "notFound", cancelled: false } });
    assert.equal(creates(), 1);
    assert.deepEqual(await names(), []);
  });

  it("says that it may have been created when no list can be read, and does not send again", async () => {
    service().emulator.faults.next(createCall, { cut: "after" });
    const at = (step: string) =>
      step === "looking" && service().answerNext({ path: "/v1/apps", times: Infinity }, 503);
    const problem = { name: "CreateProblem", reason: { kind: "unknown", cancelled: false } };
    await assert.rejects(create({ at }).result, problem);
    assert.equal(creates(), 1);
  });

  it("sends nothing when it is cancelled while packing", async () => {
    const files = ["a.py", "b.py", "c.py"].map((path) => file(path, "x".repeat(1_000)));
    const { result, journal } = create({ files, at: (_step, cancel) => cancel() });
    await assert.rejects(result, /cancelled by the test/);
    assert.deepEqual(service().requests, []);
    assert.deepEqual(journal, []);
  });

  it("looks, after it was cancelled while sending, whether the app was created all the same", async () => {
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    service().emulator.faults.next(createCall, { until });
    const { result } = create({
      at: (step, cancel) => {
        if (step === "sending") setImmediate(cancel);
        if (step === "looking") release();
      },
    });
    // Whether the service got all of it before the connection broke is its own matter; both are told as they are.
    const outcome = await result.then(
      (created) => created.result,
      (error: Error & { reason?: { kind: string } }) => error.reason?.kind,
    );
    assert.equal(outcome, (await names()).length === 1 ? "cancelled" : "notFound");
    assert.ok(creates() <= 1);
  });

  it("refuses an archive over the limit before anything is sent", async () => {
    const { result } = create({ maxArchiveBytes: 20 });
    await assert.rejects(result, { name: "PackProblem", kind: "tooLarge" });
    assert.deepEqual(service().requests, []);
  });

  it("names the file that vanished while it was packed, and sends nothing", async () => {
    const gone = { ...file("b.py", "x"), read: () => Promise.reject(new Error("ENOENT")) };
    const { result } = create({ files: [file("a.py", "x"), gone] });
    await assert.rejects(result, { name: "PackProblem", kind: "unreadable", path: "b.py" });
    assert.deepEqual(service().requests, []);
  });

  it("passes on why the service refused, without looking for the app", async () => {
    service().answerNext(createCall, 400, { error: "No memory left" });
    const { result, steps } = create();
    await assert.rejects(result, { name: "ServiceError", kind: "refused", serviceText: "No memory left" });
    assert.deepEqual(steps, ["packing", "sending"]);
    assert.equal(creates(), 1);
  });

  it("has created the app whatever happens while it is watched", async () => {
    const read = { method: "GET", path: /^\/v1\/apps\/[^/]+$/ };
    for (const [times, status, result] of [
      [8, 500, "online"],
      [Infinity, 503, "unwatched"],
      [1, 404, "gone"],
    ] as const) {
      service().emulator.faults.clear();
      service().answerNext({ ...read, times }, status);
      assert.equal((await create().result).result, result);
    }
    assert.equal(creates(), 3);
  });

  it("reads the end of the newest log in the app, and none where there is none", async () => {
    const text = `${"old line\n".repeat(50)}\nthe reason\nthe end\n\n`;
    const { emulator } = service();
    const withLog = await emulator.addApp({ files: { "main.py": "", "app.log": text, "empty.log": "" } });
    const logOf = (id: string) => {
      const files = service().files(id);
      return service().run(newestLog(async (path) => [...(await files.list(path)).entries.values()]));
    };
    assert.equal(await logOf(withLog), "/app.log");
    assert.equal(await logOf(await emulator.addApp({ files: { "main.py": "" } })), undefined);
    assert.equal(await logOf("no-such-app"), undefined);
  });
});
