// An app whose files bring settings and tasks for VS Code is pointed out before its folder is open.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { agreeToSettings } from "../../../../../src/features/files/mount/bringsSettings";
import { MemoryState } from "../../../../support/memoryState";

const shop = { accountId: "me", appId: "shop" };

class Window {
  files: Record<string, string> | undefined = {};
  isAgreed = true;
  readonly asked: (readonly string[] | undefined)[] = [];
  private readonly state = new MemoryState();

  async open(): Promise<void> {
    await agreeToSettings(shop, {
      state: this.state,
      list: async (path) => {
        if (!this.files) throw new Error("offline");
        return path === "/"
          ? ["main.py", ...(this.files["none"] ? [] : [".vscode"])]
          : Object.keys(this.files);
      },
      read: async (path) => new TextEncoder().encode(this.files?.[path.slice("/.vscode/".length)]),
      ask: async (files) => {
        this.asked.push(files);
        if (!this.isAgreed) throw new CancelledError();
      },
    });
  }
}

describe("an app that brings settings for the editor", () => {
  it("is pointed out with its files before it is open, once for each content", async () => {
    const window = new Window();
    window.files = { "settings.json": "{}", "tasks.json": "{}" };
    await window.open();
    await window.open();
    assert.deepEqual(window.asked, [["settings.json", "tasks.json"]]);
    window.files = { "settings.json": "{}", "tasks.json": '{"tasks":[]}' };
    await window.open();
    assert.equal(window.asked.length, 2);
  });

  it("stays closed unless the user agrees, and is asked about again", async () => {
    const window = new Window();
    window.files = { "tasks.json": "{}" };
    window.isAgreed = false;
    await assert.rejects(window.open(), CancelledError);
    await assert.rejects(window.open(), CancelledError);
    assert.equal(window.asked.length, 2);
  });

  it("is asked about where it cannot be looked at", async () => {
    const window = new Window();
    window.files = undefined;
    await window.open();
    await window.open();
    assert.deepEqual(window.asked, [undefined, undefined]);
  });

  it("is opened without a question when it brings nothing", async () => {
    const window = new Window();
    window.files = { none: "yes" };
    await window.open();
    assert.deepEqual(window.asked, []);
  });
});
