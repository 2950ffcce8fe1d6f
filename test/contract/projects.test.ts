// Real projects, from a folder to an answer: what is detected, what is packed, and that the local service installs
// what they need and runs them.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import type { App, Runtime } from "../../src/core/model/model";
import { parseProjectFile } from "../../src/core/project/projectFile";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { copyFolder, copyProject, type ProjectCopy } from "../support/projectCopy";
import { needPython } from "../support/pythonPackages";
import { pythonWheel } from "../support/pythonWheel";
import { inRepository } from "../support/repository";
import { serviceClientOf } from "../support/serviceClientOf";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";

/** An install may have to fetch from a registry. */
const upLimitMs = 120_000;

/** What every developer's folder has and no deploy sends. */
const neverSent = {
  ".env": "SECRET=1",
  "node_modules/left/index.js": "",
  "__pycache__/x.pyc": "",
  ".git/HEAD": "",
};

interface Detected {
  readonly name: string;
  readonly runtime: Runtime;
  readonly mainFile: string;
  readonly startupCommand: string;
  readonly exposedViaWeb: boolean;
}

describe("a project on the local service", function () {
  this.timeout(upLimitMs + 30_000);
  let emulator: Emulator;
  let dataDir: string;

  before(async function () {
    await needPython(this, "pip", "Flask", "FastAPI");
    dataDir = temporaryFolder("projects");
    emulator = await startEmulator({ dataDir, installDependencies: true });
  });
  after(async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  const log = (app: App) => fs.readFileSync(path.join(emulator.appFolder(app.id), "app.log"), "utf8");

  /** Deploys with the detected settings alone; resolves when the app is online. */
  async function deploy(
    project: string,
    wanted: Detected,
    added: Readonly<Record<string, string | Uint8Array>> = {},
  ): Promise<App> {
    return await create(project, wanted, await copyProject(project, { ...neverSent, ...added }));
  }

  async function create(project: string, wanted: Detected, copy: ProjectCopy): Promise<App> {
    const { defaults, paths, archive } = copy;
    const { name, runtime, mainFile, startupCommand, exposedViaWeb, memoryMB } = defaults;
    assert.deepEqual({ name, runtime, mainFile, startupCommand, exposedViaWeb }, wanted);
    assert.deepEqual(
      paths.filter((file) => file in neverSent),
      [],
    );
    const client = serviceClientOf(emulator);
    const settings = { ...wanted, memoryMB, autoRestart: false };
    const { id } = await client.createApp(settings, await archive());
    const app = await waitUntil(
      async () => {
        const now = await client.getApp(id);
        assert.ok(!/fail|crash|exceed/.test(now.status), `${now.status}\n${log(now)}`);
        return now.metrics?.online === true && now;
      },
      { what: `${project} to come online`, timeoutMs: upLimitMs, intervalMs: 100 },
    );
    const top = new Set(paths.map((file) => file.split("/")[0]));
    for (const name of top) assert.ok(fs.existsSync(path.join(emulator.appFolder(id), name ?? "")), name);
    return app;
  }

  async function get(app: App, address: string, init: RequestInit = {}): Promise<Response> {
    return await fetch(`http://127.0.0.1:${app.externalPort}${address}`, init);
  }

  async function prints(app: App, line: RegExp): Promise<void> {
    await waitUntil(() => line.test(log(app)), { what: `${line} in the log`, timeoutMs: 10_000 });
  }

  it("runs Python's own http.server", async () => {
    const app = await deploy("http-server", {
      ...{ name: "http-server", runtime: "python", mainFile: "server.py" },
      ...{ startupCommand: "", exposedViaWeb: true },
    });
    assert.match(await (await get(app, "/")).text(), /Pages by http\.server/);
    assert.equal((await get(app, "/missing")).status, 404);
  });

  it("runs Flask", async () => {
    const app = await deploy("flask-board", {
      ...{ name: "flask-board", runtime: "python", mainFile: "app.py", exposedViaWeb: true },
      startupCommand: `python -m flask --app app.py run --host 0.0.0.0 --port $${"{PORT:-8000}"}`,
    });
    const headers = { "content-type": "application/json" };
    const added = await get(app, "/notes", {
      method: "POST",
      headers,
      body: '{"text":"<b>Feed the cat</b>"}',
    });
    assert.deepEqual([added.status, await added.json()], [201, { count: 2 }]);
    assert.match(await (await get(app, "/")).text(), /Water the plants<\/li><li>&lt;b&gt;Feed the cat/);
    assert.match(log(app), /installs its dependencies: pip install -r requirements\.txt/);
  });

  it("runs Express", async () => {
    const app = await deploy("express-shop", {
      ...{ name: "express-shop", runtime: "nodejs", mainFile: "app.js" },
      ...{ startupCommand: "npm start", exposedViaWeb: true },
    });
    assert.deepEqual(await (await get(app, "/goods/2")).json(), { id: 2, name: "Cup", price: 9 });
    assert.equal((await get(app, "/goods/9")).status, 404);
    assert.equal((await get(app, "/")).headers.get("x-powered-by"), "Express");
    await prints(app, /The shop is open/);
  });

  it("runs Koa as a module", async () => {
    const app = await deploy("koa-notes", {
      ...{ name: "koa-notes", runtime: "nodejs", mainFile: "src/server.js" },
      ...{ startupCommand: "", exposedViaWeb: true },
    });
    const answer = await get(app, "/");
    assert.equal(answer.headers.get("x-notes"), "2");
    assert.deepEqual(await answer.json(), { notes: ["first", "second"] });
  });

  it("runs a Node bot that serves nothing", async () => {
    const app = await deploy("node-bot", {
      ...{ name: "node-bot", runtime: "nodejs", mainFile: "bot.js" },
      ...{ startupCommand: "node bot.js --prefix !", exposedViaWeb: false },
    });
    await prints(app, /Bot is ready with 1 command\(s\)\npong\n/);
    assert.equal(app.externalPort, undefined);
    assert.ok(fs.existsSync(path.join(emulator.appFolder(app.id), ".env.example")));
  });

  it("runs a Python worker with the wheel that travels with it", async () => {
    const greet = 'def greet(name):\n    return f"Hello {name}, from a wheel"\n';
    const app = await deploy(
      "python-bot",
      {
        ...{ name: "python-bot", runtime: "python", mainFile: "bot.py" },
        ...{ startupCommand: "", exposedViaWeb: false },
      },
      {
        "wheels/greeting-1.0-py3-none-any.whl": await pythonWheel("greeting", "1.0", greet),
        "drafts/idea.md": "",
      },
    );
    await prints(app, /Hello worker, from a wheel\nping: pong\n/);
    assert.ok(!fs.existsSync(path.join(emulator.appFolder(app.id), "drafts")));
  });

  it("runs a Python package that only its pyproject.toml describes", async () => {
    const app = await deploy("pyproject-clock", {
      ...{ name: "clock-page", runtime: "python", mainFile: "src/clock_page/cli.py", exposedViaWeb: true },
      startupCommand: `python -c "import sys; sys.path.insert(0, 'src'); import clock_page.cli; clock_page.cli.main()"`,
    });
    assert.match(await (await get(app, "/")).text(), /<h1>It is \d\d:\d\d UTC<\/h1>/);
  });

  const web = { startupCommand: "", exposedViaWeb: true };
  const bot = { startupCommand: "", exposedViaWeb: false };
  const templates: Readonly<Record<string, Omit<Detected, "name">>> = {
    "python-bot": { runtime: "python", mainFile: "main.py", ...bot },
    "node-bot": { runtime: "nodejs", mainFile: "index.js", ...bot },
    flask: { runtime: "python", mainFile: "app.py", ...web },
    fastapi: { runtime: "python", mainFile: "main.py", ...web },
    express: { runtime: "nodejs", mainFile: "index.js", ...web },
    "static-site": { runtime: "nodejs", mainFile: "server.js", ...web },
  };
  for (const [id, wanted] of Object.entries(templates))
    it(`runs the template ${id} at once, by what it says and by what is detected`, async () => {
      const folder = inRepository("media", "templates", id);
      const { file, problems } = parseProjectFile(
        fs.readFileSync(path.join(folder, "hosted-app.json"), "utf8"),
      );
      assert.deepEqual(problems, []);
      assert.deepEqual(
        [file.runtimeEnvironment, file.mainFile, file.exposedViaWeb],
        [wanted.runtime, wanted.mainFile, wanted.exposedViaWeb],
      );
      const copy = await copyFolder(`my-${id}`, folder, neverSent);
      assert.deepEqual(copy.defaults.findings, []);
      const app = await create(`my-${id}`, { name: `my-${id}`, ...wanted }, copy);
      if (wanted.exposedViaWeb) assert.match(await (await get(app, "/")).text(), /It works/);
      else await prints(app, /BOT_TOKEN is not set/);
    });
});
