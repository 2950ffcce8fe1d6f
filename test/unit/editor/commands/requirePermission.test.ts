// A denied call is tried after a yes, and without a question only where the service allowed it before.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { requirePermission } from "../../../../src/editor/commands/requirePermission";
import { type AskedWindow, askedWindow } from "../../../support/askedWindow";
import { someMember } from "../../../support/someApp";

const restart = "canChangeStatusApplication";

describe("a call that the user's flags deny", () => {
  let window: AskedWindow;
  beforeEach(() => {
    window = askedWindow();
  });

  it("asks once, with the app and the team, and is sent after a yes", async () => {
    const account = someMember({ [restart]: false });
    await assert.rejects(requirePermission(account.permissions, "shop", restart), { name: "CancelledError" });
    assert.equal(account.permissions.mayTry("shop", restart), false);
    window.answer = "Try Anyway";
    await requirePermission(account.permissions, "shop", restart);
    await requirePermission(account.permissions, "shop", restart);
    assert.deepEqual(window.asked, [
      {
        text: "Your permissions may not include this. Try anyway?",
        lines: [
          "Your permissions in Crew may not let you restart Shop.",
          "The service decides whether it's allowed.",
        ],
        buttons: ["Try Anyway"],
      },
      window.asked[0],
    ]);
  });

  it("asks again, with the refusal, once the service has refused it", async () => {
    const account = someMember({ [restart]: false });
    account.permissions.answered("shop", restart, false);
    await assert.rejects(requirePermission(account.permissions, "shop", restart));
    assert.equal(window.asked[0]?.lines[1], "The service has refused it before.");
  });

  it("does not ask where the service allowed it before, or no flag denies it", async () => {
    const account = someMember({ [restart]: false });
    account.permissions.answered("shop", restart, true);
    for (const isQuiet of [false, true]) {
      await requirePermission(account.permissions, "shop", restart, isQuiet);
      await requirePermission(account.permissions, "shop", "canDeleteApplication", isQuiet);
    }
    assert.deepEqual(window.asked, []);
  });

  it("fails with the sentence where no question is possible, also while the user tries it", async () => {
    const account = someMember({ [restart]: false });
    account.permissions.tryAnyway("shop", restart);
    await assert.rejects(requirePermission(account.permissions, "shop", restart, true), {
      kind: "forbidden",
      app: { accountId: "account", appId: "shop", name: "Shop", team: { id: "team", name: "Crew" } },
    });
    assert.deepEqual(window.asked, []);
  });
});
