// Which of the listed apps is taken for the one whose creation had no answer.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Found, findCreatedApp } from "../../../../src/features/create/findCreatedApp";
import { FakeClock } from "../../../support/fakeClock";

describe("an app whose creation had no answer", () => {
  async function found(createdAt: number | undefined): Promise<Found["kind"]> {
    const clock = new FakeClock();
    const app = { id: "a", name: "Shop", userId: "me", runtime: "python", createdAt };
    const account = { userId: "me", client: { listApps: async () => ({ apps: [app] }) } } as never;
    const settings = { name: "Shop", runtime: "python" } as const;
    return (await clock.finish(findCreatedApp({ account, clock, settings, known: new Set() }))).kind;
  }

  it("is not an older one of the same name that an earlier list had left out", async () => {
    assert.equal(await found(1_000), "notFound");
  });

  it("is the new one, whether or not the service says when it was created", async () => {
    for (const createdAt of [new FakeClock().now(), undefined]) assert.equal(await found(createdAt), "found");
  });
});
