// What flags of a team rule out is tried after a yes, and without anybody to ask only where the service did it before.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { requirePermission } from "../../../../src/editor/commands/requirePermission";
import { type AskedWindow, askedWindow } from "../../../support/askedWindow";
import { someMember } from "../../../support/someApp";

const restart = "canChangeStatusApplication";

describe("what the user's flags rule out", () => {
  let window: AskedWindow;
  beforeEach(() => {
    window = askedWindow();
  });

  it("is asked about once, with the app and the team, and tried after a yes", async () => {
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

  it("is asked about again once the service has refused it, which the question says", async () => {
    const account = someMember({ [restart]: false });
    account.permissions.answered("shop", restart, false);
    await assert.rejects(requirePermission(account.permissions, "shop", restart));
    assert.equal(window.asked[0]?.lines[1], "The service has refused it before.");
  });

  it("is not asked about where the service did it before, or no flag speaks against it", async () => {
    const account = someMember({ [restart]: false });
    account.permissions.answered("shop", restart, true);
    for (const isQuiet of [false, true]) {
      await requirePermission(account.permissions, "shop", restart, isQuiet);
      await requirePermission(account.permissions, "shop", "canDeleteApplication", isQuiet);
    }
    assert.deepEqual(window.asked, []);
  });

  it("fails with the sentence where nobody can be asked, also while the user tries it", async () => {
    const account = someMember({ [restart]: false });
    account.permissions.tryAnyway("shop", restart);
    await assert.rejects(requirePermission(account.permissions, "shop", restart, true), {
      kind: "forbidden",
      app: { accountId: "account", appId: "shop", name: "Shop", team: { id: "team", name: "Crew" } },
    });
    assert.deepEqual(window.asked, []);
  });
});
