// Commands that search in an app's files ask where flags deny reading them.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Permissions } from "../../../../../src/core/model/model";
import type { AppChoice } from "../../../../../src/editor/pickApp";
import { chooseSeenApp } from "../../../../../src/features/files/mount/mountCommands";
import { type AskedWindow, askedWindow } from "../../../../support/askedWindow";
import { someAccounts, someMember } from "../../../../support/someApp";

const app = { accountId: "account", appId: "shop", name: "Shop" } as AppChoice;

/** As a member with these flags; `reads`: listed folders. */
function chooser(flags: Permissions) {
  const reads: string[] = [];
  const readDirectory = async ({ path }: { readonly path: string }): Promise<[]> => {
    reads.push(path);
    return [];
  };
  const choose = chooseSeenApp(async () => app, someAccounts(someMember(flags)) as never, { readDirectory });
  return { reads, choose: () => choose(undefined, "Select an app") };
}

describe("selecting an app to search in its files", () => {
  let window: AskedWindow;
  beforeEach(() => {
    window = askedWindow();
  });

  it("asks nothing where no flag denies it", async () => {
    const { choose, reads } = chooser({});
    assert.equal(await choose(), app);
    assert.deepEqual([window.asked, reads], [[], []]);
  });

  it("asks where a flag denies it, and ends without a yes", async () => {
    const { choose, reads } = chooser({ canSeeApplicationFiles: false });
    await assert.rejects(choose(), { name: "CancelledError" });
    assert.equal(window.asked[0]?.text, "Your permissions may not include this. Try anyway?");
    assert.deepEqual(reads, []);
  });
});
