// The settings of an app as a document, as VS Code reads, saves and looks at it.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { SettingsDocuments } from "../../../../../src/features/apps/settings/settingsDocuments";
import { settingsUri } from "../../../../../src/features/apps/settings/settingsUri";
import { FakeClock } from "../../../../support/fakeClock";
import { someAccount, someAccounts, someApp } from "../../../../support/someApp";
import { window } from "../../../../support/vscodeParts";

describe("the settings of an app in a document", () => {
  it("are shown as the service has them after a save, however late VS Code looks at what it saved", async () => {
    window["setStatusBarMessage"] = () => ({ dispose: () => undefined });
    const clock = new FakeClock();
    const account = someAccount();
    const app = someApp({ memoryMB: 256 });
    Object.assign(account.apps, { refreshApp: async () => app });
    const changed: string[] = [];
    const documents = new SettingsDocuments(someAccounts(account), clock, (uri) => changed.push(uri.query));
    const uri = settingsUri(account.id, "shop", "Shop");
    const full = (await documents.readFile(uri)).byteLength;
    const typed = new TextEncoder().encode('{ "memoryMB": 256 }');
    await documents.writeFile(uri, typed);
    await clock.advance(20_000);
    assert.deepEqual([(await documents.stat(uri)).size, changed], [typed.byteLength, []]);
    await clock.advance(1_000);
    assert.deepEqual([(await documents.stat(uri)).size, changed], [full, ["shop"]]);
    await clock.advance(20_000);
    assert.equal(changed.length, 1);
  });
});
