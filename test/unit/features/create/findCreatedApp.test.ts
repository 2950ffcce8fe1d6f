// Which of the listed apps is taken for the one whose creation had no answer.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { App } from "../../../../src/core/model/model";
import {
  type CreatedAppSearch,
  type FoundApp,
  findCreatedApp,
} from "../../../../src/features/create/findCreatedApp";
import { FakeClock } from "../../../support/fakeClock";
import { noOthers } from "../../../support/noCreateRecords";

/** What the service says of an app; undefined where it does not say it. */
type Listed = { readonly [Name in keyof App]?: App[Name] | undefined };

const minuteMs = 60_000;
const now = new FakeClock().now();

describe("an app whose creation had no answer", () => {
  /** What is found where the service lists these apps. */
  async function find(apps: readonly Listed[], own: Partial<CreatedAppSearch> = {}): Promise<FoundApp> {
    const clock = new FakeClock();
    const listed = apps.map((app) => ({
      ...{ id: "a", name: "Shop", userId: "me", runtime: "python", createdAt: now },
      ...app,
    }));
    const account = { userId: "me", client: { listApps: async () => ({ apps: listed }) } } as never;
    const settings = { name: "Shop", runtime: "python" } as const;
    return await clock.finish(
      findCreatedApp({ account, clock, settings, known: new Set(), others: noOthers, ...own }),
    );
  }
  const kindOf = async (app: Listed, own?: Partial<CreatedAppSearch>) => (await find([app], own)).kind;

  it("is not an older one of the same name that an earlier list had left out", async () => {
    assert.equal(await kindOf({ createdAt: 1_000 }), "notFound");
  });

  it("is the new one, whether or not the service says when it was created", async () => {
    for (const createdAt of [now, undefined]) assert.equal(await kindOf({ createdAt }), "found");
  });

  it("is none that was there before, or that has another name", async () => {
    assert.equal(await kindOf({}, { known: new Set(["a"]) }), "notFound");
    assert.equal(await kindOf({ name: "Shop2" }), "notFound");
  });

  it("is not another user's of the same name; where the service names no user, the user chooses", async () => {
    assert.equal(await kindOf({ userId: "colleague" }), "notFound");
    assert.equal(await kindOf({ userId: undefined }), "unknown");
  });

  it("is of the team that it was created in, or of none", async () => {
    const settings = { name: "Shop", runtime: "python" } as const;
    const inTeam = { settings: { ...settings, teamId: "crew" } };
    assert.equal(await kindOf({ teamId: "crew" }), "notFound");
    assert.equal(await kindOf({}, inTeam), "notFound");
    assert.equal(await kindOf({ teamId: "other" }, inTeam), "notFound");
    assert.equal(await kindOf({ teamId: "crew" }, inTeam), "found");
  });

  it("has the runtime that was sent, where the service says one", async () => {
    assert.equal(await kindOf({ runtime: "nodejs" }), "notFound");
    assert.equal(await kindOf({ runtime: undefined }), "found");
  });

  it("is chosen by the user among two that may be it", async () => {
    const found = await find([{}, { id: "b" }]);
    assert.deepEqual(found.kind === "unknown" && found.maybe.map(({ id }) => id), ["a", "b"]);
  });

  it("may be one that an incomplete list lacks", async () => {
    const client = { listApps: async () => ({ apps: [], missing: { count: 1, cause: "pages" } }) };
    const account = { userId: "me", client } as never;
    assert.deepEqual(await find([], { account }), { kind: "unknown", maybe: [] });
  });

  it("is not that of another window, and is chosen by the user while that one's is not known", async () => {
    const others = (...appIds: string[]) => ({
      others: async () => ({ appIds, isOpen: appIds.length === 0 }),
    });
    assert.equal(await kindOf({}, others("a")), "notFound");
    assert.equal(await kindOf({}, others()), "unknown");
    assert.deepEqual(await find([], others()), { kind: "notFound" });
    const found = await find([{}, { id: "b" }], others("a"));
    assert.equal(found.kind === "found" && found.app.id, "b");
  });

  it("is waited for until the other window knows its own", async () => {
    let looks = 0;
    const others = async () =>
      ++looks < 3 ? { appIds: [], isOpen: true } : { appIds: ["a"], isOpen: false };
    const found = await find([{}, { id: "b" }], { others });
    assert.equal(found.kind === "found" && found.app.id, "b");
  });

  it("is chosen by the user where it was sent a while ago and came much later", async () => {
    const sentAt = now - 120 * minuteMs;
    assert.equal(await kindOf({ createdAt: sentAt + 3 * minuteMs }, { sentAt }), "found");
    for (const createdAt of [sentAt + 60 * minuteMs, sentAt - 60 * minuteMs, undefined])
      assert.equal(await kindOf({ createdAt }, { sentAt }), "unknown");
  });

  it("is the only new one where it was sent a moment ago, whatever the service's time", async () => {
    const sentAt = now - minuteMs;
    assert.equal(await kindOf({ createdAt: now + 120 * minuteMs }, { sentAt }), "found");
  });
});
