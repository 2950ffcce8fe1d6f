// Links to the extension: valid forms, and a confirmation before anything opens.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { openLink, readLink, rememberClone, resumeClone } from "../../../../src/features/links/openLink";
import { registerLinks } from "../../../../src/features/links/registerLinks";
import { canary } from "../../../support/canaries";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryState } from "../../../support/memoryState";
import { someAccounts, someApp } from "../../../support/someApp";
import { answerNotices, commands, window, workspace, workspaceFiles } from "../../../support/vscodeParts";

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
  async function open(rest: string, answer: string | undefined, created: readonly string[] = []) {
    const shown = answerNotices(() => answer);
    const run: unknown[] = [];
    commands["executeCommand"] = async (...call: readonly unknown[]) => void run.push(call);
    const listed = ["shop"];
    const account = {
      ...{ id: "ann", label: "Ann" },
      apps: {
        snapshot: { apps: [] },
        find: (id: string) => (listed.includes(id) ? someApp({ id, name: "Shop" }) : undefined),
        refresh: async () => void listed.push(...created),
      },
    };
    const remember = async (repository: string): Promise<void> => void run.push(["remember", repository]);
    const failure = await openLink(vscode.Uri.parse(`${base}${rest}`), someAccounts(account), remember).then(
      () => undefined,
      (error: Error) => error,
    );
    const asked = shown.map(({ text, options, buttons }) => [text, options.detail, ...buttons]);
    return { asked, run, failure };
  }

  it("asks with the app's name, and opens nothing without a yes", async () => {
    const { asked, run, failure } = await open("/app/shop", undefined);
    assert.deepEqual([asked[0]?.[0], run, failure?.name], ["Open Shop's dashboard?", [], "CancelledError"]);
  });

  it("asks with the repository's address, and clones nothing without a yes", async () => {
    const { asked, run, failure } = await open("/create?repository=https://git.example/x.git", undefined);
    const detail = "https://git.example/x.git\nOnly clone repositories that you trust.";
    assert.deepEqual(asked, [["Clone a repository to create an app from it?", detail, "Clone"]]);
    assert.deepEqual([run, failure?.name], [[], "CancelledError"]);
  });

  it("opens the target", async () => {
    const yes = { accountId: "ann", appId: "shop" };
    assert.deepEqual((await open("/app/shop", "Open")).run, [["hostedApps.app.showDashboard", yes]]);
    assert.deepEqual((await open("/files/shop", "Open")).run, [["hostedApps.files.mount", yes]]);
    const clone = await open("/create?repository=https://git.example/x.git", "Clone");
    const repository = "https://git.example/x.git";
    assert.deepEqual(clone.run, [
      ["remember", repository],
      ["git.clone", repository],
    ]);
  });

  it("reads the lists again for an app that a teammate has just created", async () => {
    const yes = { accountId: "ann", appId: "new" };
    assert.deepEqual((await open("/app/new", "Open", ["new"])).run, [["hostedApps.app.showDashboard", yes]]);
  });

  it("reports an unknown app and an invalid link", async () => {
    assert.match((await open("/app/other", "Open")).failure?.message ?? "", /None of your accounts/);
    assert.match((await open("/nothing", "Open")).failure?.message ?? "", /can't open this link/);
  });

  it("reports after a failed request that the link couldn't be opened", async () => {
    let open: (uri: vscode.Uri) => Promise<void> = async () => undefined;
    window["registerUriHandler"] = ({ handleUri }: { handleUri: typeof open }) => {
      open = handleUri;
      return { dispose: () => undefined };
    };
    const load = async () => await Promise.reject(new ServiceError("network", "no connection"));
    const services = { context: { globalState: new MemoryState() }, clock: new FakeClock() };
    registerLinks({ load } as never, services as never);
    const shown = answerNotices();
    await open(vscode.Uri.parse(`${base}/app/shop`));
    assert.match(shown[0]?.text ?? "", /^Couldn't open the link\. /);
    assert.deepEqual(shown[0]?.buttons, ["Try Again", "Show Output"]);
  });

  it("repeats nothing of a link with a password in it", async () => {
    const secret = canary("link");
    const { asked, run, failure } = await open(
      `/create?repository=https://ann:${secret}@git.example/x`,
      "Clone",
    );
    assert.deepEqual([asked, run], [[], []]);
    assert.match(failure?.message ?? "", /can't open this link/);
    assert.ok(!String(failure?.stack).includes(secret));
  });
});

describe("the clone of a link's repository", () => {
  const repository = "https://git.example/ann/shop.git";

  /** What runs after folders with these remotes are open for so long. */
  async function opened(
    remotes: readonly string[],
    laterMs = 1_000,
    { isAtOnce = false, madeAt = (clock: FakeClock) => clock.now() } = {},
  ) {
    const [state, clock, run] = [new MemoryState(), new FakeClock(), [] as unknown[]];
    commands["executeCommand"] = async (...call: readonly unknown[]) => void run.push(call);
    await rememberClone(state, repository, clock);
    await clock.advance(laterMs);
    const config = (url: string) => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`;
    workspaceFiles(
      Object.fromEntries(remotes.map((url, index) => [`/work/${index}/.git/config`, config(url)])),
    );
    const ctime = madeAt(clock);
    Object.assign(workspace["fs"] as object, { stat: async () => ({ ctime }) });
    const folders = ["none", ...remotes.keys()].map((name) => ({ uri: vscode.Uri.file(`/work/${name}`) }));
    Object.assign(workspace, { workspaceFolders: folders });
    const first = resumeClone(state, clock);
    if (!isAtOnce) await first;
    await Promise.all([first, resumeClone(state, clock)]);
    return run.map((call) => String(call));
  }

  it("starts Create App once, when its folder is open", async () => {
    const run = await opened(["https://git.example/ann/other.git", repository]);
    assert.deepEqual(run, ["hostedApps.deploy.createApp,file:///work/1"]);
  });

  it("starts it once also when folders change twice within a moment", async () => {
    assert.equal((await opened([repository], 1_000, { isAtOnce: true })).length, 1);
  });

  it("starts nothing in another folder, nor an hour later", async () => {
    assert.deepEqual(await opened([`${repository}.old`]), []);
    assert.deepEqual(await opened([repository], 3_700_000), []);
  });

  it("starts nothing in a clone from before the link", async () => {
    assert.deepEqual(await opened([repository], 1_000, { madeAt: (clock) => clock.now() - 2_000 }), []);
    assert.equal((await opened([repository], 1_000, { madeAt: () => 0 })).length, 1);
  });

  it("waits until the folder is trusted", async () => {
    const reported: string[] = [];
    const onDidGrantWorkspaceTrust = (listener: () => void) => {
      setImmediate(() => {
        reported.push("trusted");
        listener();
      });
      return { dispose: () => undefined };
    };
    Object.assign(workspace, { isTrusted: false, onDidGrantWorkspaceTrust });
    const run = await opened([repository]);
    assert.deepEqual([reported, run.length], [["trusted"], 1]);
  });
});
