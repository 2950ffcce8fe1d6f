// Creating an app over real HTTP, also when the response is lost: the app is looked for, and never sent
// twice.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account } from "../../src/accounts/accounts";
import type { ArchiveFile } from "../../src/core/archive/archive";
import type { App } from "../../src/core/model/model";
import { findLogs } from "../../src/core/paths/logFiles";
import { type CreateStep, createApp } from "../../src/features/create/createApp";
import type { CreateProblem } from "../../src/features/create/createProblem";
import { noOthers } from "../support/noCreateRecords";
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
  readonly account?: Account;
  readonly at?: (step: CreateStep["kind"], cancel: () => void) => void;
}

/** `journal` has what was remembered, in order. */
function create({ files, maxArchiveBytes = 1_000_000, account = service().account(), at }: Creating = {}) {
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new Error("cancelled by the test"));
  const steps: string[] = [];
  const journal: string[] = [];
  const result = createApp({
    account,
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
      others: noOthers,
      sending: async (known) => void journal.push(`sending after ${known.length}`),
      created: async ({ id }) => void journal.push(`created ${id}`),
    },
  });
  return { result: service().run(result), steps, journal };
}

const creates = () => service().requests.filter((request) => request === "POST /v1/apps/create").length;
const lists = () => service().requests.filter((request) => request.startsWith("GET /v1/apps")).length;
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

  it("does not wait for an app that has ended", async () => {
    const { emulator, clock } = service();
    const end = (step: string) =>
      step === "waiting" &&
      emulator.state.patchApp(emulator.state.apps()[0]?._id ?? "", { status: "stopped" });
    const before = clock.now();
    const { app, result } = await create({ at: end }).result;
    assert.deepEqual([app.status, result], ["stopped", "failed"]);
    assert.ok(clock.now() - before < 10_000);
  });

  it("does not wait for the limit of uploads", async () => {
    const { client, clock, emulator } = service();
    const id = await emulator.addApp({ name: "Other", files: { "main.py": "" } });
    await service().run(client.uploadFile(id, "/a.txt", new Uint8Array(1)));
    let sentAt = 0;
    const before = clock.now();
    const at = (step: string): void => {
      if (step === "waiting") sentAt = clock.now();
    };
    await create({ at }).result;
    assert.ok(sentAt - before < 3_000, String(sentAt - before));
  });

  it("finds the app when the response was lost, beside an older app of the same name", async () => {
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

  it("does not take an older app for the new one that the list right before lacked", async () => {
    await service().emulator.addApp({ name: "Shop", files: { "main.py": "" } });
    const account = service().account();
    await service().run(account.apps.refresh());
    const { client } = account;
    const list = client.listApps.bind(client);
    let calls = 0;
    const listApps: typeof list = async (options) => {
      const found = await list(options);
      return calls++ === 0 ? { ...found, apps: [] } : found;
    };
    Object.assign(client, { listApps });
    service().emulator.faults.next(createCall, { cut: "before" });
    await assert.rejects(create({ account }).result, { reason: { kind: "notFound", cancelled: false } });
  });

  it("does not mistake an app of a colleague, another runtime or a team for the new one", async () => {
    for (const other of [{ userId: "colleague" }, { runtime: "nodejs" }, { teamId: "team" }] as const) {
      service().emulator.faults.next(createCall, { cut: "before" });
      const at = (step: string) =>
        step === "sending" && service().emulator.addApp({ name: "Shop", ...other });
      await assert.rejects(create({ at }).result, { reason: { kind: "notFound", cancelled: false } });
    }
  });

  it("does not name the new app when the list has two candidates", async () => {
    service().emulator.faults.next(createCall, { cut: "after" });
    const at = (step: string) => step === "sending" && service().emulator.addApp({ name: "Shop" });
    await assert.rejects(create({ at }).result, ({ reason }: CreateProblem) => {
      assert.ok(reason.kind === "unknown");
      assert.deepEqual(
        reason.maybe.map(({ name }) => name),
        ["Shop", "Shop"],
      );
      return true;
    });
    assert.equal(creates(), 1);
  });

  it("finds the app although the first listings fail", async () => {
    service().emulator.faults.next(createCall, { cut: "after" });
    const at = (step: string) =>
      step === "looking" && service().answerNext({ path: "/v1/apps", times: 4 }, 500);
    assert.equal((await create({ at }).result).result, "online");
    assert.equal(creates(), 1);
  });

  it("reports that the app was not created when the response was lost and no list has it", async () => {
    service().emulator.faults.next(createCall, { cut: "before" });
    const { result } = create();
    await assert.rejects(result, { name: "CreateProblem", reason: { kind: "notFound", cancelled: false } });
    assert.equal(creates(), 1);
    assert.deepEqual(await names(), []);
  });

  it("reports that the app may exist when no list can be read, and does not retry", async () => {
    service().emulator.faults.next(createCall, { cut: "after" });
    const at = (step: string) =>
      step === "looking" && service().answerNext({ path: "/v1/apps", times: Infinity }, 503);
    const problem = { name: "CreateProblem", reason: { kind: "unknown", maybe: [], cancelled: false } };
    await assert.rejects(create({ at }).result, problem);
    assert.equal(creates(), 1);
  });

  it("sends nothing when it is canceled while packing", async () => {
    const files = ["a.py", "b.py", "c.py"].map((path) => file(path, "x".repeat(1_000)));
    const { result, journal } = create({ files, at: (_step, cancel) => cancel() });
    await assert.rejects(result, /cancelled by the test/);
    assert.deepEqual(service().requests, []);
    assert.deepEqual(journal, []);
  });

  it("checks whether the app was created after a cancellation during sending", async () => {
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
    // Whether the service got the whole request before the connection broke varies; both outcomes are right.
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

  it("finds an app that the service created although it answered with an error", async () => {
    const broken = [200, "{"] as const;
    const refusals = [302, 400, 403, 404, 409, 413, 422, 500, 503].map((status) => [status, "{}"] as const);
    for (const [status, body] of [...refusals, broken]) {
      service().emulator.faults.next(createCall, { answer: { status, body, isHandled: true } });
      const { result, steps, journal } = create();
      const { app, result: outcome } = await result;
      assert.equal(outcome, "online", String(status));
      assert.deepEqual(steps, ["packing", "sending", "looking", "waiting"]);
      assert.equal(journal.at(-1), `created ${app.id}`);
    }
    assert.equal(creates(), refusals.length + 1);
  });

  it("reports the service's refusal once a few lists show no new app of the user", async () => {
    service().answerNext(createCall, 400, { error: "No memory left" });
    const at = (step: string) =>
      step === "sending" && service().emulator.addApp({ name: "Shop", userId: "colleague" });
    const { result, steps } = create({ at });
    await assert.rejects(result, { name: "ServiceError", kind: "refused", serviceText: "No memory left" });
    assert.deepEqual(steps, ["packing", "sending", "looking"]);
    assert.equal(creates(), 1);
    assert.equal(lists(), 4);
  });

  it("does not trust a refusal while no list can be read", async () => {
    service().answerNext(createCall, 409);
    const at = (step: string) =>
      step === "looking" && service().answerNext({ path: "/v1/apps", times: Infinity }, 503);
    const reason = { kind: "unknown", maybe: [], cancelled: false };
    await assert.rejects(create({ at }).result, { name: "CreateProblem", reason });
  });

  it("looks for no app after a refused sign-in, a rate limit, or a request that was never sent", async () => {
    const cause = Object.assign(new Error("no connection"), { code: "ECONNREFUSED" });
    const neverSent = new TypeError("fetch failed", { cause });
    const client = service().newClient({
      fetch: async (url, init) => {
        if (init?.method === "POST") throw neverSent;
        return await service().fetch(url, init);
      },
    });
    const { result, steps } = create({ account: { ...service().account(), client } });
    await assert.rejects(result, { kind: "network" });
    assert.deepEqual(steps, ["packing", "sending"]);
    for (const [status, kind] of [
      [429, "rateLimited"],
      [401, "unauthorized"],
    ] as const) {
      service().answerNext({ ...createCall, times: Infinity }, status);
      const refused = create();
      await assert.rejects(refused.result, { kind });
      assert.deepEqual(refused.steps, ["packing", "sending"]);
      service().emulator.faults.clear();
    }
    assert.equal(lists(), 3);
  });

  it("reports the app as created whatever happens while it starts", async () => {
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
      const list = async (path: string) => [...(await files.list(path)).entries.values()];
      return service().run(findLogs(list).then(([log]) => log?.path));
    };
    assert.equal(await logOf(withLog), "/app.log");
    assert.equal(await logOf(await emulator.addApp({ files: { "main.py": "" } })), undefined);
    await assert.rejects(logOf("no-such-app"));
  });
});
