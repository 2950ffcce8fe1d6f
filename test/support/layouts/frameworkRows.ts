// A project of each framework that is a row of the table and has no layout elsewhere.
import { type Layout, layout, nodeLayout, port } from "./layout";

const bound = `--host 0.0.0.0 --port ${port}`;
const requires = (name: string, code: string, file = "app.py"): Layout["files"] => ({
  [file]: code,
  "requirements.txt": `${name}\n`,
});
const bot = (kind: string, name: string, code: string): Layout =>
  nodeLayout(
    kind,
    { dependencies: { [name]: "1" } },
    { "helper.js": "module.exports = {}", "robot.js": code },
    { is: "nodejs robot.js" },
  );

export const frameworkRows: readonly Layout[] = [
  nodeLayout(
    "Strapi, not built",
    {
      scripts: { develop: "strapi develop", start: "strapi start", build: "strapi build" },
      dependencies: { "@strapi/strapi": "5" },
    },
    {
      ".gitignore": "dist\n",
      "config/server.js": "module.exports = {}",
      "src/index.js": "module.exports = {}",
    },
    { is: "nodejs", command: "npm start", web: true, finds: ["buildFirst build dist"] },
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
  ...["koa", "@hapi/hapi", "@elysiajs/node"].map((name) =>
    nodeLayout(
      `server with ${name}`,
      { type: "module", dependencies: { [name]: "1", ...(name.includes("elysia") && { elysia: "1" }) } },
      { "lib.js": "export const a = 1", "web.js": "server.start();\napp.listen(process.env.PORT)" },
      { is: "nodejs web.js", web: true },
    ),
  ),
  bot("WhatsApp bot with whatsapp-web.js", "whatsapp-web.js", "client.initialize();"),
  bot("Minecraft bot", "mineflayer", "const robot = mineflayer.createBot({ host });"),
  bot("Slack bot", "@slack/bolt", "(async () => { await app.start(); })();"),
  bot("Matrix bot", "matrix-bot-sdk", "client.start().then(() => undefined);"),
  bot("Twitch bot", "tmi.js", "const client = new tmi.Client({});\nclient.connect();"),

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
    ...{ is: "python app.py", web: true },
    command: `python -c "import os; from app import app; app.run(host='0.0.0.0', port=os.getenv('PORT', 8050))"`,
  }),
  layout("NiceGUI", requires("nicegui", "from nicegui import ui\nui.label('x')\nui.run()\n", "main.py"), {
    ...{ is: "python main.py", web: true },
  }),
  layout(
    "Chainlit",
    requires("chainlit", "import chainlit as cl\n@cl.on_message\nasync def main(m): ...\n"),
    { is: "python app.py", command: `python -m chainlit run app.py ${bound} --headless`, web: true },
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
];
