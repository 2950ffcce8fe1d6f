// Projects of the commonest frameworks with their real packages: built where they have to be, created on the local service
// by what is detected, installed and run there, until they answer. Skipped where a registry does not give the packages.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import type { ServiceClient } from "../../src/api/serviceClient";
import { packArchive } from "../../src/core/archive/archive";
import { readProject } from "../../src/core/project/detect/readProject";
import { readFolder } from "../../src/core/project/readFolder";
import { nodeDisk } from "../../src/editor/nodeDisk";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { siteServer } from "../../src/features/create/questions/siteServer";
import { writeTree } from "../support/fileTrees";
import { pack } from "../support/layouts/layout";
import { runCommand } from "../support/runCommand";
import { serviceClientOf } from "../support/serviceClientOf";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../support/waitUntil";

interface Project {
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  /** What its page says, or its log where it has none. */
  readonly says: RegExp;
}

const page = "It works";
const bot = (name: string, code: string): string =>
  `${code}\nconsole.log("${name} is ready");\nsetInterval(() => undefined, 60_000);\n`;

/** Packages with their versions, as a package.json has them. */
const packages = (...all: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map((each) => each.split(" ")));

/** A web app of npm; `built` are the folders that its build makes. */
const npmSite = (
  kind: string,
  manifest: object,
  files: Readonly<Record<string, string>>,
  ...built: readonly string[]
): Project => {
  const ignored = [...built, "node_modules"].map((folder) => `${folder}/\n`).join("");
  return {
    kind,
    files: { "package.json": pack(manifest), ...files, ...(built.length > 0 && { ".gitignore": ignored }) },
    says: /It works/,
  };
};

const projects: readonly Project[] = [
  npmSite(
    "Express",
    { main: "app.js", dependencies: packages("express ^5") },
    {
      "app.js": `const app = require("express")();\napp.get("/", (_, answer) => answer.send("${page}"));\napp.listen(process.env.PORT);\n`,
    },
  ),
  npmSite(
    "Fastify",
    { type: "module", scripts: { start: "node server.js" }, dependencies: packages("fastify ^5") },
    {
      "server.js": `import fastify from "fastify";\nconst app = fastify();\napp.get("/", async () => "${page}");\nawait app.listen({ port: Number(process.env.PORT), host: "0.0.0.0" });\n`,
    },
  ),
  npmSite(
    "Hono in TypeScript",
    {
      ...{ type: "module", scripts: { build: "tsc", start: "node dist/index.js" } },
      dependencies: packages("hono ^4", "@hono/node-server ^1"),
      devDependencies: packages("typescript ^5", "@types/node ^22"),
    },
    {
      "tsconfig.json": pack({
        compilerOptions: {
          ...{ target: "es2022", module: "nodenext", outDir: "dist", rootDir: "src", skipLibCheck: true },
        },
      }),
      "src/index.ts": `import { serve } from "@hono/node-server";\nimport { Hono } from "hono";\nconst app = new Hono();\napp.get("/", (c) => c.text("${page}"));\nserve({ fetch: app.fetch, port: Number(process.env.PORT) });\n`,
    },
    "dist",
  ),
  npmSite(
    "Next.js",
    {
      scripts: { build: "next build", start: "next start" },
      dependencies: packages("next ^15", "react ^19", "react-dom ^19"),
    },
    { "pages/index.js": `export default function Home() {\n  return <p>${page}</p>;\n}\n` },
    ".next",
  ),
  npmSite(
    "NestJS",
    {
      scripts: { build: "nest build", start: "nest start", "start:prod": "node dist/main" },
      dependencies: packages(
        ...["@nestjs/common ^11", "@nestjs/core ^11", "@nestjs/platform-express ^11"],
        ...["reflect-metadata ^0.2", "rxjs ^7"],
      ),
      devDependencies: packages("@nestjs/cli ^11", "typescript ^5", "@types/node ^22"),
    },
    {
      "nest-cli.json": pack({ sourceRoot: "src" }),
      "tsconfig.json": pack({
        compilerOptions: {
          ...{ module: "commonjs", target: "es2022", outDir: "dist", experimentalDecorators: true },
          ...{ emitDecoratorMetadata: true, skipLibCheck: true },
        },
      }),
      "src/main.ts": `import "reflect-metadata";\nimport { Controller, Get, Module } from "@nestjs/common";\nimport { NestFactory } from "@nestjs/core";\n@Controller()\nclass Home { @Get() home() { return "${page}"; } }\n@Module({ controllers: [Home] })\nclass App {}\nNestFactory.create(App).then((app) => app.listen(process.env.PORT ?? 3000));\n`,
    },
    "dist",
  ),
  npmSite(
    "Astro with its Node server",
    {
      ...{ type: "module", scripts: { build: "astro build", start: "astro dev" } },
      dependencies: packages("astro ^5", "@astrojs/node ^9"),
    },
    {
      "astro.config.mjs": `import node from "@astrojs/node";\nexport default { output: "server", adapter: node({ mode: "standalone" }) };\n`,
      "src/pages/index.astro": `<p>${page}</p>\n`,
    },
    "dist",
  ),
  npmSite(
    "SvelteKit",
    {
      ...{ type: "module", scripts: { build: "vite build", dev: "vite dev" } },
      devDependencies: packages(
        ...["@sveltejs/adapter-node ^5", "@sveltejs/kit ^2", "svelte ^5", "vite ^6"],
        "@sveltejs/vite-plugin-svelte ^5",
      ),
    },
    {
      "svelte.config.js": `import adapter from "@sveltejs/adapter-node";\nexport default { kit: { adapter: adapter() } };\n`,
      "vite.config.js": `import { sveltekit } from "@sveltejs/kit/vite";\nexport default { plugins: [sveltekit()] };\n`,
      "src/app.html":
        "<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n",
      "src/routes/+page.svelte": `<p>${page}</p>\n`,
    },
    ...["build", ".svelte-kit"],
  ),
  npmSite(
    "Nuxt",
    {
      ...{ type: "module", scripts: { build: "nuxt build", dev: "nuxt dev", postinstall: "nuxt prepare" } },
      dependencies: packages("nuxt ^4", "vue ^3"),
    },
    {
      "nuxt.config.ts": "export default defineNuxtConfig({ telemetry: false });\n",
      "app/app.vue": `<template><p>${page}</p></template>\n`,
    },
    ...[".nuxt", ".output"],
  ),
  npmSite(
    "Remix",
    {
      ...{
        type: "module",
        scripts: { build: "remix vite:build", dev: "remix vite:dev" },
        sideEffects: false,
      },
      dependencies: packages(
        ...["@remix-run/node ^2", "@remix-run/react ^2", "@remix-run/serve ^2"],
        ...["isbot ^4", "react ^18", "react-dom ^18"],
      ),
      devDependencies: packages("@remix-run/dev ^2", "vite ^6", "typescript ^5"),
    },
    {
      "vite.config.js": `import { vitePlugin as remix } from "@remix-run/dev";\nexport default { plugins: [remix()] };\n`,
      "app/root.jsx": `import { Outlet, Scripts } from "@remix-run/react";\nexport default function Root() {\n  return <html><body><Outlet /><Scripts /></body></html>;\n}\n`,
      "app/routes/_index.jsx": `export default function Home() {\n  return <p>${page}</p>;\n}\n`,
    },
    "build",
  ),
  npmSite(
    "Vite page",
    { scripts: { build: "vite build" }, devDependencies: packages("vite ^6") },
    { "index.html": `<!doctype html><title>x</title><p>${page}</p>\n` },
    "dist",
  ),
  {
    kind: "discord.js",
    files: {
      "package.json": pack({ main: "index.js", dependencies: { "discord.js": "^14" } }),
      "index.js": bot(
        "discord.js",
        `const { Client } = require("discord.js");\nconst client = new Client({ intents: [] });\nclient.login("none").catch((error) => console.log(error.message));`,
      ),
    },
    says: /discord\.js is ready/,
  },
  {
    kind: "Telegraf",
    files: {
      "package.json": pack({ main: "bot.js", dependencies: { telegraf: "^4" } }),
      "bot.js": bot(
        "Telegraf",
        `const { Telegraf } = require("telegraf");\nnew Telegraf("none").launch().catch((error) => console.log(error.message));`,
      ),
    },
    says: /Telegraf is ready/,
  },
  {
    kind: "Flask",
    files: {
      "requirements.txt": "flask\n",
      "app.py": `from flask import Flask\napp = Flask(__name__)\n@app.get("/")\ndef home():\n    return "${page}"\n`,
    },
    says: /It works/,
  },
  {
    kind: "FastAPI",
    files: {
      "requirements.txt": "fastapi\nuvicorn\n",
      "main.py": `from fastapi import FastAPI\napp = FastAPI()\n@app.get("/")\ndef home():\n    return "${page}"\n`,
    },
    says: /It works/,
  },
  {
    kind: "aiohttp",
    files: {
      "requirements.txt": "aiohttp\n",
      "server.py": `import os\nfrom aiohttp import web\nasync def home(request):\n    return web.Response(text="${page}")\napp = web.Application()\napp.router.add_get("/", home)\nweb.run_app(app, port=int(os.environ["PORT"]))\n`,
    },
    says: /It works/,
  },
  {
    kind: "Django",
    files: {
      "requirements.txt": "django\n",
      "manage.py": `import os, sys\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n`,
      "shop/__init__.py": "",
      "shop/settings.py": `SECRET_KEY = "x"\nDEBUG = True\nALLOWED_HOSTS = ["*"]\nROOT_URLCONF = "shop.urls"\n`,
      "shop/urls.py": `from django.http import HttpResponse\nfrom django.urls import path\nurlpatterns = [path("", lambda request: HttpResponse("${page}"))]\n`,
    },
    says: /It works/,
  },
  {
    kind: "Streamlit",
    files: {
      "requirements.txt": "streamlit\n",
      "streamlit_app.py": `import streamlit as st\nst.title("${page}")\n`,
    },
    says: /Streamlit/,
  },
];

describe("a project with its real packages", () => {
  let emulator: Emulator;
  let dataDir: string;
  let client: ServiceClient;

  before(async () => {
    dataDir = temporaryFolder("installed");
    emulator = await startEmulator({ dataDir, installDependencies: true, installTimeoutMs: startTimeoutMs });
    client = serviceClientOf(emulator, { requestTimeoutMs: () => 60_000 });
  });
  after(async () => {
    await emulator.stop();
  });

  async function detect(root: string, included: readonly string[] = []) {
    const source = nodeDisk(root);
    const { signal } = new AbortController();
    const contents = await readFolder(source, {
      signal,
      choices: { included: new Set(included), excluded: new Set() },
    });
    const exists = async (file: string): Promise<boolean> => fs.existsSync(path.join(root, file));
    return { files: contents.files, defaults: await readProject(path.basename(root), contents, exists) };
  }

  /** Does what the questions offer first. */
  async function decide(root: string): Promise<Awaited<ReturnType<typeof detect>>> {
    const included: string[] = [];
    for (let round = 0; round < 5; round++) {
      const found = await detect(root, included);
      const [finding] = found.defaults.findings.filter(
        (each) => each.kind !== "dependencies" && !(each.kind === "buildFirst" && each.exists),
      );
      if (!finding) return found;
      if (finding.kind === "buildFirst") await npm(root, "run", finding.script);
      else if (finding.kind === "staticSite") writeTree(root, { "server.cjs": siteServer(finding.folder) });
      else if (finding.kind === "ignoredBuild") included.push(finding.folder);
      else if (finding.kind === "ignoredMainFile") included.push(finding.mainFile.split("/")[0] ?? "");
      else assert.fail(finding.kind);
    }
    throw new Error("asked without an end");
  }

  async function npm(root: string, ...args: readonly string[]): Promise<void> {
    const command = process.platform === "win32" ? "npm.cmd" : "npm";
    const { code, output } = await runCommand(command, args, { cwd: root });
    assert.equal(code, 0, `npm ${args.join(" ")}\n${output}`);
  }

  for (const { kind, files, says } of projects)
    it(`runs ${kind}`, async function () {
      const root = temporaryFolder("project");
      try {
        writeTree(root, files);
        const needsBuild = (await detect(root)).defaults.findings.some((each) => each.kind === "buildFirst");
        if (needsBuild) await npm(root, "install", "--no-package-lock", "--no-audit", "--no-fund");
        const { defaults, files: sent } = await decide(root);
        const { runtime, mainFile, startupCommand, exposedViaWeb, memoryMB } = defaults;
        assert.ok(runtime && mainFile);
        const { id } = await client.createApp(
          { name: kind, runtime, mainFile, startupCommand, exposedViaWeb, memoryMB, autoRestart: false },
          await packArchive(sent, { signal: new AbortController().signal }),
        );
        const logFile = path.join(emulator.appFolder(id), "app.log");
        const log = (): string => (fs.existsSync(logFile) ? fs.readFileSync(logFile, "utf8") : "");
        const app = await waitUntil(
          async () => {
            const now = await client.getApp(id);
            // Only where the registry lacks packages, which GitHub's machines reach.
            if (!process.env["CI"] && /could not be installed|install.*fail/i.test(log())) this.skip();
            assert.ok(!/fail|crash|exceed/.test(now.status), `${now.status}\n${log()}`);
            return now.metrics?.online === true && now;
          },
          { what: `${kind} to come online`, timeoutMs: startTimeoutMs, intervalMs: 200, saw: log },
        );
        await waitUntil(
          async () => {
            if (!exposedViaWeb) return says.test(log());
            const text = await fetch(`http://127.0.0.1:${app.externalPort}/`).then(
              (answer) => answer.text(),
              () => "",
            );
            return says.test(text);
          },
          { what: `${kind} to answer`, intervalMs: 300, saw: log },
        );
        await client.deleteApp(id);
      } finally {
        removeTemporaryFolder(root);
      }
    });
});
