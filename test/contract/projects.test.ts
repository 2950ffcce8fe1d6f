// Real projects, from a folder to a response: detection, archive, installation and run on the local service.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import type { App, NewAppSettings } from "../../src/core/model/model";
import { parseProjectFile } from "../../src/core/project/projectFile";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import type { TemplateId } from "../../src/features/create/template/templates";
import { skipOn } from "../support/allowedSkips";
import { writeTree } from "../support/fileTrees";
import { copyFolder, type ProjectCopy } from "../support/projectCopy";
import { needPython } from "../support/pythonPackages";
import { pythonWheel } from "../support/pythonWheel";
import { inRepository } from "../support/repository";
import { serviceClientOf } from "../support/serviceClientOf";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../support/waitUntil";

/** In every developer's folder, and in no deploy. */
const neverSent = {
  ".env": "SECRET=1",
  "node_modules/left/index.js": "",
  "__pycache__/x.pyc": "",
  ".git/HEAD": "",
};

type Detected = Pick<NewAppSettings, "name" | "runtime" | "mainFile" | "startupCommand" | "exposedViaWeb">;

/** A folder with an app, its expected detection, and a proof that it runs. */
interface Project {
  readonly title: string;
  readonly wanted: Detected;
  readonly copy: () => Promise<ProjectCopy>;
  readonly runs: (app: App) => Promise<void>;
  /** Its start command needs a POSIX shell, which Windows lacks. */
  readonly needsPosixShell?: true;
}

const linksBefore = process.env["PIP_FIND_LINKS"] ?? "";

/** discord.py has a dozen dependencies that Debian lacks: pip installs this newer stand-in. */
async function standInForDiscord(folder: string): Promise<void> {
  const anything = "import sys, unittest.mock\nsys.modules[__name__] = unittest.mock.MagicMock()\n";
  const wheel = await pythonWheel("discord_py", "999.0", anything, "discord");
  writeTree(folder, { "wheels/discord_py-999.0-py3-none-any.whl": wheel });
  process.env["PIP_FIND_LINKS"] = `${linksBefore} ${path.join(folder, "wheels")}`.trim();
}

describe("a project on the local service", function () {
  this.timeout(startTimeoutMs);
  let emulator: Emulator;
  let dataDir: string;
  /** All start at once, since each mostly waits for its installation. */
  let deployed: ReadonlyMap<string, Promise<App>>;

  before(async function () {
    await needPython(this, "pip", "Flask", "FastAPI");
    dataDir = temporaryFolder("projects");
    await standInForDiscord(dataDir);
    emulator = await startEmulator({ dataDir, installDependencies: true });
    deployed = new Map(projects.map((project) => [project.title, deploy(project)]));
    // Each failure is reported by the project's own test.
    for (const each of deployed.values()) each.catch(() => undefined);
  });
  after(async () => {
    process.env["PIP_FIND_LINKS"] = linksBefore;
    await Promise.allSettled(deployed?.values() ?? []);
    await emulator?.stop();
    if (dataDir) removeTemporaryFolder(dataDir);
  });

  const log = (app: App) => fs.readFileSync(path.join(emulator.appFolder(app.id), "app.log"), "utf8");

  /** With the detected settings only; resolves when the app is online. */
  async function deploy({ wanted, copy }: Project): Promise<App> {
    const { defaults, paths, archive } = await copy();
    const { name, runtime, mainFile, startupCommand, exposedViaWeb, memoryMB, findings } = defaults;
    assert.deepEqual({ name, runtime, mainFile, startupCommand, exposedViaWeb }, wanted);
    assert.deepEqual(findings, []);
    assert.ok(!paths.some((file) => file in neverSent), paths.join());
    const client = serviceClientOf(emulator);
    const settings = { ...wanted, memoryMB, autoRestart: false };
    const { id } = await client.createApp(settings, await archive());
    const app = await waitUntil(
      async () => {
        const now = await client.getApp(id);
        assert.ok(!/fail|crash|exceed/.test(now.status), `${now.status}\n${log(now)}`);
        return now.metrics?.online === true && now;
      },
      { what: `${name} to come online`, timeoutMs: startTimeoutMs, intervalMs: 100 },
    );
    const top = new Set(paths.map((file) => file.split("/")[0]));
    for (const name of top) assert.ok(fs.existsSync(path.join(emulator.appFolder(id), name ?? "")), name);
    return app;
  }

  async function get(app: App, address: string, init: RequestInit = {}): Promise<Response> {
    return await fetch(`http://127.0.0.1:${app.externalPort}${address}`, init);
  }

  async function prints(app: App, line: RegExp): Promise<void> {
    await waitUntil(() => line.test(log(app)), { what: `${line} in the log`, saw: () => log(app) });
  }

  const copyOf = (project: string, added: Readonly<Record<string, string | Uint8Array>> = {}) =>
    copyFolder(project, inRepository("test", "fixtures", "projects", project), { ...neverSent, ...added });
  const web = { startupCommand: "", exposedViaWeb: true };
  const bot = { startupCommand: "", exposedViaWeb: false };

  const samples: readonly Project[] = [
    {
      title: "runs Python's own http.server",
      wanted: { name: "http-server", runtime: "python", mainFile: "server.py", ...web },
      copy: () => copyOf("http-server"),
      runs: async (app) => {
        assert.match(await (await get(app, "/")).text(), /Pages by http\.server/);
        assert.equal((await get(app, "/missing")).status, 404);
      },
    },
    {
      title: "runs Flask",
      needsPosixShell: true,
      wanted: {
        ...{ name: "flask-board", runtime: "python", mainFile: "app.py", exposedViaWeb: true },
        startupCommand: `python -m flask --app app.py run --host 0.0.0.0 --port $${"{PORT:-8000}"}`,
      },
      copy: () => copyOf("flask-board"),
      runs: async (app) => {
        const body = '{"text":"<b>Feed the cat</b>"}';
        const headers = { "content-type": "application/json" };
        const added = await get(app, "/notes", { method: "POST", headers, body });
        assert.deepEqual([added.status, await added.json()], [201, { count: 2 }]);
        assert.match(await (await get(app, "/")).text(), /Water the plants<\/li><li>&lt;b&gt;Feed the cat/);
        assert.match(log(app), /installs its dependencies: pip install -r requirements\.txt/);
      },
    },
    {
      title: "runs Express",
      wanted: {
        ...{ name: "express-shop", runtime: "nodejs", mainFile: "app.js" },
        ...{ startupCommand: "npm start", exposedViaWeb: true },
      },
      copy: () => copyOf("express-shop"),
      runs: async (app) => {
        assert.deepEqual(await (await get(app, "/goods/2")).json(), { id: 2, name: "Cup", price: 9 });
        assert.equal((await get(app, "/goods/9")).status, 404);
        assert.equal((await get(app, "/")).headers.get("x-powered-by"), "Express");
        await prints(app, /The shop is open/);
      },
    },
    {
      title: "runs Koa as a module",
      wanted: { name: "koa-notes", runtime: "nodejs", mainFile: "src/server.js", ...web },
      copy: () => copyOf("koa-notes"),
      runs: async (app) => {
        const answer = await get(app, "/");
        assert.equal(answer.headers.get("x-notes"), "2");
        assert.deepEqual(await answer.json(), { notes: ["first", "second"] });
      },
    },
    {
      title: "runs a Node bot that serves nothing",
      wanted: {
        ...{ name: "node-bot", runtime: "nodejs", mainFile: "bot.js" },
        ...{ startupCommand: "node bot.js --prefix !", exposedViaWeb: false },
      },
      copy: () => copyOf("node-bot"),
      runs: async (app) => {
        await prints(app, /Bot is ready with 1 command\(s\)\npong\n/);
        assert.equal(app.externalPort, undefined);
        assert.ok(fs.existsSync(path.join(emulator.appFolder(app.id), ".env.example")));
      },
    },
    {
      title: "runs a Python worker with the wheel that travels with it",
      wanted: { name: "python-bot", runtime: "python", mainFile: "bot.py", ...bot },
      copy: async () => {
        const greet = 'def greet(name):\n    return f"Hello {name}, from a wheel"\n';
        const wheel = await pythonWheel("greeting", "1.0", greet);
        return await copyOf("python-bot", {
          "wheels/greeting-1.0-py3-none-any.whl": wheel,
          "drafts/idea.md": "",
        });
      },
      runs: async (app) => {
        await prints(app, /Hello worker, from a wheel\r?\nping: pong\r?\n/);
        assert.ok(!fs.existsSync(path.join(emulator.appFolder(app.id), "drafts")));
      },
    },
    {
      title: "runs a Python package that only its pyproject.toml describes",
      wanted: {
        ...{ name: "clock-page", runtime: "python", mainFile: "src/clock_page/cli.py", exposedViaWeb: true },
        startupCommand: `python -c "import sys; sys.path.insert(0, 'src'); import clock_page.cli; clock_page.cli.main()"`,
      },
      copy: () => copyOf("pyproject-clock"),
      runs: async (app) => assert.match(await (await get(app, "/")).text(), /<h1>It is \d\d:\d\d UTC<\/h1>/),
    },
  ];

  const templates: Readonly<Record<TemplateId, Omit<Detected, "name">>> = {
    "discord-py": { runtime: "python", mainFile: "main.py", ...bot },
    "discord-js": { runtime: "nodejs", mainFile: "index.js", ...bot },
    "python-bot": { runtime: "python", mainFile: "main.py", ...bot },
    "node-bot": { runtime: "nodejs", mainFile: "index.js", ...bot },
    flask: { runtime: "python", mainFile: "app.py", ...web },
    fastapi: { runtime: "python", mainFile: "main.py", ...web },
    express: { runtime: "nodejs", mainFile: "index.js", ...web },
    "static-site": { runtime: "nodejs", mainFile: "server.js", ...web },
  };
  const ofTemplates = Object.entries(templates).map(([id, wanted]): Project => {
    const folder = inRepository("media", "templates", id);
    return {
      title: `runs the template ${id} at once, by what it says and by what is detected`,
      wanted: { name: `my-${id}`, ...wanted },
      copy: () => copyFolder(`my-${id}`, folder, neverSent),
      runs: async (app) => {
        const text = fs.readFileSync(path.join(folder, "hosted-app.json"), "utf8");
        const { file, problems } = parseProjectFile(text);
        assert.deepEqual(problems, []);
        assert.deepEqual(
          [file.runtimeEnvironment, file.mainFile, file.exposedViaWeb],
          [wanted.runtime, wanted.mainFile, wanted.exposedViaWeb],
        );
        if (wanted.exposedViaWeb) assert.match(await (await get(app, "/")).text(), /It works/);
        else
          await prints(app, id.startsWith("discord-") ? /DISCORD_TOKEN is not set/ : /BOT_TOKEN is not set/);
      },
    };
  });

  const projects = [...samples, ...ofTemplates];
  for (const { title, runs, needsPosixShell } of projects)
    it(title, async function () {
      if (needsPosixShell) skipOn(this, ["win32"]);
      const app = await deployed.get(title);
      assert.ok(app);
      await runs(app);
    });
});
