// What comes after a creation: one notice at a time.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { App } from "../../../../src/core/model/model";
import type { CreatedApp } from "../../../../src/features/create/createApp";
import { followCreation } from "../../../../src/features/create/notifyCreated";
import { FakeClock } from "../../../support/fakeClock";
import { someAccount, someApp } from "../../../support/someApp";
import { window, workspace } from "../../../support/vscodeParts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("after an app was created", () => {
  let shown: string[];
  let buttons: readonly string[];
  let close: (() => void)[];

  beforeEach(() => {
    shown = [];
    close = [];
    const show = (text: string, ...all: string[]): Promise<undefined> => {
      shown.push(text);
      buttons = all;
      return new Promise((resolve) => close.push(() => resolve(undefined)));
    };
    Object.assign(window, { showInformationMessage: show, showErrorMessage: show });
  });

  function created(
    result: CreatedApp["result"],
    missing: readonly string[] = [],
    own: Partial<App> = {},
    loadFiles = async () => ({ get: () => ({ list: async () => ({ entries: new Map() }) }) }) as never,
  ): FakeClock {
    const clock = new FakeClock();
    const account = someAccount();
    Object.assign(account.apps, { announceCreated: () => undefined });
    const chosen = { name: "Shop", mainFile: "main.py", memoryMB: 256, runtime: "python" as const };
    void followCreation(
      {
        ...{ account, created: { app: someApp(own), result }, existing: undefined, missing },
        folder: { uri: vscode.Uri.file("/home/me/shop"), undecidedSecrets: [] },
        chosen: { ...chosen, exposedViaWeb: false, autoRestart: true, startupCommand: "" },
      },
      {
        clock,
        state: { get: () => undefined, update: async () => {} },
        loadFiles,
      },
    );
    return clock;
  }

  it("the settings are offered to be kept once the good news was closed, and not beside it", async () => {
    created("online");
    await settled();
    assert.deepEqual(shown, ["Shop is online."]);
    close[0]?.();
    await settled();
    assert.deepEqual(shown.slice(1), [
      "Save Shop's settings in hosted-app.json, so that the next deploy doesn't ask for them?",
    ]);
  });

  it("the browser is offered where the web address is known", async () => {
    created("online", [], { customDomain: "shop.example.com" });
    await settled();
    assert.deepEqual(buttons, ["Open in Browser", "Open App Files"]);
    created("online", [], { exposedViaWeb: true });
    await settled();
    assert.deepEqual(buttons, ["Open App Files", "Show App Log"]);
  });

  it("they are offered too without an answer, once VS Code has hidden the notice", async () => {
    const clock = created("online");
    await clock.advance(15_000);
    assert.equal(shown.length, 1);
    await clock.advance(10_000);
    assert.equal(shown.length, 2);
  });

  it("nothing is offered for an app that did not come online", async () => {
    const clock = created("failed");
    await settled();
    for (const each of close) each();
    await clock.advance(60_000);
    assert.equal(shown.length, 1);
  });

  it("it is said that the app did not come online, also when no log can be looked for", async () => {
    created("failed", [], {}, async () => Promise.reject(new Error("the account was signed out")));
    await settled();
    assert.match(shown.join(), /^Shop was created/);
  });

  it("it is said why the app crashed, with the button that helps first", async () => {
    const entry = { name: "app.log", type: "file", sizeBytes: 9, modifiedAt: 1 };
    const files = {
      list: async () => ({ entries: new Map([["app.log", entry]]) }),
      readText: async () => "MemoryError\n",
    };
    created("failed", ["TOKEN"], {}, async () => ({ get: () => files }) as never);
    await settled();
    assert.match(shown[0] ?? "", /^Shop was created .* The app ran out of memory\.$/);
    assert.deepEqual(buttons, ["Edit Memory", "Show App Log", "Open App Files"]);
  });

  it("variables that are not set are named, with the page where they are set when that is known", async () => {
    let hosts: object = {};
    workspace["getConfiguration"] = () => ({ inspect: () => ({ globalValue: hosts }) });
    created("online", ["TOKEN", "GUILD"]);
    await settled();
    assert.equal(shown[0], "Shop is online. The app reads variables that aren't set: TOKEN, GUILD.");
    assert.ok(!buttons.includes("Open Settings Page"));
    hosts = { [someAccount().baseUrl]: { appPage: "https://example.com/apps/{appId}" } };
    created("online", ["TOKEN"]);
    await settled();
    assert.equal(buttons[0], "Open Settings Page");
  });
});
