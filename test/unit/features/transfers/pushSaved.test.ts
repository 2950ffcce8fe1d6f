// Files that are saved where push on save is on: what goes, what stays, and what is said of it.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../src/core/logger";
import type { pushFiles } from "../../../../src/features/transfers/files/pushFiles";
import { SavedFiles } from "../../../../src/features/transfers/files/pushSaved";
import { FolderLinks } from "../../../../src/features/transfers/folders/linkedFolders";
import type { TransferServices } from "../../../../src/features/transfers/transferServices";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someApp, someTeam } from "../../../support/someApp";

const folder = vscode.Uri.file("/work/shop");
const fileAt = (path: string) => vscode.Uri.joinPath(folder, path);
const stub = vscode as unknown as { workspace: Record<string, unknown>; window: Record<string, unknown> };

describe("files that are saved", () => {
  const own = { workspace: { ...stub.workspace }, window: { ...stub.window } };
  let said: string[];
  let answer: string | undefined;
  let projectFile: object | undefined;
  let left: readonly string[];
  let pushed: string[][];
  let asked: boolean[];
  let clock: FakeClock;

  beforeEach(() => {
    [said, answer, projectFile, left, pushed, asked] = [[], undefined, undefined, [], [], []];
    clock = new FakeClock();
    const say = async (text: string, ...buttons: readonly string[]) => {
      said.push([text, ...buttons].join(" | "));
      return answer;
    };
    Object.assign(stub.workspace, {
      workspaceFolders: [{ uri: folder, name: "shop" }],
      getWorkspaceFolder: ({ path }: vscode.Uri) =>
        path.startsWith("/work/shop/") ? { uri: folder } : undefined,
      getConfiguration: () => ({ get: () => "never" }),
      fs: {
        readFile: async ({ path }: vscode.Uri) => {
          if (!projectFile || path !== "/work/shop/hosted-app.json") throw new Error("no such file");
          return new TextEncoder().encode(JSON.stringify(projectFile));
        },
      },
    });
    Object.assign(stub.window, {
      showInformationMessage: say,
      showWarningMessage: say,
      setStatusBarMessage: (text: string) => void said.push(text),
    });
  });

  afterEach(() => {
    for (const [name, values] of Object.entries(own)) {
      const module = stub[name as "workspace" | "window"];
      for (const key of Object.keys(module)) delete module[key];
      Object.assign(module, values);
    }
  });

  async function savedFiles({ isLinked = true, account = someAccount({ apps: [someApp()] }) } = {}) {
    const state = new MemoryState();
    const accounts = { all: [account], get: () => account, load: async () => undefined };
    const services = { accounts, state, clock, logger: silentLogger } as unknown as TransferServices;
    const links = new FolderLinks(state, services.accounts);
    if (isLinked) await links.set(folder, { accountId: "account", appId: "shop" });
    const push: typeof pushFiles = async ({ place, paths }, questions) => {
      pushed.push([place.appId, ...paths]);
      asked.push(Object.keys(questions).length > 0);
      const names = paths.map((path) => `/${path}`);
      const outcome = {
        ...{ accountId: "account", appId: place.appId, deleted: [], failed: [], cancelled: [], unchanged: 0 },
        uploaded: names.filter((name) => !left.includes(name)),
        left: names.filter((name) => left.includes(name)).map((path) => ({ path, reason: "changed" })),
      };
      return { outcome, hasReplaced: true, leftOut: [] };
    };
    return new SavedFiles(services, push);
  }

  it("go together a moment later, without a question, and the status bar says so", async () => {
    const files = await savedFiles();
    files.add(fileAt("a.py"));
    await clock.advance(200);
    files.add(fileAt("lib/b.py"));
    files.add(fileAt("a.py"));
    assert.deepEqual(pushed, []);
    await clock.advance(500);
    assert.deepEqual([pushed, asked], [[["shop", "a.py", "lib/b.py"]], [false]]);
    assert.deepEqual(said, ["$(check) Pushed 2 files to Shop"]);
  });

  it("stay when they are in no open folder, are logs, or say how the app is deployed", async () => {
    const files = await savedFiles();
    for (const uri of [vscode.Uri.file("/tmp/x.py"), fileAt("app.log"), fileAt("hosted-app.json")])
      files.add(uri);
    await clock.advance(500);
    assert.deepEqual([pushed, said], [[], []]);
  });

  it("stay in Restricted Mode", async () => {
    stub.workspace["isTrusted"] = false;
    const files = await savedFiles();
    files.add(fileAt("a.py"));
    await clock.advance(500);
    assert.deepEqual(pushed, []);
  });

  it("that somebody else has changed are left, which one notice says until the file went", async () => {
    const files = await savedFiles();
    const conflict =
      "a.py was saved but not pushed, since it was also changed in Shop. | Compare | Push File...";
    const save = async () => {
      files.add(fileAt("a.py"));
      await clock.advance(500);
    };
    left = ["/a.py"];
    await save();
    await save();
    assert.deepEqual(said, [conflict]);
    left = [];
    await save();
    left = ["/a.py"];
    await save();
    assert.deepEqual(said, [conflict, "$(check) Pushed a.py to Shop", conflict]);
  });

  it("are never sent to a target that asks before each push, which is said once", async () => {
    projectFile = { targets: { production: { appId: "shop" }, development: { appId: "other" } } };
    const files = await savedFiles();
    for (const path of ["a.py", "b.py"]) {
      files.add(fileAt(path));
      await clock.advance(500);
    }
    assert.deepEqual(pushed, []);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? "", /not pushed to production, which asks before each push/);
  });

  it("of a folder that only names its app itself wait until the user has agreed", async () => {
    projectFile = { appId: "shop" };
    const files = await savedFiles({ isLinked: false });
    const save = async (path: string) => {
      files.add(fileAt(path));
      await clock.advance(500);
    };
    await save("a.py");
    await save("b.py");
    assert.deepEqual(pushed, []);
    assert.deepEqual(said, ["Push the files that you save in shop to Shop? | Push Saved Files"]);
    answer = "Push Saved Files";
    const agreed = await savedFiles({ isLinked: false });
    agreed.add(fileAt("a.py"));
    await clock.advance(1_500);
    assert.deepEqual(pushed, [["shop", "a.py"]]);
  });

  it("stay where the team does not let one change files", async () => {
    const member = { userId: "me", permissions: { canEditApplicationFiles: false } };
    const team = someTeam({ owner: "boss", members: [member] });
    const account = someAccount({ apps: [someApp({ teamId: "team", userId: "boss" })], teams: [team] });
    const files = await savedFiles({ account });
    files.add(fileAt("a.py"));
    await clock.advance(500);
    assert.deepEqual(pushed, []);
    assert.match(said.join(), /do not have permission to change the files of Shop/);
  });
});
