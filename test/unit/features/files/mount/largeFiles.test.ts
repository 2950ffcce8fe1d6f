// Reads of a large file: only an editor's, after one question.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { appUri, ownReadUri } from "../../../../../src/editor/appUris";
import { LargeFiles } from "../../../../../src/features/files/asks/mountDialogs";
import { type AskedWindow, askedWindow } from "../../../../support/askedWindow";
import { FakeClock } from "../../../../support/fakeClock";
import { window } from "../../../../support/vscodeParts";

const uri = appUri({ accountId: "me", appId: "shop", path: "/dump.sql" });
const sizeBytes = 45 * 1024 * 1024;

describe("a large file of an app", () => {
  let tabs: { readonly input: unknown }[];
  let asked: AskedWindow;
  let clock: FakeClock;
  let files: LargeFiles;
  let listeners: ((event: { readonly closed: readonly unknown[] }) => void)[];

  beforeEach(() => {
    [tabs, asked, clock, listeners] = [[], askedWindow(), new FakeClock(), []];
    window["tabGroups"] = {
      get all() {
        return [{ tabs }];
      },
      onDidChangeTabs: (listener: (typeof listeners)[number], _of?: unknown, held?: unknown[]) => {
        listeners.push(listener);
        const ended = { dispose: () => void listeners.splice(listeners.indexOf(listener), 1) };
        held?.push(ended);
        return ended;
      },
    };
    files = new LargeFiles(clock);
  });

  const notify = (closed: readonly unknown[] = []) => {
    for (const listener of [...listeners]) listener({ closed });
  };
  const open = (input: object = { uri }) => {
    tabs.push({ input });
    notify();
  };
  const mayOpen = () => files.mayOpen(uri, sizeBytes);

  it("is read for editors only, without a question for others", async () => {
    tabs.push({ input: { uri: appUri({ accountId: "me", appId: "other", path: "/dump.sql" }) } });
    assert.equal(await clock.finish(mayOpen()), false);
    assert.deepEqual(asked.asked, []);
    assert.equal(listeners.length, 1);
  });

  it("asks once per window, though its tab comes after the read and it is read repeatedly", async () => {
    asked.answer = "Open";
    const reads = [mayOpen(), mayOpen()];
    await clock.advance(100);
    open();
    assert.deepEqual(await Promise.all(reads), [true, true]);
    notify(tabs.splice(0));
    open();
    assert.equal(await mayOpen(), true);
    assert.deepEqual(
      asked.asked.map(({ text, buttons }) => [text, buttons]),
      [["Open /dump.sql?", ["Open"]]],
    );
    assert.match(asked.asked[0]?.lines[0] ?? "", /^It's 45 MB, /);
  });

  it("is refused after a no without another question, until its tab is closed", async () => {
    open();
    assert.equal(await mayOpen(), false);
    assert.equal(await mayOpen(), false);
    assert.equal(asked.asked.length, 1);
    notify(tabs.splice(0));
    asked.answer = "Open";
    open();
    assert.equal(await mayOpen(), true);
  });

  it("is read for the extension's comparison, too", async () => {
    asked.answer = "Open";
    open({ original: ownReadUri(uri), modified: vscode.Uri.file("/work/dump.sql") });
    assert.equal(await mayOpen(), true);
  });
});
