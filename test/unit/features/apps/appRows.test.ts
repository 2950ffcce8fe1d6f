// Rows below an app: metrics, details and deployments, as far as the service sends them.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { App } from "../../../../src/core/model/model";
import { isSettingsProblem, readSettingsText } from "../../../../src/core/settings/appSettings";
import { appCommands } from "../../../../src/features/apps/appCommands";
import { AppParts, metricLines } from "../../../../src/features/apps/parts/appParts";
import { deploymentLines, detailLines } from "../../../../src/features/apps/parts/partNodes";
import { settingsProblemSentence } from "../../../../src/features/apps/settings/settingSentences";
import { FakeClock } from "../../../support/fakeClock";
import { megabyte, someAccount, someAccounts, someApp, someMember } from "../../../support/someApp";
import { answerNotices, env, window, workspace } from "../../../support/vscodeParts";

const shown = (lines: readonly { readonly label: string; readonly value: string }[]) =>
  lines.map(({ label, value }) => `${label}: ${value}`);

describe("the row of an app's URL", () => {
  it("marks a guessed URL, also when it is copied", async () => {
    workspace["getConfiguration"] = () => ({ inspect: () => undefined });
    const own = { externalPort: 8123, exposedViaWeb: true };
    const parts = new AppParts(new FakeClock());
    const rowOf = (app: App) => parts.below(someAccount(), app).find(({ kind }) => kind === "line");
    const guessed = rowOf(someApp(own));
    assert.ok(guessed?.kind === "line");
    assert.equal(`${guessed.label}: ${guessed.value}`, "Web address (guessed): http://api.example.com:8123");
    assert.match(guessed.tooltip ?? "", /The address is guessed/);
    const known = rowOf(someApp({ ...own, customDomain: "shop.example" }));
    assert.ok(known?.kind === "line");
    assert.equal(`${known.label}: ${known.value}`, "Web address: https://shop.example");

    const said: string[] = [];
    window["setStatusBarMessage"] = (text: string) => said.push(text);
    env["clipboard"] = { writeText: async () => undefined };
    const { "app.copyValue": copyValue } = appCommands(someAccounts(), {} as never, new FakeClock(), {
      loadFiles: async () => Promise.reject(new Error("not needed")),
      onAppDeleted: async () => [],
      settledFiles: async () => undefined,
    });
    await copyValue(guessed);
    await copyValue(known);
    assert.deepEqual(said, ["Copied a guessed address", "Copied"]);
  });
});

describe("an app without a known URL", () => {
  for (const [exposedViaWeb, said] of [
    [true, /^Shop is exposed to the web, but its address isn't known\. .*webAddress/],
    [false, /^Shop has no web address\. Expose it to the web in its settings\.$/],
  ] as const)
    it(`explains what to do where it is ${exposedViaWeb ? "" : "not "}exposed to the web`, async () => {
      const notices = answerNotices();
      const account = someAccount({ apps: [someApp()] });
      Object.assign(account.apps, { refreshApp: async () => someApp({ exposedViaWeb }) });
      const { "app.openInBrowser": open } = appCommands(someAccounts(account), {} as never, new FakeClock(), {
        loadFiles: async () => Promise.reject(new Error("not needed")),
        onAppDeleted: async () => [],
        settledFiles: async () => undefined,
      });
      await open({ accountId: account.id, appId: "shop" });
      assert.match(notices[0]?.text ?? "", said);
    });
});

describe("the rows of an app's metrics", () => {
  it("are those of the response", () => {
    const metrics = { online: true, cpuPercent: 12, memoryBytes: 40 * megabyte };
    assert.deepEqual(shown(metricLines(someAccount(), someApp({ metrics, memoryMB: 64 }))), [
      "CPU: 12%",
      "Memory: 40 / 64 MB",
    ]);
    assert.deepEqual(metricLines(someAccount(), someApp()), []);
  });

  it("are only the traffic of an app that is down", () => {
    const zeros = { cpuPercent: 0, memoryBytes: 0, uptimeSeconds: 0 };
    const metrics = { online: false, ...zeros, networkRxBytes: megabyte, networkTxBytes: megabyte };
    assert.deepEqual(shown(metricLines(someAccount(), someApp({ metrics, memoryMB: 64 }))), [
      "Received: 1 MB",
      "Sent: 1 MB",
    ]);
  });
});

describe("the rows of an app's details", () => {
  it("mark editable values, and omit unknown ones", () => {
    const lines = detailLines(someAccount(), someApp({ memoryMB: 512, exposedViaWeb: false }));
    assert.deepEqual(shown(lines), [
      "Name: Shop",
      "Memory limit: 512 MB",
      "Exposed to the web: no",
      "ID: shop",
    ]);
    assert.deepEqual(
      lines.map(({ contextValue }) => contextValue),
      ["setting", "setting", "setting", undefined],
    );
  });

  it("mark values that only the next restart shows", () => {
    const marked = (own: Parameters<typeof someApp>[0]) =>
      shown(detailLines(someAccount(), someApp({ exposedViaWeb: true, ...own }))).filter((line) =>
        /^(Subdomain|Internal port)/.test(line),
      );
    const later = "reported only after a restart";
    assert.deepEqual(marked({}), [`Subdomain: ${later}`, `Internal port: ${later}`]);
    assert.deepEqual(marked({ internalPort: 8080 }), ["Internal port: 8080"]);
    assert.deepEqual(marked({ exposedViaWeb: false }), []);
  });

  it("show denied permissions of a member", () => {
    const permissions = {
      ...{ canSeeApplicationFiles: false, canEditApplicationFiles: false, canDeleteApplication: false },
    };
    const account = someMember(permissions);
    const last = detailLines(account, someApp({ teamId: "team" })).at(-1);
    assert.equal(
      `${last?.label}: ${last?.value}`,
      "May not be permitted: see files, edit files, delete the app",
    );
    assert.equal(last?.tooltip, "Turned off for you in Crew. The service decides.");
  });
});

describe("the rows of an app's deployments", () => {
  it("are newest first, with author, age, duration and result", () => {
    const clock = new FakeClock();
    const now = clock.now();
    const deployments = [
      { id: "1", message: "Old\nmore", createdAt: now - 7_200_000, status: "failed" },
      { id: "2", commitId: "0123456789", author: "Ada", createdAt: now - 60_000, durationSeconds: 5 },
    ];
    const lines = deploymentLines(someAccount(), someApp({ deployments }), clock);
    assert.deepEqual(shown(lines), ["0123456: Ada · 1 min ago · took 5 s", "Old: 2 h ago · failed"]);
    assert.deepEqual(
      lines.map(({ color }) => color),
      [undefined, "charts.red"],
    );
  });

  it("have no colour for an unknown status", () => {
    const app = someApp({ deployments: [{ status: "gelukt" }] });
    const [line] = deploymentLines(someAccount(), app, new FakeClock());
    assert.deepEqual([line?.label, line?.icon, line?.color], ["Deployment", "git-commit", undefined]);
  });
});

describe("settings that cannot be saved", () => {
  it("are answered with the error, and that nothing was sent", () => {
    for (const text of ["{", "[]", '{"colour": 1}', '{"memoryMB": "1"}', '{"name": ""}', '{"memoryMB": 0}']) {
      const read = readSettingsText(text);
      assert.ok(isSettingsProblem(read), text);
      assert.match(settingsProblemSentence(read), /Nothing was sent/, text);
    }
  });
});
