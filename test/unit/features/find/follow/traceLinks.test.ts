// Stack traces as links: what is found in a line, and which file of the app is meant.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { FindServices } from "../../../../../src/features/find/files/findServices";
import {
  filesNamed,
  openFrame,
  traceFrames,
  traceLinkProvider,
} from "../../../../../src/features/find/follow/traceLinks";
import { bareFiles } from "../../../../support/bareFiles";
import { FakeClock } from "../../../../support/fakeClock";
import { RememberedFiles } from "../../../../support/rememberedFiles";
import { answerNotices, commands, window, workspaceFiles } from "../../../../support/vscodeParts";

/** Such as "/app/x.py:12:1". */
const found = (line: string) => traceFrames(line).map((each) => `${each.path}:${each.line}:${each.column}`);

describe("a line of a stack trace", () => {
  for (const [line, expected] of [
    ['  File "/app/shop/basket.py", line 12, in add', "/app/shop/basket.py:12:1"],
    ['  File "main.py", line 3', "main.py:3:1"],
    ['  File "C:\\apps\\shop\\main.py", line 3, in <module>', "C:/apps/shop/main.py:3:1"],
    ["    at add (/app/src/basket.js:12:5)", "/app/src/basket.js:12:5"],
    ["    at /app/index.js:7:1", "/app/index.js:7:1"],
    ["    at async Server.start (/my app/ser ver.js:1:2)", "/my app/ser ver.js:1:2"],
    ["    at async file:///app/b%C3%BCro%20x.mjs:1:2", "/app/büro x.mjs:1:2"],
    ["file:///app/index.mjs:4", "/app/index.mjs:4:1"],
    ["    at file:////app/index.mjs:4:9", "/app/index.mjs:4:9"],
    ["    at file:///C:/apps/index.mjs:4:9", "/C:/apps/index.mjs:4:9"],
    ["/usr/src/app/index.js:10", "/usr/src/app/index.js:10:1"],
  ] as const)
    it(`names a file in "${line.trim()}"`, () => assert.deepEqual(found(line), [expected]));

  for (const line of [
    "    at node:internal/modules/cjs/loader:1147:15",
    "    at Module._compile (node:internal/modules/cjs/loader:1256:14)",
    "    at Layer.handle (/app/node_modules/express/lib/router/layer.js:95:5)",
    '  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode',
    '  File "/usr/local/lib/python3.12/site-packages/flask/app.py", line 1, in x',
    '  File "<frozen importlib._bootstrap>", line 1, in x',
    '  File "/app/../etc/passwd", line 1',
    "GET https://shop.example/app.js:443 in 12 ms",
    "12:30:00 /health 200",
    "    at Promise.all (index 0)",
    `  File "/${"a/".repeat(40)}x.py", line 1`,
    '  File "/app/x.py", line 99999999',
  ])
    it(`has no link in "${line.trim().slice(0, 70)}"`, () => assert.deepEqual(found(line), []));

  it("has a link at the text that names the file", () => {
    const line = '  File "/app/x.py", line 12, in add';
    const [{ startIndex = 0, length = 0 } = {}] = traceFrames(line);
    assert.equal(line.slice(startIndex, startIndex + length), 'File "/app/x.py", line 12');
  });

  it("has at most five links, however long and hostile it is", () => {
    assert.equal(found('File "/a.py", line 1 '.repeat(1_000)).length, 5);
    for (const part of ['File "', "(/", "at /", "file:///", ":1:", "at async "])
      assert.deepEqual(found(part.repeat(100_000)), []);
  });
});

describe("the file of a stack trace", () => {
  const place = { accountId: "me", appId: "shop", appName: "Shop", path: "/app.log" };
  let remote: RememberedFiles;
  let opened: string[];
  let services: FindServices;
  let linked: vscode.Uri | undefined;

  beforeEach(() => {
    linked = undefined;
    remote = new RememberedFiles(new FakeClock());
    for (const path of ["/main.py", "/shop/basket.py", "/app/main.py", "/shop/models/user.py"])
      remote.put(path, "x\n");
    opened = [];
    commands["executeCommand"] = async (
      _command: string,
      uri: vscode.Uri,
      { selection }: vscode.TextDocumentShowOptions,
    ) => {
      opened.push(
        `${uri.toString()} ${Number(selection?.start.line) + 1}:${Number(selection?.start.character) + 1}`,
      );
    };
    services = {
      openFiles: async () => bareFiles(remote),
      linkedFolder: async () => linked,
    } as unknown as FindServices;
  });
  const named = (path: string) => filesNamed(path, (directory) => bareFiles(remote).list(directory));
  const open = async (line: string) => {
    const [frame] = traceFrames(line);
    assert.ok(frame);
    await openFrame(frame, place, services);
  };

  it("is an end of the path that the app has", async () => {
    assert.deepEqual(await named("/usr/src/shop/basket.py"), ["/shop/basket.py"]);
    assert.deepEqual(await named("C:/data/apps/1/shop/models/user.py"), ["/shop/models/user.py"]);
    assert.deepEqual(await named("./main.py"), ["/main.py"]);
    assert.deepEqual(await named("/srv/basket.py"), []);
    assert.deepEqual(await named("/srv/shop"), []);
    assert.deepEqual(await named(""), []);
  });

  it("is each end of the path that the app has, the longest first", async () => {
    assert.deepEqual(await named("/app/main.py"), ["/app/main.py", "/main.py"]);
  });

  it("lists only folders that the path can mean", async () => {
    await named("/opt/a/shop/c/d/e.py");
    assert.deepEqual([...new Set(remote.requests)], ["LIST /", "LIST /shop"]);
  });

  it("opens at its line", async () => {
    await open('  File "/srv/shop/basket.py", line 12, in add');
    assert.deepEqual(opened, ["hosted-app://me/shop/shop/basket.py 12:1"]);
    await open("    at f (/srv/main.py:3:5)");
    assert.equal(opened[1], "hosted-app://me/shop/main.py 3:5");
  });

  it("is the linked folder's where that has it", async () => {
    linked = vscode.Uri.from({ scheme: "memory", path: "/work" });
    workspaceFiles({ "/work/shop/basket.py": "x\n" });
    await open('  File "/srv/shop/basket.py", line 12, in add');
    await open('  File "/srv/main.py", line 1, in add');
    assert.deepEqual(opened, ["memory:///work/shop/basket.py 12:1", "hosted-app://me/shop/main.py 1:1"]);
  });

  it("is picked where several may be meant", async () => {
    const shown: string[] = [];
    window["showQuickPick"] = async (items: readonly { readonly label: string }[]) => {
      shown.push(...items.map(({ label }) => label));
      return items[1];
    };
    await open('  File "/app/main.py", line 2');
    assert.deepEqual(shown, ["app/main.py", "main.py"]);
    assert.deepEqual(opened, ["hosted-app://me/shop/main.py 2:1"]);
  });

  it("is named where the app has none like it", async () => {
    const notices = answerNotices();
    await assert.rejects(open('  File "/opt/tool/cli.py", line 2'));
    assert.deepEqual([opened, notices[0]?.text], [[], "/opt/tool/cli.py isn't among the files of Shop."]);
  });

  it("is linked only in terminals of followed files", async () => {
    const own = {} as vscode.Terminal;
    const asked: unknown[] = [];
    const provider = traceLinkProvider(
      (terminal) => (terminal === own ? place : undefined),
      (frame, of) => asked.push([frame.path, of.appName]),
    );
    const linksOf = async (terminal: vscode.Terminal) =>
      (await provider.provideTerminalLinks(
        { terminal, line: 'File "/app/x.py", line 1' },
        undefined as never,
      )) ?? [];
    assert.deepEqual(await linksOf({} as vscode.Terminal), []);
    const [link] = await linksOf(own);
    assert.ok(link);
    await provider.handleTerminalLink(link);
    assert.deepEqual(asked, [["/app/x.py", "Shop"]]);
  });
});
