// Pushes and pulls of a whole folder on the disk: messages, and the common memory afterwards.
import assert from "node:assert/strict";
import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { silentLogger } from "../../../../src/core/logger";
import { appOfArgument } from "../../../../src/editor/commands/commandArguments";
import { isPreapproved, withConsent } from "../../../../src/editor/commands/consent";
import { chosenLink } from "../../../../src/editor/project/folderApp";
import { pull } from "../../../../src/features/transfers/commands/pull";
import { push } from "../../../../src/features/transfers/commands/push";
import { setLink } from "../../../../src/features/transfers/place/linkedFolders";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { askedWindow } from "../../../support/askedWindow";
import { runTask } from "../../../support/runTask";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { temporaryFolder } from "../../../support/temporaryFolder";
import {
  answerNotices,
  answerPicks,
  commands,
  tasks,
  window,
  workspace,
  workspaceFiles,
} from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";
import { type TransferWorld, transferWorld } from "../../appFiles/transfer/transferWorld";
import { untouchedServices, useProjectWindow } from "./projectWindow";

/** Files below `folder` that are written and renamed; others are read as before. */
function inMemory(folder: string) {
  const { readFile } = workspace["fs"] as { readFile(uri: vscode.Uri): Promise<Uint8Array> };
  const contents = new Map<string, Uint8Array>();
  return {
    writeFile: async (uri: vscode.Uri, bytes: Uint8Array) => void contents.set(uri.path, bytes),
    rename: async (from: vscode.Uri, to: vscode.Uri) =>
      void contents.set(to.path, contents.get(from.path) ?? new Uint8Array()),
    readFile: async (uri: vscode.Uri) => {
      if (!uri.path.startsWith(folder)) return await readFile(uri);
      const bytes = contents.get(uri.path);
      if (!bytes) throw vscode.FileSystemError.FileNotFound(uri);
      return bytes;
    },
  };
}

const shop = { accountId: "account", appId: "shop" };

describe("a folder and its app", () => {
  useProjectWindow();

  /** A folder that is open, with such files, and the app "shop" with its own. */
  function setUp(here: Readonly<Record<string, string>>, inApp: Readonly<Record<string, string>> = {}) {
    askedWindow();
    const home = temporaryFolder("shop");
    for (const [name, text] of Object.entries(here)) writeFileSync(path.join(home, name), text);
    const folder = vscode.Uri.file(home);
    workspace["workspaceFolders"] = [{ uri: folder, name: "shop", index: 0 }];
    const texts = workspaceFiles({});
    Object.assign(workspace["fs"] as object, {
      ...{ createDirectory: async () => {}, rename: async () => {}, delete: async () => {} },
      stat: async ({ path: wanted }: vscode.Uri) => {
        if (wanted === home) return { type: vscode.FileType.Directory };
        throw vscode.FileSystemError.FileNotFound(wanted);
      },
    });
    const world = transferWorld(inApp);
    const account = someAccount({ apps: [someApp(), someApp({ id: "blog", name: "Blog" })] });
    Object.assign(account.client, { dialect: { get: () => undefined } });
    Object.assign(account.apps, { refresh: async () => undefined });
    const services = untouchedServices({
      accounts: someAccounts(account),
      chooseApp: async (argument) => {
        const appId = appOfArgument(argument)?.appId === "blog" ? "blog" : "shop";
        return { accountId: "account", appId, name: account.apps.find(appId)?.name ?? "" };
      },
      ...{ storage: vscode.Uri.file("/storage"), logger: silentLogger, clock: world.clock },
      files: { get: () => world.files } as TransferServices["files"],
      backups: { begin: async () => world.moved.log } as unknown as TransferServices["backups"],
      transfers: world.moved.transfers,
    });
    const projectFile = (file: object) =>
      void texts.set(path.join(home, "hosted-app.json"), JSON.stringify(file));
    return { folder, world, services, projectFile };
  }

  /** How often a file is read from now on. */
  function readsOf(wanted: vscode.Uri): { readonly count: number } {
    const fs = workspace["fs"] as { readFile(uri: vscode.Uri): Promise<Uint8Array> };
    const { readFile } = fs;
    const reads = { count: 0 };
    fs.readFile = async (uri) => {
      if (uri.path === wanted.path) reads.count++;
      return await readFile(uri);
    };
    return reads;
  }

  /** The disk is a real one: the app's time passes until the work has ended. */
  async function finished<T>(work: Promise<T>, { clock }: TransferWorld): Promise<T> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    const probe = async () => {
      await clock.advance(1_000);
      return isDone;
    };
    await waitUntil(probe, { what: "the end of the transfer" });
    return await work;
  }

  /** What the terminal of a task says. */
  async function saidBy(
    definition: object,
    services: TransferServices,
    world: TransferWorld,
  ): Promise<string> {
    return (await finished(runTask(definition, services), world)).said;
  }

  it("are named in the terminal of a task", async () => {
    const { folder, world, services } = setUp({ "main.py": "1" });
    await setLink(folder, shop, services);
    const window = askedWindow();
    const task = { task: "push", folder: folder.toString(), appId: "shop" };
    assert.match(await saidBy(task, services, world), /\n {2}\+ \/main\.py\r\nPushed 1 file to Shop\.\r\n$/);
    await world.rest();
    assert.match(await saidBy(task, services, world), /\nNo files were pushed to Shop\.\r\n$/);
    assert.deepEqual(window.asked, []);
  });

  it("are pushed by a task that ends with an error only when the restart after it failed", async () => {
    for (const [result, said, code] of [
      ["crashed", "It didn't come back online.", 1],
      ["restarted", "It's back online.", 0],
    ] as const) {
      const { folder, world, services } = setUp({ "main.py": "1" });
      await setLink(folder, shop, services);
      Object.assign(workspace, {
        getConfiguration: () => ({
          get: (name: string) => (name === "deploy.restartAfterPush" ? "always" : undefined),
        }),
      });
      commands["executeCommand"] = async () => ({ result });
      const task = { task: "push", folder: folder.toString(), appId: "shop" };
      const ended = await finished(runTask(task, services), world);
      assert.ok(ended.said.endsWith(`\r\n${said}\r\n`), ended.said);
      assert.equal(ended.code, code);
    }
  });

  it("are asked about before a task pushes what the user has not chosen, or runs another task", async () => {
    const elsewhere = [{ uri: vscode.Uri.file("/elsewhere"), name: "elsewhere", index: 0 }];
    const run: unknown[] = [];
    tasks["fetchTasks"] = async () => void run.push("fetched");
    tasks["executeTask"] = async (task: unknown) => void run.push(task);
    const cases = [
      { open: elsewhere, appId: "shop", asked: "Push {0} to Shop?" },
      { appId: "blog", asked: "Push {0} to Blog?" },
      { asked: 'Run the task "npm: build"?' },
    ];
    for (const { open, appId, asked } of cases) {
      const { folder, world, services, projectFile } = setUp({ "main.py": "1" });
      projectFile({ preDeployTask: "npm: build" });
      await setLink(folder, shop, services);
      if (open) workspace["workspaceFolders"] = open;
      const window = askedWindow();
      const task = { task: "push", folder: folder.toString(), ...(appId !== undefined && { appId }) };
      assert.match(await saidBy(task, services, world), /Canceled\.\r\n$/);
      assert.deepEqual(
        window.asked.map(({ text }) => text),
        [asked.replace("{0}", path.basename(folder.path))],
      );
      assert.deepEqual(world.texts(), {});
    }
    assert.deepEqual(run, []);
  });

  it("are asked about once by a task where only hosted-app.json names the app", async () => {
    const { folder, world, services, projectFile } = setUp({ "main.py": "1" });
    projectFile({ appId: "shop" });
    const window = askedWindow();
    const task = { task: "push", folder: folder.toString() };
    assert.match(await saidBy(task, services, world), /Canceled\.\r\n$/);
    window.answer = "Push";
    for (let time = 0; time < 2; time++) {
      assert.match(await saidBy(task, services, world), /pushed to Shop|Pushed 1 file to Shop/);
      await world.rest();
    }
    assert.equal(window.asked.length, 2);
  });

  it("are created by a task only after its question, and restarted without one where the app was chosen", async () => {
    const { folder, world, services } = setUp({ "main.py": "1" });
    const ran: unknown[] = [];
    commands["executeCommand"] = async (id: string, argument: object) =>
      void ran.push([id, { ...argument }, isPreapproved(argument)]);
    const place = { folder: folder.toString(), accountId: "account" };
    await saidBy({ task: "deploy", ...place }, services, world);
    await saidBy({ task: "restart", ...place, appId: "shop" }, services, world);
    await setLink(folder, shop, services);
    await saidBy({ task: "restart" }, services, world);
    await saidBy({ task: "restart", ...place, appId: "blog" }, services, world);
    assert.deepEqual(ran, [
      ["hostedApps.deploy.createApp", { ...place, settings: {} }, false],
      ["hostedApps.app.restart", shop, false],
      ["hostedApps.app.restart", shop, true],
      ["hostedApps.app.restart", { ...shop, appId: "blog" }, false],
    ]);
  });

  describe("with several targets", () => {
    const targets = { staging: { appId: "mail" }, production: { appId: "shop" } };
    const none = "None of your accounts has the app mail.";

    it("are pushed to all of them, although one fails", async () => {
      const { folder, world, services, projectFile } = setUp({ "main.py": "1" });
      projectFile({ targets });
      const dialogs = askedWindow();
      dialogs.answer = "Push to production";
      const argument = withConsent({ folder: folder.toString(), target: "all", confirm: true });
      const pushed = await finished(push(argument, services), world);
      assert.ok(!("accountId" in pushed));
      const [staging, production, ...others] = pushed;
      assert.ok(staging && "error" in staging && staging.error.startsWith(none));
      assert.ok(production && "uploaded" in production);
      assert.deepEqual([staging.target, production.target, others], ["staging", "production", []]);
      assert.deepEqual([production.uploaded, world.texts()], [["/main.py"], { "main.py": "1" }]);
      assert.deepEqual(
        dialogs.asked.map(({ text }) => text),
        ["Push main.py to production?"],
      );
      assert.equal(chosenLink(folder, services), undefined);
    });

    it("are pushed to those that the user selects, each with its plan, with one summary", async () => {
      const { folder, world, services, projectFile } = setUp({ "main.py": "1" });
      projectFile({ targets: { ...targets, other: { appId: "blog" } } });
      const lists: string[] = [];
      window["showQuickPick"] = async (
        items: readonly vscode.QuickPickItem[],
        { canPickMany }: vscode.QuickPickOptions,
      ) => {
        lists.push(items.map(({ label }) => label).join());
        return canPickMany ? items.slice(1) : items.at(-1);
      };
      const plans: string[] = [];
      const shown = answerNotices();
      answerPicks((pick) => {
        plans.push(pick.title ?? "");
        return plans.length === 1 ? undefined : "";
      });
      const pushed = await finished(push({ folder: folder.toString(), confirm: false }, services), world);
      assert.ok(!("accountId" in pushed));
      assert.deepEqual(lists, ["staging,production,other,Several Targets...", "staging,production,other"]);
      const name = path.basename(folder.path);
      assert.deepEqual(plans, [`Push ${name} → Shop (production)`, `Push ${name} → Blog (other)`]);
      assert.deepEqual(
        pushed.map((each) => ("error" in each ? each.error : each.uploaded)),
        ["Canceled.", ["/main.py"]],
      );
      assert.deepEqual(
        shown.map(({ kind, text, buttons }) => [kind, text, buttons]),
        [["warning", "production: Canceled. Pushed 1 file to Blog.", ["Try Again"]]],
      );
    });

    it("are pushed to no further one without questions after Cancel", async () => {
      for (const isAsked of [true, false]) {
        const { folder, world, services, projectFile } = setUp({ "a.py": "1", "b.py": "1" });
        projectFile({ targets: { first: { appId: "shop", confirm: isAsked }, second: { appId: "blog" } } });
        world.remote.onRequest = (request) => {
          if (request.startsWith("UPLOAD") && world.remote.files.size === 0) services.transfers.cancelAll();
        };
        const argument = withConsent({ folder: folder.toString(), target: "all", confirm: true });
        const [first, second] = [await finished(push(argument, services), world)].flat();
        assert.ok(first && second && "error" in second && "target" in second);
        assert.deepEqual([second.target, second.error], ["second", "Canceled."]);
        const left = "error" in first ? first.error : first.cancelled.length;
        assert.deepEqual([left, Object.keys(world.texts()).length], isAsked ? ["Canceled.", 0] : [1, 1]);
      }
    });

    it("are named by a task, which fails when one of them does", async () => {
      const { folder, world, services, projectFile } = setUp({ "main.py": "1" });
      projectFile({ targets });
      await setLink(folder, shop, services);
      askedWindow().answer = "Push to production";
      const said = await saidBy({ task: "push", folder: folder.toString(), target: "all" }, services, world);
      assert.ok(said.includes(`staging: ${none}`), said);
      assert.match(said, /production: \r\n {2}\+ \/main\.py\r\nPushed 1 file to Shop\.\r\n$/);
    });
  });

  it("are not pushed to production by a task before the user agrees", async () => {
    const { folder, world, services, projectFile } = setUp({ "main.py": "1" });
    projectFile({ targets: { staging: { appId: "mail" }, production: { appId: "shop" } } });
    await setLink(folder, shop, services);
    const task = { task: "push", folder: folder.toString(), target: "production" };
    const window = askedWindow();
    assert.match(await saidBy(task, services, world), /Canceled\.\r\n$/);
    assert.equal(window.asked[0]?.text, "Push main.py to production?");
    window.answer = "Push to production";
    assert.match(await saidBy(task, services, world), /Pushed 1 file to Shop\.\r\n$/);
  });

  it("get no second app by a task while the account of hosted-app.json's app is signed out", async () => {
    const { folder, world, services, projectFile } = setUp({ "main.py": "1" });
    projectFile({ appId: "shop" });
    const signedOut = untouchedServices({ accounts: someAccounts(), state: services.state });
    const said = await saidBy({ task: "deploy", folder: folder.toString() }, signedOut, world);
    assert.match(said, /^None of your accounts has the app shop\./);
  });

  it("get no second app by a task while the account that the user linked is signed out", async () => {
    const { folder, world, services } = setUp({ "main.py": "1" });
    await setLink(folder, { accountId: "account", appId: "shop" }, services);
    const signedOut = untouchedServices({ accounts: someAccounts(), state: services.state });
    const said = await saidBy({ task: "deploy", folder: folder.toString() }, signedOut, world);
    assert.match(said, /^None of your accounts has the app shop\./);
  });

  it("keep a remote file whose local file came back while the plan was open", async () => {
    const { folder, world, services } = setUp({ "a.py": "1", "b.py": "2" });
    workspace["fs"] = { ...(workspace["fs"] as object), ...inMemory(path.join("/storage", "pushed")) };
    const argument = { folder: folder.toString(), accountId: "account", appId: "shop" };
    await finished(push(withConsent({ ...argument, confirm: true }), services), world);
    await world.rest();
    for (const name of ["a.py", "b.py"]) rmSync(path.join(folder.fsPath, name));
    writeFileSync(path.join(folder.fsPath, "c.py"), "3");
    answerPicks((pick) => {
      pick.selectedItems = pick.items.filter(({ kind }) => kind === undefined);
      writeFileSync(path.join(folder.fsPath, "b.py"), "2");
      return "";
    });
    const outcome = await finished(push({ ...argument, confirm: false }, services), world);
    assert.ok("accountId" in outcome);
    assert.deepEqual([outcome.uploaded, outcome.deleted], [["/c.py"], ["/a.py"]]);
    const reason = "changed locally in the meantime; compare again";
    assert.deepEqual(outcome.failed, [{ path: "/b.py", reason }]);
    assert.deepEqual(world.texts(), { "b.py": "2", "c.py": "3" });
  });

  describe("with files that are held back", () => {
    /** Pushed once; the notes that are shown from then on, and the notices. */
    async function pushedOnce(here: Readonly<Record<string, string>>) {
      const { folder, world, services } = setUp(here);
      workspace["fs"] = { ...(workspace["fs"] as object), ...inMemory(path.join("/storage", "pushed")) };
      const argument = { folder: folder.toString(), accountId: "account", appId: "shop" };
      await finished(push(withConsent({ ...argument, confirm: true }), services), world);
      await world.rest();
      const notes: unknown[] = [];
      answerPicks((pick) => {
        notes.push((pick as { prompt?: string }).prompt);
        return "";
      });
      const shown = answerNotices();
      const pushAgain = async (confirm = false) => {
        const pushed = await finished(push(withConsent({ ...argument, confirm }), services), world);
        assert.ok("accountId" in pushed);
        return pushed;
      };
      return { folder, world, notes, shown, pushAgain };
    }
    const secret = "print(2)\nAPI_TOKEN = 'q8Zk3vT1bX9wLm4R'\n";
    const reason = "may contain a secret; use Push File to push it anyway";

    it("name one that may contain a secret now, and do not call the app up to date", async () => {
      const { folder, world, notes, shown, pushAgain } = await pushedOnce({
        "main.py": "print(1)",
        "lib.py": "1",
      });
      writeFileSync(path.join(folder.fsPath, "main.py"), secret);
      await pushAgain();
      assert.deepEqual([notes, shown], [[`Can't be pushed (1): main.py (${reason}).`], []]);
      writeFileSync(path.join(folder.fsPath, "lib.py"), "22");
      const pushed = await pushAgain(true);
      assert.deepEqual([pushed.uploaded, pushed.left], [["/lib.py"], [{ path: "/main.py", reason }]]);
      assert.deepEqual(world.texts(), { "main.py": "print(1)", "lib.py": "22" });
    });

    it("say nothing of one that did not change, nor of a new one", async () => {
      const { folder, world, notes, shown, pushAgain } = await pushedOnce({ "lib.py": "1" });
      world.remote.put("/main.py", secret);
      for (const name of ["main.py", "new.py"]) writeFileSync(path.join(folder.fsPath, name), secret);
      await pushAgain();
      assert.deepEqual(notes, []);
      assert.match(shown.map(({ text }) => text).join(), / is up to date with .* \(2 files\)\.$/);
    });

    it("name a pushed file that is a link now", async () => {
      const { folder, world, notes, pushAgain } = await pushedOnce({ "main.py": "1", "conf.json": "{}" });
      const conf = path.join(folder.fsPath, "conf.json");
      rmSync(conf);
      symlinkSync(path.join(folder.fsPath, "main.py"), conf);
      await pushAgain();
      const link = "a symbolic link, which isn't followed; select its target instead";
      assert.deepEqual(notes, [`Can't be pushed (1): conf.json (${link}).`]);
      assert.deepEqual(world.texts(), { "main.py": "1", "conf.json": "{}" });
    });
  });

  describe("with unsaved changes", () => {
    function unsaved(answer?: string) {
      const own = setUp({ "main.py": "1", "notes.md": "1", ".deployignore": "notes.md" });
      const edited = (name: string) => ({
        ...{ isDirty: true, uri: vscode.Uri.joinPath(own.folder, name) },
        save: async () => {
          writeFileSync(path.join(own.folder.fsPath, name), "2");
          return true;
        },
      });
      workspace["textDocuments"] = [edited("main.py"), edited("notes.md")];
      const window = askedWindow();
      window.answer = answer;
      answerPicks(() => "");
      const argument = { folder: own.folder.toString(), accountId: "account", appId: "shop" };
      const pushed = async (confirm: boolean) =>
        await finished(push(withConsent({ ...argument, confirm }), own.services), own.world);
      return { ...own, window, pushed };
    }

    it("are saved before a push that may ask, if the user agrees, and an excluded file is not asked about", async () => {
      for (const [answer, main] of [
        ["Save and Push", "2"],
        ["Push without Saving", "1"],
      ] as const) {
        const { world, window, pushed } = unsaved(answer);
        await pushed(false);
        assert.deepEqual(window.asked, [
          {
            text: "A file in this folder has unsaved changes.",
            lines: ["main.py"],
            buttons: ["Save and Push", "Push without Saving"],
          },
        ]);
        assert.equal(world.texts()["main.py"], main);
      }
      const { world, pushed } = unsaved();
      await assert.rejects(pushed(false), CancelledError);
      assert.deepEqual(world.texts(), {});
    });

    it("are named by a push that may not ask", async () => {
      const { window, pushed, world } = unsaved();
      const outcome = await pushed(true);
      assert.ok("accountId" in outcome);
      assert.deepEqual(outcome.left, [{ path: "/main.py", reason: "has unsaved changes" }]);
      assert.deepEqual([window.asked, world.texts()["main.py"]], [[], "1"]);
    });
  });

  it("cost one read of hosted-app.json per push, whatever the push asks", async () => {
    const targets = { staging: { appId: "mail" }, production: { appId: "shop" } };
    const cases = [
      { file: { appId: "shop", preDeployTask: "npm: build" }, given: {} },
      { file: { appId: "shop" }, given: { confirm: true } },
      { file: { targets }, given: { confirm: true, target: "production" } },
      { file: {}, given: { accountId: "account", appId: "shop", confirm: false } },
    ];
    tasks["fetchTasks"] = async () => [];
    const reads: [questions: number, uploads: number, reads: number][] = [];
    for (const { file, given } of cases) {
      const own = setUp({ "main.py": "1" });
      own.projectFile(file);
      const window = askedWindow();
      const answers = ["Run Task", "Deploy Anyway", "Push", "Push to production"];
      Object.defineProperty(window, "answer", {
        get: () => window.asked.at(-1)?.buttons.find((button) => answers.includes(button)),
      });
      answerPicks(() => "");
      const read = readsOf(vscode.Uri.joinPath(own.folder, "hosted-app.json"));
      const argument = "confirm" in given ? { ...given, folder: own.folder.toString() } : own.folder;
      const outcome = await finished(push(argument, own.services), own.world);
      assert.ok("accountId" in outcome);
      reads.push([window.asked.length, outcome.uploaded.length, read.count]);
    }
    assert.deepEqual(reads, [
      [2, 1, 1],
      [1, 1, 1],
      [2, 1, 1],
      [0, 1, 1],
    ]);
  });

  describe("without a link", () => {
    const row = { kind: "app", account: { id: "account" }, appId: "shop" };
    const linkOf = ({ folder, services }: ReturnType<typeof setUp>) => chosenLink(folder, services)?.appId;
    const answer = (label: string | undefined) => answerPicks(() => label);

    it("are linked after a push from the app's row", async () => {
      const own = setUp({ "main.py": "1" });
      answer(undefined);
      await assert.rejects(finished(push(row, own.services), own.world), CancelledError);
      assert.equal(linkOf(own), undefined);
      answer("");
      await finished(push(row, own.services), own.world);
      assert.equal(linkOf(own), "shop");
    });

    it("are linked after a pull from the app's row or after a question", async () => {
      for (const from of [row, undefined]) {
        const own = setUp({}, { "main.py": "1" });
        answer(undefined);
        await assert.rejects(finished(pull(from, own.services), own.world), CancelledError);
        assert.equal(linkOf(own), undefined);
        answer("");
        await finished(pull(from, own.services), own.world);
        assert.deepEqual([linkOf(own), existsSync(path.join(own.folder.fsPath, "main.py"))], ["shop", true]);
      }
    });

    it("stay unlinked after a pull of one of several targets, or when nothing was asked", async () => {
      const targets = { development: { appId: "mail" }, production: { appId: "shop" } };
      const own = setUp({}, { "main.py": "1" });
      own.projectFile({ targets });
      answer("");
      await finished(pull({ ...row, target: "production" }, own.services), own.world);
      assert.equal(linkOf(own), undefined);
      const quiet = setUp({ "main.py": "1" });
      const argument = withConsent({ accountId: "account", appId: "shop", folder: quiet.folder.toString() });
      await finished(push(argument, quiet.services), quiet.world);
      assert.equal(linkOf(quiet), undefined);
    });
  });
});
