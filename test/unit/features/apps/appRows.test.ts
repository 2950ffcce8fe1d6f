// Rows below an app: metrics, details and deployments, as far as the service sends them.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ReleasesUnreadable } from "../../../../src/core/errors/releasesUnreadable";
import { silentLogger } from "../../../../src/core/logger";
import type { App } from "../../../../src/core/model/model";
import { isSettingsProblem, readSettingsText } from "../../../../src/core/settings/appSettings";
import type { AppRelease } from "../../../../src/core/transfers/release";
import { settingsProblemSentence } from "../../../../src/editor/appSettings/settingSentences";
import { appCommands } from "../../../../src/features/apps/appCommands";
import { AppParts, metricLines } from "../../../../src/features/apps/parts/appParts";
import { deploymentLines, detailLines } from "../../../../src/features/apps/parts/partNodes";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryState } from "../../../support/memoryState";
import { megabyte, someAccount, someAccounts, someApp, someMember } from "../../../support/someApp";
import { answerNotices, env, window, workspace } from "../../../support/vscodeParts";

const shown = (lines: readonly { readonly label: string; readonly value: string }[]) =>
  lines.map(({ label, value }) => `${label}: ${value}`);

describe("the row of an app's URL", () => {
  it("marks a guessed URL, also when it is copied", async () => {
    workspace["getConfiguration"] = () => ({ inspect: () => undefined });
    const own = { externalPort: 8123, exposedViaWeb: true };
    const parts = new AppParts(new FakeClock(), async () => undefined);
    const rowOf = async (app: App) =>
      (await parts.below(someAccount(), app)).find(({ kind }) => kind === "line");
    const guessed = await rowOf(someApp(own));
    assert.ok(guessed?.kind === "line");
    assert.equal(`${guessed.label}: ${guessed.value}`, "Web address (guessed): http://api.example.com:8123");
    assert.match(guessed.tooltip ?? "", /The address is guessed/);
    const known = await rowOf(someApp({ ...own, customDomain: "shop.example" }));
    assert.ok(known?.kind === "line");
    assert.equal(`${known.label}: ${known.value}`, "Web address: https://shop.example");

    const said: string[] = [];
    window["setStatusBarMessage"] = (text: string) => said.push(text);
    env["clipboard"] = { writeText: async () => undefined };
    const { "app.copyValue": copyValue } = appCommands(someAccounts(), {} as never, {
      loadFiles: async () => Promise.reject(new Error("not needed")),
      onAppDeleted: async () => [],
      settledFiles: async () => undefined,
      loadReleases: async () => ({ list: async () => [] }),
      explain: async () => undefined,
      ...{ clock: new FakeClock(), logger: silentLogger, state: new MemoryState() },
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
      const { "app.openInBrowser": open } = appCommands(someAccounts(account), {} as never, {
        loadFiles: async () => Promise.reject(new Error("not needed")),
        onAppDeleted: async () => [],
        settledFiles: async () => undefined,
        loadReleases: async () => ({ list: async () => [] }),
        explain: async () => undefined,
        ...{ clock: new FakeClock(), logger: silentLogger, state: new MemoryState() },
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

  it("have no color for an unknown status", () => {
    const app = someApp({ deployments: [{ status: "gelukt" }] });
    const [line] = deploymentLines(someAccount(), app, new FakeClock());
    assert.deepEqual([line?.label, line?.icon, line?.color], ["Deployment", "git-commit", undefined]);
  });
});

describe("settings that cannot be saved", () => {
  it("are answered with the error, and that nothing was sent", () => {
    for (const text of ["{", "[]", '{"color": 1}', '{"memoryMB": "1"}', '{"name": ""}', '{"memoryMB": 0}']) {
      const read = readSettingsText(text);
      assert.ok(isSettingsProblem(read), text);
      assert.match(settingsProblemSentence(read), /Nothing was sent/, text);
    }
  });
});

describe("the rows of an app's releases", () => {
  const release = {
    ...{ appId: "shop", number: 12, at: 0, changed: 3 },
    ...{ kind: "push" as const, result: "complete" as const },
    ...{ folder: "file:///shop", settings: {}, files: "hash" },
    commit: { commit: "a1b2c3d4e5", branch: "main", subject: "Fix the login", uncommitted: 0 },
  } as const;
  const below = async (list: () => Promise<readonly AppRelease[]>) => {
    const clock = new FakeClock();
    clock.jump(7_200_000 - clock.now());
    const parts = new AppParts(clock, async () => ({ list }));
    const rows = await parts.below(someAccount(), someApp());
    const section = rows.find((row) => row.kind === "section" && row.section === "releases");
    return section && [parts.item(section), ...(await parts.children(section)).map((row) => parts.item(row))];
  };

  it("name number, files, age and commit, say where they are kept, and open a comparison", async () => {
    const incomplete = { ...release, number: 11, kind: "save", result: "incomplete", changed: 1 } as const;
    const items = await below(async () => [release, { ...incomplete, commit: undefined }]);
    assert.deepEqual(
      items?.map(({ label, description }) => [label, description]),
      [
        ["Releases", "on this machine"],
        ["12 · 3 files · 2 h ago", "main a1b2c3d · Fix the login"],
        ["11 · 1 file · 2 h ago", "incomplete · Push on save"],
      ],
    );
    assert.equal(items?.[1]?.command?.command, "hostedApps.release.compare");
    assert.match(items?.[1]?.contextValue ?? "", /^release;.*editable/);
  });

  it("are not shown without a release, and say when the releases cannot be read", async () => {
    assert.equal(await below(async () => []), undefined);
    const items = await below(() => Promise.reject(new ReleasesUnreadable()));
    assert.deepEqual(
      items?.map(({ label }) => label),
      ["Releases", "Couldn't be loaded"],
    );
    assert.match(String(items?.[1]?.description), /^Couldn't read this machine's releases\./);
  });
});
