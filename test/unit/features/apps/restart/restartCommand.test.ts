// The restart command, for one or several apps: questions, requests and messages.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { silentLogger } from "../../../../../src/core/logger";
import type { App, Metrics } from "../../../../../src/core/model/model";
import { appsOfSelection } from "../../../../../src/editor/commands/commandArguments";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { appCommands } from "../../../../../src/features/apps/appCommands";
import { FakeClock } from "../../../../support/fakeClock";
import { MemoryState } from "../../../../support/memoryState";
import { someAccount, someAccounts, someApp, someTeam, unrestricted } from "../../../../support/someApp";
import { answerNotices, runProgress, window } from "../../../../support/vscodeParts";

const crashLog = `node:fs:441
Error: ENOENT: no such file or directory, open 'config.json'
    at Object.openSync (node:fs:573:18)

Node.js v22.22.2
[service] 2026-11-26T18:00:00.000Z ended with an error
`;
const list = async () => {
  const entry = { name: "app.log", type: "file", sizeBytes: 20, modifiedAt: 1_500, createdAt: 1 };
  return { entries: new Map([["app.log", entry]]) };
};

const nothing = { dispose: () => undefined };

/** `metricsOf`: the service's metrics before and after the restart. */
function setUp(metricsOf: (isRestarted: boolean) => Metrics, broken = "", after: Partial<App> = {}) {
  runProgress();
  const clock = new FakeClock();
  const sent: string[] = [];
  const appNow = (id: string) =>
    someApp({
      ...{ id, name: `App ${id}`, metrics: metricsOf(sent.includes(id) && id !== broken) },
      ...(sent.includes(id) && after),
    });
  const account = {
    id: "ann",
    permissions: unrestricted,
    apps: {
      find: appNow,
      refreshApp: async (id: string) => appNow(id),
      announceRestart: () => undefined,
      put: () => undefined,
    },
    client: {
      restartApp: async (id: string) => {
        sent.push(id);
        if (id === broken) throw new ServiceError("forbidden", "no", { status: 403 });
        return appNow(id);
      },
    },
  };
  const { "app.restart": run } = appCommands(someAccounts(account), {} as never, {
    loadFiles: async () => ({ get: () => ({ list, readText: async () => crashLog }) as never }),
    onAppDeleted: async () => [],
    settledFiles: async () => undefined,
    loadReleases: async () => ({ list: async () => [] }),
    explain: async () => undefined,
    ...{ clock, logger: silentLogger, state: new MemoryState() },
  });
  return { clock, sent, account, run };
}

describe("a restart that is not proved", () => {
  /** The service's metrics are equal before and after. */
  async function restart(metrics: Metrics, after: Partial<App> = {}, permissions: object = unrestricted) {
    const shown = answerNotices();
    const { clock, account, run } = setUp(() => metrics, "", after);
    Object.assign(account, { permissions });
    void run(withConsent({ accountId: "ann", appId: "shop" }));
    for (let second = 0; shown.length === 0 && second < 120; second++) await clock.advance(1_000);
    const [notice] = shown;
    assert.ok(notice);
    return notice;
  }

  it("stays on screen with the next step where the service shows the earlier start", async () => {
    const { kind, text, buttons } = await restart({ online: true, startedAt: 1_000 });
    assert.equal(kind, "error");
    assert.match(text, /: the service reports no newer start time\.$/);
    assert.deepEqual(buttons, ["Show App Log", "Restart Again"]);
  });

  it("reports at once that the app crashed, with the log's telling line", async () => {
    const crashed = { status: "crashed", metrics: { online: false, startedAt: 2_000 } };
    const { kind, text, buttons } = await restart({ online: true, startedAt: 1_000 }, crashed);
    assert.equal(kind, "error");
    assert.equal(
      text,
      "App shop crashed after the restart. Its log says: Error: ENOENT: no such file or directory, open 'config.json'",
    );
    assert.deepEqual(buttons, ["Show App Log", "Restart Again"]);
  });

  it("quotes no log that was last written before the app's start", async () => {
    const crashed = { status: "crashed", metrics: { online: false, startedAt: 25 * 3_600_000 } };
    const { text } = await restart({ online: true, startedAt: 1_000 }, crashed);
    assert.equal(text, "App shop crashed after the restart.");
  });

  it("does not read the log where flags deny reading the app's files", async () => {
    const crashed = { status: "crashed", metrics: { online: false, startedAt: 2_000 } };
    const isRuledOut = (_app: string, name: string) => name === "canSeeApplicationFiles";
    const { text } = await restart({ online: true, startedAt: 1_000 }, crashed, {
      ...unrestricted,
      isRuledOut,
    });
    assert.equal(text, "App shop crashed after the restart.");
  });

  it("reports that an app ended normally, without quoting an older error", async () => {
    const ended = { status: "stopped", metrics: { online: false, startedAt: 2_000 } };
    const { kind, text, buttons } = await restart({ online: true, startedAt: 1_000 }, ended);
    assert.deepEqual(
      [kind, text, buttons],
      ["warning", 'App shop started and ended. Its state is "stopped".', ["Show App Log"]],
    );
  });

  it("is no failure where the service never reports start times", async () => {
    const { kind, text, buttons } = await restart({ online: true });
    assert.equal(kind, "warning");
    assert.match(text, /doesn't report when/);
    assert.deepEqual(buttons, ["Show App Log"]);
  });
});

describe("several apps that are restarted together", () => {
  async function restart(answer: string | undefined, broken: string, permissions: object = unrestricted) {
    const shown = answerNotices(({ text }) => (text.includes("Try anyway?") ? "Try Anyway" : answer));
    const status: string[] = [];
    window["setStatusBarMessage"] = (text: string) => {
      status.push(text);
      return nothing;
    };
    const { clock, sent, account, run } = setUp(
      (isRestarted) => ({ online: true, startedAt: isRestarted ? 2 : 1 }),
      broken,
    );
    Object.assign(account, { permissions });
    const rows = ["a", "b", "c"].map((appId) => ({ kind: "app", account, appId }));
    const done = Promise.resolve(run(rows[0], rows)).then(
      (value) => value as { restarted: string[]; failed: string[] },
      (error: Error) => error,
    );
    for (let second = 0; second < 5; second++) await clock.advance(1_000);
    return { outcome: await done, shown, sent, status };
  }

  it("are named in one question, and none is restarted without a yes", async () => {
    const { shown, sent } = await restart(undefined, "");
    assert.deepEqual(
      shown.map(({ text, options }) => [text, options.detail]),
      [["Restart 3 apps?", "App a\nApp b\nApp c"]],
    );
    assert.deepEqual(sent, []);
  });

  it("are all restarted, with one message", async () => {
    const { outcome, shown, status } = await restart("Restart", "");
    assert.ok(!(outcome instanceof Error));
    assert.deepEqual([[...outcome.restarted].sort(), outcome.failed], [["a", "b", "c"], []]);
    assert.equal(shown.length, 1);
    assert.match(status[0] ?? "", /3 apps are back online/);
  });

  it("continue when one of them cannot be restarted, which is reported at the end", async () => {
    const { outcome, shown } = await restart("Restart", "b");
    assert.ok(!(outcome instanceof Error));
    assert.deepEqual([[...outcome.restarted].sort(), outcome.failed], [["a", "c"], ["b"]]);
    assert.match(shown.at(-1)?.text ?? "", /^Couldn't restart 1 of 3 apps\. App b: /);
  });

  it("ask once about a team whose flags deny it, and are restarted after a yes", async () => {
    const member = { userId: "me", permissions: { canChangeStatusApplication: false } };
    const { permissions } = someAccount({
      apps: ["a", "b", "c"].map((id) => someApp({ id, teamId: "team", userId: "boss" })),
      teams: [someTeam({ owner: "boss", members: [member] })],
    });
    const { shown, sent } = await restart("Restart", "", permissions);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ["Your permissions may not include this. Try anyway?", "Restart 3 apps?"],
    );
    assert.deepEqual(sent.sort(), ["a", "b", "c"]);
  });

  it("are a selection only where every row is an app", () => {
    const app = { kind: "app", account: { id: "ann" }, appId: "a" };
    assert.equal(appsOfSelection([app, { ...app, appId: "b" }]).length, 2);
    assert.deepEqual(appsOfSelection([app, { kind: "group", account: { id: "ann" } }]), []);
    assert.deepEqual(appsOfSelection([app]), []);
    assert.deepEqual(appsOfSelection("x"), []);
  });
});
