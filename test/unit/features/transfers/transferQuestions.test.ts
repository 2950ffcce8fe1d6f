// The questions before a transfer whose folder, app or files come from an argument or from a file of the folder.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { TransferRow } from "../../../../src/appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { silentLogger } from "../../../../src/core/logger";
import { chosenLink } from "../../../../src/editor/project/folderApp";
import { agreeToActing } from "../../../../src/features/transfers/ask/agreeToActing";
import { download } from "../../../../src/features/transfers/commands/download";
import { linkFolder } from "../../../../src/features/transfers/commands/linkFolder";
import { pull } from "../../../../src/features/transfers/commands/pull";
import { push } from "../../../../src/features/transfers/commands/push";
import { pushFile } from "../../../../src/features/transfers/commands/pushFile";
import { restoreDeleted, undo } from "../../../../src/features/transfers/commands/undoOrRestore";
import { upload } from "../../../../src/features/transfers/commands/upload";
import { confirmTarget } from "../../../../src/features/transfers/place/chooseTarget";
import { setLink } from "../../../../src/features/transfers/place/linkedFolders";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { skipOn } from "../../../support/allowedSkips";
import { type AskedWindow, askedWindow } from "../../../support/askedWindow";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someAccounts, someApp, someTeam } from "../../../support/someApp";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { answerPicks, window as parts, tasks, workspace } from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";
import { transferWorld } from "../../appFiles/transfer/transferWorld";
import { folder, touched, untouchedServices, useProjectWindow } from "./projectWindow";

const app = { accountId: "account", appId: "shop" };
/** A folder of this machine with such files. */
function homeWith(...names: readonly string[]): string {
  const home = temporaryFolder("home");
  for (const name of names) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), "x");
  }
  return home;
}

function addressOf(...names: readonly string[]): string {
  return vscode.Uri.file(path.join(...names)).toString();
}

const teamLine = "The app belongs to the team Crew, whose members may be able to read its files.";

describe("the question before a transfer", () => {
  const shown = useProjectWindow();
  let window: AskedWindow;
  let state: MemoryState;
  let looked: number;

  beforeEach(() => {
    [window, state, looked] = [askedWindow(), new MemoryState(), 0];
    tasks["fetchTasks"] = async () => {
      looked++;
      return [];
    };
  });

  const services = (own: Partial<TransferServices> = {}) =>
    untouchedServices({ state: state as TransferServices["state"], ...own });
  const linesOf = (index = 0): readonly string[] => window.asked[index]?.lines ?? [];

  it("names the private key between 150 pictures, its team, and how many it does not name", async () => {
    const pictures = [...Array(150).keys()].map((index) => `pictures/holiday-${index}.jpg`);
    const home = homeWith(...pictures, ".ssh/id_rsa", "server.key");
    const names = pictures.toSpliced(75, 0, ".ssh/id_rsa", "server.key");
    const sources = names.map((name) => addressOf(home, name));
    await assert.rejects(upload({ ...app, sources, overwrite: true }, services()), CancelledError);
    const lines = linesOf();
    assert.equal(window.asked[0]?.text, "Upload 152 files to Shop?");
    assert.deepEqual(lines.slice(0, 3), [
      `${path.join(home, ".ssh/id_rsa")} (a private key)`,
      `${path.join(home, "server.key")} (a private key)`,
      path.join(home, "pictures/holiday-0.jpg"),
    ]);
    assert.deepEqual(lines.slice(8), [
      "and 144 more",
      "To Shop in the account me",
      teamLine,
      "Existing files will be replaced.",
    ]);
  });

  it("is refused when more files may hold secrets than it can name", async () => {
    const home = homeWith(...Array.from({ length: 20 }, (_, index) => `${index}/.env`));
    const sources = [addressOf(home)];
    await assert.rejects(upload({ ...app, sources }, services()), /too long to show in full/);
    assert.deepEqual(window.asked, []);
  });

  it("names a file of another kind among many of one kind", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.jpg`);
    const home = homeWith(...names, "customers.csv");
    const sources = [...names, "customers.csv"].map((name) => addressOf(home, name));
    await assert.rejects(upload({ ...app, sources }, services()), CancelledError);
    assert.equal(linesOf()[0], path.join(home, "customers.csv"));
  });

  it("names the files of a folder that is uploaded, those first that may hold secrets", async () => {
    const home = homeWith("site/a.jpg", "site/b.jpg", "site/.ssh/known_hosts", ".aws/credentials");
    const sources = [addressOf(home, "site"), addressOf(home, ".aws")];
    await assert.rejects(upload({ ...app, sources }, services()), CancelledError);
    assert.deepEqual(linesOf().slice(0, 4), [
      `${path.join(home, "site/.ssh/known_hosts")} (a private key)`,
      `${path.join(home, ".aws/credentials")} (a credentials file)`,
      path.join(home, "site/a.jpg"),
      path.join(home, "site/b.jpg"),
    ]);
  });

  it("shows a path with a line break in one line", async function () {
    // Windows has no such names.
    skipOn(this, ["win32"]);
    const home = homeWith("a.txt\nTo Shop in the account you");
    const sources = [addressOf(home, "a.txt\nTo Shop in the account you")];
    await assert.rejects(upload({ ...app, sources }, services()), CancelledError);
    assert.equal(linesOf()[0], `${home}/a.txt\\nTo Shop in the account you`);
    const paths = ["/a\nInto /tmp", "/b"];
    await assert.rejects(download({ ...app, paths, target: "file:///home/me" }, undefined, services()), {
      name: "CancelledError",
    });
    assert.deepEqual(linesOf(1), [
      "From Shop in the account me",
      "/a\\nInto /tmp",
      "/b",
      "Into /home/me",
      "Existing files will be kept.",
    ]);
  });

  it("names the files of a download that act in an editor, and writes nothing without a yes", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `.vscode/extra${index}.md`);
    const inApp = [...names, ".vscode/tasks.json", "main.py"].map((name) => [name, "{}"]);
    const { files, clock } = transferWorld(Object.fromEntries(inApp));
    Object.defineProperty(window, "answer", { get: () => ["Download"][window.asked.length - 1] });
    const own = services({ files: { get: () => files } });
    const target = vscode.Uri.file("/no/such/folder").toString();
    // The folder is looked for on the real disk, which no clock of a test waits for.
    const isAsked = async () => {
      await clock.advance(1_000);
      return window.asked.length === 2;
    };
    await Promise.all([
      assert.rejects(download({ ...app, target }, undefined, own), CancelledError),
      waitUntil(isAsked, { what: "the second question" }),
    ]);
    assert.equal(window.asked[1]?.text, "Write files from Shop that change how an editor works?");
    assert.deepEqual(
      [linesOf(1)[0], ...linesOf(1).slice(2)],
      ["Into /no/such/folder", ...names, ".vscode/tasks.json"],
    );
  });

  it("names files that act in an editor because of their target folder", async () => {
    const rows = [{ path: "/tasks.json", localPath: "tasks.json", direction: "toLocal", kind: "added" }];
    const ask = async (target: string) =>
      await agreeToActing(rows as TransferRow[], { appName: "Shop", target: vscode.Uri.file(target) });
    await assert.rejects(ask("/work/.vscode"), CancelledError);
    assert.deepEqual(linesOf().slice(2), ["tasks.json"]);
    await ask("/Users/RUNNER~1/work");
    assert.equal(window.asked.length, 1);
  });

  it("is not asked when the target is inside a .git folder", async () => {
    const { files } = transferWorld({ "pre-commit": "#!/bin/sh" });
    const own = services({ files: { get: () => files }, storage: folder });
    const target = vscode.Uri.file("/work/repo/.GIT/hooks");
    const refused = /is inside a \.git folder\. Nothing was written/;
    window.answer = "Download";
    await assert.rejects(download({ ...app, target: target.toString() }, undefined, own), refused);
    window.answer = "Pull";
    await assert.rejects(pull({ ...app, folder: target.toString(), confirm: true }, own), refused);
  });

  it("asks about the selected files of a pull that act in an editor", async () => {
    const named = (path: string, direction = "toLocal", kind = "added") =>
      ({ path: `/${path}`, localPath: path, direction, kind }) as TransferRow;
    const rows = [
      named("AGENTS.md"),
      named("main.py"),
      named(".mcp.json", "toApp"),
      named("GEMINI.md", "toLocal", "deleted"),
    ];
    window.answer = undefined;
    await assert.rejects(
      agreeToActing(rows, { appName: "Shop", target: vscode.Uri.file("/work") }),
      CancelledError,
    );
    assert.deepEqual(linesOf().slice(2), ["AGENTS.md"]);
    await agreeToActing(rows.slice(1), { appName: "Shop", target: vscode.Uri.file("/work") });
    assert.equal(window.asked.length, 1);
  });

  it("counts the files of Push File, and says that they replace those of the app", async () => {
    shown.projectFile = { appId: "shop" };
    const files = Array.from({ length: 13 }, (_, index) => `file:///work/shop/${index}.py`);
    await assert.rejects(pushFile({ files, confirm: true }, undefined, services()), CancelledError);
    assert.deepEqual(linesOf(), [
      ...Array.from({ length: 8 }, (_, index) => `${index}.py`),
      "and 5 more",
      "To Shop in the account me",
      teamLine,
      "Each file replaces the app's file of the same name.",
    ]);
  });

  it("names the team before Push File sends to a target that the user just picked", async () => {
    shown.projectFile = { targets: { staging: { appId: "shop" }, production: { appId: "shop2" } } };
    parts["showQuickPick"] = async (rows: readonly { readonly label: string }[]) =>
      rows.find(({ label }) => label === "staging");
    const given = services();
    const file = vscode.Uri.file("/work/shop/a.py");
    await assert.rejects(pushFile(file, undefined, given), CancelledError);
    assert.deepEqual(linesOf().slice(0, 3), ["a.py", "To Shop in the account me", teamLine]);
    assert.equal(chosenLink(folder, given), undefined);
    window.answer = "Push";
    await assert.rejects(pushFile(file, undefined, given), touched);
    assert.equal(chosenLink(folder, given), undefined, "nothing was pushed");
  });

  it("names the team, and secrets first among the files that are normally not pushed", async () => {
    const home = homeWith();
    const names = Array.from({ length: 15 }, (_, index) => `out${index}.bin`);
    for (const name of names) writeFileSync(path.join(home, name), "x");
    writeFileSync(path.join(home, ".gitignore"), "*.bin\n.env\n");
    writeFileSync(path.join(home, ".env"), "PASSWORD=hunter2hunter2\n");
    const uri = vscode.Uri.file(home);
    const isIn = ({ fsPath }: vscode.Uri) => fsPath.startsWith(`${home}${path.sep}`);
    Object.assign(workspace, {
      workspaceFolders: [{ uri, name: "shop", index: 0 }],
      getWorkspaceFolder: (file: vscode.Uri) => (isIn(file) ? { uri } : undefined),
      getConfiguration: () => ({ get: (_key: string, value: unknown) => value, inspect: () => undefined }),
    });
    const { files: engine } = transferWorld({});
    const given = services({ storage: uri, logger: silentLogger, files: { get: () => engine } });
    await setLink(uri, app, given);
    const files = names.toSpliced(10, 0, ".env").map((name) => addressOf(home, name));
    await assert.rejects(pushFile({ files }, undefined, given), CancelledError);
    assert.match(linesOf()[0] ?? "", /^\.env: .*\.gitignore/);
    assert.deepEqual(linesOf().slice(-3), ["and 8 more", "To Shop in the account me", teamLine]);
  });

  it("names the files that go to a target that asks first", async () => {
    const account = someAccount({ apps: [someApp({ teamId: "team" })], teams: [someTeam()] });
    const target = { name: "production", appId: "shop", asksFirst: true };
    const rows = Array.from({ length: 13 }, (_, index) => ({ path: `/${index}.py` }));
    await assert.rejects(
      confirmTarget({ account, appId: "shop", appName: "Shop", target }, rows),
      CancelledError,
    );
    assert.deepEqual(linesOf().slice(7), ["/7.py", "and 5 more", "To Shop in the account me", teamLine]);
  });

  it("leads back to the plan when the user cancels a push to a target that asks first", async () => {
    const uri = vscode.Uri.file(homeWith("a.py"));
    const text = JSON.stringify({ targets: { production: { appId: "shop" } } });
    Object.assign(workspace, {
      workspaceFolders: [{ uri, name: "shop", index: 0 }],
      getConfiguration: () => ({ get: (_key: string, value: unknown) => value, inspect: () => undefined }),
    });
    Object.assign(workspace["fs"] as object, {
      readFile: async () => new TextEncoder().encode(text),
      stat: async () => ({ type: vscode.FileType.Directory }),
      rename: async () => undefined,
    });
    const { files: engine, clock } = transferWorld({});
    const given = services({ storage: uri, logger: silentLogger, files: { get: () => engine }, clock });
    const plans: string[][] = [];
    answerPicks((pick) => {
      plans.push(pick.selectedItems.map(({ label }) => label));
      return plans.length === 1 ? "" : undefined;
    });
    await assert.rejects(push(uri, given), CancelledError);
    assert.deepEqual(plans, [["a.py"], ["a.py"]]);
    assert.deepEqual(
      window.asked.map(({ text }) => text),
      ["Push a.py to production?"],
    );
  });

  it("names the task and the team of a push, and does not ask about the task again", async () => {
    shown.projectFile = { preDeployTask: "npm: build" };
    const argument = { ...app, folder: folder.toString(), confirm: true };
    await assert.rejects(push(argument, services({ storage: folder })), CancelledError);
    assert.deepEqual(linesOf(), [
      "/work/shop",
      "Shop in the account me",
      teamLine,
      'hosted-app.json runs the task "npm: build" first.',
      "Files that changed in the folder replace the app's versions.",
    ]);
    assert.equal(looked, 0);
    window.answer = "Push";
    await assert.rejects(push(argument, services()), /Couldn't find the task "npm: build"/);
    assert.deepEqual([window.asked.length, looked], [2, 4]);
  });

  it("names the task of a push from the window or a link until the user has agreed", async () => {
    shown.projectFile = { appId: "shop", preDeployTask: "npm: build" };
    for (const argument of [folder, undefined, { confirm: false }])
      await assert.rejects(push(argument, services()), CancelledError);
    assert.deepEqual(
      window.asked.map(({ text, lines }) => [text, ...lines]),
      Array(3).fill([
        'Run the task "npm: build"?',
        "The hosted-app.json in /work/shop runs it before each deploy.",
      ]),
    );
    assert.equal(looked, 0);
    window.answer = "Run Task";
    await assert.rejects(push(folder, services()), CancelledError);
    await assert.rejects(push(folder, services()), CancelledError);
    assert.deepEqual(
      window.asked.slice(3).map(({ text }) => text),
      [
        'Run the task "npm: build"?',
        'Couldn\'t find the task "npm: build".',
        'Couldn\'t find the task "npm: build".',
      ],
    );
    shown.projectFile = { appId: "shop", preDeployTask: "npm: other" };
    window.answer = undefined;
    await assert.rejects(push(folder, services()), CancelledError);
    assert.equal(window.asked.at(-1)?.text, 'Run the task "npm: other"?');
  });

  it("names the task also when the user has linked the folder", async () => {
    shown.projectFile = { preDeployTask: "npm: build" };
    const given = services();
    await setLink(folder, app, given);
    await assert.rejects(push({ confirm: true }, given), CancelledError);
    assert.deepEqual(
      window.asked.map(({ text }) => text),
      ['Run the task "npm: build"?'],
    );
  });

  it("says what a pull replaces and deletes", async () => {
    const argument = { ...app, folder: folder.toString(), confirm: true, deletions: true };
    await assert.rejects(pull(argument, services()), CancelledError);
    assert.deepEqual(linesOf(), [
      "/work/shop",
      "Shop in the account me",
      "Files that changed in the app replace the folder's versions.",
      "Files that were deleted in the app are deleted in the folder.",
    ]);
  });

  it("says that hosted-app.json names another app before the folder is linked", async () => {
    shown.projectFile = { appId: "other" };
    await assert.rejects(linkFolder(app, services()), CancelledError);
    assert.match(linesOf()[2] ?? "", /names a different app, which takes precedence/);
  });

  it("is asked once about a target that asks first, and the folder stays linked", async () => {
    const targets = { staging: { appId: "shop", confirm: true }, production: { appId: "shop2" } };
    shown.projectFile = { targets };
    const given = services();
    const file = { files: ["file:///work/shop/a.py"], target: "staging" };
    await assert.rejects(pushFile(file, undefined, given), touched);
    assert.deepEqual(window.asked, []);
  });

  it("names files that may hold secrets before the user uploads them", async () => {
    const home = homeWith("site/a.jpg", "site/id_rsa");
    parts["showOpenDialog"] = async () => [vscode.Uri.file(path.join(home, "site"))];
    const world = transferWorld({});
    const own = services({ files: { get: () => world.files } });
    await assert.rejects(upload(app, own), CancelledError);
    assert.equal(window.asked[0]?.text, "Upload files that may contain secrets to Shop?");
    assert.deepEqual(linesOf(), [
      `${path.join(home, "site/id_rsa")} (a private key)`,
      "To Shop in the account me",
      teamLine,
    ]);
  });

  it("is asked about a link to the app of an argument, also for the one open folder", async () => {
    const given = services();
    await assert.rejects(linkFolder(app, given), CancelledError);
    assert.equal(window.asked[0]?.text, `Link ${folder.fsPath} to Shop?`);
    assert.equal(chosenLink(folder, given), undefined);
  });

  it("says which link is replaced, and whose app it is", async () => {
    const given = services();
    await setLink(folder, { ...app, appId: "old" }, given);
    await assert.rejects(linkFolder({ ...app, folder: folder.toString() }, given), CancelledError);
    assert.deepEqual(linesOf(), [
      "To Shop in the account me",
      teamLine,
      "The folder will be pushed to this app from now on.",
      "This replaces its link to old.",
    ]);
    assert.equal(chosenLink(folder, given)?.appId, "old");
  });

  it("names the folder's other app, of another account", async () => {
    const own = someAccount({ apps: [someApp(), someApp({ id: "old", name: "Mine" })] });
    const other = Object.assign(someAccount({ apps: [someApp({ id: "old", name: "Theirs" })] }), {
      id: "other",
    });
    const accounts = someAccounts(own, other);
    const given = services({ accounts });
    await setLink(folder, { accountId: "other", appId: "old" }, given);
    await assert.rejects(push({ ...app, folder: folder.toString(), confirm: false }, given), CancelledError);
    assert.equal(window.asked[0]?.text, "shop is linked to Theirs. Continue with Shop?");
  });

  describe("about lost files", () => {
    const change = {
      ...{ id: "1", side: "app", path: "/a.txt", what: "remove", end: "done", at: 1 },
      ...{ before: { kind: "kept", hash: "h", sizeBytes: 1 }, after: {} },
    };
    const header = { kind: "delete", ...app, appName: "Shop" };
    const operation = { id: "7", header, state: "ended", changes: [change] };
    let begun: number;
    let picked: readonly string[][];

    beforeEach(() => {
      [begun, picked] = [0, []];
      const look = (items: readonly { readonly label: string }[]) => {
        picked = [...picked, items.map(({ label }) => label)];
      };
      answerPicks(({ items }) => {
        look(items);
        return undefined;
      });
    });

    const engine = () =>
      services({
        backups: {
          operations: async () => [operation],
          list: async () => [
            { side: "app", path: "/a.txt", why: "deleted", lostAt: 1, sizeBytes: 1, hash: "h" },
          ],
          readContent: async () => new Uint8Array(1),
          begin: async () => {
            begun++;
            throw touched;
          },
        } as unknown as TransferServices["backups"],
        clock: { now: () => 2 } as TransferServices["clock"],
        files: {
          get: () => ({
            hash: async () => "h",
            list: async () => ({ entries: new Map() }),
            read: async () => new Uint8Array(1),
          }),
        } as unknown as TransferServices["files"],
      });

    it("restores nothing for a foreign argument before the user has picked a file", async () => {
      for (const argument of [
        { ...app, all: true },
        { ...app, paths: ["/a.txt"] },
      ])
        await assert.rejects(restoreDeleted(argument, engine()), CancelledError);
      const list = ["Undo", "Delete in Shop", "Restore One File", "a.txt"];
      assert.deepEqual([picked, begun], [[list, list], 0]);
    });

    it("undoes nothing for a foreign argument before the user has seen the plan", async () => {
      const argument = { operationId: "7", confirm: true };
      await assert.rejects(undo(argument, engine()), CancelledError);
      assert.ok(
        picked.flat().some((label) => label.includes("a.txt")),
        JSON.stringify(picked),
      );
      assert.equal(begun, 0);
    });
  });
});
