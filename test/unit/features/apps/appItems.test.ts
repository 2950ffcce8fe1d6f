// Rows of the Apps view: state, usage and accessibility labels.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import type { MemoryUse } from "../../../../src/core/metrics/memoryUse";
import { formatClock } from "../../../../src/core/text/format";
import { accountItem, appItem, appTooltip, groupItem } from "../../../../src/features/apps/appItems";
import { shownApp } from "../../../../src/features/apps/appOrder";
import { nodeId } from "../../../../src/features/apps/appsNode";
import { metricLines } from "../../../../src/features/apps/parts/appParts";
import { megabyte, someAccount, someApp, someTeam } from "../../../support/someApp";

describe("an app's row", () => {
  const row = (own: Parameters<typeof someApp>[0]) => appItem(someAccount(), "shop", someApp(own));

  it("shows its state and usage, also for screen readers", () => {
    const metrics = { online: true, cpuPercent: 3, memoryBytes: 40 * megabyte };
    const item = row({ metrics, memoryMB: 256, externalPort: 8123 });
    assert.equal(item.description, "3% · 40 / 256 MB");
    assert.equal(item.accessibilityInformation?.label, "Shop, active, CPU 3%, memory 40 MB of 256 MB");
    assert.match(item.contextValue ?? "", /^app;web;unwatched;/);
  });

  it("offers the browser where the URL is known, even if the app is reported as not on the web", () => {
    const offers = (own: Parameters<typeof someApp>[0]) => /\bweb\b/.test(row(own).contextValue ?? "");
    assert.ok(offers({ customDomain: "shop.example.com" }));
    assert.ok(!offers({ exposedViaWeb: true }));
    assert.ok(!offers({ exposedViaWeb: false, externalPort: 8123 }));
  });

  it("shows no usage while it is down", () => {
    assert.equal(row({ metrics: { online: false, memoryBytes: megabyte } }).description, "offline");
  });

  it("says that it restarted at its memory limit, with a link to edit the memory", () => {
    const memory = { peakBytes: 250 * megabyte, limitBytes: 256 * megabyte, limitRestarts: 4, days: 7 };
    const metrics = { online: true, cpuPercent: 3 };
    const of = (own: Partial<MemoryUse>) =>
      appItem(someAccount(), "shop", someApp({ metrics }), {
        ...{ conditions: [], target: "production", memory: { ...memory, advice: undefined, ...own } },
      });
    assert.equal(of({ advice: "little" }).description, "restarted 4 times at its limit · 3%");
    assert.equal(of({ advice: "much", limitRestarts: 0 }).description, "3%");
    assert.match(of({}).contextValue ?? "", /^app;watched;target;/);
    const hover = (own: Partial<MemoryUse>) =>
      appTooltip(someApp(), { accountId: "me", memory: { ...memory, advice: undefined, ...own } }).value;
    assert.match(
      hover({ advice: "little" }),
      /peak 250 \\\/ 256 MB in 7 days while VS Code was watching\\, restarted 4 times at its limit \[Edit Memory\]\(command:hostedApps\.app\.editSettings\?/,
    );
    assert.doesNotMatch(hover({ limitRestarts: 0 }), /Edit Memory/);
  });

  it("offers to stop watching a watched app", () => {
    assert.match(
      appItem(someAccount(), "shop", someApp(), { conditions: [] }).contextValue ?? "",
      /^app;watched;/,
    );
  });

  it("has context values for allowed commands, also for absent flags", () => {
    const permissions = { canChangeStatusApplication: false, canDeleteApplication: true };
    const team = someTeam({ owner: "ada", members: [{ userId: "me", permissions }] });
    const app = someApp({ teamId: "team" });
    const words = (account: ReturnType<typeof someAccount>) => appItem(account, "shop", app).contextValue;
    assert.equal(
      words(someAccount({ apps: [app], teams: [team] })),
      "app;unwatched;readable;editable;configurable;deletable",
    );
    const all = "app;unwatched;readable;editable;restartable;configurable;deletable";
    assert.equal(words(someAccount({ apps: [app], teams: [{ ...team, owner: "me" }] })), all);
    assert.equal(words(someAccount()), all);
    const tried = someAccount({ apps: [app], teams: [team] });
    tried.permissions.answered("shop", "canChangeStatusApplication", true);
    assert.equal(words(tried), all);
  });

  it("treats a limit of zero as none", () => {
    const metrics = { online: true, memoryBytes: 40 * megabyte, memoryLimitBytes: 0 };
    assert.equal(row({ metrics }).description, "40 MB");
  });

  it("shows problems first, and nothing that the icon shows", () => {
    const metrics = { online: true, cpuPercent: 3 };
    assert.equal(row({ metrics, restartRequired: true }).description, "restart needed · 3%");
    for (const status of ["crashed", "stopped"])
      assert.equal(row({ status, metrics: { online: false } }).description, status);
  });

  it("shows usage, uptime and URL in its tooltip", () => {
    const metrics = { online: true, cpuPercent: 3, memoryBytes: 40 * megabyte, uptimeSeconds: 3_725 };
    const { value } = appTooltip(someApp({ metrics, memoryMB: 256 }), {
      address: { address: "https://shop.example", isGuess: false },
      pushed: "main a1b2c3d, 2 h ago",
    });
    assert.match(value, /\[https.*shop.*example\]\(https:\/\/shop\.example\/\)/);
    assert.match(value, /CPU: 3\\%/);
    assert.match(value, /Memory: 40 \\\/ 256 MB/);
    assert.match(value, /Up for: 1 h 2 min/);
    assert.match(value, /Pushed: main a1b2c3d/);
  });

  it("has a link to the log in its tooltip, and no other that runs a command", () => {
    const id = `a")](command:evil)'!*~`;
    const hover = appTooltip(someApp({ id, name: "[run](command:hostedApps.app.showLog)" }), {
      accountId: "ann",
    });
    assert.deepEqual(hover.isTrusted, { enabledCommands: ["hostedApps.app.showLog"] });
    const [link, ...more] = [...hover.value.matchAll(/\[[^\]\\]+\]\(command:([^?)]+)\?([^)]*)\)/g)];
    assert.deepEqual([link?.[1], more.length], ["hostedApps.app.showLog", 0]);
    assert.deepEqual(JSON.parse(decodeURIComponent(link?.[2] ?? "")), [{ accountId: "ann", appId: id }]);
    assert.equal(appTooltip(someApp()).isTrusted, undefined);
  });

  it("is the id of an unknown app", () => {
    assert.equal(appItem(someAccount(), "shop", undefined).label, "shop");
  });

  it("is the same row over refreshes and reloads", () => {
    const account = someAccount();
    assert.equal(nodeId({ kind: "app", account, appId: "shop" }), "app/account/shop");
  });

  it("escapes markup of a name in its tooltip, and omits unknown values", () => {
    const { value } = appTooltip(someApp({ name: "*S*", restartRequired: true }));
    assert.match(value, /\\\*S\\\*/);
    assert.doesNotMatch(value, /Memory|Start command|Runtime/);
    assert.match(value, /Restart the app/);
  });
});

describe("the row of an account", () => {
  const [refreshedAt, failingSince] = [Date.UTC(2026, 0, 1, 4, 30), Date.UTC(2026, 0, 1, 4, 32)];
  const refused = new ServiceError("network", "GET /v1/apps", { problem: "refused" });
  const iconOf = ({ iconPath }: vscode.TreeItem) => iconPath as vscode.ThemeIcon;
  const linkOf = ({ tooltip }: vscode.TreeItem) =>
    (tooltip as vscode.MarkdownString).value.split("\n").at(-1);

  it("has no mark while its apps are up to date", () => {
    const item = accountItem(someAccount({ refreshedAt }));
    assert.deepEqual([item.description, item.contextValue], [undefined, "account"]);
  });

  it("shows since when and why it is unreachable, with a retry", () => {
    const item = accountItem(someAccount({ error: refused, failingSince, refreshedAt }));
    assert.equal(item.description, `not reachable since ${formatClock(failingSince)}`);
    assert.deepEqual([iconOf(item).id, item.contextValue], ["warning", "account;failing"]);
    assert.match(item.accessibilityInformation?.label ?? "", /^me, not reachable.*refused the connection/);
    assert.match(linkOf(item) ?? "", /^\[Try Again\]\(command:hostedApps\.apps\.refresh\?.*account/);
  });

  it("is not unreachable when its service responds", () => {
    const error = new ServiceError("server", "GET /v1/apps", { status: 500 });
    const item = accountItem(someAccount({ error, failingSince }));
    assert.equal(item.description, `failing since ${formatClock(failingSince)}`);
  });

  it("asks for a new sign-in after a 401, also before a list has failed", () => {
    const item = accountItem(someAccount({ isStopped: true, refreshedAt }));
    assert.deepEqual([item.description, item.contextValue], ["sign in again", "account;ended"]);
    assert.match(linkOf(item) ?? "", /^\[Sign In Again\]\(command:hostedApps\.account\.signIn\?/);
  });

  it("has grey app rows below, with a time and without metrics", () => {
    const app = someApp({ status: "crashed", metrics: { online: true, cpuPercent: 3 } });
    for (const state of [{ error: refused }, { isStopped: true }]) {
      const account = someAccount({ apps: [app], refreshedAt, ...state });
      const item = appItem(account, "shop", shownApp(account, "shop"));
      assert.equal(item.description, `as of ${formatClock(refreshedAt)}`);
      assert.equal(iconOf(item).color?.id, "disabledForeground");
      assert.equal(item.accessibilityInformation?.label, `Shop, crashed, ${item.description}`);
      assert.deepEqual(metricLines(account, shownApp(account, "shop") ?? app), []);
    }
    const account = someAccount({ apps: [app], refreshedAt });
    assert.deepEqual(shownApp(account, "shop"), app);
  });
});

describe("a team's row", () => {
  it("shows the number of its apps and the user's role", () => {
    const item = groupItem(someAccount({ teams: [someTeam({ owner: "me" })] }), "team", 1);
    assert.equal(item.description, "1 app");
    assert.equal(item.tooltip, "Crew: 0 members, 0 pending invitations. You own this team.");
    assert.equal(item.contextValue, "team");
  });

  it("counts one member and one invitation as one", () => {
    const permissions = {};
    const team = someTeam({ members: [{ userId: "me", permissions }], invites: [{ permissions }] });
    const { tooltip } = groupItem(someAccount({ teams: [team] }), "team", 1);
    assert.equal(tooltip, "Crew: 1 member, 1 pending invitation. You're a member.");
  });

  it("shows how many of its apps match a filter", () => {
    assert.equal(groupItem(someAccount(), undefined, 33, 67).description, "33 of 67");
    assert.equal(groupItem(someAccount(), undefined, 67, 67).description, "67 apps");
  });

  it("shows that it has no apps, and cannot be expanded then", () => {
    const item = groupItem(someAccount({ teams: [someTeam()] }), "team", 0);
    assert.deepEqual([item.description, item.collapsibleState], ["no apps", 0]);
  });

  it("is the team's id until it is known, and Personal without one", () => {
    assert.equal(groupItem(someAccount(), "t1", 2).label, "t1");
    assert.equal(groupItem(someAccount(), undefined, 2).label, "Personal");
  });
});
