// The terminal of a followed file.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type * as vscode from "vscode";
import { FileProblem } from "../../../../../src/core/errors/fileProblem";
import { silentLogger } from "../../../../../src/core/logger";
import type { FindServices } from "../../../../../src/features/find/files/findServices";
import { RecentFiles } from "../../../../../src/features/find/files/recentFiles";
import { showLog } from "../../../../../src/features/find/findFeature";
import { Following } from "../../../../../src/features/find/follow/following";
import { bareFiles } from "../../../../support/bareFiles";
import { FakeClock } from "../../../../support/fakeClock";
import { MemoryState } from "../../../../support/memoryState";
import { RememberedFiles } from "../../../../support/rememberedFiles";
import { window } from "../../../../support/vscodeParts";

const place = { accountId: "me", appId: "shop", appName: "Shop", path: "/app.log" };

interface Shown {
  readonly options: vscode.ExtensionTerminalOptions;
  text: string;
}

describe("following a file", () => {
  let shown: Shown[];
  let state: MemoryState;
  let item: { text: string; isShown: boolean };
  let following: Following;
  let clock: FakeClock;
  let remote: RememberedFiles;
  let isSignedOut: boolean;
  let services: FindServices;

  beforeEach(() => {
    shown = [];
    state = new MemoryState();
    item = { text: "", isShown: false };
    isSignedOut = false;
    clock = new FakeClock();
    remote = new RememberedFiles(clock);
    remote.put(place.path, "one\n");
    const nothing = () => ({ dispose: () => undefined });
    Object.assign(window, {
      state: { focused: true },
      tabGroups: { all: [] },
      onDidChangeWindowState: nothing,
      onDidChangeActiveTextEditor: nothing,
      registerTerminalLinkProvider: nothing,
      createStatusBarItem: () =>
        Object.assign(item, {
          show: () => Object.assign(item, { isShown: true }),
          hide: () => Object.assign(item, { isShown: false }),
          dispose: () => undefined,
        }),
      createTerminal: (options: vscode.ExtensionTerminalOptions) => {
        const terminal: Shown = { options, text: "" };
        shown.push(terminal);
        options.pty.onDidWrite((text) => {
          terminal.text += text;
        });
        options.pty.open(undefined);
        return { show: () => undefined, dispose: () => undefined };
      },
    });
    services = {
      openFiles: async () => {
        if (isSignedOut) throw new FileProblem("signedOut", place.path);
        return bareFiles(remote);
      },
      onDidChangeSignIns: () => ({ dispose: () => undefined }),
      chooseApp: async () => ({ ...place, name: place.appName }),
      linkedFolder: async () => undefined,
      ...{ clock, state, logger: silentLogger, recentFiles: new RecentFiles() },
    };
    following = new Following(services, (other) => showLog(services, following, other));
  });

  afterEach(() => following.dispose());

  it("ends when the user closes the terminal, and starts again in another one", async () => {
    await following.follow(place);
    assert.deepEqual([item.isShown, item.text], [true, "$(output) Following app.log"]);
    shown[0]?.options.pty.close();
    assert.equal(item.isShown, false);
    const requests = remote.requests.length;
    await clock.advance(60_000);
    assert.equal(remote.requests.length, requests);
    await following.follow(place);
    assert.equal(shown.length, 2);
  });

  it("stays readable when it is ended, and continues in the same terminal", async () => {
    await following.follow(place);
    await following.stop(place);
    assert.match(shown[0]?.text ?? "", /one\r\n.*Stopped following app\.log/s);
    await following.follow(place);
    assert.equal(shown.length, 1);
  });

  it("clears the screen when the account signs out", async () => {
    await following.follow(place);
    isSignedOut = true;
    await following.checkSignIns();
    const cleared = "\u001b[0m\u001b[H\u001b[2J\u001b[3J";
    const note = "\u001b[0;2m--- Signed out. Stopped following app.log. ---\u001b[0m\r\n";
    assert.ok(shown[0]?.text.endsWith(cleared + note));
    assert.equal(item.isShown, false);
  });

  describe("by Show App Log", () => {
    const app = { accountId: place.accountId, appId: place.appId };
    /** Items of each question, newest last. */
    let asked: string[][];
    let notices: string[];
    let pick: number | undefined;

    beforeEach(() => {
      asked = [];
      notices = [];
      pick = undefined;
      Object.assign(window, {
        showQuickPick: async (items: readonly { readonly label: string }[]) => {
          asked.push(items.map(({ label }) => label));
          return pick === undefined ? undefined : items[pick];
        },
        showInformationMessage: async (text: string) => void notices.push(text),
      });
    });
    const shownLog = async () => (await showLog(services, following, app))?.path.split("/").at(-1);

    it("shows the only log at once", async () => {
      assert.equal(await shownLog(), "app.log");
      assert.match(shown[0]?.text ?? "", /one/);
      assert.deepEqual(asked, []);
    });

    it("asks among several, newest first, and then shows the selected one without a question", async () => {
      await clock.advance(60_000);
      remote.put("/logs/error.log", "bad\n");
      pick = 1;
      assert.equal(await shownLog(), "app.log");
      assert.deepEqual(asked, [["logs/error.log", "app.log"]]);
      await following.stop({ ...place });
      assert.equal(await shownLog(), "app.log");
      assert.equal(asked.length, 1);
    });

    it("finds a log that began after the last listing", async () => {
      const { list, ...files } = bareFiles(remote);
      const before = await list("/");
      const listed = async (folder: string, maxAgeMs: number) => (maxAgeMs > 0 ? before : await list(folder));
      Object.assign(services, { openFiles: async () => ({ ...files, list: listed }) });
      remote.put("/error.log", "bad\n");
      pick = 0;
      await shownLog();
      assert.equal(asked[0]?.length, 2);
    });

    it("asks again when the selected log is shown already", async () => {
      remote.put("/error.log", "bad\n");
      pick = 0;
      const first = await shownLog();
      pick = 1;
      assert.notEqual(await shownLog(), first);
      assert.equal(asked.length, 2);
      assert.equal(asked[1]?.[0], first);
    });

    it("restores no state of an app that was deleted during the question", async () => {
      remote.put("/error.log", "bad\n");
      await state.update("chosenLogs", { "me/mail": "/mail.log" });
      window["showQuickPick"] = async (items: readonly unknown[]) => {
        await state.update("chosenLogs", {});
        return items[0];
      };
      await shownLog();
      assert.deepEqual(Object.keys(state.get("chosenLogs", {})), ["me/shop"]);
    });

    it("reports that the app has none", async () => {
      remote.files.clear();
      remote.put("/main.py", "print()");
      remote.put("/empty.log", "");
      assert.equal(await shownLog(), undefined);
      assert.match(notices[0] ?? "", /Shop has no log file yet/);
      assert.equal(shown.length, 0);
    });
  });
});
