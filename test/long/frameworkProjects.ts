// A project of each framework of the table, with its real packages, for installedProjects.test.ts.
import { type Framework, frameworks } from "../../src/core/project/detect/frameworks";
import { pack } from "../support/layouts/layout";

export interface FrameworkProject {
  readonly kind: string;
  /** Other rows of the table that it shows to be right, besides the one of its kind. */
  readonly also?: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** What its page says, or its log where it has none. */
  readonly says: RegExp;
}

const page = "It works";
/** Packages with their versions, as a package.json has them. */
const packages = (...all: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(all.map((each) => each.split(" ")));

/** A web app of npm; `built` are the folders that its build makes. */
const npmSite = (
  kind: string,
  manifest: object,
  files: Readonly<Record<string, string>>,
  ...built: readonly string[]
): FrameworkProject => {
  const ignored = [...built, "node_modules"].map((folder) => `${folder}/\n`).join("");
  return {
    kind,
    files: { "package.json": pack(manifest), ...files, ...(built.length > 0 && { ".gitignore": ignored }) },
    says: /It works/,
  };
};

/** A server of one file; it finds its port in `port`. */
const server = (kind: string, needs: string, code: string, says = /It works/): FrameworkProject => {
  const [first = "", ...others] = needs
    .split(" ")
    .flatMap((part, index, all) => (index % 2 === 0 ? [`${part} ${all[index + 1]}`] : []));
  const manifest = { main: "web.js", dependencies: packages(first, ...others) };
  return {
    kind,
    files: { "package.json": pack(manifest), "web.js": `const port = process.env.PORT;\n${code}\n` },
    says,
  };
};

const written: readonly FrameworkProject[] = [
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
  {
    also: ["Hono"],
    ...npmSite(
      "Hono on Node.js",
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
  },
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
    "Astro with its server",
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
    "SvelteKit with its server",
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
    "Vite",
    { scripts: { build: "vite build" }, devDependencies: packages("vite ^6") },
    { "index.html": `<!doctype html><title>x</title><p>${page}</p>\n` },
    "dist",
  ),
  {
    kind: "Flask",
    files: {
      "requirements.txt": "flask\n",
      "app.py": `from flask import Flask\napp = Flask(__name__)\n@app.get("/")\ndef home():\n    return "${page}"\n`,
    },
    says: /It works/,
  },
  {
    ...{ kind: "FastAPI", also: ["Uvicorn", "Starlette"] },
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
  {
    kind: "Tornado",
    files: {
      "requirements.txt": "tornado\n",
      "server.py": `import asyncio, os, tornado.web\nclass Home(tornado.web.RequestHandler):\n    def get(self):\n        self.write("${page}")\nasync def main():\n    tornado.web.Application([("/", Home)]).listen(int(os.environ["PORT"]))\n    await asyncio.Event().wait()\nasyncio.run(main())\n`,
    },
    says: /It works/,
  },
  server(
    "Koa",
    "koa ^3",
    `const app = new (require("koa"))();\napp.use((c) => { c.body = "${page}"; });\napp.listen(port);`,
  ),
  server(
    "Hapi",
    "@hapi/hapi ^21",
    `const server = require("@hapi/hapi").server({ port, host: "0.0.0.0" });\nserver.route({ method: "GET", path: "/", handler: () => "${page}" });\nserver.start();`,
  ),
  server(
    "Polka",
    "polka ^0.5",
    `require("polka")().get("/", (_, answer) => answer.end("${page}")).listen(port);`,
  ),
  server(
    "Restify",
    "restify ^11",
    `const server = require("restify").createServer();\nserver.get("/", (_, answer, next) => { answer.send("${page}"); next(); });\nserver.listen(port);`,
  ),
  server(
    "Socket.IO",
    "socket.io ^4",
    `const http = require("node:http").createServer((_, answer) => answer.end("${page}"));\nnew (require("socket.io").Server)(http);\nhttp.listen(port);`,
  ),
  server(
    "H3",
    "h3 ^1",
    `const h3 = require("h3");\nconst app = h3.createApp();\napp.use("/", h3.eventHandler(() => "${page}"));\nrequire("node:http").createServer(h3.toNodeListener(app)).listen(port);`,
  ),
  server(
    "Micro",
    "micro ^10",
    `require("node:http").createServer(require("micro").serve(() => "${page}")).listen(port);`,
  ),
  server(
    "tRPC",
    "@trpc/server ^11",
    `const { initTRPC } = require("@trpc/server");\nconst { createHTTPServer } = require("@trpc/server/adapters/standalone");\ncreateHTTPServer({ router: initTRPC.create().router({}) }).listen(port);`,
    /No procedure found/,
  ),
  server(
    "Apollo Server",
    "@apollo/server ^5 graphql ^16",
    `const { ApolloServer } = require("@apollo/server");\nconst { startStandaloneServer } = require("@apollo/server/standalone");\nconst server = new ApolloServer({ typeDefs: "type Query { a: Int }" });\nstartStandaloneServer(server, { listen: { port } });`,
    /Apollo|query/i,
  ),
  server(
    "Elysia on Node.js",
    "elysia ^1 @elysiajs/node ^1",
    `import("@elysiajs/node").then(async ({ node }) => {\n  const { Elysia } = await import("elysia");\n  new Elysia({ adapter: node() }).get("/", () => "${page}").listen(Number(port));\n});`,
  ),
  npmSite(
    "serve",
    { scripts: { start: "serve site" }, dependencies: packages("serve ^14") },
    { "site/index.html": `<p>${page}</p>\n` },
  ),
  npmSite(
    "http-server",
    { scripts: { start: "http-server site" }, dependencies: packages("http-server ^14") },
    { "site/index.html": `<p>${page}</p>\n` },
  ),
  {
    ...npmSite(
      "JSON Server",
      {
        scripts: { start: "json-server --host 0.0.0.0 --port $PORT db.json" },
        dependencies: packages("json-server ^0.17"),
      },
      { "db.json": '{ "posts": [] }\n' },
    ),
    says: /JSON Server/i,
  },
  npmSite(
    "Astro",
    { ...{ type: "module", scripts: { build: "astro build" } }, dependencies: packages("astro ^5") },
    { "src/pages/index.astro": `<p>${page}</p>\n` },
    "dist",
  ),
  npmSite(
    "VitePress",
    { scripts: { "docs:build": "vitepress build docs" }, devDependencies: packages("vitepress ^1") },
    { "docs/index.md": `${page}\n` },
    "dist",
  ),
  npmSite(
    "Eleventy",
    { scripts: { build: "eleventy --output=www" }, devDependencies: packages("@11ty/eleventy ^3") },
    { "index.md": `${page}\n` },
    "www",
  ),
  npmSite(
    "Parcel",
    { scripts: { build: "parcel build index.html" }, devDependencies: packages("parcel ^2") },
    { "index.html": `<!doctype html><title>x</title><p>${page}</p>\n` },
    ...["dist", ".parcel-cache"],
  ),
  npmSite(
    "Nitro",
    { scripts: { build: "nitropack build" }, dependencies: packages("nitropack ^2") },
    { "nitro.config.ts": "export default {};\n", "routes/index.ts": `export default () => "${page}";\n` },
    ...[".output", ".nitro"],
  ),
  npmSite(
    "ViteExpress",
    {
      scripts: { build: "vite build", start: "NODE_ENV=production node web.js" },
      dependencies: packages("express ^5", "vite-express ^0.21"),
      devDependencies: packages("vite ^6"),
    },
    {
      "index.html": `<!doctype html><title>x</title><p>${page}</p>\n`,
      "web.js": `const app = require("express")();\nrequire("vite-express").listen(app, Number(process.env.PORT));\n`,
    },
    "dist",
  ),
];

/** Each package that is no server is loaded, and stays: that shows that it installs and runs. */
const loaded = ({ name, packages: [first = ""] }: Framework): FrameworkProject => ({
  kind: name,
  files: {
    "package.json": pack({ dependencies: { [first]: "*" } }),
    "robot.mjs": `await import("${first}");\nconsole.log("${first} is ready");\nsetInterval(() => undefined, 60_000);\n`,
  },
  says: /is ready/,
});

/** The rows that no project here shows to be right, and why. */
export const untriedFrameworks: Readonly<Record<string, readonly string[]>> = {
  "its projects take hundreds of packages": [
    ...["React Router", "SolidStart", "TanStack Start", "Angular with its server", "AdonisJS", "Strapi"],
    ...["SvelteKit", "Create React App", "Angular", "Gatsby", "Docusaurus", "Hexo", "Vue CLI", "Vike"],
    ...["Nitro 3", "SvelteKit with its pages"],
  ],
  "its installation gets more than packages of npm": ["whatsapp-web.js", "Baileys", "Matrix"],
  "it is only told from what starts an app": ["Expo", "Electron", "Turborepo", "Nx", "Lerna"],
  "it is no longer kept up by its authors": ["Apollo Server 3"],
  "Debian has no package of it, or an old one": [
    ...[
      "Litestar",
      "FastHTML",
      "Quart",
      "Sanic",
      "Bottle",
      "Dash",
      "Chainlit",
      "Gradio",
      "NiceGUI",
      ...["Falcon", "Falcon with ASGI"],
    ],
    ...["CherryPy", "Pyramid", "Gunicorn", "Hypercorn", "Daphne", "Waitress"],
    ...["python-telegram-bot", "aiogram", "pyTelegramBotAPI", "Telethon", "Slack Bolt for Python"],
    ...["discord.py", "Matrix for Python"],
  ],
};

const isLibrary = ({ name, runtime, isWeb, makes, pages, developsWith }: Framework): boolean =>
  runtime === "nodejs" &&
  !(isWeb || makes || pages || developsWith) &&
  !Object.values(untriedFrameworks).flat().includes(name);

export const frameworkProjects: readonly FrameworkProject[] = [
  ...written,
  ...frameworks.filter(isLibrary).map(loaded),
];
