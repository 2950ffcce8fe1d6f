// An app's settings as a document that VS Code reads and saves.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { SettingsDocuments } from "../../../../../src/features/apps/settings/settingsDocuments";
import { settingsUri } from "../../../../../src/features/apps/settings/settingsUri";
import { FakeClock } from "../../../../support/fakeClock";
import { someAccount, someAccounts, someApp, someMember } from "../../../../support/someApp";
import { answerNotices, window, workspace } from "../../../../support/vscodeParts";

describe("the settings of an app in a document", () => {
  it("are the service's after a save, however late VS Code reads them", async () => {
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

  it("are opened under the new name after a rename", async () => {
    const clock = new FakeClock();
    const account = someAccount();
    let app = someApp();
    Object.assign(account.apps, { refreshApp: async () => app, put: () => undefined });
    Object.assign(account, {
      client: {
        updateApp: async () => {
          app = someApp({ name: "Market" });
          return app;
        },
      },
    });
    window["setStatusBarMessage"] = () => ({ dispose: () => undefined });
    answerNotices(() => "Change Settings");
    const [uri, renamed] = ["Shop", "Market"].map((name) => settingsUri(account.id, "shop", name));
    assert.ok(uri && renamed);
    const input = Object.assign(Object.create(vscode.TabInputText.prototype), { uri });
    const tab = { input, isActive: true, isDirty: false };
    const other = { input: undefined, isActive: false, isDirty: false };
    const seen: unknown[] = [];
    window["tabGroups"] = {
      all: [{ tabs: [other, tab], viewColumn: 2 }],
      close: async (closed: unknown) => void seen.push(closed === tab ? "closed" : closed),
    };
    window["showTextDocument"] = async (shown: vscode.Uri) => void seen.push(shown.path);
    const documents = new SettingsDocuments(someAccounts(account), clock, () => undefined);
    await documents.writeFile(uri, new TextEncoder().encode('{ "name": "Market" }'));
    assert.deepEqual(seen, []);
    await clock.advance(1_000);
    assert.deepEqual(seen, [renamed.path, "closed"]);
  });

  it("are read-only where the user's flags deny changes, until the user tries", async () => {
    const account = someMember({ canUpdateApplicationSettings: false });
    const app = account.apps.find("shop");
    Object.assign(account.apps, { refreshApp: async () => app });
    const changed: string[] = [];
    const clock = new FakeClock();
    const documents = new SettingsDocuments(someAccounts(account), clock, (uri) => changed.push(uri.query));
    const uri = settingsUri(account.id, "shop", "Shop");
    assert.equal((await documents.stat(uri)).permissions, vscode.FilePermission.Readonly);
    // An unsaved document can be saved: the service's refusal is shown.
    workspace["textDocuments"] = [{ uri, isDirty: true }];
    assert.equal((await documents.stat(uri)).permissions, undefined);
    workspace["textDocuments"] = [];
    account.permissions.tryAnyway("shop", "canUpdateApplicationSettings");
    assert.deepEqual([(await documents.stat(uri)).permissions, changed], [undefined, ["shop"]]);
  });
});
