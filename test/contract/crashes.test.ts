// Programs that really crash on the local service: what their logs say, and the button that helps.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { readLogEnd } from "../../src/appFiles/logEnd";
import type { App, Runtime } from "../../src/core/model/model";
import { explainCrash } from "../../src/editor/project/crashText";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { filesOver } from "../support/clientFiles";
import { FakeClock } from "../support/fakeClock";
import { writeTree } from "../support/fileTrees";
import { MemoryState } from "../support/memoryState";
import { serviceClientOf } from "../support/serviceClientOf";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { workspace } from "../support/vscodeParts";
import { startTimeoutMs, waitUntil } from "../support/waitUntil";
import { zipOf } from "./useService";

interface Crash {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly mainFile: string;
  readonly startupCommand?: string;
  readonly memoryMB?: number;
  readonly isWeb?: true;
  /** The app stays up. */
  readonly stays?: RegExp;
  readonly sentence: string;
  readonly fix: string;
}

const crashes: readonly Crash[] = [
  {
    title: "a package of Python that is not installed",
    files: { "main.py": "import os\nimport nosuchpackage.part\n" },
    mainFile: "main.py",
    sentence: "The package nosuchpackage isn't installed.",
    fix: "Add Package and Push",
  },
  {
    title: "a package of Node.js that is not installed",
    files: { "index.js": 'require("@nosuch/package/part");\n' },
    mainFile: "index.js",
    sentence: "The package @nosuch/package isn't installed.",
    fix: "Add Package and Push",
  },
  {
    title: "a package of a module of Node.js that is not installed",
    files: { "index.mjs": 'import "nosuch";\n' },
    mainFile: "index.mjs",
    sentence: "The package nosuch isn't installed.",
    fix: "Add Package and Push",
  },
  {
    title: "a server of the start command that is not installed",
    files: { "main.py": "app = None\n" },
    mainFile: "main.py",
    startupCommand: "python3 -m gunicorn main:app",
    sentence: "The package gunicorn isn't installed.",
    fix: "Add Package and Push",
  },
  {
    title: "a program of the start command that is not installed",
    files: { "index.js": "\n" },
    mainFile: "index.js",
    startupCommand: "nosuchprogram index.js",
    sentence: "The package nosuchprogram isn't installed.",
    fix: "Add Package and Push",
  },
  {
    title: "a file of the app that is missing",
    files: { "index.js": 'const a = 1;\nrequire("./lib/cart");\n' },
    mainFile: "index.js",
    sentence: "The code loads ./lib/cart, which isn't in the app.",
    fix: "Open index.js:2",
  },
  {
    title: "a main file of Python that is missing",
    files: { "app.py": "\n" },
    mainFile: "app.py",
    startupCommand: "python3 main.py",
    sentence: "main.py can't be started: it's missing, or isn't a program.",
    fix: "Edit Start Command",
  },
  {
    title: "a main file of Node.js that is missing",
    files: { "app.js": "\n" },
    mainFile: "app.js",
    startupCommand: "node index.js",
    sentence: "index.js can't be started: it's missing, or isn't a program.",
    fix: "Edit Start Command",
  },
  {
    title: "a variable that Python reads",
    files: { "main.py": 'import os\n\nprint(os.environ["BOT_TOKEN"])\n' },
    mainFile: "main.py",
    sentence: "The variable BOT_TOKEN isn't set.",
    fix: "Open main.py:3",
  },
  {
    title: "a variable that Node.js reads",
    files: { "index.js": 'if (!process.env.BOT_TOKEN)\n  throw new Error("BOT_TOKEN is not set");\n' },
    mainFile: "index.js",
    sentence: "The variable BOT_TOKEN isn't set.",
    fix: "Open index.js:2",
  },
  {
    title: "a port that Node.js cannot have",
    files: {
      "index.js":
        'const { createServer } = require("node:http");\nconst first = createServer().listen(0, () =>\n  createServer().listen(first.address().port));\n',
    },
    mainFile: "index.js",
    sentence: "The app can't use port 0. Listen on the port in PORT.",
    fix: "Open index.js:3",
  },
  {
    title: "a port that Python cannot have",
    files: {
      "main.py":
        'import socket\na = socket.socket()\na.bind(("0.0.0.0", 0))\na.listen()\nb = socket.socket()\nb.bind(("0.0.0.0", a.getsockname()[1]))\n',
    },
    mainFile: "main.py",
    sentence: "The app can't use its port. Listen on the port in PORT.",
    fix: "Open main.py:6",
  },
  {
    title: "a server that only its own machine reaches",
    files: {
      "main.py":
        'from http.server import HTTPServer, SimpleHTTPRequestHandler\nserver = HTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler)\nprint("Server running on http://127.0.0.1:%d" % server.server_port)\nserver.serve_forever()\n',
    },
    mainFile: "main.py",
    isWeb: true,
    stays: /running on/,
    sentence: "The app accepts requests only from its own machine. Listen on 0.0.0.0 and the port in PORT.",
    fix: "",
  },
  {
    title: "a mistake in Python",
    files: { "main.py": "import cart\n", "cart.py": "total = 1\nif total\n    pass\n" },
    mainFile: "main.py",
    sentence: "cart.py has a syntax error in line 2.",
    fix: "Open cart.py:2",
  },
  {
    title: "a mistake in JavaScript",
    files: { "index.js": 'require("./src/cart");\n', "src/cart.js": "const total = ;\n" },
    mainFile: "index.js",
    sentence: "cart.js has a syntax error in line 1.",
    fix: "Open cart.js:1",
  },
  {
    title: "a mistake in a module of JavaScript",
    files: { "index.mjs": 'import "./cart.mjs";\n', "cart.mjs": "\nexport const total = ;\n" },
    mainFile: "index.mjs",
    sentence: "cart.mjs has a syntax error in line 2.",
    fix: "Open cart.mjs:2",
  },
  {
    title: "too little memory for Python",
    files: { "main.py": "goods = bytearray(10**15)\n" },
    mainFile: "main.py",
    sentence: "The app ran out of memory.",
    fix: "Edit Memory",
  },
  {
    title: "too little memory for Node.js",
    files: { "index.js": "const all = [];\nfor (;;) all.push(new Array(1000).fill(all.length));\n" },
    mainFile: "index.js",
    startupCommand: "node --max-old-space-size=16 index.js",
    sentence: "The app ran out of memory.",
    fix: "Edit Memory",
  },
  {
    title: "an app that was stopped over its memory",
    files: { "main.py": "import time\ngoods = bytearray(150 * 1024 * 1024)\ntime.sleep(60)\n" },
    mainFile: "main.py",
    memoryMB: 64,
    sentence: "The app ran out of memory.",
    fix: "Edit Memory",
  },
  {
    title: "code for a newer Node.js",
    files: { "index.js": '\nrequire("node:nosuchmodule");\n' },
    mainFile: "index.js",
    sentence: "The code needs another version of Node.js.",
    fix: "Open index.js:2",
  },
  {
    title: "code for a newer Python",
    files: { "main.py": "import os\nfrom typing import NoSuchType\n" },
    mainFile: "main.py",
    sentence: "The code needs another version of Python.",
    fix: "Open main.py:2",
  },
];

describe("a program that crashes on the local service", function () {
  this.timeout(startTimeoutMs);
  let emulator: Emulator;
  let dataDir: string;
  let folders: string;

  before(async () => {
    dataDir = temporaryFolder("crashes");
    folders = temporaryFolder("crashing");
    emulator = await startEmulator({ dataDir });
  });
  after(async () => {
    await emulator.stop();
    for (const each of [dataDir, folders]) removeTemporaryFolder(each);
  });

  const linesOf = async (app: App): Promise<readonly string[]> => {
    const files = filesOver(serviceClientOf(emulator), app.id, new FakeClock());
    const end = await readLogEnd(async () => ({ get: () => files }), { accountId: "me", appId: app.id });
    return end?.lines ?? [];
  };

  async function crashed({ title, files, mainFile, stays, ...own }: Crash): Promise<App> {
    const client = serviceClientOf(emulator);
    const runtime: Runtime = mainFile.endsWith(".py") ? "python" : "nodejs";
    const { id } = await client.createApp(
      {
        ...{ name: title, mainFile, runtime, autoRestart: false, exposedViaWeb: own.isWeb ?? false },
        ...{ startupCommand: own.startupCommand ?? "", memoryMB: own.memoryMB ?? 512 },
      },
      await zipOf(files),
    );
    const log = path.join(emulator.appFolder(id), "app.log");
    return await waitUntil(
      async () => {
        const app = await client.getApp(id);
        const text = fs.existsSync(log) ? fs.readFileSync(log, "utf8") : "";
        return (stays ? stays.test(text) : /crash|exceed/.test(app.status)) && app;
      },
      { what: `${title} to crash`, timeoutMs: startTimeoutMs, intervalMs: 100 },
    );
  }

  for (const crash of crashes)
    it(`is explained, and helped: ${crash.title}`, async () => {
      const app = await crashed(crash);
      const folder = path.join(folders, app.id);
      writeTree(folder, { ...crash.files, "hosted-app.json": JSON.stringify({ appId: app.id }) });
      workspace["workspaceFolders"] = [{ uri: vscode.Uri.file(folder) }];
      workspace["fs"] = {
        readFile: async ({ path }: vscode.Uri) => fs.readFileSync(path),
        readDirectory: async ({ path }: vscode.Uri) => fs.readdirSync(path).map((name) => [name, 1]),
      };
      const { url: baseUrl } = emulator;
      const client = serviceClientOf(emulator);
      const apps = { snapshot: { apps: [app], error: undefined, missing: undefined }, find: () => app };
      const account = { id: "me", isLocal: true, baseUrl, apps, client };
      const accounts = { all: [account], get: () => account };
      const found = await explainCrash(
        await linesOf(app),
        { accountId: "me", app },
        { accounts, state: new MemoryState() },
      );
      assert.equal(
        found?.sentence.replace(/port \d+/, "port 0"),
        crash.sentence,
        (await linesOf(app)).join("\n"),
      );
      assert.equal(found.fix?.label ?? "", crash.fix);
      if (!crash.stays) return;
      const answer = await fetch(`http://127.0.0.1:${app.externalPort}/`).then(
        ({ status }) => status,
        () => 0,
      );
      assert.ok(answer === 0 || answer >= 500, String(answer));
    });
});
