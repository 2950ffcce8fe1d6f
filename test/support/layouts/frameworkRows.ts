// A project of each framework that is a row of the table and has no layout elsewhere.
import { siteServer } from "../../../src/features/create/questions/siteServer";
import { type Layout, layout, nodeLayout, pack, port } from "./layout";

const bound = `--host 0.0.0.0 --port ${port}`;
const requires = (name: string, code: string, file = "app.py"): Layout["files"] => ({
  [file]: code,
  "requirements.txt": `${name}\n`,
});
const nodeBot = (name: string, code: string, memoryMB = 512): Layout =>
  nodeLayout(
    `bot with ${name}`,
    { dependencies: { [name]: "1" } },
    { "helper.js": "module.exports = {}", "robot.js": code },
    { is: "nodejs robot.js", memoryMB },
  );
const pythonBot = (name: string, code: string): Layout =>
  layout(
    `bot with ${name}`,
    { ...requires(name, code, "robot.py"), "helper.py": "WORDS = []\n" },
    { is: "python robot.py" },
  );
/** A server that builds into a folder that Git ignores. */
const built = (
  kind: string,
  fields: object,
  files: Layout["files"],
  [command, makes, becomes = ""]: readonly [command: string, makes: string, becomes?: string],
): Layout =>
  nodeLayout(
    `${kind}, not built`,
    fields,
    { ".gitignore": "node_modules\ndist\nbuild\n.output\n", ...files },
    {
      ...{ is: "nodejs", command, web: true, finds: [`buildFirst build ${makes}`] },
      becomes: `${makes} ${becomes}`.trim(),
    },
  );
const notRun = (kind: string, what: string, fields: object, files: Layout["files"]): Layout =>
  nodeLayout(kind, fields, files, { is: "nodejs", finds: [`unsupported ${what}`] });
const typescript = { typescript: "5", tsx: "4" };
const nitro = ".output/server/index.mjs";
const srvx = "srvx --prod -s ../client dist/server/server.js";

export const frameworkRows: readonly Layout[] = [
  ...(["", " in TypeScript"] as const).map((language) =>
    nodeLayout(
      `Strapi${language}, not built`,
      {
        scripts: { develop: "strapi develop", start: "strapi start", build: "strapi build" },
        dependencies: { "@strapi/strapi": "5" },
        devDependencies: language === "" ? {} : { typescript: "5" },
      },
      language === ""
        ? { ".gitignore": "dist\nbuild\n", "config/server.js": "", "src/index.js": "module.exports = {}" }
        : { ".gitignore": "dist\nbuild\n", "tsconfig.json": "{}", "src/index.ts": "export default {}" },
      {
        ...{ is: "nodejs", command: "npm start", web: true, memoryMB: 1_024 },
        finds: [`buildFirst build ${language === "" ? "build" : "dist"}`],
      },
    ),
  ),
  nodeLayout(
    "Angular, not built",
    { scripts: { start: "ng serve", build: "ng build" }, dependencies: { "@angular/core": "20" } },
    { "src/index.html": "", "src/main.ts": "" },
    { is: "nodejs", finds: ["buildFirst build dist", "staticSite dist"] },
  ),
  nodeLayout(
    "Angular, built",
    { scripts: { start: "ng serve", build: "ng build" }, dependencies: { "@angular/core": "20" } },
    { "src/main.ts": "", "dist/shop/browser/index.html": "", "dist/shop/3rdpartylicenses.txt": "" },
    { is: "nodejs", finds: ["staticSite dist/shop/browser"] },
  ),
  nodeLayout(
    "Angular with its server",
    {
      ...{ name: "shop", scripts: { start: "ng serve", build: "ng build" } },
      dependencies: { "@angular/core": "20", "@angular/ssr": "20", express: "5" },
    },
    { ".gitignore": "/dist\n", "src/server.ts": "" },
    {
      ...{ is: "nodejs", web: true },
      finds: ["buildFirst build dist/shop/server/server.mjs"],
    },
  ),
  nodeLayout(
    "Gatsby",
    { scripts: { start: "gatsby develop", build: "gatsby build" }, dependencies: { gatsby: "5" } },
    { "gatsby-config.js": "module.exports = {}", "src/pages/index.js": "" },
    { is: "nodejs", finds: ["buildFirst build public", "staticSite public"] },
  ),
  nodeLayout(
    "Docusaurus",
    {
      scripts: { start: "docusaurus start", build: "docusaurus build", serve: "docusaurus serve" },
      dependencies: { "@docusaurus/core": "3" },
    },
    { "docusaurus.config.js": "", "docs/intro.md": "" },
    { is: "nodejs", finds: ["buildFirst build build", "staticSite build"] },
  ),
  nodeLayout(
    "VitePress in its folder",
    {
      scripts: { "docs:dev": "vitepress dev docs", "docs:build": "vitepress build docs" },
      devDependencies: { vitepress: "1" },
    },
    { ".gitignore": "dist\n", "docs/index.md": "", "docs/.vitepress/config.mjs": "" },
    {
      is: "nodejs",
      finds: ["buildFirst docs:build docs/.vitepress/dist", "staticSite docs/.vitepress/dist"],
    },
  ),
  nodeLayout(
    "Eleventy with a folder of its own",
    {
      scripts: { start: "eleventy --serve --quiet", build: "eleventy --output=www" },
      devDependencies: { "@11ty/eleventy": "3" },
    },
    { "eleventy.config.js": "", "index.md": "" },
    { is: "nodejs", finds: ["buildFirst build www", "staticSite www"] },
  ),
  nodeLayout(
    "Hexo",
    { scripts: { build: "hexo generate", server: "hexo server" }, dependencies: { hexo: "7" } },
    { "_config.yml": "", "source/_posts/hello.md": "" },
    { is: "nodejs", finds: ["buildFirst build public", "staticSite public"] },
  ),
  nodeLayout(
    "Vue CLI",
    {
      scripts: { serve: "vue-cli-service serve", build: "vue-cli-service build" },
      devDependencies: { "@vue/cli-service": "5" },
    },
    { "public/index.html": "", "src/main.js": "" },
    { is: "nodejs", finds: ["buildFirst build dist", "staticSite dist"] },
  ),
  ...(
    [
      ["Vue CLI", "@vue/cli-service", "src/main.js", "vue", "./App.vue", "dist"],
      ["Create React App", "react-scripts", "src/index.js", "react-dom/client", "./index.css", "build"],
    ] as const
  ).map(([kind, name, entry, library, part, folder]) =>
    nodeLayout(
      `${kind} with the server that create adds`,
      { scripts: { build: "x build" }, dependencies: { [name]: "5" } },
      {
        ...{ [entry]: `import * as a from "${library}";\nimport "${part}";\n`, [`${folder}/index.html`]: "" },
        "server.cjs": siteServer(folder),
      },
      { is: "nodejs server.cjs", web: true },
    ),
  ),
  ...["koa", "@hapi/hapi", "@elysiajs/node"].map((name) =>
    nodeLayout(
      `server with ${name}`,
      { type: "module", dependencies: { [name]: "1", ...(name.includes("elysia") && { elysia: "1" }) } },
      { "lib.js": "export const a = 1", "web.js": "server.start();\napp.listen(process.env.PORT)" },
      { is: "nodejs web.js", web: true },
    ),
  ),
  nodeBot("whatsapp-web.js", "client.initialize();", 1_024),
  nodeBot("mineflayer", "const robot = mineflayer.createBot({ host });"),
  nodeBot("@slack/bolt", "(async () => { await app.start(); })();"),
  nodeBot("matrix-bot-sdk", "client.start().then(() => undefined);"),
  nodeBot("matrix-js-sdk", "await client.startClient({ initialSyncLimit: 10 });"),
  nodeBot("tmi.js", "const client = new tmi.Client({});\nclient.connect();"),
  nodeBot("@twurple/chat", "const chat = new ChatClient({ channels });\nchat.connect();"),
  nodeBot("node-telegram-bot-api", "const bot = new TelegramBot(token, { polling: true });"),
  pythonBot("pyTelegramBotAPI", "import telebot\nbot = telebot.TeleBot(TOKEN)\nbot.infinity_polling()\n"),
  pythonBot("matrix-nio", "from nio import AsyncClient\nasync def main():\n    await c.sync_forever()\n"),

  built(
    "React Router",
    {
      scripts: {
        ...{ build: "react-router build", dev: "react-router dev" },
        start: "react-router-serve ./build/server/index.js",
      },
      ...{ type: "module", dependencies: { "@react-router/serve": "7", react: "19" } },
      devDependencies: { "@react-router/dev": "7", vite: "6", typescript: "5" },
    },
    { "app/root.tsx": "", "react-router.config.ts": "", "vite.config.ts": "", "tsconfig.json": "{}" },
    ["npm start", "build/server/index.js", "npm start"],
  ),
  built(
    "SolidStart",
    {
      ...{ type: "module", scripts: { dev: "vinxi dev", build: "vinxi build", start: "vinxi start" } },
      dependencies: { "@solidjs/start": "1", "solid-js": "1", vinxi: "0" },
    },
    { "app.config.ts": "", "src/app.tsx": "", "src/entry-server.tsx": "", "tsconfig.json": "{}" },
    ["npm start", nitro, "npm start"],
  ),
  built(
    "TanStack Start",
    {
      ...{ type: "module", scripts: { dev: "vite dev", build: "vite build", start: `pnpx ${srvx}` } },
      dependencies: { "@tanstack/react-start": "1", react: "19", vite: "7" },
    },
    { "src/router.tsx": "", "vite.config.ts": "" },
    [`npx ${srvx}`, "dist/server/server.js", `npx ${srvx}`],
  ),
  built(
    "TanStack Start without a start",
    {
      ...{ type: "module", scripts: { dev: "vite dev", build: "vite build", preview: "vite preview" } },
      dependencies: { "@tanstack/react-start": "1", react: "19", vite: "7" },
    },
    { "src/router.tsx": "", "vite.config.ts": "" },
    ["", "dist/server/server.js", `npx --yes ${srvx}`],
  ),
  built(
    "TanStack Start with Nitro",
    {
      ...{ type: "module", scripts: { dev: "vite dev", build: "vite build", preview: "vite preview" } },
      dependencies: { "@tanstack/react-start": "1", nitro: "3", react: "19" },
    },
    { "src/router.tsx": "", "vite.config.ts": "" },
    ["", nitro, `node ${nitro}`],
  ),
  built(
    "Nitro",
    {
      scripts: { build: "nitro build", dev: "nitro dev", preview: `node ${nitro}` },
      devDependencies: { nitropack: "2" },
    },
    { "nitro.config.ts": "", "server/routes/index.ts": "", "tsconfig.json": "{}" },
    ["npm run preview", nitro],
  ),
  built(
    "tRPC",
    {
      scripts: { dev: "tsx watch server/index.ts", build: "tsc", start: "node dist" },
      ...{ dependencies: { "@trpc/server": "11" }, devDependencies: typescript },
    },
    { "server/index.ts": "createHTTPServer({}).listen(3000);\n", "tsconfig.json": "{}" },
    ["npm start", "dist/index.js"],
  ),
  built(
    "Hono on Node.js",
    {
      ...{
        type: "module",
        scripts: { dev: "tsx watch src/index.ts", build: "tsc", start: "node dist/index" },
      },
      ...{ dependencies: { "@hono/node-server": "1", hono: "4" }, devDependencies: typescript },
    },
    { "src/index.ts": "serve({ fetch: app.fetch, port: 3000 });\n", "tsconfig.json": "{}" },
    ["npm start", "dist/index.js"],
  ),
  ...["shop", "src"].map((part) =>
    built(
      `NestJS that its start names in ${part}`,
      {
        scripts: { build: "nest build", start: "nest start", "start:prod": `node dist/${part}/main` },
        ...{ dependencies: { "@nestjs/core": "11" }, devDependencies: { "@nestjs/cli": "11" } },
      },
      { "nest-cli.json": "{}", [`${part}/main.ts`]: "app.listen(3000)", "tsconfig.json": "{}" },
      ["npm run start:prod", `dist/${part}/main.js`],
    ),
  ),
  nodeLayout(
    "Next.js with a server in TypeScript, built and ignored",
    {
      scripts: { dev: "tsx server.ts", build: "next build && tsc", start: "node dist/server.js" },
      ...{ dependencies: { next: "15" }, devDependencies: typescript },
    },
    {
      ...{ ".gitignore": ".next\ndist\n", ".next/BUILD_ID": "x", "dist/server.js": "createServer(handle)" },
      ...{ "server.ts": "createServer(handle)", "app/page.tsx": "" },
    },
    {
      ...{
        is: "nodejs",
        command: "npm start",
        web: true,
        memoryMB: 1_024,
        becomes: "package.json npm start",
      },
      finds: [
        ...["buildFirst build .next there", "ignoredBuild .next .next"],
        ...["buildFirst build dist/server.js there", "ignoredMainFile dist/server.js dist"],
      ],
    },
  ),
  nodeLayout(
    "Parcel",
    {
      ...{ source: "src/index.html", scripts: { start: "parcel", build: "parcel build" } },
      devDependencies: { parcel: "2" },
    },
    { "src/index.html": "", "src/app.js": "document.body", "src/styles.css": "" },
    { is: "nodejs", finds: ["buildFirst build dist", "staticSite dist"], becomes: "server.cjs" },
  ),
  nodeLayout(
    "Vike with a server",
    {
      scripts: {
        ...{ build: "vike build", prod: "npm run build && npm run server:prod", server: "node ./server" },
        "server:prod": "cross-env NODE_ENV=production npm run server",
      },
      dependencies: { vike: "0", vite: "7", express: "5", "cross-env": "10" },
    },
    {
      "server/index.js": `app.use(express.static(\`\${root}/dist/client\`));\napp.listen(port);\n`,
      ...{ "pages/index/+Page.jsx": "", "vite.config.js": "" },
    },
    {
      ...{ is: "nodejs server/index.js", command: "npm run prod", web: true },
      finds: ["buildFirst build dist"],
    },
  ),
  notRun(
    "Expo",
    "Expo",
    {
      ...{ main: "expo-router/entry", scripts: { start: "expo start", web: "expo start --web" } },
      dependencies: { expo: "54", "react-native": "0" },
    },
    { "App.js": "export default function App() {}", "app.json": "{}", "babel.config.js": "" },
  ),
  notRun(
    "Electron",
    "Electron",
    { main: "main.js", scripts: { start: "electron ." }, devDependencies: { electron: "41" } },
    { "main.js": "app.whenReady().then(createWindow);", "preload.js": "", "index.html": "" },
  ),
  notRun(
    "SvelteKit as it comes",
    "SvelteKit without @sveltejs/adapter-node",
    {
      scripts: { dev: "vite dev", build: "vite build", preview: "vite preview" },
      devDependencies: { "@sveltejs/adapter-auto": "7", "@sveltejs/kit": "2", vite: "7" },
    },
    { "svelte.config.js": "", "src/app.html": "", "vite.config.js": "" },
  ),
  nodeLayout(
    "SvelteKit with its pages",
    {
      scripts: { dev: "vite dev", build: "vite build" },
      devDependencies: { "@sveltejs/adapter-static": "3", "@sveltejs/kit": "2", vite: "7" },
    },
    { "svelte.config.js": "", "src/app.html": "", "vite.config.js": "" },
    { is: "nodejs", finds: ["buildFirst build build", "staticSite build"], becomes: "server.cjs" },
  ),
  nodeLayout(
    "Lerna",
    {
      ...{ private: true, workspaces: ["packages/*"], scripts: { start: "lerna run start" } },
      devDependencies: { lerna: "9" },
    },
    {
      "lerna.json": "{}",
      "packages/api/package.json": pack({ name: "api", main: "index.js", dependencies: { express: "5" } }),
      "packages/api/index.js": "app.listen(3000)",
    },
    { is: "nodejs", finds: ["packages packages/api api"], becomes: "index.js" },
  ),
  ...(
    [
      ["polka", "polka().get('/', home).listen(3000);"],
      ["restify", "server.listen(8080);"],
      ["socket.io", "const io = new Server(server);\nserver.listen(3000);"],
      ["h3", "createServer(toNodeListener(app)).listen(process.env.PORT);"],
      ["@apollo/server", "const { url } = await startStandaloneServer(server);"],
      ["apollo-server", "server.listen().then(({ url }) => undefined);"],
      ["@feathersjs/koa", "koa(feathers()).listen(process.env.PORT);"],
      ["@feathersjs/express", "express(feathers()).listen(process.env.PORT);"],
    ] as const
  ).map(([name, code]) =>
    nodeLayout(
      `server with ${name}`,
      { dependencies: { [name]: "1" } },
      { "routes.js": "module.exports = {}", "web.js": code },
      { is: "nodejs web.js", web: true },
    ),
  ),
  ...(
    [
      ["micro", "micro", { "index.js": "module.exports = () => 'x'" }, "index.js"],
      ["http-server", "http-server ./public", { "public/index.html": "" }, "package.json"],
      ["json-server", "json-server --watch db.json", { "db.json": "{}" }, "package.json"],
      ["node-red", "node-red --userDir . flows.json", { "flows.json": "[]" }, "package.json"],
      ["directus", "directus start", { "extensions/a.json": "{}" }, "package.json"],
      [
        ...(["moleculer-web", "moleculer-runner services"] as const),
        ...([{ "services/api.service.js": "module.exports = {}" }, "package.json"] as const),
      ],
      ["sails", "NODE_ENV=production node app.js", { "app.js": "sails.lift();" }, "app.js"],
    ] as const
  ).map(([name, start, files, mainFile]) =>
    nodeLayout(`server that ${name} runs`, { scripts: { start }, dependencies: { [name]: "1" } }, files, {
      is: `nodejs ${mainFile}`,
      command: "npm start",
      web: true,
    }),
  ),

  layout(
    "Litestar",
    requires("litestar[standard]", "from litestar import Litestar, get\napp = Litestar([hello])\n"),
    { is: "python app.py", command: `python -m uvicorn app:app ${bound}`, web: true },
  ),
  layout(
    "FastHTML that serves itself",
    requires("python-fasthtml", "from fasthtml.common import *\napp, rt = fast_app()\nserve()\n", "main.py"),
    { is: "python main.py", web: true },
  ),
  layout(
    "FastHTML without its serve",
    requires("python-fasthtml", "from fasthtml.common import *\napp, rt = fast_app()\n", "main.py"),
    { is: "python main.py", command: `python -m uvicorn main:app ${bound}`, web: true },
  ),
  layout("Sanic", requires("sanic", "from sanic import Sanic\nshop = Sanic('shop')\n", "server.py"), {
    ...{ is: "python server.py", web: true },
    command: `python -m sanic server:shop --host=0.0.0.0 --port=${port}`,
  }),
  layout("Bottle that does not start itself", requires("bottle", "import bottle\napp = bottle.Bottle()\n"), {
    is: "python app.py",
    command: `python -m bottle --bind 0.0.0.0:${port} app:app`,
    web: true,
  }),
  layout(
    "Bottle that starts itself",
    requires("bottle", "from bottle import route, run\nrun(host='0.0.0.0', port=8080)\n", "web.py"),
    { is: "python web.py", web: true },
  ),
  layout(
    "Tornado",
    requires(
      "tornado",
      "import tornado.ioloop\napp.listen(8888)\ntornado.ioloop.IOLoop.current().start()\n",
      "web.py",
    ),
    { is: "python web.py", web: true },
  ),
  layout("Dash", requires("dash", "from dash import Dash\napp = Dash(__name__)\nserver = app.server\n"), {
    ...{ is: "python app.py", web: true, memoryMB: 512 },
    command: `python -c "import os; from app import app; app.run(host='0.0.0.0', port=os.getenv('PORT', 8050))"`,
  }),
  layout("NiceGUI", requires("nicegui", "from nicegui import ui\nui.label('x')\nui.run()\n", "main.py"), {
    ...{ is: "python main.py", web: true, memoryMB: 512 },
  }),
  layout(
    "Chainlit",
    requires("chainlit", "import chainlit as cl\n@cl.on_message\nasync def main(m): ...\n"),
    {
      ...{ is: "python app.py", command: `python -m chainlit run app.py ${bound} --headless` },
      ...{ web: true, memoryMB: 512 },
    },
  ),
  layout(
    "Solara",
    requires("solara", "import solara\n@solara.component\ndef Page():\n    solara.Text('x')\n"),
    {
      ...{ is: "python app.py", command: `python -m solara run app.py ${bound} --production` },
      ...{ web: true, memoryMB: 512 },
    },
  ),
  layout(
    "marimo, whose notebook can also run as a script",
    requires(
      "marimo",
      "import marimo\napp = marimo.App()\n@app.cell\ndef _():\n    return\nif __name__ == '__main__':\n    app.run()\n",
      "report.py",
    ),
    {
      ...{ is: "python report.py", command: `python -m marimo run report.py ${bound} --headless` },
      ...{ web: true, memoryMB: 512 },
    },
  ),
  layout(
    "Slack bot in Python",
    {
      ...requires(
        "slack-bolt",
        "from slack_bolt import App\nSocketModeHandler(app, token).start()\n",
        "b.py",
      ),
      "a.py": "",
    },
    { is: "python b.py" },
  ),
  ...["disnake", "twitchio", "vkbottle", "pyrogram"].map((name) =>
    layout(
      `bot with ${name}`,
      { ...requires(name, `import ${name}\nbot = ${name}.make()\nbot.run()\n`, "robot.py"), "a.py": "" },
      { is: "python robot.py" },
    ),
  ),
  layout("Falcon", requires("falcon", "import falcon\napp = falcon.App()\napp.add_route('/', Home())\n"), {
    ...{ is: "python app.py", web: true },
    command: `python -c "from wsgiref.simple_server import make_server; from app import app; make_server('', ${port}, app).serve_forever()"`,
  }),
  layout("Falcon with ASGI", requires("falcon\nuvicorn", "import falcon.asgi\napp = falcon.asgi.App()\n"), {
    ...{ is: "python app.py", command: `python -m uvicorn app:app ${bound}`, web: true },
  }),
  layout("Pyramid", requires("pyramid", "app = config.make_wsgi_app()\n", "wsgi.py"), {
    ...{ is: "python wsgi.py", web: true },
    command: `python -c "from wsgiref.simple_server import make_server; from wsgi import app; make_server('', ${port}, app).serve_forever()"`,
  }),
  layout(
    "Pyramid that Waitress serves",
    requires(
      "pyramid\nwaitress",
      "from waitress import serve\nif __name__ == '__main__':\n    app = config.make_wsgi_app()\n    serve(app, port=6543)\n",
      "hello.py",
    ),
    { is: "python hello.py", web: true },
  ),
  layout("CherryPy", requires("cherrypy", "import cherrypy\ncherrypy.quickstart(Home())\n", "tut01.py"), {
    ...{ is: "python tut01.py", web: true },
    command: `python -c "import cherrypy, runpy; cherrypy.config.update({'server.socket_host': '0.0.0.0', 'server.socket_port': ${port}}); runpy.run_path('tut01.py', run_name='__main__')"`,
  }),
  ...(
    [
      ["hypercorn", `python -m hypercorn --bind 0.0.0.0:${port} main:app`],
      ["daphne", `python -m daphne -b 0.0.0.0 -p ${port} main:app`],
    ] as const
  ).map(([name, command]) =>
    layout(
      `FastAPI that ${name} serves`,
      requires(`fastapi\n${name}`, "from fastapi import FastAPI\napp = FastAPI()\n", "main.py"),
      { is: "python main.py", command, web: true },
    ),
  ),
  ...(
    [
      ["webpack", "webpack serve", { webpack: "5", "webpack-dev-server": "5" }, "dist"],
      [
        "webpack-dev-server",
        "webpack-dev-server --open",
        { webpack: "4", "webpack-dev-server": "3" },
        "dist",
      ],
      ["Quasar", "quasar dev", { "@quasar/app-vite": "2", vite: "7" }, "dist/spa"],
      ["Quasar with webpack", "quasar dev", { "@quasar/app-webpack": "4" }, "dist/spa"],
    ] as const
  ).map(([kind, start, devDependencies, pages]) =>
    nodeLayout(
      `pages that ${kind} builds`,
      { scripts: { start, build: "x build" }, devDependencies },
      { "index.html": "", "src/index.js": "document.body.append('Hello');" },
      { is: "nodejs", finds: [`buildFirst build ${pages}`, `staticSite ${pages}`] },
    ),
  ),
  nodeLayout(
    "bot that webpack builds",
    { scripts: { build: "webpack", start: "node dist/main.js" }, devDependencies: { webpack: "5" } },
    { "src/index.js": "client.login(TOKEN);" },
    { is: "nodejs", command: "npm start", finds: ["buildFirst build dist/main.js"] },
  ),
  ...(
    [
      ["tsc compiles", "tsc", { "discord.js": "14" }, {}],
      ["webpack bundles", "webpack", { express: "5" }, { web: true }],
    ] as const
  ).map(([how, build, dependencies, web]) =>
    nodeLayout(
      `app with webpack-dev-server that ${how}`,
      { scripts: { build }, dependencies, devDependencies: { webpack: "5", "webpack-dev-server": "5" } },
      { "src/index.ts": "", "tsconfig.json": '{ "compilerOptions": { "outDir": "dist" } }' },
      { is: "nodejs", finds: ["buildFirst build dist/index.js"], ...web },
    ),
  ),
  layout("APIFlask", requires("apiflask", "from apiflask import APIFlask\napp = APIFlask(__name__)\n"), {
    ...{ is: "python app.py", command: `python -m flask --app app.py run ${bound}`, web: true },
  }),
  ...(
    [
      ["Panel", "panel", "import panel as pn\npn.Row('Hello').servable()\n"],
      ["Shiny", "shiny", "from shiny import App, ui\napp = App(ui.page_fluid('Hello'), None)\n"],
      [
        ...(["Shiny that reads a request", "shiny"] as const),
        "from shiny import App\nfrom starlette.requests import Request\napp = App(page, None)\n",
      ],
      ["Shiny Express", "shiny", "from shiny.express import ui\nui.input_slider('n', 'N', 0, 9, 2)\n"],
    ] as const
  ).map(([kind, name, code]) =>
    layout(kind, requires(name, code), {
      ...{ is: "python app.py", web: true, memoryMB: 512 },
      command:
        name === "shiny"
          ? `python -m shiny run app.py ${bound}`
          : `python -m panel serve app.py --address 0.0.0.0 --port ${port} --allow-websocket-origin "*"`,
    }),
  ),
  layout(
    "Panel that serves by itself",
    requires("panel", "import panel as pn\npn.serve(pn.Row('Hello'))\n"),
    {
      ...{ is: "python app.py", web: true, memoryMB: 512 },
    },
  ),
  layout(
    "FastAPI that shows Panel",
    {
      "main.py": `import panel\nfrom fastapi import FastAPI\napp = FastAPI()\nif __name__ == "__main__":\n    uvicorn.run(app, host="0.0.0.0")\n`,
      "requirements.txt": "fastapi\nuvicorn\npanel\n",
    },
    { is: "python main.py", web: true, memoryMB: 512 },
  ),
  layout(
    "program with a module of its own that is named as a package which it needs",
    { "main.py": "import panel\npanel.start()\n", "panel.py": "", "requirements.txt": "panel\n" },
    { is: "python main.py", web: true, memoryMB: 512 },
  ),
  layout(
    "bot with modules of its own that are named as frameworks",
    {
      ...requires("discord.py", "import panel\nfrom shiny import hunt\nbot.run(TOKEN)\n", "bot.py"),
      ...{ "panel.py": "", "shiny.py": "" },
    },
    { is: "python bot.py" },
  ),
  layout(
    "bot without a list, with modules of its own that are named as frameworks",
    { "bot.py": "import discord\nimport panel\nfrom shiny import hunt\nbot.run(TOKEN)\n" },
    { is: "python bot.py", finds: ["dependencies code discord.py"] },
  ),
  layout(
    "Robyn",
    requires("robyn", "from robyn import Robyn\napp = Robyn(__file__)\napp.start(port=8080)\n"),
    {
      ...{ is: "python app.py", web: true },
      command: `ROBYN_HOST=0.0.0.0 ROBYN_PORT=${port} python app.py`,
    },
  ),
];
