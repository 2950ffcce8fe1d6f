// Commands that find things in an app's files ask where the flags rule out seeing them.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Permissions } from "../../../../../src/core/model/model";
import type { AppChoice } from "../../../../../src/editor/pickApp";
import { chooseSeenApp } from "../../../../../src/features/files/mount/mountCommands";
import { type AskedWindow, askedWindow } from "../../../../support/askedWindow";
import { someAccounts, someMember } from "../../../../support/someApp";

const app = { accountId: "account", appId: "shop", name: "Shop" } as AppChoice;

/** Chooses the app as a member with these flags; `reads`: the folders that were read. */
function chooser(flags: Permissions) {
  const reads: string[] = [];
  const readDirectory = async ({ path }: { readonly path: string }): Promise<[]> => {
    reads.push(path);
    return [];
  };
  const choose = chooseSeenApp(async () => app, someAccounts(someMember(flags)) as never, { readDirectory });
  return { reads, choose: () => choose(undefined, "Select an app") };
}

describe("choosing an app to find something in its files", () => {
  let window: AskedWindow;
  beforeEach(() => {
    window = askedWindow();
  });

  it("asks nothing where no flag rules it out", async () => {
    const { choose, reads } = chooser({});
    assert.equal(await choose(), app);
    assert.deepEqual([window.asked, reads], [[], []]);
  });

  it("asks where a flag rules it out, and ends without a yes", async () => {
    const { choose, reads } = chooser({ canSeeApplicationFiles: false });
    await assert.rejects(choose(), { name: "CancelledError" });
    assert.equal(window.asked[0]?.text, "Your permissions may not include this. Try anyway?");
    assert.deepEqual(reads, []);
  });
});
