// Links to the extension: what they may say, and that nothing is opened without a yes.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { openLink, readLink } from "../../../../src/features/links/openLink";
import { canary } from "../../../support/canaries";
import { someAccounts, someApp } from "../../../support/someApp";
import { answerNotices, commands } from "../../../support/vscodeParts";

const base = "vscode://hosted-apps.hosted-apps";
const linkOf = (rest: string) => readLink(vscode.Uri.parse(`${base}${rest}`));

describe("a link", () => {
  it("names an app's dashboard, its files, or a repository", () => {
    assert.deepEqual(linkOf("/app/65a0c0ffee"), { kind: "app", appId: "65a0c0ffee" });
    assert.deepEqual(linkOf("/files/65a0c0ffee/"), { kind: "files", appId: "65a0c0ffee" });
    assert.deepEqual(linkOf("/create?repository=https://git.example/ann/shop.git"), {
      kind: "create",
      repository: "https://git.example/ann/shop.git",
    });
  });

  for (const rest of [
    ...["", "/", "/app", "/app/", "/app/..", "/app/a/b", "/app/a%2Fb", "/app/a%00b", "/delete/a", "/create"],
    `/app/${"a".repeat(129)}`,
    ...["", "file:///etc", "ext::sh -c x", "https://ann:secret@git.example/x", "--upload-pack=x"].map(
      (repository) => `/create?repository=${repository}`,
    ),
    `/create?repository=https://git.example/${"a".repeat(600)}`,
  ])
    it(`is refused: ${rest.slice(0, 60)}`, () => assert.equal(linkOf(rest), undefined));
});

describe("opening a link", () => {
  async function open(rest: string, answer: string | undefined) {
    const shown = answerNotices(() => answer);
    const run: unknown[] = [];
    commands["executeCommand"] = async (...call: readonly unknown[]) => void run.push(call);
    const account = {
      ...{ id: "ann", label: "Ann" },
      apps: {
        snapshot: { apps: [] },
        find: (id: string) => (id === "shop" ? someApp({ id, name: "Shop" }) : undefined),
      },
    };
    const failure = await openLink(vscode.Uri.parse(`${base}${rest}`), someAccounts(account)).then(
      () => undefined,
      (error: Error) => error,
    );
    const asked = shown.map(({ text, options, buttons }) => [text, options.detail, ...buttons]);
    return { asked, run, failure };
  }

  it("asks with the app's name, and opens nothing without a yes", async () => {
    const { asked, run, failure } = await open("/app/shop", undefined);
    assert.deepEqual(
      [asked[0]?.[0], run, failure?.name],
      ["Open the dashboard of Shop?", [], "CancelledError"],
    );
  });

  it("asks with the repository's address, and clones nothing without a yes", async () => {
    const { asked, run, failure } = await open("/create?repository=https://git.example/x.git", undefined);
    const detail = "https://git.example/x.git\nOnly clone repositories that you trust.";
    assert.deepEqual(asked, [["Clone a repository to create an app from it?", detail, "Clone"]]);
    assert.deepEqual([run, failure?.name], [[], "CancelledError"]);
  });

  it("opens what was asked for", async () => {
    const yes = { accountId: "ann", appId: "shop" };
    assert.deepEqual((await open("/app/shop", "Open")).run, [["hostedApps.app.showDashboard", yes]]);
    assert.deepEqual((await open("/files/shop", "Open")).run, [["hostedApps.files.mount", yes]]);
    const clone = await open("/create?repository=https://git.example/x.git", "Clone");
    assert.deepEqual(clone.run, [["git.clone", "https://git.example/x.git"]]);
  });

  it("says that no account has the app, and that a link cannot be meant", async () => {
    assert.match((await open("/app/other", "Open")).failure?.message ?? "", /None of your accounts/);
    assert.match((await open("/nothing", "Open")).failure?.message ?? "", /Nothing was opened/);
  });

  it("repeats nothing of a link with a password in it", async () => {
    const secret = canary("link");
    const { asked, run, failure } = await open(
      `/create?repository=https://ann:${secret}@git.example/x`,
      "Clone",
    );
    assert.deepEqual([asked, run], [[], []]);
    assert.match(failure?.message ?? "", /Nothing was opened/);
    assert.ok(!String(failure?.stack).includes(secret));
  });
});
