// What a user is offered where it is in doubt whether an app was created, at once and after a reload.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { textHash } from "../../../../src/core/disk/contentHash";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import type { App } from "../../../../src/core/model/model";
import { withConsent } from "../../../../src/editor/commands/consent";
import { type CreateFlowOptions, runCreateFlow } from "../../../../src/features/create/createFlow";
import type { CreateRecord, CreateRecords } from "../../../../src/features/create/createRecords";
import { resumeCreates } from "../../../../src/features/create/resumeCreates";
import { createRecordsOf } from "../../../support/createRecordsOf";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryMachineFiles } from "../../../support/memoryMachineFiles";
import { MemoryState } from "../../../support/memoryState";
import { realFiles } from "../../../support/realFiles";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { someSettings } from "../../../support/someSettings";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { answerNotices, commands, runProgress, window, workspace } from "../../../support/vscodeParts";

/** An app of which the service does not say whose it is. */
const candidate = (id: string): App =>
  someApp({ id, createdAt: Date.UTC(2026, 0, 1), metrics: { online: true } });

describe("a creation that is in doubt", () => {
  let folder: string;
  let ran: [string, unknown][];
  /** Ids of the apps that came into view. */
  let announced: string[];
  let machine: MemoryMachineFiles;
  let records: CreateRecords;
  /** What a window that was killed would have left when the app was sent. */
  let journaled: readonly CreateRecord[];

  beforeEach(() => {
    [folder, ran, announced] = [temporaryFolder("create-in-doubt"), [], []];
    machine = new MemoryMachineFiles();
    records = createRecordsOf(machine);
    writeFileSync(path.join(folder, "main.py"), "print(1)\n");
    writeFileSync(path.join(folder, "hosted-app.json"), "{}");
    runProgress();
    Object.assign(workspace, {
      fs: realFiles,
      getWorkspaceFolder: () => ({ uri: vscode.Uri.file(folder) }),
      getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }),
    });
    commands["executeCommand"] = async (id: string, argument: unknown) => {
      if (id !== "setContext") ran.push([id, argument]);
    };
  });

  const written = () =>
    [...machine.files.keys()].map((name) => JSON.parse(machine.textOf(name) ?? "") as CreateRecord);
  /** As a window that is gone has left it. */
  const leave = (record: CreateRecord): void =>
    machine.put("creating/account/gone.1.json", JSON.stringify(record));

  /** What the flow and the resuming need; the service denies each creation, and lists `apps` from then on. */
  function options(apps: readonly App[] | undefined): CreateFlowOptions {
    let wasSent = false;
    const account = someAccount();
    Object.assign(account, {
      client: {
        createApp: async () => {
          wasSent = true;
          journaled = written();
          throw new ServiceError("conflict", "409", { status: 409, serviceText: "Busy" });
        },
        listApps: async () => {
          if (wasSent && !apps) throw new ServiceError("server", "503");
          return { apps: wasSent ? apps : [] };
        },
      },
    });
    Object.assign(account.apps, {
      put: () => undefined,
      announceCreated: (id: string) => void announced.push(id),
    });
    return {
      ...{ accounts: someAccounts(account), state: new MemoryState(), inFlight: new Set(), records },
      ...{
        clock: Object.assign(new FakeClock(), { sleep: async () => undefined }),
        diagnostics: { show: () => undefined, forget: () => undefined },
      },
      loadFiles: async () => assert.fail("no log is looked for"),
    } as unknown as CreateFlowOptions;
  }

  /** Creates, answering the notice; resolves with what was shown. */
  async function create(apps: readonly App[] | undefined, answer?: string) {
    const shown = answerNotices(() => answer);
    const argument = {
      accountId: "account",
      folder: vscode.Uri.file(folder).toString(),
      settings: someSettings,
    };
    const creating = runCreateFlow(withConsent(argument), options(apps));
    // The notice that comes instead says it all.
    await assert.rejects(creating, { name: "CancelledError" });
    await settled();
    return shown;
  }

  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const pick = (appId: string): void => {
    window["showQuickPick"] = async (rows: readonly { app: { appId: string } }[]) =>
      rows.find(({ app }) => app.appId === appId);
  };

  it("offers to choose among the apps that may be it, to look again and to create again", async () => {
    const [notice] = await create([candidate("a"), candidate("b")]);
    assert.match(notice?.text ?? "", /didn't confirm that it created Shop.*says: "Busy".*Select the app/);
    assert.deepEqual(notice?.buttons, ["Select the App...", "Refresh", "Create Again..."]);
    assert.deepEqual(ran, []);
    assert.deepEqual(written(), []);
  });

  it("offers no choice of apps where no list could be read", async () => {
    const [notice] = await create(undefined);
    assert.match(notice?.text ?? "", /may have been created/);
    assert.deepEqual(notice?.buttons, ["Refresh", "Create Again..."]);
  });

  it("links the folder to the app that is chosen, and shows it", async () => {
    pick("b");
    const shown = await create([candidate("a"), candidate("b")], "Select the App...");
    const link = { folder: vscode.Uri.file(folder).toString(), accountId: "account", appId: "b" };
    assert.deepEqual(ran, [["hostedApps.deploy.linkFolder", link]]);
    assert.deepEqual(announced, ["b"]);
    assert.equal(shown.at(-1)?.text, "Shop is online.");
  });

  it("changes nothing where the user picks no app", async () => {
    pick("none");
    await create([candidate("a")], "Select the App...");
    assert.deepEqual([ran, announced], [[], []]);
  });

  it("refreshes the apps, and asks all again before anything else is sent", async () => {
    await create(undefined, "Refresh");
    await create(undefined, "Create Again...");
    const startWith = {
      folder: vscode.Uri.file(folder).toString(),
      accountId: "account",
      startWith: someSettings,
    };
    assert.deepEqual(
      ran.map(([id]) => id),
      ["hostedApps.apps.refresh", "hostedApps.deploy.createApp"],
    );
    assert.deepEqual(ran[1]?.[1], startWith);
  });

  it("asks after a reload about an app of that name that came long after it was sent", async () => {
    await create([candidate("a")]);
    const [sent] = journaled;
    const sentAt = new FakeClock().now();
    assert.ok(sent);
    assert.equal(sent.sentAt, sentAt);
    for (const [minutes, text] of [
      [5, "The window was closed while Shop was being created. Shop is online."],
      [60, "The window was closed while Shop was being sent."],
    ] as const) {
      const shown = answerNotices();
      const used = options([]);
      const came = someApp({
        ...{ userId: "me", runtime: "python", metrics: { online: true } },
        createdAt: sentAt + minutes * 60_000,
      });
      used.clock.now = () => sentAt + 120 * 60_000;
      Object.assign(used.accounts.all[0]?.client ?? {}, { listApps: async () => ({ apps: [came] }) });
      leave(sent);
      await resumeCreates(true, { ...used, loadFiles: async () => ({ get: () => undefined }) as never });
      await settled();
      assert.ok(shown[0]?.text.startsWith(text), shown[0]?.text);
    }
  });

  it("offers the same after a reload", async () => {
    const shown = answerNotices();
    const used = options([]);
    Object.assign(used.accounts.all[0]?.client ?? {}, { listApps: async () => ({ apps: [candidate("a")] }) });
    const record = { folder: "file:///shop", accountId: "account", settings: someSettings, openFolders: [] };
    leave({ ...record, knownAppIds: [] });
    await resumeCreates(true, used);
    await settled();
    assert.match(shown[0]?.text ?? "", /^The window was closed while Shop was being sent\. .*Select the app/);
    assert.deepEqual(shown[0]?.buttons, ["Select the App...", "Refresh", "Create Again..."]);
  });

  it("links the folder after a reload to the app that was found", async () => {
    const shown = answerNotices();
    const used = options([]);
    const app = someApp({ id: "new", metrics: { online: true } });
    Object.assign(used.accounts.all[0]?.client ?? {}, { getApp: async () => app });
    const uri = vscode.Uri.file(folder).toString();
    leave({ folder: uri, accountId: "account", settings: someSettings, openFolders: [], appId: "new" });
    await resumeCreates(true, used);
    await settled();
    const link = { folder: uri, accountId: "account", appId: "new" };
    assert.deepEqual([ran, announced], [[["hostedApps.deploy.linkFolder", link]], ["new"]]);
    assert.match(
      shown[0]?.text ?? "",
      /^The window was closed while Shop was being created\. Shop is online/,
    );
  });

  it("is told only after a 404 of an app whose ID is known; while the service fails, it stays on record", async () => {
    for (const [kind, notices] of [
      ["network", 0],
      ["notFound", 1],
    ] as const) {
      const shown = answerNotices();
      const used = options([]);
      const getApp = async () => await Promise.reject(new ServiceError(kind, "no app"));
      Object.assign(used.accounts.all[0]?.client ?? {}, { getApp });
      const known = { accountId: "account", settings: someSettings, openFolders: [], appId: "new" };
      leave({ folder: "file:///shop", ...known });
      const resuming = resumeCreates(true, used);
      if (notices > 0) await resuming;
      else await assert.rejects(resuming, { kind });
      await settled();
      assert.deepEqual([shown.length, written().length], [notices, 1 - notices]);
      machine.files.clear();
    }
  });

  it("has the folder linked with what was sent, also of a file that changed since", async () => {
    answerNotices();
    const main = path.join(folder, "main.py");
    const sent = readFileSync(main);
    const used = options([]);
    const app = someApp({ id: "new", metrics: { online: true } });
    const { client, apps } = used.accounts.all[0] ?? assert.fail("no account");
    const createApp = async () => {
      writeFileSync(main, "print(2)\n");
      return app;
    };
    Object.assign(client, { createApp });
    Object.assign(apps, { refresh: async () => undefined, refreshApp: async () => app });
    const uri = vscode.Uri.file(folder).toString();
    const argument = { accountId: "account", folder: uri, settings: someSettings };
    await runCreateFlow(withConsent(argument), used);
    const [, link] = ran.find(([id]) => id === "hostedApps.deploy.linkFolder") ?? [];
    const { packed } = link as { readonly packed: readonly { readonly path: string }[] };
    assert.deepEqual(
      packed.find((file) => file.path === "main.py"),
      { path: "main.py", hash: textHash(sent), sizeBytes: sent.length },
    );
  });

  it("is reported at the next start when the window closes before its end is shown", async () => {
    const shown = answerNotices();
    const used = options([]);
    const app = someApp({ id: "new", status: "failed" });
    const { client, apps } = used.accounts.all[0] ?? assert.fail("no account");
    Object.assign(client, { createApp: async () => app });
    Object.assign(apps, {
      ...{ refresh: async () => undefined, refreshApp: async () => app, announceRestart: () => undefined },
    });
    let answer = (): void => undefined;
    const log = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const list = async () => await log.then(() => ({ entries: new Map() }));
    const argument = {
      accountId: "account",
      folder: vscode.Uri.file(folder).toString(),
      settings: someSettings,
    };
    await runCreateFlow(withConsent(argument), {
      ...used,
      loadFiles: async () => ({ get: () => ({ list }) }) as never,
    });
    await settled();
    assert.deepEqual([shown.length, written().map(({ appId }) => appId)], [0, ["new"]]);
    answer();
    await settled();
    assert.deepEqual([shown.length, written()], [1, []]);
  });

  it("is on record while its notice is shown after a reload", async () => {
    let onRecord: number | undefined;
    answerNotices(() => {
      onRecord = machine.files.size;
      return undefined;
    });
    leave({ folder: "file:///shop", accountId: "account", settings: someSettings, openFolders: [] });
    await resumeCreates(true, options([]));
    await settled();
    assert.deepEqual([onRecord, machine.files.size], [1, 0]);
  });
});
