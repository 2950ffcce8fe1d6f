// Reviewing files that act in an editor: accepted content was shown and named.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { contentHash } from "../../../../../src/core/disk/contentHash";
import { isCancellation } from "../../../../../src/core/errors/cancelledError";
import { appUri, ownReadHash } from "../../../../../src/editor/appUris";
import type { AppChoice } from "../../../../../src/editor/pickApp";
import type { HostedFileSystem } from "../../../../../src/features/files/mount/hostedFileSystem";
import { type MountPlaces, mountCommands } from "../../../../../src/features/files/mount/mountCommands";
import { ReviewGate } from "../../../../../src/features/files/mount/reviewGate";
import { MemoryState } from "../../../../support/memoryState";
import { commands, window, workspace } from "../../../../support/vscodeParts";

const shop = { accountId: "me", appId: "shop", name: "Shop" };
const tasks = "/.vscode/tasks.json";
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a review of files that act in an editor", () => {
  let inApp: Map<string, string>;
  let gate: ReviewGate;
  let opened: string[];
  /** Of the last opened URI. */
  let shownHash: string | undefined;
  let tabs: vscode.Tab[];
  let unreadable: string[];
  let asked: string[];
  /** "Accept" for each of the two questions. */
  let answers: [looked: boolean, confirmed: boolean];
  /** What identified the app. */
  let named: unknown;
  /** During the user's review. */
  let onLook: () => void;

  beforeEach(() => {
    [inApp, opened, asked, answers] = [new Map(), [], [], [true, true]];
    gate = new ReviewGate(new MemoryState());
    onLook = () => undefined;
    [tabs, unreadable] = [[], []];
    const show = (uri: vscode.Uri) =>
      void tabs.push({ input: { uri }, isDirty: false, group: { viewColumn: 1 } } as unknown as vscode.Tab);
    workspace["openTextDocument"] = async (uri: vscode.Uri) => {
      if (unreadable.includes(uri.path)) throw vscode.FileSystemError.NoPermissions(uri);
      return { uri };
    };
    window["showTextDocument"] = async ({ uri }: vscode.TextDocument) => {
      opened.push(uri.path);
      shownHash = ownReadHash(uri);
      show(uri);
    };
    commands["executeCommand"] = async (_id: string, uri: vscode.Uri) => show(uri);
    window["tabGroups"] = {
      get all() {
        return [{ tabs }];
      },
      close: async (closed: vscode.Tab | readonly vscode.Tab[]) => {
        tabs = tabs.filter((tab) => ![closed].flat().includes(tab));
      },
    };
    window["showWarningMessage"] = async (_text: string, options: vscode.MessageOptions | string) => {
      const isModal = typeof options === "object";
      if (isModal) asked.push(...(options.detail ?? "").split("\n"));
      else onLook();
      return answers[isModal ? 1 : 0] ? "Accept" : undefined;
    };
  });

  const isRead = async (path: string, text = inApp.get(path) ?? ""): Promise<boolean> =>
    await gate.requireAccepted(shop, path, bytes(text)).then(
      () => true,
      () => false,
    );

  async function hold(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      inApp.set(path, text);
      assert.equal(await isRead(path), false);
    }
  }

  async function run(
    command: "files.review" | "files.revokeReview" = "files.review",
    argument: AppChoice | null = shop,
  ): Promise<void> {
    const fileSystem = {
      readAgain: () => undefined,
      readDirectory: async ({ path }: vscode.Uri) => {
        const below = [...inApp.keys()].flatMap((file) => {
          const inside = `/shop${file}`;
          const folder = path === "/shop/" ? "/shop" : path;
          return inside.startsWith(`${folder}/`) ? [inside.slice(folder.length + 1).split("/")] : [];
        });
        return [...new Set(below.map(([name = "", ...rest]) => `${name}${rest.length > 0 ? "/" : ""}`))].map(
          (name) => [
            name.replace(/\/$/, ""),
            name.endsWith("/") ? vscode.FileType.Directory : vscode.FileType.File,
          ],
        );
      },
      readFile: async ({ path }: vscode.Uri) => {
        const text = inApp.get(path.slice("/shop".length));
        if (text === undefined) throw vscode.FileSystemError.FileNotFound(path);
        return bytes(text);
      },
    };
    const places = { gate } as MountPlaces;
    const chooseApp = async (argument: unknown): Promise<AppChoice> => {
      named = argument;
      return shop;
    };
    await mountCommands(fileSystem as unknown as HostedFileSystem, chooseApp, places)[command](
      argument ?? undefined,
    );
  }

  it("asks for no app when only one has such files", async () => {
    await run("files.review", null);
    assert.equal(named, undefined);
    await hold({ [tasks]: "evil" });
    await run("files.review", null);
    assert.deepEqual(named, shop);
    await gate.requireAccepted({ ...shop, appId: "stall" }, tasks, bytes("evil")).catch(() => undefined);
    await run("files.review", null);
    assert.equal(named, undefined);
  });

  it("finds files that were never read", async () => {
    inApp.set("/AGENTS.md", "new");
    inApp.set("/main.py", "print()");
    await run();
    assert.deepEqual(opened, ["/shop/AGENTS.md"]);
    assert.equal(await isRead("/AGENTS.md"), true);
  });

  it("shows and names accepted files, a part at a time", async () => {
    const names = Array.from({ length: 11 }, (_, index) => `/.vscode/rather-long-name-of-a-note-${index}.md`);
    await hold(Object.fromEntries([...names, tasks].map((path) => [path, path])));
    await run();
    assert.deepEqual(
      opened,
      names.slice(0, 10).map((path) => `/shop${path}`),
    );
    assert.deepEqual(asked.slice(1, 11), names.slice(0, 10));
    assert.match(asked[11] ?? "", /^2 more/);
    assert.deepEqual([await isRead(names[9] ?? ""), await isRead(tasks)], [true, false]);
    await run();
    assert.deepEqual(opened.slice(10), [`/shop${names[10]}`, `/shop${tasks}`]);
    assert.equal(await isRead(tasks), true);
  });

  it("accepts only the content that was shown", async () => {
    await hold({ [tasks]: "evil" });
    inApp.set(tasks, "shown");
    onLook = () => inApp.set(tasks, "worse");
    await run();
    const read = [await isRead(tasks, "evil"), await isRead(tasks, "worse"), await isRead(tasks, "shown")];
    assert.deepEqual(read, [false, false, true]);
    assert.equal(shownHash, await contentHash(bytes("shown")));
  });

  it("accepts nothing after a no", async () => {
    await hold({ [tasks]: "{}" });
    answers = [false, true];
    await run();
    answers = [true, false];
    await assert.rejects(run(), isCancellation);
    assert.equal(await isRead(tasks), false);
  });

  it("closes its tabs, and reopens files whose tab shows the refusal", async () => {
    await hold({ [tasks]: "{}" });
    const refused = { input: { uri: appUri({ ...shop, path: tasks }) }, group: {} } as unknown as vscode.Tab;
    tabs = [refused];
    await run();
    assert.deepEqual(
      tabs.map(({ input }) => String((input as vscode.TabInputText).uri)),
      [appUri({ ...shop, path: tasks }).toString()],
    );
    assert.notEqual(tabs[0], refused);
  });

  it("does not accept content that could not be shown", async () => {
    await hold({ [tasks]: "{}", "/AGENTS.md": "do" });
    unreadable = [`/shop${tasks}`];
    await run();
    assert.deepEqual([await isRead(tasks), await isRead("/AGENTS.md")], [false, true]);
  });

  it("skips deleted files", async () => {
    await hold({ [tasks]: "{}" });
    inApp.clear();
    await run();
    assert.deepEqual([opened, gate.heldOf(shop).size], [[], 0]);
  });

  it("can be revoked", async () => {
    await hold({ [tasks]: "{}" });
    await run();
    assert.equal(await isRead(tasks), true);
    await run("files.revokeReview");
    assert.equal(await isRead(tasks), false);
  });
});
