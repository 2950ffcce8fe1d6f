// Roll Back and Show Changes of Release: what they ask, do and answer.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { largestBackupBytes } from "../../../../../src/appFiles/backups/changeLog";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { backupText } from "../../../../../src/features/transfers/ask/backupDocuments";
import { compareRelease } from "../../../../../src/features/transfers/commands/compareRelease";
import { rollBack } from "../../../../../src/features/transfers/commands/rollBack";
import { wholeFolderTurn } from "../../../../../src/features/transfers/place/placeTurns";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { hashOf } from "../../../../support/appFilesHarness";
import { type AskedWindow, askedWindow } from "../../../../support/askedWindow";
import { someApp } from "../../../../support/someApp";
import { answerNotices, answerPicks, commands } from "../../../../support/vscodeParts";
import { useProjectWindow } from "../projectWindow";
import { folderUri, key, releasingWorld } from "../releasingWorld";

const kind = "push";

describe("a release of an app", () => {
  const shown = useProjectWindow();
  let ran: unknown[][];
  let window: AskedWindow;
  /** The rows of each list, with "x" where they are selected. */
  let picks: string[][];

  beforeEach(() => {
    window = askedWindow();
    [ran, picks] = [[], []];
    commands["executeCommand"] = async (...given: unknown[]) => {
      ran.push(given);
      return given[0];
    };
  });

  async function twoReleases(app = someApp()) {
    const world = releasingWorld(app);
    const services = {
      ...world.services,
      storage: vscode.Uri.file("/storage"),
      state: { get: () => undefined, update: async () => undefined },
      chooseApp: async () => ({ ...key, name: "Shop" }),
    } as unknown as TransferServices;
    await world.push({ kind });
    world.folder.put("main.py", "two");
    world.folder.put("new.py", "new");
    await world.push({ kind });
    const roll = async (argument: object) => await world.finish(rollBack({ ...key, ...argument }, services));
    return { ...world, services, roll };
  }

  function choosing(choose: (label: string) => boolean | undefined = () => undefined, times = 9): void {
    answerPicks((pick) => {
      if (picks.length === times) return undefined;
      const selected = new Set(pick.selectedItems.map(({ label }) => label));
      picks.push(pick.items.map(({ label }) => `${selected.has(label) ? "x " : ""}${label}`));
      pick.selectedItems = pick.items.filter(({ label, kind }) => {
        const isRow = kind !== vscode.QuickPickItemKind.Separator;
        return isRow && (choose(label) ?? selected.has(label));
      });
      return "";
    });
  }

  it("is rolled back to after its plan, with the folder as it was, and is a release of its own", async () => {
    const { roll, texts, list, folder } = await twoReleases();
    choosing();
    const answer = await roll({ release: 1 });
    assert.deepEqual(texts(), { "main.py": "one", "bot.session": "KEY=1" });
    assert.deepEqual(
      [answer.release, answer.restored, answer.removed, answer.failed, answer.restart],
      [1, ["/main.py"], ["/new.py"], [], "hostedApps.app.restart"],
    );
    assert.deepEqual(ran.at(-1)?.[1], { ...key, confirm: true, after: "rollback" });
    assert.deepEqual(picks, [["To be reverted (1)", "x main.py", "To be removed (1)", "x new.py"]]);
    assert.equal(new TextDecoder().decode(folder.files.get("main.py")), "two");
    const [newest] = await list();
    assert.deepEqual([newest?.number, newest?.kind, newest?.changed], [3, "rollback", 2]);
  });

  it("records what the app has, also where it had the release's file before", async () => {
    const { roll, filesOf, remote } = await twoReleases();
    remote.put("/main.py", "one");
    choosing();
    const { restored, removed } = await roll({ release: 1 });
    assert.deepEqual([restored, removed], [[], ["/new.py"]]);
    assert.deepEqual(await filesOf(3), await filesOf(1));
  });

  it("names no commit after a release of a few files, or in which a part failed", async () => {
    const commit = { commit: "a1b2c3d4", branch: "main", subject: undefined, uncommitted: 0 };
    for (const kind of ["save", "push"] as const) {
      const { roll, push, folder, remote, list } = await twoReleases();
      const { upload } = remote;
      remote.upload = async (...given) => {
        if (kind === "push" && given[0] === "/lib.py") throw new Error("refused");
        return await upload.call(remote, ...given);
      };
      folder.put("main.py", "three");
      folder.put("lib.py", "lib");
      await push({ kind, commit: async () => commit });
      folder.put("main.py", "four");
      folder.drop("lib.py");
      await push({ kind: "push", commit: async () => commit });
      choosing(() => true);
      window.answer = "Replace";
      picks = [];
      await roll({ release: 3 });
      const [newest] = await list();
      assert.deepEqual([newest?.kind, newest?.result], ["rollback", "complete"]);
      assert.equal(newest?.commit, undefined);
    }
  });

  it("changes nothing and restarts nothing when the plan is left", async () => {
    const { roll, texts } = await twoReleases();
    answerPicks(() => undefined);
    await assert.rejects(roll({ release: 1 }), CancelledError);
    assert.equal(texts()["main.py"], "two");
    assert.deepEqual(ran, []);
  });

  it("asks even where a foreign argument says that it need not", async () => {
    const { roll, texts } = await twoReleases();
    answerPicks(() => undefined);
    await assert.rejects(roll({ release: 1, confirm: true }), CancelledError);
    assert.equal(texts()["main.py"], "two");
  });

  it("asks nothing for our own code while nothing is in doubt", async () => {
    const { services, finish, texts } = await twoReleases();
    choosing();
    await finish(rollBack(withConsent({ ...key, release: 1, confirm: true }), services));
    assert.deepEqual([picks, texts()["main.py"]], [[], "one"]);
  });

  it("asks our own code, too, where it would undo more than the last transfer", async () => {
    const argument = withConsent({ ...key, release: 1, confirm: true });
    answerPicks(() => undefined);
    const { services, finish, folder, push, texts } = await twoReleases();
    folder.put("main.py", "three");
    await push({ kind });
    await assert.rejects(finish(rollBack(argument, services)), CancelledError);
    assert.equal(texts()["main.py"], "three");
  });

  it("asks our own code, too, about an older release whose files the last transfer has changed again", async () => {
    const argument = withConsent({ ...key, release: 1, confirm: true });
    answerPicks(() => undefined);
    const { services, finish, folder, push, texts } = await twoReleases();
    folder.put("main.py", "three");
    folder.put("new.py", "newer");
    await push({ kind });
    await assert.rejects(finish(rollBack(argument, services)), CancelledError);
    assert.equal(texts()["main.py"], "three");
  });

  it("asks our own code, too, where the last transfer isn't recorded, or a teammate has deleted a file", async () => {
    const argument = () => withConsent({ ...key, release: 1, confirm: true });
    answerPicks(() => undefined);
    const unrecorded = await twoReleases();
    unrecorded.folder.put("main.py", "three");
    unrecorded.folder.drop("new.py");
    await unrecorded.push(undefined);
    Object.assign(vscode.workspace.fs, {
      readFile: async () => new TextEncoder().encode(await unrecorded.moved.memory.read()),
    });
    await assert.rejects(unrecorded.finish(rollBack(argument(), unrecorded.services)), CancelledError);
    const deleted = await twoReleases();
    deleted.remote.files.delete("/main.py");
    await assert.rejects(deleted.finish(rollBack(argument(), deleted.services)), CancelledError);
    assert.deepEqual([unrecorded.texts()["main.py"], deleted.texts()["main.py"]], ["three", undefined]);
  });

  it("asks our own code, too, about a teammate's change, lost contents, and a target that asks first", async () => {
    const argument = () => withConsent({ ...key, release: 1, confirm: true });
    answerPicks(() => undefined);
    const changed = await twoReleases();
    changed.remote.put("/main.py", "theirs");
    await assert.rejects(changed.finish(rollBack(argument(), changed.services)), CancelledError);
    const lost = await twoReleases();
    for (const name of lost.disk.files.keys())
      if (lost.disk.textOf(name) === "one") lost.disk.files.delete(name);
    await assert.rejects(lost.finish(rollBack(argument(), lost.services)), CancelledError);
    const asking = await twoReleases();
    shown.projectFile = { targets: { production: { appId: "shop", confirm: true } } };
    await assert.rejects(asking.finish(rollBack(argument(), asking.services)), CancelledError);
    assert.deepEqual([changed.texts()["main.py"], lost.texts()["main.py"]], ["theirs", "two"]);
  });

  it("asks our own code, too, where the app is also that of a target that doesn't ask", async () => {
    const argument = withConsent({ ...key, release: 1, confirm: true });
    answerPicks(() => undefined);
    const { services, finish, texts } = await twoReleases();
    const [staging, production] = [{ appId: "shop" }, { appId: "shop", confirm: true }];
    shown.projectFile = { targets: { staging, production } };
    await assert.rejects(finish(rollBack(argument, services)), CancelledError);
    assert.equal(texts()["main.py"], "two");
  });

  it("asks our own code, too, while settings differ from the release's", async () => {
    const argument = withConsent({ ...key, release: 1, confirm: true });
    answerPicks(() => undefined);
    const { services, finish, texts } = await twoReleases(someApp({ startupCommand: "python main.py" }));
    const app = services.accounts.get(key.accountId)?.apps.find(key.appId) ?? assert.fail();
    Object.assign(app, { startupCommand: "python new.py" });
    await assert.rejects(finish(rollBack(argument, services)), CancelledError);
    assert.equal(texts()["new.py"], "new");
  });

  it("asks our own code, too, before it deletes files where flags deny that", async () => {
    const argument = withConsent({ ...key, release: 1, confirm: true });
    const { services, finish, texts } = await twoReleases();
    const account = services.accounts.get(key.accountId) ?? assert.fail();
    const isRuledOut = (_app: string, name: string) => name === "canDeleteApplicationFiles";
    const refusal = () => new ServiceError("forbidden", "no");
    Object.assign(account, {
      permissions: { isRuledOut, mayTry: () => false, wasRefused: () => false, refusal },
    });
    choosing(() => undefined, 1);
    await assert.rejects(finish(rollBack(argument, services)), CancelledError);
    assert.match(window.asked[0]?.text ?? "", /^Your permissions may not include this/);
    assert.deepEqual([picks.length, texts()["main.py"], texts()["new.py"]], [1, "two", "new"]);
  });

  it("asks before it changes the app while hosted-app.json can't be read", async () => {
    const { roll, texts } = await twoReleases();
    shown.projectFile = { targets: "none" };
    choosing(() => undefined, 1);
    await assert.rejects(roll({ release: 1 }), CancelledError);
    assert.deepEqual([window.asked[0]?.text, texts()["main.py"]], ["Roll back Shop to release 1?", "two"]);
    window.answer = "Roll Back";
    picks = [];
    choosing();
    await roll({ release: 1 });
    assert.equal(texts()["main.py"], "one");
  });

  it("asks before it changes only a setting of a target that asks first", async () => {
    const { roll, services } = await twoReleases(someApp({ startupCommand: "python old/main.py" }));
    const { client, apps } = services.accounts.get(key.accountId) ?? assert.fail();
    const app = Object.assign(apps.find(key.appId) ?? {}, { startupCommand: "python new/main.py" });
    const changes: unknown[] = [];
    Object.assign(client, { updateApp: async (_: unknown, change: unknown) => void changes.push(change) });
    Object.assign(apps, { refreshApp: async () => app, put: () => undefined });
    shown.projectFile = { targets: { production: { appId: "shop", confirm: true } } };
    choosing((label) => label.startsWith("Start command"), 1);
    await assert.rejects(roll({ release: 1 }), CancelledError);
    assert.deepEqual([window.asked[0]?.text, changes], ["Roll back production to release 1?", []]);
    window.answer = "Roll Back";
    picks = [];
    choosing((label) => label.startsWith("Start command"));
    const { settings } = await roll({ release: 1 });
    assert.deepEqual([settings, changes], [["startupCommand"], [{ startupCommand: "python old/main.py" }]]);
  });

  it("is a release of its own where only settings are rolled back", async () => {
    const { roll, services, list, filesOf } = await twoReleases(someApp({ memoryMB: 256 }));
    const { client, apps } = services.accounts.get(key.accountId) ?? assert.fail();
    const app = Object.assign(apps.find(key.appId) ?? {}, { memoryMB: 512 });
    Object.assign(client, { updateApp: async (_: unknown, change: object) => ({ ...app, ...change }) });
    Object.assign(apps, { refreshApp: async () => app, put: (now: object) => Object.assign(app, now) });
    choosing((label) => label.startsWith("Memory limit"));
    await roll({ release: 1 });
    const [newest] = await list();
    assert.deepEqual([newest?.number, newest?.kind, newest?.changed], [3, "rollback", 0]);
    assert.equal(newest?.settings.memoryMB, 256);
    assert.deepEqual(await filesOf(3), await filesOf(2));
  });

  it("replaces a teammate's change only after a question that names it", async () => {
    const { roll, texts, remote } = await twoReleases();
    remote.put("/main.py", "theirs");
    // The question leads back to the plan, which is left then.
    choosing(() => true, 1);
    await assert.rejects(roll({ release: 1 }), CancelledError);
    assert.equal(texts()["main.py"], "theirs");
    assert.match(window.asked[0]?.text ?? "", /^Replace 1 file in the app Shop\?/);
    assert.ok(window.asked[0]?.lines.some((line) => line.includes("main.py")));
    window.answer = "Replace";
    choosing(() => true);
    await roll({ release: 1 });
    assert.equal(texts()["main.py"], "one");
  });

  it("deletes a file that is too large to be kept only after a question that names it", async () => {
    const { roll, texts, folder, push } = await twoReleases();
    folder.put("big.bin", "x".repeat(largestBackupBytes + 1));
    await push({ kind });
    choosing(() => true, 1);
    await assert.rejects(roll({ release: 2 }), CancelledError);
    assert.ok("big.bin" in texts());
    assert.equal(window.asked[0]?.text, "Delete 1 file in the app Shop?");
    assert.ok(window.asked[0]?.lines.includes("/big.bin"));
  });

  it("names the files that are no longer kept before, and leaves them", async () => {
    const { roll, texts, disk } = await twoReleases();
    for (const name of disk.files.keys()) if (disk.textOf(name) === "one") disk.files.delete(name);
    let prompt: unknown;
    answerPicks((pick) => {
      prompt = Reflect.get(pick, "prompt") ?? pick.title;
      return "";
    });
    await roll({ release: 1 });
    assert.match(String(prompt), /Can't be reverted \(1\): main\.py \(its previous content wasn't kept\)/);
    assert.deepEqual(texts(), { "main.py": "two", "bot.session": "KEY=1" });
  });

  it("offers the settings that differ now, not selected, and stops where they can't be changed", async () => {
    const { roll, services, texts } = await twoReleases(
      someApp({ memoryMB: 256, startupCommand: "python old.py" }),
    );
    const { client, apps } = services.accounts.get(key.accountId) ?? assert.fail();
    const app = Object.assign(apps.find(key.appId) ?? {}, { memoryMB: 512, startupCommand: "python new.py" });
    const changes: unknown[] = [];
    const updateApp = async (_: unknown, change: unknown) => {
      if (changes.push(change) === 1) throw new Error("The service refused it.");
    };
    Object.assign(client, { updateApp });
    Object.assign(apps, { refreshApp: async () => app, put: () => undefined });
    choosing((label) => label.startsWith("Start command") || undefined);
    await assert.rejects(roll({ release: 1 }), /refused/);
    assert.deepEqual([texts()["main.py"], ran], ["two", []]);
    picks = [];
    choosing((label) => label.startsWith("Start command"));
    const { settings, restored } = await roll({ release: 1 });
    assert.deepEqual(picks[0]?.slice(-3), [
      "Settings",
      "Memory limit: 512 MB → 256 MB",
      "Start command: python new.py → python old.py",
    ]);
    assert.deepEqual([settings, restored], [["startupCommand"], []]);
    assert.deepEqual(changes.at(-1), { startupCommand: "python old.py" });
  });

  it("is picked from the earlier ones, or refused when it does not exist or its files are gone", async () => {
    const { roll, disk, services, finish } = await twoReleases();
    await assert.rejects(roll({ release: 7 }), /Shop has no release 7 on this machine/);
    let labels: readonly string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
        labels = items.map(({ label }) => label);
      },
    });
    await assert.rejects(finish(rollBack(key, services)), CancelledError);
    assert.deepEqual(
      labels.map((label) => label.split(" · ").slice(0, 2)),
      [["1", "2 files"]],
    );
    for (const name of disk.files.keys()) if (name.includes("contents")) disk.files.delete(name);
    await assert.rejects(roll({ release: 1 }), /The files of release 1 are no longer kept/);
  });

  it("opens as a comparison with the one before it", async () => {
    const { services, finish } = await twoReleases();
    const answer = await finish(compareRelease({ ...key, release: 2 }, services));
    assert.deepEqual(answer, { ...key, release: 2, changed: ["/main.py", "/new.py"] });
    const [id, title, resources] = ran.at(-1) ?? [];
    assert.deepEqual([id, title], ["vscode.changes", "Shop: release 1 ↔ 2"]);
    const texts = (resources as (vscode.Uri | undefined)[][]).map((sides) =>
      Promise.all(sides.slice(1).map(async (uri) => uri && (await backupText(uri, services)))),
    );
    assert.deepEqual(await Promise.all(texts), [
      ["one", "two"],
      [undefined, "new"],
    ]);
    await finish(compareRelease({ ...key, release: 1 }, services));
    const [, , all] = ran.at(-1) ?? [];
    const secret = (all as vscode.Uri[][]).flat().find(({ path }) => path === "/bot.session");
    assert.match(await backupText(secret as vscode.Uri, services), /isn't kept on this machine/);
  });

  it("can't be compared when the files of the one before it are no longer kept", async () => {
    const { services, finish, disk, list } = await twoReleases();
    const notices = answerNotices();
    const [, oldest] = await list();
    disk.files.delete(`releases/account/contents/${oldest?.files}`);
    await assert.rejects(finish(compareRelease({ ...key, release: 2 }, services)), CancelledError);
    assert.deepEqual(
      notices.map(({ text }) => text),
      ["Release 2 can't be compared: the files of the one before it are no longer kept on this machine."],
    );
  });

  it("can neither be compared nor rolled back to when a newer version wrote its list of files", async () => {
    const { services, finish, disk, list, releases, roll } = await twoReleases();
    const notices = answerNotices();
    const [, oldest] = await list();
    assert.ok(oldest);
    const [text, records] = ['{"version":3,"files":[]}', "releases/account/releases.json"];
    const files = hashOf(text);
    disk.put(`releases/account/contents/${files}`, text);
    disk.put(records, disk.textOf(records)?.replace(oldest.files, files) ?? "");
    assert.equal(await releases.filesOf(key, { files }), undefined);
    await assert.rejects(roll({ release: 1 }), /The files of release 1 are no longer kept/);
    await assert.rejects(finish(compareRelease({ ...key, release: 2 }, services)), CancelledError);
    assert.match(notices[0]?.text ?? "", /^Release 2 can't be compared: .* are no longer kept/);
  });

  it("says when nothing was rolled back, and offers a restart where only a part was", async () => {
    for (const [refused, text, offered] of [
      [["UPLOAD", "DELETE"], "No files were rolled back in Shop.", []],
      [["UPLOAD"], "Rolled back Shop to release 1 (1 file).", ["Restart Shop", "Undo"]],
    ] as const) {
      const { roll, remote } = await twoReleases();
      const notices = answerNotices();
      choosing();
      for (const request of refused) remote.failing.add(request);
      remote.failWith = new ServiceError("refused", "no");
      picks = [];
      await roll({ release: 1 });
      assert.deepEqual(
        [notices[0]?.text.startsWith(text), notices[0]?.buttons],
        [true, ["Show", ...offered]],
      );
    }
    assert.deepEqual(ran, []);
  });

  it("offers a restart where only settings were changed, although no file was rolled back", async () => {
    const { roll, services, remote } = await twoReleases(someApp({ memoryMB: 256 }));
    const { client, apps } = services.accounts.get(key.accountId) ?? assert.fail();
    const app = Object.assign(apps.find(key.appId) ?? {}, { memoryMB: 512 });
    Object.assign(client, { updateApp: async () => undefined });
    Object.assign(apps, { refreshApp: async () => app, put: () => undefined });
    for (const request of ["UPLOAD", "DELETE"]) remote.failing.add(request);
    remote.failWith = new ServiceError("refused", "no");
    const notices = answerNotices();
    choosing(() => true);
    const { settings, restored, removed } = await roll({ release: 1 });
    assert.deepEqual([settings, restored, removed], [["memoryMB"], [], []]);
    assert.deepEqual(notices[0]?.buttons, ["Show", "Restart Shop"]);
  });

  it("lets the folder be pushed again while the restart after its rollback is being proved", async () => {
    const { roll } = await twoReleases();
    choosing();
    const turn = { ...key, folder: vscode.Uri.parse(folderUri), folderName: "shop", appName: "Shop" };
    commands["executeCommand"] = async () => await wholeFolderTurn(turn, async () => "pushed meanwhile");
    const { restart } = await roll({ release: 1 });
    assert.equal(restart, "pushed meanwhile");
  });

  it("says that it was rolled back, although the restart failed", async () => {
    const { roll, texts } = await twoReleases();
    const notices = answerNotices();
    choosing();
    commands["executeCommand"] = async () => Promise.reject(new ServiceError("network", "no"));
    const answer = await roll({ release: 1 });
    assert.deepEqual([texts()["main.py"], answer.restored], ["one", ["/main.py"]]);
    assert.match(notices[0]?.text ?? "", /^Couldn't restart /);
    assert.equal(notices[1]?.text, "Rolled back Shop to release 1 (2 files).");
    assert.deepEqual(notices[1]?.buttons, ["Restart Shop", "Undo"]);
  });

  it("says that it was rolled back, and how to undo it", async () => {
    const { roll } = await twoReleases();
    const notices = answerNotices();
    choosing();
    await roll({ release: 1 });
    assert.deepEqual(
      notices.map(({ text, buttons }) => [text, ...buttons]),
      [["Rolled back Shop to release 1 (2 files).", "Undo"]],
    );
    assert.ok(folderUri);
  });
});
