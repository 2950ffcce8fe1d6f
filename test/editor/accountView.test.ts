// The rows of the Account and Teams view, and the page of a team, from the service's responses.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import type { Account, Accounts, AccountsChange } from "../../src/accounts/accounts";
import { Emitter } from "../../src/core/async/emitter";
import type { Team, User } from "../../src/core/model/model";
import type { AccountNode } from "../../src/features/account/accountItems";
import { AccountTree } from "../../src/features/account/accountTree";
import { teamPage } from "../../src/features/account/teamText";
import { FakeClock } from "../support/fakeClock";
import { someApp } from "../support/someApp";

const studio: Team = {
  id: "t1",
  name: "Studio | *Nord*",
  owner: "olga",
  members: [
    { userId: "me", permissions: { canSeeApplicationFiles: true, canEditApplicationFiles: false } },
    { userId: "olga", permissions: {} },
  ],
  invites: [{ id: "i1", email: "robin@example.com", permissions: {} }],
};

const user: User = {
  id: "me",
  name: "Me",
  emailTwoFactorEnabled: false,
  sessions: [{ id: "s1", browser: "Firefox", device: "Phone", ip: "192.0.2.17", lastActive: 0 }],
};

function setUp(getCurrentUser: () => Promise<User>) {
  const listed = new Emitter<void>();
  const rejected = new Emitter<Account>();
  const account = {
    id: "one",
    label: "Me (example)",
    baseUrl: "https://example.com",
    userId: "me",
    client: { getCurrentUser },
    apps: {
      onDidChange: listed.event,
      refresh: async () => listed.fire(),
      snapshot: {
        ...{ apps: [someApp()], teams: new Map([[studio.id, studio]]) },
        ...{ error: undefined, refreshedAt: 1 },
      },
    },
  } as unknown as Account;
  const accounts = {
    all: [account],
    load: async () => {},
    onDidChange: new Emitter<AccountsChange>().event,
    onDidReject: rejected.event,
  } as unknown as Accounts;
  const tree = new AccountTree(accounts, new FakeClock(), () => true);
  const below = (node: AccountNode) =>
    tree.getChildren(node).map((child) => ({ child, item: tree.getTreeItem(child) }));
  const rows = () => tree.getChildren().flatMap(below);
  return { tree, account, rows, below, listed, rejected };
}

const text = ({ item }: { readonly item: vscode.TreeItem }) => `${item.label} | ${item.description ?? ""}`;

describe("the Account and Teams view", () => {
  it("shows the teams first, then what the service sent about the user, and no empty rows", async () => {
    const { tree, rows } = setUp(async () => user);
    await tree.refresh();
    assert.deepEqual(rows().map(text), [
      "Studio | *Nord* | member · 2 people",
      "Two-factor authentication (email) | off",
      "Active sessions | 1 session",
    ]);
    tree.dispose();
  });

  it("is drawn again when the user's data changed, not for each list of apps", async () => {
    let name = "Me";
    const { tree, rows, listed } = setUp(async () => ({ ...user, name }));
    let changes = 0;
    tree.onDidChangeTreeData(() => changes++);
    tree.load();
    await tree.refresh();
    assert.ok(changes > 0);
    rows();
    changes = 0;
    listed.fire();
    tree.load();
    await tree.refresh();
    assert.equal(changes, 0);
    name = "Myself";
    await tree.refresh();
    assert.equal(changes, 1);
    tree.dispose();
  });

  it("keeps the address of a session out of its row", async () => {
    const { tree, rows, below } = setUp(async () => user);
    await tree.refresh();
    const sessions = rows().find(({ child }) => child.kind === "sessions");
    assert.ok(sessions);
    const [session] = below(sessions.child);
    assert.equal(session?.item.label, "Firefox on Phone");
    assert.doesNotMatch(JSON.stringify(session?.item), /192\.0\.2/);
    tree.dispose();
  });

  it("lists owner, members and invitations once each, with their permissions", async () => {
    const { tree, rows, below } = setUp(async () => user);
    await tree.refresh();
    const team = rows().find(({ child }) => child.kind === "team");
    assert.ok(team);
    assert.deepEqual(below(team.child).map(text), [
      "olga | owner",
      "You | member · 1 of 12 permissions",
      "robin@example.com | invited · permissions unknown",
    ]);
    tree.dispose();
  });

  it("keeps its rows when reading fails, and says why", async () => {
    let isUp = true;
    const { tree, rows } = setUp(async () => {
      if (!isUp) throw new Error("The service sleeps.");
      return user;
    });
    await tree.refresh();
    isUp = false;
    await tree.refresh();
    assert.deepEqual(rows().map(text).slice(0, 2), [
      "Couldn't be loaded | The service sleeps.",
      "Studio | *Nord* | member · 2 people",
    ]);
    tree.dispose();
  });

  it("says on the account's row that its sign-in has ended, as soon as it ends", async () => {
    const { tree, account, rejected } = setUp(async () => user);
    await tree.refresh();
    const itemOf = () => tree.getTreeItem(tree.getChildren()[0] as AccountNode);
    assert.equal(itemOf().contextValue, "account");
    let changes = 0;
    tree.onDidChangeTreeData(() => changes++);
    Object.assign(account.client, { isStopped: true });
    rejected.fire(account);
    assert.deepEqual(
      [changes, itemOf().description, itemOf().contextValue],
      [1, "sign in again", "account;ended"],
    );
    tree.dispose();
  });
});

describe("the page of a team", () => {
  it("says who may do what in a table, with Yes, No and Not said", () => {
    const lines = teamPage(studio, "me", ["Shop"]).split("\n");
    assert.equal(lines[0], "# Studio \\| \\*Nord\\*");
    assert.ok(lines.includes("| Permission | olga | You | robin\\@example\\.com |"));
    assert.ok(lines.includes("| See app files | Yes | Yes | Unknown |"));
    assert.ok(lines.includes("| Edit app files | Yes | No | Unknown |"));
    assert.ok(lines.includes("Turned off for you: edit app files."));
  });
});
