// Data of a signed-out account on the machine: only what the question names.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { type Account, Accounts } from "../../../../../src/accounts/accounts";
import { silentLogger } from "../../../../../src/core/logger";
import { type StateKey, stateShapes } from "../../../../../src/editor/state/stateMemory";
import { forgetSignedOut } from "../../../../../src/features/account/forget/forgetSignedOut";
import { storedBases } from "../../../../../src/features/files/mount/storedBases";
import { WatchedApps } from "../../../../../src/features/metrics/watchedApps";
import { setLink } from "../../../../../src/features/transfers/place/linkedFolders";
import { createRecordsOf } from "../../../../support/createRecordsOf";
import { FakeClock } from "../../../../support/fakeClock";
import { MemoryMachineFiles } from "../../../../support/memoryMachineFiles";
import { Secrets } from "../../../../support/memorySecrets";
import { MemoryState } from "../../../../support/memoryState";

const disposals: { dispose(): void }[] = [];

/** All, or those after the first accounts and their watchers. */
function closeWindows(from = 0): void {
  for (const each of disposals.splice(from)) each.dispose();
}

/** With storage, user state, and windows with their own state. */
function machine() {
  const clock = new FakeClock();
  const secrets = new Secrets();
  const files = new MemoryMachineFiles(() => clock.now());
  const globalState = new MemoryState();
  const user = { isAlone: true };
  const openWindow = (workspaceState: MemoryState, own = secrets, workspaceFile?: string) => {
    const accounts = new Accounts({
      ...{ secrets: own, machineFiles: files, logger: silentLogger, clock },
      hosts: () => ({}),
      dialectMemory: (id) => ({
        read: () => globalState.get(`wire.${id}`),
        write: (value) => void globalState.update(`wire.${id}`, value),
      }),
      requestTimeoutMs: () => 1_000,
      wakeLocalService: async (session) => session,
      localUser: {
        get: () => globalState.get("localUser"),
        set: async (localUser) => await globalState.update("localUser", localUser),
      },
    });
    const forgetting = forgetSignedOut({
      ...{ accounts, clock, files, logger: silentLogger },
      states: [globalState, workspaceState],
      workspaceFile: () => workspaceFile,
      isAlone: async () => user.isAlone,
    });
    disposals.push(forgetting, accounts);
    return accounts;
  };
  /** Everything stored, as one text. */
  const allOf = (...states: readonly MemoryState[]): string =>
    JSON.stringify([
      [globalState, ...states].map(({ values }) => [...values]),
      [...secrets.values],
      [...files.files.keys()].map((name) => [name, files.textOf(name)]),
    ]);
  return { clock, secrets, files, globalState, user, openWindow, allOf };
}

const signIn = async (accounts: Accounts, name: string): Promise<Account> =>
  await accounts.add("https://a.example", `token-${name}`, { id: name, name, sessions: [] });

/** Fills every store of an account with recognizable texts. */
async function useEverything(
  accounts: Accounts,
  { id: accountId }: Account,
  { globalState, files }: Pick<ReturnType<typeof machine>, "globalState" | "files">,
  workspaceState: MemoryState,
): Promise<void> {
  const appId = `canary-app-of-${accountId}`;
  const key = { accountId, appId };
  const folder = vscode.Uri.file(`/home/canary-folder-of-${accountId}`);
  const mount = `hosted-app://${accountId}/${appId}`;
  const merged = async (state: MemoryState, name: StateKey, entries: Record<string, unknown>) =>
    await state.update(name, { ...((state.get(name) as unknown as object) ?? {}), ...entries });

  await globalState.update(`wire.${accountId}`, { listing: "canary-wire" });
  await globalState.update(`changedFiles.${accountId}`, { "canary-changed": 1 });
  await globalState.update(`permissions.${accountId}`, { "canary-team/canSeeApplicationFiles": true });
  await globalState.update(`pendingFolders:${accountId}/${appId}`, { "/canary-folder": 1 });
  await globalState.update("pendingMount", { uri: `${mount}/`, name: "canary-mount", at: 1 });
  await globalState.update("reopenEditors", { uri: mount, at: 1, editors: [{ uri: `${mount}/canary.py` }] });
  const ofApp = `${accountId}/${appId}`;
  await merged(globalState, "silencedNotices", { [ofApp]: ["down"] });
  await merged(globalState, "chosenLogs", { [ofApp]: "/canary.log" });
  await merged(globalState, "healthChecks", { [ofApp]: "https://canary.example" });
  await merged(globalState, "acceptedFiles", { [ofApp]: ["canary-hash"] });
  await merged(workspaceState, "metricsHistory", { [ofApp]: [] });
  await merged(workspaceState, "lastingConditions", { [ofApp]: { active: ["down"] } });

  storedBases(workspaceState, key).set("/canary.py", { hash: "canary-hash", compared: [] });
  await new WatchedApps(workspaceState).add({ ...key, name: "canary-name" });
  await workspaceState.update("unwatchedApps", [{ ...key, name: "canary-unwatched" }]);
  await setLink(folder, key, { state: workspaceState, accounts });
  const settings = {
    ...{ name: "canary", mainFile: "main.py", memoryMB: 256, runtime: "python" as const, startupCommand: "" },
    ...{ exposedViaWeb: true, autoRestart: true },
  };
  await createRecordsOf(files).journalOf({ folder: folder.toString(), accountId, settings }).begin();
  await workspaceState.update(`deploy.choices:${mount}/sub`, { excluded: ["canary.txt"], included: [] });
  await workspaceState.update(`deploy.noAppFile:${mount}`, true);
  await workspaceState.update(`deploy.task:${mount}/sub`, "canary-task");

  files.put(`limits/${accountId}/uploads.json`, "canary-pace");
  files.put(`pushed/${accountId}/0123.json`, "canary-pushed");
  files.put(`releases/${accountId}/releases.json`, "canary-release");
  files.put(`releases/${accountId}/contents/0123`, "canary-content");
  files.put(`workspaces/${accountId}/${appId}/canary.code-workspace`, "canary-workspace");
}

/** Data without an account stays. */
async function useOwn(globalState: MemoryState, workspaceState: MemoryState): Promise<void> {
  await globalState.update("autoSaveNoticeShown", true);
  await globalState.update("walkthrough.done", ["hasPushed"]);
  await globalState.update("links.cloned", { repository: "https://example.com/shop.git", atMs: 1 });
  await globalState.update("templates.opened", { folder: "file:///home/me/shop", name: "Static Site" });
  await workspaceState.update("savedFiles", ["file:///home/me/a.txt"]);
  await workspaceState.update("apps.arrangement", { filter: "shop", sort: "cpu" });
  await workspaceState.update("deploy.choices:file:///home/me", { excluded: ["a.txt"], included: [] });
  await workspaceState.update("run.start:file:///home/me", "0123");
}

describe("an account that was signed out", () => {
  afterEach(() => closeWindows());

  it("leaves nothing in state, secrets and storage, except for other accounts", async () => {
    const world = machine();
    const workspace = new MemoryState();
    const accounts = world.openWindow(workspace);
    const ann = await signIn(accounts, "canary-ann");
    await useOwn(world.globalState, workspace);
    await useEverything(accounts, ann, world, workspace);
    const kinds = [...world.globalState.keys(), ...workspace.keys()];
    for (const name of Object.keys(stateShapes))
      assert.ok(name === "localUser" || kinds.some((key) => key.startsWith(name)), `${name} is not used`);

    await accounts.remove(ann.id);
    await world.clock.advance(65_000);
    const left = world.allOf(workspace);
    assert.ok(!left.includes("canary"), left);
    assert.ok(!left.includes(ann.id), left);
    assert.deepEqual(
      [...world.globalState.keys()],
      ["autoSaveNoticeShown", "walkthrough.done", "links.cloned", "templates.opened"],
    );
    assert.deepEqual(workspace.keys().toSorted(), [
      "apps.arrangement",
      "deploy.choices:file:///home/me",
      "run.start:file:///home/me",
      "savedFiles",
      "unwatchedApps",
      "watchedApps",
    ]);

    const bob = await signIn(accounts, "bob");
    await useEverything(accounts, bob, world, workspace);
    const before = world.allOf(workspace);
    const eve = await signIn(accounts, "eve");
    await accounts.remove(eve.id);
    await world.clock.advance(65_000);
    assert.equal(world.allOf(workspace), before);
  });

  it("leaves nothing in a window that was closed at the time, after its next start", async () => {
    const world = machine();
    const [here, closed] = [new MemoryState(), new MemoryState()];
    const accounts = world.openWindow(here);
    const ann = await signIn(accounts, "canary-ann");
    const other = world.openWindow(closed);
    await other.load();
    await useEverything(other, ann, world, closed);
    closeWindows(2);
    await accounts.remove(ann.id);
    await world.clock.advance(65_000);
    assert.ok(world.allOf(closed).includes("canary"));

    world.openWindow(closed);
    await world.clock.advance(15_000);
    assert.ok(!world.allOf(here, closed).includes("canary"));
  });

  it("is not one whose token is unreadable or lost", async () => {
    const world = machine();
    const workspace = new MemoryState();
    const ann = await signIn(world.openWindow(workspace), "canary-ann");
    await useEverything(disposals[1] as Accounts, ann, world, workspace);
    const before = world.allOf(workspace);

    world.openWindow(workspace, new Secrets());
    world.secrets.before = () => {
      throw new Error("the keyring is locked");
    };
    world.openWindow(workspace);
    await world.clock.advance(200_000);
    assert.equal(world.allOf(workspace), before);
  });

  it("is checked without the keyring where no account has data", async () => {
    const world = machine();
    const workspace = new MemoryState();
    await useOwn(world.globalState, workspace);
    let asked = 0;
    world.secrets.before = () => asked++;
    world.openWindow(workspace);
    await world.clock.advance(200_000);
    assert.equal(asked, 0);
  });

  it("keeps the rate limits for the same user's next sign-in", async () => {
    const world = machine();
    const accounts = world.openWindow(new MemoryState());
    const ann = await signIn(accounts, "ann");
    world.files.put(`limits/${ann.id}/downloads.json`, "twenty");
    await accounts.remove(ann.id);
    await world.clock.advance(1_000);
    const again = await signIn(accounts, "ann");
    await world.clock.advance(200_000);
    assert.equal(world.files.textOf(`limits/${again.id}/downloads.json`), "twenty");
  });

  it("keeps the workspace of an open window until it is closed", async () => {
    const world = machine();
    const workspace = new MemoryState();
    const accounts = world.openWindow(workspace);
    const [ann, bob] = [await signIn(accounts, "ann"), await signIn(accounts, "bob")];
    const fileOf = (id: string) => `workspaces/${id}/shop/Shop.code-workspace`;
    for (const { id } of [ann, bob]) world.files.put(fileOf(id), "{}");
    closeWindows();

    const inAnns = world.openWindow(workspace, world.secrets, `/storage/${fileOf(ann.id)}`);
    await inAnns.remove(ann.id);
    world.user.isAlone = false;
    await inAnns.remove(bob.id);
    await world.clock.advance(65_000);
    assert.ok(world.files.textOf(fileOf(ann.id)) && world.files.textOf(fileOf(bob.id)));

    closeWindows();
    world.user.isAlone = true;
    world.openWindow(workspace);
    await world.clock.advance(15_000);
    assert.deepEqual([...world.files.files.keys()], []);
  });
});
