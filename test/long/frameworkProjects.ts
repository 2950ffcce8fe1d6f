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

/** As `ng new` lays it out; `server` are the options of its build that add a server. */
const angular = (kind: string, server: object = {}): FrameworkProject => {
  const hasServer = "server" in server;
  const options = { browser: "src/main.ts", polyfills: ["zone.js"], tsConfig: "tsconfig.json", ...server };
  const build = { builder: "@angular/build:application", options };
  return npmSite(
    kind,
    {
      name: "shop",
      scripts: {
        ...{ ng: "ng", start: "ng serve", build: "ng build" },
        ...(hasServer && { "serve:ssr:shop": "node dist/shop/server/server.mjs" }),
      },
      dependencies: packages(
        ...[
          "@angular/common 20.3.32",
          "@angular/compiler 20.3.32",
          "@angular/core 20.3.32",
          "rxjs ^7",
          "tslib ^2",
        ],
        ...["@angular/platform-browser 20.3.32", "@angular/router 20.3.32", "zone.js ~0.15.0"],
        ...(hasServer ? ["@angular/platform-server 20.3.32", "@angular/ssr 20.3.32", "express ^5"] : []),
      ),
      devDependencies: packages(
        ...[
          "@angular/build 20.3.32",
          "@angular/cli 20.3.32",
          "@angular/compiler-cli 20.3.32",
          "typescript ~5.9.2",
        ],
        ...["@types/express ^5", "@types/node ^22"],
      ),
    },
    {
      "angular.json": pack({
        ...{ version: 1, cli: { analytics: false } },
        projects: { shop: { projectType: "application", root: "", architect: { build } } },
      }),
      "tsconfig.json": pack({
        compilerOptions: {
          ...{ target: "ES2022", module: "preserve", skipLibCheck: true, experimentalDecorators: true },
        },
        files: ["src/main.ts", ...(hasServer ? ["src/main.server.ts", "src/server.ts"] : [])],
      }),
      "src/app.ts": `import { Component } from "@angular/core";\n@Component({ selector: "app-root", template: "<p>${page}</p>" })\nexport class App {}\n`,
      "src/index.html": `<!doctype html><title>${hasServer ? "Shop" : page}</title><base href="/"><app-root></app-root>\n`,
      "src/main.ts": `import { bootstrapApplication } from "@angular/platform-browser";\nimport { App } from "./app";\nbootstrapApplication(App);\n`,
      ...(hasServer && {
        "src/main.server.ts": `import { bootstrapApplication, type BootstrapContext } from "@angular/platform-browser";\nimport { provideServerRendering, RenderMode, withRoutes } from "@angular/ssr";\nimport { App } from "./app";\nconst routes = withRoutes([{ path: "**", renderMode: RenderMode.Server }]);\nexport default (context: BootstrapContext) => bootstrapApplication(App, { providers: [provideServerRendering(routes)] }, context);\n`,
        "src/server.ts": `import { AngularNodeAppEngine, createNodeRequestHandler, isMainModule, writeResponseToNodeResponse } from "@angular/ssr/node";\nimport express from "express";\nconst app = express();\nconst engine = new AngularNodeAppEngine();\napp.use((request, answer, next) => {\n  engine.handle(request).then((found) => found ? writeResponseToNodeResponse(found, answer) : next()).catch(next);\n});\nif (isMainModule(import.meta.url)) app.listen(process.env["PORT"] || 4000);\nexport const reqHandler = createNodeRequestHandler(app);\n`,
      }),
    },
    ...["dist", ".angular"],
  );
};

/** A program of AdonisJS: its server or its console. */
const adonisProgram = (runs: string): string =>
  `import "reflect-metadata";\nimport { Ignitor, prettyPrintError } from "@adonisjs/core";\nconst root = new URL("../", import.meta.url);\nconst importer = (path: string) => import(path.startsWith(".") ? new URL(path, root).href : path);\nnew Ignitor(root, { importer })\n  .tap((app) => { app.booting(async () => { await import("#start/env"); }); })\n  .${runs}\n  .catch((error) => { process.exitCode = 1; prettyPrintError(error); });\n`;

/** With a database in a file; in JavaScript its starter has no tsconfig.json. */
const strapi = (kind: string, ending: "js" | "ts"): FrameworkProject => {
  const exporting = ending === "js" ? "module.exports =" : "export default";
  const config = (name: string, code: string) => ({
    [`config/${name}.${ending}`]: `${exporting} ${code};\n`,
  });
  const middlewares = [
    "logger",
    "errors",
    "security",
    "cors",
    "query",
    "body",
    "session",
    "favicon",
    "public",
  ];
  const site = npmSite(
    kind,
    {
      scripts: { build: "strapi build", develop: "strapi develop", start: "strapi start" },
      dependencies: packages(
        ...["@strapi/strapi 5.54.0", "better-sqlite3 ^12", "react ^18", "react-dom ^18"],
        ...["react-router-dom ^6", "styled-components ^6"],
      ),
      ...(ending === "ts" && {
        devDependencies: packages(
          "@types/node ^20",
          "@types/react ^18",
          "@types/react-dom ^18",
          "typescript ^5",
        ),
      }),
    },
    {
      ...config(
        "admin",
        `({ env }) => ({ auth: { secret: env("ADMIN_JWT_SECRET", "one") }, apiToken: { salt: env("API_TOKEN_SALT", "two") }, transfer: { token: { salt: env("TRANSFER_TOKEN_SALT", "three") } } })`,
      ),
      ...config(
        "database",
        `() => ({ connection: { client: "sqlite", connection: { filename: ".tmp/data.db" }, useNullAsDefault: true } })`,
      ),
      ...config("middlewares", JSON.stringify(middlewares.map((name) => `strapi::${name}`))),
      ...config(
        "server",
        `({ env }) => ({ host: env("HOST", "0.0.0.0"), port: env.int("PORT", 1337), app: { keys: env.array("APP_KEYS", ["four"]) } })`,
      ),
      ...(ending === "ts" && {
        "tsconfig.json": pack({
          compilerOptions: {
            ...{
              module: "CommonJS",
              moduleResolution: "Node",
              target: "ES2019",
              outDir: "dist",
              rootDir: ".",
            },
            ...{ esModuleInterop: true, skipLibCheck: true },
          },
          include: ["./", "./**/*.ts", "src/**/*.json"],
          exclude: ["node_modules/", "build/", "dist/", ".cache/", ".tmp/", "src/admin/"],
        }),
      }),
      "public/robots.txt": "User-agent: *\n",
      [`src/index.${ending}`]: `${exporting} { register() {}, bootstrap() {} };\n`,
    },
    ...["dist", "build", ".tmp", ".cache"],
  );
  // Strapi does not start without its folder for uploads.
  const files = {
    ...site.files,
    ".gitignore": `${site.files[".gitignore"]}public/uploads/*\n!public/uploads/.gitkeep\n`,
    "public/uploads/.gitkeep": "",
  };
  return { ...site, files, says: /Strapi/i };
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
    "Next.js with its pages",
    {
      scripts: { build: "next build", start: "next start" },
      dependencies: packages("next ^15", "react ^19", "react-dom ^19"),
    },
    {
      "next.config.js": `module.exports = { output: "export" };\n`,
      "pages/index.js": `export default function Home() {\n  return <p>${page}</p>;\n}\n`,
    },
    ...[".next", "out"],
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
    "Feathers",
    "@feathersjs/feathers ^5 @feathersjs/koa ^5",
    `const { feathers } = require("@feathersjs/feathers");\nconst { koa } = require("@feathersjs/koa");\nconst app = koa(feathers());\napp.use(async (context) => { context.body = "${page}"; });\napp.listen(port);`,
  ),
  server(
    "Feathers with Express",
    "@feathersjs/feathers ^5 @feathersjs/express ^5",
    `const { feathers } = require("@feathersjs/feathers");\nconst express = require("@feathersjs/express").default;\nconst app = express(feathers());\napp.get("/", (_, answer) => answer.send("${page}"));\napp.listen(port);`,
  ),
  server(
    "Sails",
    "sails ^1",
    `require("sails").lift({ port, hooks: { grunt: false, session: false }, routes: { "GET /": (_, answer) => answer.send("${page}") } });`,
  ),
  npmSite(
    "Moleculer Web",
    {
      scripts: { start: "moleculer-runner services" },
      dependencies: packages("moleculer ^0.14", "moleculer-web ^0.10"),
    },
    {
      "services/api.service.js": `module.exports = {\n  name: "api",\n  mixins: [require("moleculer-web")],\n  settings: { routes: [{ path: "/", aliases: { "GET /": "api.hello" } }] },\n  actions: { hello: () => "${page}" },\n};\n`,
    },
  ),
  {
    ...npmSite(
      "Node-RED",
      { scripts: { start: "node-red --userDir . flows.json" }, dependencies: packages("node-red ^4") },
      { "flows.json": "[]" },
    ),
    says: /Node-RED/,
  },
  npmSite(
    "webpack",
    {
      scripts: { start: "webpack serve --mode development", build: "webpack --mode production" },
      devDependencies: packages(
        ...["html-webpack-plugin ^5", "webpack ^5", "webpack-cli ^7", "webpack-dev-server ^5"],
      ),
    },
    {
      "webpack.config.js": `const Pages = require("html-webpack-plugin");\nmodule.exports = { plugins: [new Pages({ title: "${page}" })] };\n`,
      "src/index.js": `document.body.append("Hello");\n`,
    },
    "dist",
  ),
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
    "Apollo Server 3",
    "apollo-server ^3 graphql ^16",
    `const { ApolloServer } = require("apollo-server");\nnew ApolloServer({ typeDefs: "type Query { a: Int }" }).listen({ port });`,
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
  npmSite(
    "React Router",
    {
      ...{ type: "module", private: true },
      scripts: {
        ...{ build: "react-router build", dev: "react-router dev" },
        start: "react-router-serve ./build/server/index.js",
      },
      dependencies: packages(
        ...[
          "@react-router/node 7.18.4",
          "@react-router/serve 7.18.4",
          "isbot ^5",
          "react ^19",
          "react-dom ^19",
        ],
        "react-router 7.18.4",
      ),
      devDependencies: packages("@react-router/dev 7.18.4", "typescript ^5", "vite ^7"),
    },
    {
      "react-router.config.ts": "export default { ssr: true };\n",
      "vite.config.ts": `import { reactRouter } from "@react-router/dev/vite";\nexport default { plugins: [reactRouter()] };\n`,
      "app/routes.ts": `import { index } from "@react-router/dev/routes";\nexport default [index("routes/home.tsx")];\n`,
      "app/root.tsx": `import { Outlet, Scripts } from "react-router";\nexport default function Root() {\n  return <html><body><Outlet /><Scripts /></body></html>;\n}\n`,
      "app/routes/home.tsx": `export default function Home() {\n  return <p>${page}</p>;\n}\n`,
    },
    ...["build", ".react-router"],
  ),
  npmSite(
    "SolidStart",
    {
      ...{ type: "module", scripts: { dev: "vinxi dev", build: "vinxi build", start: "vinxi start" } },
      dependencies: packages("@solidjs/router ^0.15", "@solidjs/start ^1", "solid-js ^1", "vinxi ^0.5"),
    },
    {
      "app.config.ts": `import { defineConfig } from "@solidjs/start/config";\nexport default defineConfig({});\n`,
      "src/app.tsx": `import { Router } from "@solidjs/router";\nimport { FileRoutes } from "@solidjs/start/router";\nimport { Suspense } from "solid-js";\nexport default function App() {\n  return <Router root={(props) => <Suspense>{props.children}</Suspense>}><FileRoutes /></Router>;\n}\n`,
      "src/entry-client.tsx": `import { mount, StartClient } from "@solidjs/start/client";\nmount(() => <StartClient />, document.getElementById("app")!);\n`,
      "src/entry-server.tsx": `import { createHandler, StartServer } from "@solidjs/start/server";\nexport default createHandler(() => <StartServer document={({ assets, children, scripts }) => <html><head>{assets}</head><body><div id="app">{children}</div>{scripts}</body></html>} />);\n`,
      "src/routes/index.tsx": `export default function Home() {\n  return <p>${page}</p>;\n}\n`,
      "tsconfig.json": pack({ compilerOptions: { jsx: "preserve", jsxImportSource: "solid-js" } }),
    },
    ...[".output", ".vinxi"],
  ),
  npmSite(
    "TanStack Start",
    {
      ...{ type: "module", scripts: { dev: "vite dev", build: "vite build", preview: "vite preview" } },
      dependencies: packages(
        ...["@tanstack/react-router ^1.160", "@tanstack/react-start ^1.160", "react ^19", "react-dom ^19"],
      ),
      devDependencies: packages("@vitejs/plugin-react ^6", "typescript ^5", "vite ^8"),
    },
    {
      "vite.config.ts": `import { tanstackStart } from "@tanstack/react-start/plugin/vite";\nimport react from "@vitejs/plugin-react";\nexport default { plugins: [tanstackStart(), react()] };\n`,
      "src/router.tsx": `import { createRouter } from "@tanstack/react-router";\nimport { routeTree } from "./routeTree.gen";\nexport const getRouter = () => createRouter({ routeTree });\n`,
      "src/routes/__root.tsx": `import { createRootRoute, HeadContent, Outlet, Scripts } from "@tanstack/react-router";\nexport const Route = createRootRoute({\n  component: () => <html><head><HeadContent /></head><body><Outlet /><Scripts /></body></html>,\n});\n`,
      "src/routes/index.tsx": `import { createFileRoute } from "@tanstack/react-router";\nexport const Route = createFileRoute("/")({ component: () => <p>${page}</p> });\n`,
    },
    "dist",
  ),
  angular("Angular with its server", {
    ...{ server: "src/main.server.ts", outputMode: "server", ssr: { entry: "src/server.ts" } },
    security: { allowedHosts: ["127.0.0.1"] },
  }),
  angular("Angular"),
  npmSite(
    "AdonisJS",
    {
      ...{ type: "module", imports: { "#config/*": "./config/*.js", "#start/*": "./start/*.js" } },
      scripts: { start: "node bin/server.js", build: "node ace build", dev: "node ace serve --hmr" },
      dependencies: packages("@adonisjs/core ^6", "reflect-metadata ^0.2"),
      devDependencies: packages(
        ...["@adonisjs/assembler ^7", "@adonisjs/tsconfig ^1", "@swc/core ^1", "@types/node ^22"],
        ...["ts-node-maintained ^10", "typescript ~5.7"],
      ),
    },
    {
      "ace.js": `import "ts-node-maintained/register/esm";\nawait import("./bin/console.js");\n`,
      "adonisrc.ts": `import { defineConfig } from "@adonisjs/core/app";\nexport default defineConfig({\n  commands: [() => import("@adonisjs/core/commands")],\n  providers: [() => import("@adonisjs/core/providers/app_provider")],\n  preloads: [() => import("#start/routes")],\n});\n`,
      "bin/console.ts": adonisProgram("ace().handle(process.argv.splice(2))"),
      "bin/server.ts": adonisProgram("httpServer().start()"),
      "config/app.ts": `import env from "#start/env";\nimport { Secret } from "@adonisjs/core/helpers";\nimport { defineConfig } from "@adonisjs/core/http";\nexport const appKey = new Secret(env.get("APP_KEY", "a key that is long enough for a test"));\nexport const http = defineConfig({});\n`,
      "config/logger.ts": `import { defineConfig } from "@adonisjs/core/logger";\nexport default defineConfig({ default: "app", loggers: { app: { enabled: true } } });\n`,
      "start/env.ts": `import { Env } from "@adonisjs/core/env";\nexport default await Env.create(new URL("../", import.meta.url), {\n  PORT: Env.schema.number(),\n  HOST: Env.schema.string({ format: "host" }),\n  APP_KEY: Env.schema.string.optional(),\n});\n`,
      "start/routes.ts": `import router from "@adonisjs/core/services/router";\nrouter.get("/", () => "${page}");\n`,
      "tsconfig.json": pack({
        extends: "@adonisjs/tsconfig/tsconfig.app.json",
        compilerOptions: { rootDir: "./", outDir: "./build" },
      }),
    },
    "build",
  ),
  strapi("Strapi", "js"),
  strapi("Strapi in TypeScript", "ts"),
  npmSite(
    "SvelteKit with its pages",
    {
      ...{ type: "module", scripts: { build: "vite build", dev: "vite dev", preview: "vite preview" } },
      devDependencies: packages(
        ...["@sveltejs/adapter-static ^3", "@sveltejs/kit ^2", "svelte ^5", "vite ^7"],
        "@sveltejs/vite-plugin-svelte ^6",
      ),
    },
    {
      "svelte.config.js": `import adapter from "@sveltejs/adapter-static";\nexport default { kit: { adapter: adapter() } };\n`,
      "vite.config.js": `import { sveltekit } from "@sveltejs/kit/vite";\nexport default { plugins: [sveltekit()] };\n`,
      "src/app.html":
        "<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n",
      "src/routes/+layout.js": "export const prerender = true;\n",
      "src/routes/+page.svelte": `<p>${page}</p>\n`,
    },
    ...["build", ".svelte-kit"],
  ),
  npmSite(
    "Create React App",
    {
      scripts: { start: "react-scripts start", build: "react-scripts build" },
      dependencies: packages("react ^19", "react-dom ^19", "react-scripts 5.0.1"),
    },
    {
      "public/index.html": `<!doctype html><title>${page}</title><div id="root"></div>\n`,
      "src/index.js": `import { createRoot } from "react-dom/client";\ncreateRoot(document.getElementById("root")).render(<p>Hello</p>);\n`,
    },
    "build",
  ),
  npmSite(
    "Docusaurus",
    {
      scripts: { start: "docusaurus start", build: "docusaurus build", serve: "docusaurus serve" },
      dependencies: packages(
        ...["@docusaurus/core ^3", "@docusaurus/preset-classic ^3", "@mdx-js/react ^3", "clsx ^2"],
        ...["prism-react-renderer ^2", "react ^19", "react-dom ^19"],
      ),
    },
    {
      "docusaurus.config.js": `export default {\n  title: "Shop",\n  url: "https://example.com",\n  baseUrl: "/",\n  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],\n};\n`,
      "docs/intro.md": `---\nslug: /\n---\n# ${page}\n`,
    },
    ...["build", ".docusaurus"],
  ),
  npmSite(
    "Hexo",
    {
      ...{ private: true, hexo: { version: "" } },
      scripts: { build: "hexo generate", clean: "hexo clean", server: "hexo server" },
      dependencies: packages(
        ...["hexo ^8", "hexo-generator-index ^4", "hexo-renderer-ejs ^2", "hexo-renderer-marked ^7"],
        ...["hexo-renderer-stylus ^3", "hexo-server ^3", "hexo-theme-landscape ^1"],
      ),
    },
    {
      "_config.yml": "title: Shop\nurl: http://example.com\ntheme: landscape\n",
      "source/_posts/hello-world.md": `---\ntitle: Hello\n---\n${page}\n`,
    },
    "public",
  ),
  npmSite(
    "Vue CLI",
    {
      scripts: { serve: "vue-cli-service serve", build: "vue-cli-service build" },
      dependencies: packages("core-js ^3", "vue ^3"),
      devDependencies: packages("@vue/cli-plugin-babel ^5", "@vue/cli-service ^5"),
    },
    {
      "babel.config.js": `module.exports = { presets: ["@vue/cli-plugin-babel/preset"] };\n`,
      "public/index.html": `<!doctype html><title>${page}</title><div id="app"></div>\n`,
      "src/App.vue": "<template><p>Hello</p></template>\n",
      "src/main.js": `import { createApp } from "vue";\nimport App from "./App.vue";\ncreateApp(App).mount("#app");\n`,
    },
    "dist",
  ),
  npmSite(
    "Vike",
    {
      type: "module",
      scripts: {
        ...{ dev: "npm run server", build: "vike build", server: "node ./server" },
        ...{ prod: "npm run build && npm run server:prod" },
        "server:prod": "cross-env NODE_ENV=production npm run server",
      },
      dependencies: packages(
        ...["@vitejs/plugin-react ^5", "cross-env ^10", "express ^5", "react ^19", "react-dom ^19"],
        ...["vike ^0.4", "vike-react ^0.6", "vite ^7"],
      ),
    },
    {
      "vite.config.js": `import react from "@vitejs/plugin-react";\nimport vike from "vike/plugin";\nexport default { plugins: [vike(), react()] };\n`,
      "pages/+config.js": `import vikeReact from "vike-react/config";\nexport default { extends: [vikeReact] };\n`,
      "pages/index/+Page.jsx": `export default function Page() {\n  return <p>${page}</p>;\n}\n`,
      "server/index.js": `import express from "express";\nimport { renderPage } from "vike/server";\nconst root = new URL("..", import.meta.url).pathname;\nconst app = express();\napp.use(express.static(\`\${root}/dist/client\`));\napp.get("/{*all}", async (request, answer) => {\n  const { httpResponse } = await renderPage({ urlOriginal: request.originalUrl });\n  answer.status(httpResponse.statusCode);\n  for (const [name, value] of httpResponse.headers) answer.setHeader(name, value);\n  httpResponse.pipe(answer);\n});\napp.listen(process.env.PORT || 3000);\n`,
    },
    "dist",
  ),
  npmSite(
    "Nitro 3",
    {
      type: "module",
      scripts: { build: "nitro build", dev: "nitro dev", preview: "node .output/server/index.mjs" },
      devDependencies: packages("nitro ^3"),
    },
    {
      "nitro.config.ts": "export default {};\n",
      "routes/index.ts": `import { defineHandler } from "nitro/h3";\nexport default defineHandler(() => "${page}");\n`,
    },
    ...[".output", ".nitro"],
  ),
];

/** Instead of the newest version, where its installation needs more than packages of npm for Node.js 20. */
const versions: Readonly<Record<string, string>> = {
  "@whiskeysockets/baileys": "7.0.0-rc14",
  "matrix-bot-sdk": "^0.5",
};

/** Each package that is no server is loaded, and stays: that shows that it installs and runs. */
const loaded = ({ name, packages: [first = ""] }: Framework): FrameworkProject => ({
  kind: name,
  files: {
    "package.json": pack({
      dependencies: { [first]: versions[first] ?? "*" },
      // The browser is no package of npm.
      ...(name === "whatsapp-web.js" && { puppeteer: { skipDownload: true } }),
    }),
    "robot.mjs": `await import("${first}");\nconsole.log("${first} is ready");\nsetInterval(() => undefined, 60_000);\n`,
  },
  says: /is ready/,
});

/** The rows that no project here shows to be right, and why. */
export const untriedFrameworks: Readonly<Record<string, readonly string[]>> = {
  "its installation downloads a library of images that is no package of npm": ["Gatsby"],
  "create refuses it: no server comes with it": ["Expo", "Electron", "SvelteKit"],
  "it starts with a database of its own, or a tree of generated files": [
    ...["Directus", "Quasar", "Quasar with webpack"],
  ],
  "it is only told from what starts an app": ["Turborepo", "Nx", "Lerna"],
  "Debian has no package of it, or an old one": [
    ...[
      "Litestar",
      "FastHTML",
      "Quart",
      "Sanic",
      "Bottle",
      "Dash",
      "Chainlit",
      "Solara",
      "marimo",
      "Gradio",
      "NiceGUI",
      ...["Falcon", "Falcon with ASGI", "APIFlask", "Panel", "Shiny", "Robyn"],
    ],
    ...["CherryPy", "Pyramid", "Gunicorn", "Hypercorn", "Daphne", "Waitress"],
    ...["python-telegram-bot", "aiogram", "pyTelegramBotAPI", "Telethon", "Slack Bolt for Python"],
    ...["discord.py", "Disnake", "Nextcord", "Hikari", "TwitchIO", "VKBottle", "Pyrogram"],
    "Matrix for Python",
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
