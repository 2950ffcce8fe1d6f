// Commands in the palette and in each row's menu, by the `when` clauses of package.json, for each user and
// state.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, describe, it } from "mocha";
import type { TreeItem } from "vscode";
import type { Permissions } from "../../src/core/model/model";
import type { AppRelease } from "../../src/core/transfers/release";
import { appUri } from "../../src/editor/appUris";
import { setFolders } from "../../src/editor/contextKeys";
import { type AccountNode, factNode, teamNode } from "../../src/features/account/accountItems";
import { AccountTree } from "../../src/features/account/accountTree";
import { accountItem, appItem, groupItem } from "../../src/features/apps/appItems";
import { rowValue } from "../../src/features/apps/copyValue";
import { AppParts } from "../../src/features/apps/parts/appParts";
import { detailLines, type PartNode } from "../../src/features/apps/parts/partNodes";
import { setFolderFlags } from "../../src/features/apps/parts/rowFlags";
import { FakeClock } from "../support/fakeClock";
import { inRepository } from "../support/repository";
import { someAccount, someAccounts, someApp, someTeam } from "../support/someApp";
import { commands as vscodeCommands, workspace } from "../support/vscodeParts";
import { type ContextValues, holds } from "../support/whenClause";

interface Entry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

const readJson = (name: string) => JSON.parse(readFileSync(inRepository(name), "utf8"));
const { commands, menus, submenus, keybindings } = readJson("package.json").contributes as {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly submenus: readonly { readonly id: string; readonly label: string }[];
  readonly menus: Readonly<Record<string, readonly Entry[]>>;
  readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when?: string }[];
};
const strings: Readonly<Record<string, string>> = readJson("package.nls.json");
const worded = (text = ""): string => text.replace(/^%(.+)%$/, (_, key: string) => strings[key] ?? "");
const titles = new Map(commands.map(({ command, title }) => [command, worded(title)]));
const labels = new Map(submenus.map(({ id, label }) => [id, worded(label)]));

/** In order; a submenu by its label and items. */
function shown(menu: string, values: ContextValues, isIn = (_group: string) => true): string[] {
  const entries = (menus[menu] ?? []).filter(({ group = "", when }) => isIn(group) && holds(when, values));
  const order = ({ group = "" }: Entry): [string, number] => {
    const [name = "", place = "0"] = group.split("@");
    return [name === "navigation" ? "" : name, Number(place)];
  };
  return entries
    .toSorted((a, b) => {
      const [[nameA, placeA], [nameB, placeB]] = [order(a), order(b)];
      return nameA < nameB ? -1 : nameA > nameB ? 1 : placeA - placeB;
    })
    .flatMap(({ command = "", submenu }) => {
      if (submenu === undefined) return titles.get(command) ?? command;
      const inner = shown(submenu, values);
      return inner.length > 0 ? `${labels.get(submenu)}: ${inner.join(", ")}` : [];
    });
}

describe("the palette", () => {
  const offered = (values: ContextValues): string[] => {
    const listed = new Map(menus["commandPalette"]?.map(({ command, when }) => [command, when]));
    return commands.flatMap(({ command, title }) =>
      holds(listed.get(command), values) ? worded(title) : [],
    );
  };
  const folder = { isWorkspaceTrusted: true, workspaceFolderCount: 1 };
  const signedIn = { ...folder, "hostedApps.signedIn": true, "hostedApps.state": "ready" };
  const linked = { ...signedIn, "hostedApps.hasLinkedFolder": true, resourceScheme: "file" };
  const withoutAccount = [
    ...["Sign In", "Try Without an Account", "Run This Folder Here", "Create App", "Show Output"],
  ];
  const ofAccount = [
    ...["Sign In", "Sign Out", "Try Without an Account", "Run This Folder Here", "Refresh", "Restart App"],
    ...["Back Up App", "Open Dashboard", "Show App Log", "Open App Files", "Go to File in App"],
    ...["Search in App Files", "Undo or Restore", "Create App", "Push", "Pull"],
    ...["Roll Back", "Show Output", "Diagnose the Service"],
  ];

  for (const [state, values] of [
    ["before the sign-ins are read", folder],
    ["while no account is signed in", { ...folder, "hostedApps.state": "signedOut" }],
  ] as const)
    it(`has commands without an account ${state}`, () => {
      assert.deepEqual(offered(values), withoutAccount);
    });

  it("has general commands while an account is signed in, also before a view was opened", () => {
    assert.deepEqual(offered(signedIn), ofAccount);
    assert.deepEqual(offered({ ...signedIn, "hostedApps.state": "loading" }), ofAccount);
  });

  it("has no app commands without apps", () => {
    const none = offered({ ...signedIn, "hostedApps.state": "empty" });
    assert.deepEqual(none, [
      ...["Sign In", "Sign Out", "Try Without an Account", "Run This Folder Here", "Refresh"],
      ...["Create App", "Show Output", "Diagnose the Service"],
    ]);
  });

  it("has a file's push while a folder is linked", () => {
    const more = offered(linked).filter((title) => !ofAccount.includes(title));
    assert.deepEqual(more, ["Push File"]);
  });

  it("has no further commands for an app's file in the editor", () => {
    const mount = { ...linked, "hostedApps.hasMount": true, resourceScheme: "hosted-app" };
    assert.deepEqual(offered(mount), ofAccount);
  });

  it("has twenty commands at most, whatever the state", () => {
    const flags = ["signedIn", "hasLinkedFolder", "hasMount", "filtered"];
    const everything = Object.fromEntries(flags.map((flag) => [`hostedApps.${flag}`, true]));
    const all = offered({
      ...everything,
      ...folder,
      resourceScheme: "file",
      "hostedApps.hasSearchResults": true,
    });
    assert.equal(all.length, 20);
    assert.equal(new Set(all).size, 20);
  });
});

const copies = "Copy App ID, Copy Link to App";

describe("the menus of rows", () => {
  beforeEach("have no settings", () => {
    Object.assign(workspace, {
      getConfiguration: () => ({ get: (_key: string, usual: unknown) => usual, inspect: () => undefined }),
    });
  });
  const clock = new FakeClock();
  const releases: readonly AppRelease[] = [];
  const parts = new AppParts(clock, async () => ({ list: async () => releases }));
  const app = someApp({
    ...{ teamId: "team", exposedViaWeb: true, customDomain: "shop.example.com", memoryMB: 256 },
    metrics: { online: true, cpuPercent: 3 },
  });
  /** With only these permissions. */
  const only = (own: Permissions): Permissions => ({
    ...{ canSeeApplicationFiles: false, canEditApplicationFiles: false, canDeleteApplicationFiles: false },
    ...{
      canChangeStatusApplication: false,
      canUpdateApplicationSettings: false,
      canDeleteApplication: false,
    },
    ...own,
  });
  const accountOf = (permissions: Permissions) =>
    someAccount({
      apps: [app],
      teams: [someTeam({ owner: "ada", members: [{ userId: "me", permissions }] })],
    });
  const owner = someAccount({ apps: [app], teams: [someTeam({ owner: "me" })] });
  const editor = accountOf(only({ canSeeApplicationFiles: true, canEditApplicationFiles: true }));
  const reader = accountOf(only({ canSeeApplicationFiles: true }));
  const stranger = accountOf(only({}));

  const isInline = (group: string): boolean => group.startsWith("inline");
  const menuOf = (item: TreeItem, view = "apps", more: ContextValues = {}): string[] =>
    shown(
      "view/item/context",
      { view: `hostedApps.${view}`, viewItem: item.contextValue, ...more },
      (group) => !isInline(group),
    );
  const iconsOf = (item: TreeItem, view = "apps"): string[] =>
    shown("view/item/context", { view: `hostedApps.${view}`, viewItem: item.contextValue }, isInline);
  const rowOf = (account: typeof owner) => appItem(account, app.id, app);
  const partOf = async (account: typeof owner, label: string): Promise<TreeItem> => {
    const nodes = [...(await parts.below(account, app))];
    const details = detailLines(account, app);
    const found = [...nodes, ...details].find((node) => parts.item(node).label === label);
    assert.ok(found, label);
    return parts.item(found);
  };

  it("has the most frequent commands and three submenus for an owner", () => {
    assert.deepEqual(menuOf(rowOf(owner)), [
      ...["Open in Browser", "Open Dashboard", "Show App Log", "Restart App"],
      "Files: Open App Files, Open App Files in New Window, Go to File in App, Search in App Files, Upload to App, Download from App, Undo or Restore, Revoke Accepted Files",
      "Deploy: Push, Pull, Compare App File with Local File, Link Folder to App, Edit Targets, Pull Variables to .env, Compare Variables with .env, Back Up App, Restore App from Backup, Roll Back",
      `Manage: Edit App Settings, Watch in the Status Bar, Show Environment Variable, Set Up App Log, ${copies}, Delete App`,
    ]);
    assert.deepEqual(iconsOf(rowOf(owner)), ["Open App Files", "Restart App", "Open Dashboard"]);
  });

  it("has no restart, settings and deletion for a member who may edit files", () => {
    assert.deepEqual(menuOf(rowOf(editor)), [
      ...["Open in Browser", "Open Dashboard", "Show App Log"],
      "Files: Open App Files, Open App Files in New Window, Go to File in App, Search in App Files, Upload to App, Download from App, Undo or Restore, Revoke Accepted Files",
      "Deploy: Push, Pull, Compare App File with Local File, Link Folder to App, Edit Targets, Pull Variables to .env, Compare Variables with .env, Back Up App, Restore App from Backup, Roll Back",
      `Manage: Watch in the Status Bar, Show Environment Variable, ${copies}`,
    ]);
    assert.deepEqual(iconsOf(rowOf(editor)), ["Open App Files", "Open Dashboard"]);
  });

  it("has no changes for a member who may only see files", () => {
    assert.deepEqual(menuOf(rowOf(reader)), [
      ...["Open in Browser", "Open Dashboard", "Show App Log"],
      "Files: Open App Files, Open App Files in New Window, Go to File in App, Search in App Files, Download from App, Revoke Accepted Files",
      "Deploy: Pull, Compare App File with Local File, Link Folder to App, Edit Targets, Pull Variables to .env, Compare Variables with .env, Back Up App",
      `Manage: Watch in the Status Bar, Show Environment Variable, ${copies}`,
    ]);
    assert.deepEqual(iconsOf(rowOf(reader)), ["Open App Files", "Open Dashboard"]);
  });

  it("has unrestricted commands for a member without permissions", () => {
    assert.deepEqual(menuOf(rowOf(stranger)), [
      ...["Open in Browser", "Open Dashboard"],
      "Deploy: Link Folder to App, Edit Targets, Pull Variables to .env, Compare Variables with .env",
      `Manage: Watch in the Status Bar, Show Environment Variable, ${copies}`,
    ]);
    assert.deepEqual(iconsOf(rowOf(stranger)), ["Open Dashboard"]);
  });

  it("has eight entries at most, three of them submenus", () => {
    for (const account of [owner, editor, reader, stranger])
      for (const more of [{}, { "hostedApps.hasMount": true }, { listMultiSelection: true }]) {
        const menu = menuOf(rowOf(account), "apps", more);
        assert.ok(menu.length <= 8, menu.join());
        assert.ok(menu.filter((entry) => entry.includes(": ")).length <= 3);
      }
    assert.equal(menuOf(rowOf(owner)).filter((entry) => entry.includes(": ")).length, 3);
  });

  it("has only commands for several apps when several are selected", () => {
    const menu = menuOf(rowOf(owner), "apps", { listMultiSelection: true });
    assert.deepEqual(menu, ["Restart App", "Deploy: Back Up App", "Manage: Watch in the Status Bar"]);
  });

  it("offers to switch the target on the row of the current one", () => {
    const menu = menuOf(appItem(owner, app.id, app, { conditions: [], target: "production" }));
    assert.match(menu.join(), /Edit Targets, Switch Target, Pull Variables/);
  });

  it("offers to stop watching a watched app, and no web page without a URL", () => {
    const menu = menuOf(appItem(owner, app.id, { ...app, exposedViaWeb: false }, { conditions: [] }));
    assert.ok(!menu.includes("Open in Browser"));
    assert.match(menu.at(-1) ?? "", /Stop Watching/);
    assert.doesNotMatch(menu.at(-1) ?? "", /Watch in/);
  });

  it("offers to copy every value except hidden ones", async () => {
    const repository = { owner: "ada", name: "shop" };
    const deployments = [
      { id: "1", author: "Ada", status: "failed" },
      { id: "2", author: "Ada", commitId: "a1b2c3d" },
    ];
    const whole = { ...app, ...{ repository, deployments, status: "crashed", installCommand: "make" } };
    const crew = someTeam({ owner: "me", members: [{ userId: "bob", permissions: {} }] });
    const account = someAccount({ apps: [whole], teams: [crew] });
    const never = () => ({ dispose: () => undefined });
    Object.assign(account.apps, { onDidChange: never, refresh: async () => undefined });
    const sessions = [{ id: "1", browser: "Firefox", device: "Phone", ip: "192.0.2.1", lastActive: 0 }];
    const user = { id: "me", name: "Ada", email: "ada@example.com", sessions };
    Object.assign(account, { client: { getCurrentUser: async () => user } });
    const accounts = Object.assign(someAccounts(account), { onDidReject: never });
    const tree = new AccountTree(accounts, clock, () => true);
    await tree.refresh({ kind: "account", account });
    const below = (node: AccountNode): AccountNode[] => [node, ...tree.getChildren(node).flatMap(below)];
    const inApp = await parts.below(account, whole);
    const inSections = await Promise.all(
      inApp.filter(({ id }) => /deployments|details/.test(id)).map((node) => parts.children(node)),
    );
    const rows = [
      ...[...inApp, ...inSections.flat()].map((node) => ({ node, item: parts.item(node), view: "apps" })),
      ...[undefined, "team"].map((teamId) => ({
        ...{ node: { kind: "group", account, teamId }, item: groupItem(account, teamId, 1), view: "apps" },
      })),
      ...tree
        .getChildren()
        .flatMap(below)
        .map((node) => ({ node, item: node.item, view: "account" })),
    ].filter(({ item }) => item.description);
    const labels = rows.map(({ item }) => item.label);
    const some = [
      "Web address",
      "CPU",
      "Deployments",
      "Deployment",
      "Memory limit",
      "ID",
      "Name",
      "Personal",
    ];
    for (const label of [...some, "You", "Crew", "bob", "Active sessions", "Firefox on Phone"])
      assert.ok(labels.includes(label), label);
    for (const { node, item, view } of rows) {
      const label = String(item.label);
      assert.ok(menuOf(item, view).includes("Copy Value"), label);
      assert.ok([label, item.description].includes(rowValue(node, accounts)), label);
    }
    tree.dispose();
    const deployed = rows.find(({ item }) => item.label === "a1b2c3d");
    assert.deepEqual(deployed && menuOf(deployed.item), [
      ...["Show Commit", "Compare with Deployed Commit", "Copy Value"],
    ]);
    assert.deepEqual(menuOf(await partOf(owner, "Environment")), [
      ...["Pull Variables to .env", "Compare Variables with .env"],
    ]);
    assert.deepEqual(menuOf(await partOf(owner, "Web address")), ["Open in Browser", "Copy Value"]);
    const variable: PartNode = {
      ...{ kind: "line", account: owner, accountId: owner.id, appId: app.id, id: "v", label: "TOKEN" },
      ...{ value: "••••••", icon: "variable", contextValue: "variable" },
    };
    assert.deepEqual(menuOf(parts.item(variable)), ["Show Environment Variable"]);
  });

  it("offers settings unless the flags deny them", async () => {
    assert.deepEqual(menuOf(await partOf(owner, "Name")), ["Edit App Settings", "Copy Value"]);
    assert.deepEqual(iconsOf(await partOf(owner, "Details")), ["Edit App Settings"]);
    assert.deepEqual(menuOf(await partOf(editor, "Name")), ["Copy Value"]);
    assert.deepEqual(iconsOf(await partOf(editor, "Name")), []);
    assert.deepEqual(iconsOf(await partOf(editor, "Details")), []);
    assert.deepEqual(iconsOf(await partOf(reader, "Files")), ["Open App Files", "Go to File in App"]);
    assert.deepEqual(iconsOf(await partOf(stranger, "Files")), []);
  });

  it("offers to copy values of accounts, teams and people", () => {
    assert.deepEqual(menuOf(accountItem(owner)), ["Copy Value"]);
    const troubled = (contextValue: string) => menuOf({ ...accountItem(owner), contextValue });
    assert.deepEqual(troubled("account;failing"), ["Refresh", "Copy Value"]);
    assert.deepEqual(troubled("account;ended"), ["Sign In", "Copy Value"]);
    assert.deepEqual(menuOf(groupItem(owner, "team", 1)), ["Show Permissions", "Refresh", "Copy Value"]);
    const team = someTeam({ owner: "me" });
    const fact = factNode({ id: "2fa", label: "Two-factor", value: "on", icon: "shield" });
    assert.deepEqual(menuOf(fact.item, "account"), ["Copy Value"]);
    assert.deepEqual(menuOf(teamNode(owner, team, clock).item, "account"), [
      ...["Show Permissions", "Copy Value"],
    ]);
  });
});

describe("the menu of the Apps view", () => {
  it("has new apps from templates, and commands for all accounts", () => {
    const menu = shown(
      "view/title",
      { view: "hostedApps.apps", "hostedApps.signedIn": true, "hostedApps.state": "ready" },
      (group) => !group.startsWith("navigation"),
    );
    assert.deepEqual(menu, [
      ...["Sort Apps", "New App from Template", "Sign In", "Sign Out", "Try Without an Account"],
      ...["Show Output", "Diagnose the Service"],
    ]);
  });
});

describe("the menus of folders in the Explorer", () => {
  const signedIn = { "hostedApps.signedIn": true, isWorkspaceTrusted: true, explorerResourceIsFolder: true };
  const root = {
    ...signedIn,
    resourceScheme: "hosted-app",
    explorerResourceIsRoot: true,
    "hostedApps.hasMount": true,
  };
  const top = ["Open in Browser", "Open Dashboard", "Show App Log", "Restart App"];

  it("is one submenu on an app's folder, with the titles of its row", () => {
    assert.deepEqual(
      shown("explorer/context", root).map((entry) => entry.split(": ")[0]),
      ["Hosted Apps"],
    );
    assert.deepEqual(shown("hostedApps.appFolder", root), [
      ...top,
      "Files: Open App Files in New Window, Go to File in App, Search in App Files, Upload to App, Download from App, Undo or Restore, Refresh, Review Files That Act in the Editor, Revoke Accepted Files",
      "Deploy: Push, Pull, Compare App File with Local File, Link Folder to App, Edit Targets, Pull Variables to .env, Compare Variables with .env, Back Up App, Restore App from Backup, Roll Back",
      "Manage: Edit App Settings, Watch in the Status Bar, Show Environment Variable, Set Up App Log, Copy App ID, Copy Link to App, Delete App",
    ]);
  });

  it("follows the user's permissions and watched apps on an app's folder", async () => {
    const folders = ["one", "two"].map((name) => appUri({ accountId: "account", appId: name, path: "/" }));
    const keys: Record<string, readonly string[]> = {};
    Object.assign(workspace, { workspaceFolders: folders.map((uri) => ({ uri })) });
    Object.assign(vscodeCommands, {
      executeCommand: async (_: string, key: string, value: readonly string[]) =>
        void Object.assign(keys, { [key]: value }),
    });
    const flags = {
      ...{ canChangeStatusApplication: false, canDeleteApplication: false, canSeeApplicationFiles: false },
    };
    const members = [{ userId: "me", permissions: { ...flags, canUpdateApplicationSettings: false } }];
    const account = someAccount({
      apps: [someApp({ id: "one", teamId: "team" }), someApp({ id: "two", customDomain: "two.example.com" })],
      teams: [someTeam({ owner: "ada", members })],
    });
    setFolderFlags(someAccounts(account));
    setFolders("watchedFolders", ({ appId }) => appId === "one");
    const [one, two] = folders.map((uri) =>
      shown("hostedApps.appFolder", { ...root, ...keys, resource: String(uri) }),
    );
    assert.equal(one?.[0], "Open Dashboard");
    assert.ok(!one?.some((entry) => /Restart App|Show App Log|Search|Pull,/.test(entry)));
    assert.equal(one?.at(-1), `Manage: Stop Watching, Show Environment Variable, ${copies}`);
    assert.deepEqual(two?.slice(0, 4), top);
    assert.equal(
      two?.at(-1),
      `Manage: Edit App Settings, Watch in the Status Bar, Show Environment Variable, Set Up App Log, ${copies}, Delete App`,
    );
    assert.match(keys["hostedApps.notRestartable"]?.join() ?? "", /^hosted-app:\/\/account\/one$/);
  });

  it("has no reads on the folder of an app whose files the user may not see", () => {
    const resource = "hosted-app://account/one";
    const menu = (...keys: string[]) =>
      shown("hostedApps.appFolder", {
        ...{ ...root, resource, explorerResourceReadonly: true },
        ...Object.fromEntries(keys.map((key) => [`hostedApps.${key}`, [resource]])),
      }).slice(0, -1);
    assert.deepEqual(menu("notReadable"), [
      ...["Open in Browser", "Open Dashboard", "Restart App", "Files: Refresh"],
      "Deploy: Link Folder to App, Edit Targets, Pull Variables to .env, Compare Variables with .env",
    ]);
    assert.deepEqual(menu("notReadable", "notOnWeb")[0], "Open Dashboard");
  });

  it("has no changes for a read-only app", () => {
    const menu = shown("hostedApps.appFolder", { ...root, explorerResourceReadonly: true });
    assert.doesNotMatch(menu.join(), /Push|Upload|Undo|Restore App|Set Up/);
  });

  it("has no duplicates of VS Code's own: close the folder, delete one item", () => {
    const file = { ...signedIn, resourceScheme: "hosted-app", explorerResourceIsFolder: false };
    assert.deepEqual(shown("explorer/context", file), [
      ...["Compare App File with Local File", "Download from App"],
    ]);
    assert.deepEqual(shown("explorer/context", { ...file, listMultiSelection: true }), [
      ...["Download from App", "Delete from App"],
    ]);
    assert.deepEqual(shown("explorer/context", { ...file, explorerResourceIsFolder: true }), [
      ...["Search in App Files", "Upload to App", "Download from App"],
    ]);
  });

  it("is one submenu on a local folder after a sign-in", () => {
    const local = { ...signedIn, resourceScheme: "file" };
    assert.deepEqual(shown("explorer/context", local), [
      "Hosted Apps: Push, Pull, Create App, Link Folder to App, Edit Targets, Run This Folder Here",
    ]);
    assert.deepEqual(shown("explorer/context", { ...local, "hostedApps.signedIn": false }), []);
  });
});

describe("the menu of a linked folder", () => {
  it("is empty without a sign-in", () => {
    const linked = {
      ...{ "hostedApps.hasLinkedFolder": true, isWorkspaceTrusted: true, resourceScheme: "file" },
      ...{ scmProvider: "git", editorFocus: true },
    };
    const places = ["explorer/context", "editor/title/context", "scm/title"];
    const offered = (values: ContextValues) => [
      ...places.flatMap((place) => shown(place, values)),
      ...keybindings.filter(({ when }) => holds(when, values)).map(({ key }) => key),
    ];
    assert.deepEqual(offered(linked), []);
    assert.deepEqual(offered({ ...linked, "hostedApps.signedIn": true }), [
      ...["Compare App File with Local File", "Push File", "Compare App File with Local File", "Push File"],
      ...["Push", "shift+alt+p"],
    ]);
  });
});

describe("keys", () => {
  it("of VS Code are bound only to commands outside of menus, which would show them", () => {
    const taken = keybindings
      .filter(({ key }) => /^ctrl\+(shift\+)?[a-z]$/.test(key))
      .map(({ command }) => command);
    assert.deepEqual(taken, ["hostedApps.files.goToHere", "hostedApps.files.searchHere"]);
    for (const [menu, entries] of Object.entries(menus))
      for (const { command = "", when } of entries)
        if (taken.includes(command)) assert.deepEqual([menu, when], ["commandPalette", "false"]);
  });
});
