// Apps and teams of an account.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AccountApps } from "../../../src/accounts/accountApps";
import type { MissingApps } from "../../../src/api/dialect/appCollection";
import type { ServiceClient } from "../../../src/api/serviceClient";
import { ServiceError } from "../../../src/core/errors/serviceError";
import type { App } from "../../../src/core/model/model";
import { FakeClock } from "../../support/fakeClock";
import { someApp, someTeam } from "../../support/someApp";

describe("the team of an app", () => {
  it("is the one that was read last, with whichever app", () => {
    const apps = new AccountApps({} as ServiceClient, new FakeClock());
    const older = someTeam({ name: "Older" });
    const newer = someTeam({ name: "Newer" });
    apps.put(someApp({ id: "shop", teamId: "team", team: older }));
    apps.put(someApp({ id: "mail", teamId: "team", team: newer }));
    assert.deepEqual(apps.teamOf(apps.find("shop")), newer);
    assert.deepEqual(apps.teamOf({ teamId: "team" }), newer);
  });

  it("is the list's while no single app was read", () => {
    const apps = new AccountApps({} as ServiceClient, new FakeClock());
    const team = someTeam();
    assert.deepEqual(apps.teamOf(someApp({ teamId: "team", team })), team);
    assert.equal(apps.teamOf({ teamId: "team" }), undefined);
    assert.equal(apps.teamOf(undefined), undefined);
  });
});

describe("a field that lists omit", () => {
  it("keeps the value of the last read of the app", async () => {
    const repository = { name: "shop", owner: "ann", branch: "main" };
    const listed = someApp({ id: "shop", name: "Shop" });
    let one: App = { ...listed, repository, customDomain: "shop.example" };
    const client = { listApps: async () => ({ apps: [listed] }), getApp: async () => one };
    const apps = new AccountApps(client as unknown as ServiceClient, new FakeClock());
    await apps.refreshApp("shop");
    await apps.refresh();
    await apps.refresh();
    assert.deepEqual(apps.find("shop")?.repository, repository);
    assert.equal(apps.find("shop")?.customDomain, "shop.example");
    one = listed;
    await apps.refreshApp("shop");
    await apps.refresh();
    assert.equal(apps.find("shop")?.repository, undefined);
    assert.equal(apps.find("shop")?.customDomain, undefined);
  });
});

describe("a field that each read of an app has", () => {
  it("is gone when a read lacks it: its team, its port on the web, its start command", async () => {
    const before = someApp({ teamId: "team", team: someTeam(), externalPort: 80, startupCommand: "run" });
    const client = { listApps: async () => ({ apps: [before] }), getApp: async () => someApp() };
    const apps = new AccountApps(client as unknown as ServiceClient, new FakeClock());
    apps.put(before);
    await apps.refresh();
    await apps.refreshApp("shop");
    assert.deepEqual(apps.find("shop"), someApp());
  });
});

describe("the apps of one team", () => {
  const own = Array.from({ length: 100 }, (_, index) => someApp({ id: `own${index}` }));
  const old = someApp({ id: "wiki", name: "Wiki", teamId: "team" });
  const renamed = { ...old, name: "Handbook" };
  const added = someApp({ id: "shop", teamId: "team" });

  function setUp(all: readonly App[]) {
    const asked: (string | undefined)[] = [];
    let answer = async (): Promise<readonly App[]> => [renamed, added];
    const client = {
      listApps: async ({ teamId }: { teamId?: string }) => {
        asked.push(teamId);
        return { apps: teamId === undefined ? all : await answer() };
      },
      getApp: async () => ({ ...old, team: someTeam() }),
    };
    const clock = new FakeClock();
    const apps = new AccountApps(client as unknown as ServiceClient, clock);
    const answerTeam = (next: typeof answer): void => {
      answer = next;
    };
    return { apps, asked, clock, answerTeam };
  }

  it("are read by team in an account with many apps, without losing other apps", async () => {
    const { apps, asked } = setUp([...own, old]);
    await apps.refresh();
    await apps.refreshTeam("team");
    assert.deepEqual(asked, [undefined, "team"]);
    assert.equal(apps.snapshot.apps?.length, 102);
    assert.deepEqual([apps.find("wiki")?.name, apps.find("shop")?.teamId], ["Handbook", "team"]);
  });

  it("come with all apps where that is one request", async () => {
    const { apps, asked } = setUp([old]);
    await apps.refresh();
    await apps.refreshTeam("team");
    assert.deepEqual(asked, [undefined, undefined]);
  });

  it("do not replace a whole list that arrived meanwhile", async () => {
    const { apps, clock, answerTeam } = setUp([...own, old]);
    await apps.refresh();
    answerTeam(async () => {
      await clock.advance(1_000);
      await apps.refresh();
      return [renamed];
    });
    await apps.refreshTeam("team");
    assert.equal(apps.find("wiki")?.name, "Wiki");
  });

  it("stay when they cannot be read, without an error for other apps", async () => {
    const { apps, answerTeam } = setUp([...own, old]);
    await apps.refresh();
    const failure = new ServiceError("network", "GET /v1/apps");
    answerTeam(async () => Promise.reject(failure));
    await assert.rejects(apps.refreshTeam("team"), failure);
    assert.equal(apps.find("wiki")?.name, "Wiki");
    assert.deepEqual([apps.snapshot.error, apps.snapshot.failingSince], [undefined, undefined]);
  });
});

describe("an app that was deleted during a read", () => {
  it("does not come back with an older response", async () => {
    const all = [...Array.from({ length: 100 }, (_, index) => someApp({ id: `own${index}` })), someApp()];
    let during = (): void => undefined;
    const answered =
      <T>(answer: T) =>
      async (): Promise<T> => {
        during();
        return answer;
      };
    const client = { listApps: answered({ apps: all }), getApp: answered(someApp()) };
    const apps = new AccountApps(client as unknown as ServiceClient, new FakeClock());
    for (const read of [
      () => apps.refresh(),
      () => apps.refreshTeam("team"),
      () => apps.refreshApp("shop"),
    ]) {
      during = () => undefined;
      await apps.refresh();
      assert.ok(apps.find("shop"));
      during = () => apps.remove("shop");
      await read();
      assert.equal(apps.find("shop"), undefined);
    }
  });
});

describe("an app that was deleted elsewhere", () => {
  const shop = someApp({ id: "shop", name: "Shop" });
  const mail = someApp({ id: "mail", name: "Mailer" });
  const missing: MissingApps = { count: 1, cause: "pages" };

  /** A service with these lists in turn, which knows only the last one's apps. */
  function listing(...lists: readonly (readonly App[] | { readonly missing: readonly App[] } | Error)[]) {
    let turn = -1;
    type List = (typeof lists)[number];
    const next = (): List => lists[Math.min(turn, lists.length - 1)] ?? [];
    const listed = (list: List): readonly App[] =>
      list instanceof Error ? [] : "missing" in list ? list.missing : list;
    const client = {
      listApps: async () => {
        turn++;
        const list = next();
        if (list instanceof Error) throw list;
        return { apps: listed(list), missing: "missing" in list ? missing : undefined };
      },
      getApp: async (id: string) => {
        const found = listed(lists.at(-1) ?? []).find((app) => app.id === id);
        if (!found) throw new ServiceError("notFound", "no such app");
        return found;
      },
    };
    const apps = new AccountApps(client as unknown as ServiceClient, new FakeClock());
    const lost: string[] = [];
    apps.onDidLose(({ appId, name }) => lost.push(`${appId} ${name}`));
    return { apps, lost };
  }

  const refreshed = async (apps: AccountApps, times: number): Promise<void> => {
    for (let time = 0; time < times; time++) await apps.refresh();
  };

  it("is reported once when two complete lists lack it, and again only after it was back", async () => {
    const { apps, lost } = listing([shop, mail], [mail], [mail], [mail], [shop, mail], [mail], [mail]);
    const known: number[] = [];
    for (let time = 0; time < 7; time++) {
      await apps.refresh();
      known.push(lost.length);
    }
    assert.deepEqual(known, [0, 0, 1, 1, 1, 1, 2]);
    assert.deepEqual(lost, ["shop Shop", "shop Shop"]);
  });

  it("is not reported after lists that failed, are incomplete, or lack it only once", async () => {
    const failed = new ServiceError("notFound", "no list");
    for (const lists of [
      [[shop, mail], failed, failed, failed],
      [[shop, mail], { missing: [mail] }, { missing: [mail] }, { missing: [mail] }],
      [[shop, mail], [mail], [shop, mail], [mail]],
    ]) {
      const { apps, lost } = listing(...lists);
      await refreshed(apps, 4);
      assert.deepEqual(lost, []);
    }
  });

  it("is reported at once when its own URL answers 404 and a complete list lacks it", async () => {
    for (const [last, expected] of [
      [[mail], ["shop Shop"]],
      [{ missing: [mail] }, []],
      [new ServiceError("notFound", "no list"), []],
    ] as const) {
      const { apps, lost } = listing([shop, mail], last);
      await apps.refresh();
      await assert.rejects(apps.refreshApp("shop"));
      await apps.refresh();
      assert.deepEqual(lost, expected);
    }
  });

  it("is not reported when it is deleted from here, even if a read notices it meanwhile", async () => {
    const { apps, lost } = listing([shop, mail], [mail]);
    await apps.refresh();
    await apps.removeBy("shop", async () => {
      await assert.rejects(apps.refreshApp("shop"));
      await refreshed(apps, 3);
    });
    const late = assert.rejects(apps.refreshApp("shop"));
    await refreshed(apps, 3);
    await late;
    assert.deepEqual(lost, []);
  });

  it("is reported when its deletion from here failed", async () => {
    const { apps, lost } = listing([shop, mail], [shop, mail], [mail]);
    await apps.refresh();
    const refusal = new ServiceError("refused", "409");
    await assert.rejects(
      apps.removeBy("shop", async () => Promise.reject(refusal)),
      refusal,
    );
    await refreshed(apps, 3);
    assert.deepEqual(lost, ["shop Shop"]);
  });
});
