// The only list of frameworks, for a container that installs the packages for production. A new framework needs one
// row.
import type { Runtime } from "../../model/model";
import { type Manifest, objectAt } from "./projectManifest";

export interface Framework {
  readonly name: string;
  readonly runtime: Runtime;
  readonly packages: readonly string[];
  /** Module that Python code imports, where it is not the package's name; "" if an own module may have that. */
  readonly module?: string;
  readonly file?: string;
  /** Pattern of the code that creates the object to serve. */
  readonly object?: string;
  readonly runs?: string;
  /** Output of its build that its start needs; a folder that `start` needs ends in "/". */
  readonly makes?: string;
  /** The folder of the pages that its build makes, where it has no server; `pagesKey` of the manifest names another. */
  readonly pages?: string;
  readonly pagesKey?: string;
  /** Its build makes pages only where the project is no server. */
  readonly mayBuildServer?: true;
  /**
   * Command for a project that does not say how it is started in use. "{name}" is the project's; in Python "{object}"
   * is module:variable, "{made}" the variable or the call of its factory, "{app}" the file or package, "{path}" sets
   * where modules are found, "{dir}" and "{factory}" are options of uvicorn.
   */
  readonly start?: string;
  readonly isWeb?: boolean;
  readonly memoryMB?: number;
  readonly developsWith?: RegExp;
  /** How it is called where nothing else in the project could start an app: no server comes with it. */
  readonly unsupported?: string;
  /** Command of a server that runs the objects of frameworks without a server of their own. */
  readonly serves?: string;
  readonly hasUvicorn?: true;
  /** Its command makes nothing of a call of `run` in the code that it imports. */
  readonly passesOverRun?: true;
}

const node = (name: string, packages: string, facts: Partial<Framework> = {}): Framework => ({
  ...{ name, runtime: "nodejs", packages: packages.split(" ") },
  ...facts,
});
const python = (name: string, packages: string, facts: Partial<Framework> = {}): Framework => ({
  ...{ name, runtime: "python", packages: packages.split(" ") },
  ...facts,
});

const bound = "--host 0.0.0.0 --port {port}";
export const asgi = `python -m uvicorn{dir} {object}{factory} ${bound}`;
const wsgi = `{path}python -c "from wsgiref.simple_server import make_server; from {module} import {variable}; make_server('', {port}, {made}).serve_forever()"`;
const web = { isWeb: true };
const flask = { ...web, start: `python -m flask --app {app} run ${bound}`, passesOverRun: true } as const;
/** Stands for Next.js in a project whose build exports its pages: `next start` does not serve them. */
export const nextExport = "next/export";
/** Key that `packageIn` adds to a manifest: the folder that vite.config names for the output. */
export const viteOutput = "vite/outDir";
const strapi = { start: "npx strapi start", memoryMB: 1_024, developsWith: /^strapi\s{1,4}dev/ };
const nitro = { makes: ".output/server/index.mjs", start: "node .output/server/index.mjs" };

/** Frameworks that need more come before those that need less of the same. */
export const frameworks: readonly Framework[] = [
  // Servers of Node.js that a build makes.
  node("Next.js", "next", {
    ...{ makes: ".next/", start: "npx next start -p $PORT", memoryMB: 1_024 },
    developsWith: /^next(?:\s{1,4}dev|$)/,
  }),
  node("Nuxt", "nuxt", { ...nitro, developsWith: /^nuxt?i?\s{1,4}dev/ }),
  node("Astro with its server", "astro @astrojs/node", {
    ...{ makes: "dist/server/entry.mjs", start: "HOST=0.0.0.0 node dist/server/entry.mjs" },
  }),
  node("React Router", "@react-router/serve", {
    ...{ makes: "build/server/index.js", start: "npx react-router-serve build/server/index.js" },
    developsWith: /^react-router\s{1,4}dev/,
  }),
  node("Remix", "@remix-run/serve", {
    ...{ makes: "build/server/index.js", start: "npx remix-serve build/server/index.js" },
    developsWith: /^remix\s{1,4}(?:vite:)?dev/,
  }),
  node("SvelteKit with its server", "@sveltejs/kit @sveltejs/adapter-node", {
    ...{ makes: "build/index.js", start: "node build" },
  }),
  node("SolidStart", "@solidjs/start", { ...nitro, developsWith: /^vinxi\s{1,4}dev/ }),
  node("Nitro", "nitropack", { ...nitro, developsWith: /^nitro(?:pack)?\s{1,4}dev/ }),
  node("Nitro 3", "nitro", nitro),
  node("TanStack Start", "@tanstack/react-start", {
    ...{ makes: "dist/server/server.js", start: "npx --yes srvx --prod -s ../client dist/server/server.js" },
  }),
  node("Angular with its server", "@angular/ssr", {
    ...{ makes: "dist/{name}/server/server.mjs", start: "node dist/{name}/server/server.mjs" },
  }),
  node("NestJS", "@nestjs/core", {
    ...{ makes: "dist/main.js", start: "node dist/main", developsWith: /^nest\s{1,4}start/ },
  }),
  // AdonisJS's own start script is for the folder of the build.
  node("AdonisJS", "@adonisjs/core", {
    ...{ makes: "build/bin/server.js", start: "HOST=0.0.0.0 node build/bin/server.js" },
    developsWith: /^node\s{1,4}ace\s{1,4}serve/,
  }),
  node("Strapi in TypeScript", "@strapi/strapi typescript", { makes: "dist/", ...strapi }),
  node("Strapi", "@strapi/strapi", { makes: "build/", ...strapi }),

  // Programs for a phone or a desktop.
  node("Expo", "expo", { developsWith: /^expo\s/, unsupported: "Expo" }),
  node("Electron", "electron", { developsWith: /^electron(?:-forge|-vite|mon)?\s/, unsupported: "Electron" }),

  // Pages that a build of Node.js makes.
  node("SvelteKit with its pages", "@sveltejs/kit @sveltejs/adapter-static", { pages: "build" }),
  node("SvelteKit", "@sveltejs/kit", { unsupported: "SvelteKit without @sveltejs/adapter-node" }),
  node("Next.js with its pages", nextExport, { pages: "out" }),
  node("Astro", "astro", { pages: "dist", developsWith: /^astro\s{1,4}(?:dev|preview)/ }),
  node("Create React App", "react-scripts", { pages: "build", developsWith: /^react-scripts\s/ }),
  node("Angular", "@angular/core", { pages: "dist", developsWith: /^ng\s/ }),
  node("Gatsby", "gatsby", { pages: "public", developsWith: /^gatsby\s/ }),
  node("Docusaurus", "@docusaurus/core", { pages: "build", developsWith: /^docusaurus\s/ }),
  node("VitePress", "vitepress", { pages: ".vitepress/dist", developsWith: /^vitepress\s/ }),
  node("Eleventy", "@11ty/eleventy", {
    pages: "_site",
    developsWith: /^eleventy\b.{0,400}--(?:serve|watch)/,
  }),
  node("Hexo", "hexo", { pages: "public", developsWith: /^hexo\s{1,4}s/ }),
  node("Vue CLI", "@vue/cli-service", { pages: "dist", developsWith: /^vue-cli-service\s/ }),
  node("Parcel", "parcel", { pages: "dist", developsWith: /^parcel(?=\s|$)/ }),
  node("Quasar", "@quasar/app-vite", { pages: "dist/spa", developsWith: /^quasar\s{1,4}dev/ }),
  node("Quasar with webpack", "@quasar/app-webpack", { pages: "dist/spa" }),
  node("Vite", "vite", { pages: "dist", pagesKey: viteOutput, developsWith: /^vite(?=\s|$)/ }),
  node("webpack", "webpack-dev-server", {
    ...{ pages: "dist", mayBuildServer: true },
    developsWith: /^webpack(?:-dev-server|\s{1,4}s(?:erve)?)(?=\s|$)/,
  }),
  node("ViteExpress", "vite-express", { isWeb: true, makes: "dist" }),
  node("Vike", "vike", { isWeb: true, makes: "dist" }),
  node("Turborepo", "turbo", { developsWith: /^turbo\s/ }),
  node("Nx", "nx", { developsWith: /^nx\s/ }),
  node("Lerna", "lerna", { developsWith: /^lerna\s/ }),

  // Servers of Node.js that run as they are.
  node("Express", "express", web),
  node("Fastify", "fastify", web),
  node("Koa", "koa", web),
  node("Hapi", "@hapi/hapi", { ...web, runs: "server\\.start" }),
  node("Hono", "hono", web),
  node("Hono on Node.js", "@hono/node-server", { ...web, runs: "\\bserve" }),
  node("Elysia on Node.js", "elysia @elysiajs/node", web),
  node("Polka", "polka", web),
  node("Restify", "restify", web),
  node("Socket.IO", "socket.io", web),
  node("serve", "serve", web),
  node("http-server", "http-server", web),
  node("JSON Server", "json-server", web),
  node("H3", "h3", web),
  node("Micro", "micro", web),
  node("tRPC", "@trpc/server", web),
  node("Apollo Server", "@apollo/server", { ...web, runs: "\\bstartStandaloneServer" }),
  node("Apollo Server 3", "apollo-server", web),
  node("Feathers", "@feathersjs/koa", web),
  node("Feathers with Express", "@feathersjs/express", web),
  node("Sails", "sails", web),
  node("Moleculer Web", "moleculer-web", web),
  node("Node-RED", "node-red", web),
  node("Directus", "directus", web),

  // Bots of Node.js.
  node("discord.js", "discord.js", { runs: "\\.login" }),
  node("Telegraf", "telegraf", { runs: "\\.launch|\\bnew\\s{1,8}Telegraf" }),
  node("Telegram Bot API", "node-telegram-bot-api", { runs: "\\.startPolling|\\bnew\\s{1,8}TelegramBot" }),
  node("grammY", "grammy", { runs: "\\bnew\\s{1,8}Bot" }),
  node("whatsapp-web.js", "whatsapp-web.js", { runs: "\\.initialize", memoryMB: 1_024 }),
  node("Baileys", "@whiskeysockets/baileys", { runs: "\\bmakeWASocket" }),
  node("Mineflayer", "mineflayer", { runs: "\\bcreateBot" }),
  node("Slack Bolt", "@slack/bolt", { runs: "\\b(?:app|bolt)\\.start" }),
  node("Matrix", "matrix-bot-sdk", { runs: "\\b(?:client|bot)\\.start" }),
  node("Matrix client", "matrix-js-sdk", { runs: "\\.startClient" }),
  node("Twitch", "tmi.js", { runs: "\\.connect" }),
  node("Twitch by Twurple", "@twurple/chat", { runs: "\\.connect" }),

  // Servers of Python.
  python("Flask", "flask", { ...flask, object: "Flask" }),
  python("APIFlask", "apiflask", { ...flask, object: "APIFlask" }),
  python("FastAPI", "fastapi", { ...web, object: "FastAPI", start: asgi }),
  python("Litestar", "litestar", { ...web, object: "Litestar", start: asgi }),
  python("FastHTML", "python-fasthtml", {
    ...{ ...web, module: "fasthtml", object: "FastHTML|fast_app", start: asgi, runs: "\\bserve" },
    hasUvicorn: true,
  }),
  python("Starlette", "starlette", { ...web, object: "Starlette", start: asgi }),
  python("Quart", "quart", {
    ...{ ...web, object: "Quart", start: `{path}python -m quart --app {object} run ${bound}` },
  }),
  python("Sanic", "sanic", {
    ...{ ...web, object: "Sanic", start: "{path}python -m sanic {object} --host=0.0.0.0 --port={port}" },
  }),
  python("Bottle", "bottle", {
    ...{ ...web, object: "Bottle", start: "python -m bottle --bind 0.0.0.0:{port} {object}" },
    runs: "\\brun(?=\\s{0,8}\\((?:\\s{0,8}\\w{1,80},)?\\s{0,8}host)",
  }),
  python("Dash", "dash", {
    ...{ ...web, object: "Dash", memoryMB: 512, runs: "\\.run_server" },
    start: `{path}python -c "import os; from {module} import {variable}; {made}.run(host='0.0.0.0', port=os.getenv('PORT', 8050))"`,
  }),
  python("Django", "django", { ...web, file: "manage.py", start: "python {app} runserver 0.0.0.0:{port}" }),
  python("Tornado", "tornado", { ...web, runs: "IOLoop\\.(?:current|instance)\\(\\)\\.start" }),
  python("Streamlit", "streamlit", {
    ...{ ...web, memoryMB: 512 },
    start:
      "python -m streamlit run {app} --server.port {port} --server.address 0.0.0.0 --server.headless true",
  }),
  python("Chainlit", "chainlit", {
    ...{ ...web, memoryMB: 512, start: `python -m chainlit run {app} ${bound} --headless` },
    hasUvicorn: true,
  }),
  python("Solara", "solara", {
    ...{ ...web, memoryMB: 512, start: `python -m solara run {app} ${bound} --production` },
    hasUvicorn: true,
  }),
  python("marimo", "marimo", {
    ...{ ...web, memoryMB: 512, start: `python -m marimo run {app} ${bound} --headless` },
    hasUvicorn: true,
  }),
  python("Panel", "panel", {
    ...{ ...web, module: "", memoryMB: 512 },
    start: `python -m panel serve {app} --address 0.0.0.0 --port {port} --allow-websocket-origin "*"`,
  }),
  python("Shiny", "shiny", {
    ...{ ...web, module: "", memoryMB: 512, hasUvicorn: true, start: `python -m shiny run {app} ${bound}` },
  }),
  python("Robyn", "robyn", { ...web, start: "ROBYN_HOST=0.0.0.0 ROBYN_PORT={port} python {app}" }),
  // Only its own machine reaches Gradio and CherryPy by default. Playwright launches browsers.
  python("Gradio", "gradio", {
    ...{ ...web, memoryMB: 512, hasUvicorn: true, runs: "(?<!chromium|firefox|webkit)\\.launch" },
    start: "GRADIO_SERVER_NAME=0.0.0.0 GRADIO_SERVER_PORT={port} python {app}",
  }),
  python("NiceGUI", "nicegui", { ...web, memoryMB: 512, hasUvicorn: true }),
  python("Falcon", "falcon", { ...web, object: "falcon\\.App|falcon\\.API", start: wsgi }),
  python("Falcon with ASGI", "falcon uvicorn", { ...web, object: "falcon\\.asgi\\.App", start: asgi }),
  python("CherryPy", "cherrypy", {
    ...{ ...web, runs: "\\.quickstart" },
    start: `python -c "import cherrypy, runpy; cherrypy.config.update({'server.socket_host': '0.0.0.0', 'server.socket_port': {port}}); runpy.run_path('{file}', run_name='__main__')"`,
  }),
  python("Pyramid", "pyramid", { ...web, object: "make_wsgi_app", start: wsgi }),
  // Bots use it as a client.
  python("aiohttp", "aiohttp", { runs: "\\brun_app" }),
  python("Uvicorn", "uvicorn", { ...web, hasUvicorn: true }),
  python("Gunicorn", "gunicorn", web),
  python("Hypercorn", "hypercorn", {
    ...{ ...web, serves: "{path}python -m hypercorn --bind 0.0.0.0:{port} {object}" },
  }),
  python("Daphne", "daphne", { ...web, serves: "{path}python -m daphne -b 0.0.0.0 -p {port} {object}" }),
  python("Waitress", "waitress", web),

  // Bots of Python.
  python("discord.py", "discord.py", { module: "discord" }),
  python("Disnake", "disnake"),
  python("Nextcord", "nextcord"),
  python("Hikari", "hikari"),
  python("TwitchIO", "twitchio"),
  python("VKBottle", "vkbottle"),
  python("Pyrogram", "pyrogram"),
  python("python-telegram-bot", "python-telegram-bot", {
    ...{ module: "telegram", runs: "\\.run_polling|\\.run_webhook|\\.start_polling|\\.start_webhook" },
  }),
  python("aiogram", "aiogram", { runs: "\\bstart_polling|\\.start_webhook" }),
  python("pyTelegramBotAPI", "pytelegrambotapi", { module: "telebot", runs: "\\.(?:infinity_)?polling" }),
  python("Telethon", "telethon", { runs: "\\.run_until_disconnected" }),
  python("Slack Bolt for Python", "slack-bolt", {
    module: "slack_bolt",
    runs: "\\bapp\\.start|Handler\\s{0,8}\\((?:[^()]|\\([^()]{0,100}\\)){0,200}\\)\\.start",
  }),
  python("Matrix for Python", "matrix-nio", { module: "nio", runs: "\\.sync_forever" }),
];

export function patternOf(runtime: Runtime, part: (row: Framework) => string | undefined): string {
  return [...new Set(frameworks.filter((row) => row.runtime === runtime).map(part))]
    .filter(Boolean)
    .join("|");
}

export function moduleOf({ module, packages }: Framework): string {
  return module ?? packages[0] ?? "";
}

/** Packages whose module has another name, besides frameworks. */
const otherModules: Readonly<Record<string, string>> = {
  ...{ attr: "attrs", bs4: "beautifulsoup4", cv2: "opencv-python-headless", dateutil: "python-dateutil" },
  ...{ decouple: "python-decouple", dns: "dnspython", docx: "python-docx", dotenv: "python-dotenv" },
  ...{ environ: "django-environ", fitz: "PyMuPDF", git: "GitPython", jose: "python-jose", jwt: "PyJWT" },
  ...{ magic: "python-magic", mysql: "mysql-connector-python", nacl: "PyNaCl", OpenSSL: "pyOpenSSL" },
  ...{ PIL: "pillow", pkg_resources: "setuptools", psycopg: "psycopg[binary]", psycopg2: "psycopg2-binary" },
  ...{ serial: "pyserial", skimage: "scikit-image", sklearn: "scikit-learn", socketio: "python-socketio" },
  ...{ websocket: "websocket-client", yaml: "PyYAML", Crypto: "pycryptodome", MySQLdb: "mysqlclient" },
};

/** The package that has a module of Python; `isGuess` where it is only taken to have the same name. */
export function packageOfModule(module: string): { readonly name: string; readonly isGuess: boolean } {
  const known =
    pythonFramework((row) => moduleOf(row) === module)?.packages[0] ??
    (Object.hasOwn(otherModules, module) ? otherModules[module] : undefined);
  return { name: known ?? module, isGuess: known === undefined };
}

export function pythonFramework(test: (row: Framework) => boolean): Framework | undefined {
  return frameworks.find((row) => row.runtime === "python" && test(row));
}

/** Frameworks of a Node.js project; with `isBuilt` also those among its development packages. */
export function nodeFrameworks(manifest: Manifest | undefined, isBuilt: boolean): Framework[] {
  const development = isBuilt ? objectAt(manifest, "devDependencies") : {};
  const all = { ...development, ...objectAt(manifest, "dependencies") };
  return frameworks.filter(
    ({ runtime, packages }) => runtime === "nodejs" && packages.every((name) => name in all),
  );
}

const toolOfOtherHost = /^(?:netlify|slack|vercel|wrangler)\s/;

export function isForDevelopment(command: string): boolean {
  return toolOfOtherHost.test(command) || frameworks.some(({ developsWith }) => developsWith?.test(command));
}

/** The package that has a program of another name. */
export function packageOfProgram(program: string): string | undefined {
  return frameworks.find(({ start }) => start?.startsWith(`npx ${program} `))?.packages[0];
}
