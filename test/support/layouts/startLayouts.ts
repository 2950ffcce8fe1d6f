// Projects of Node.js by the scripts that start and build them.
import { type Layout, layout, nodeLayout, pack } from "./layout";

const login = "client.login(process.env.TOKEN);\n";
const listens = "app.listen(process.env.PORT);\n";
const bot = { dependencies: { "discord.js": "14" } };
const typed = { ...bot, devDependencies: { typescript: "5" } };
const express = { express: "5" };

export const startLayouts: readonly Layout[] = [
  nodeLayout(
    "start that compiles first, without a build script",
    { ...typed, scripts: { start: "tsc && node dist/index.js" } },
    { "tsconfig.json": "{}", "src/index.ts": login },
    {
      is: "nodejs",
      command: "node dist/index.js",
      finds: ["buildFirst tsc dist/index.js by tsc: build - tsconfig.json"],
    },
  ),
  nodeLayout(
    "start that compiles first, compiled and sent",
    { ...typed, scripts: { start: "tsc && node dist/index.js" } },
    { "tsconfig.json": "{}", "src/index.ts": login, "dist/index.js": login },
    { is: "nodejs dist/index.js" },
  ),
  nodeLayout(
    "start that compiles first, with its compiler installed",
    { scripts: { start: "tsc && node dist/index.js" }, dependencies: { typescript: "5" } },
    { "tsconfig.json": "{}", "src/index.ts": login, "dist/index.js": login },
    { is: "nodejs dist/index.js", command: "npm start" },
  ),
  nodeLayout(
    "start that builds by its own script first",
    { ...typed, scripts: { build: "tsc -p .", start: "npm run build && node build/server.js" } },
    { "src/server.ts": "" },
    { is: "nodejs", command: "node build/server.js", finds: ["buildFirst build build/server.js"] },
  ),
  nodeLayout(
    "build before the start, as npm runs it",
    { ...typed, scripts: { build: "tsc", prestart: "npm run build", start: "node dist/index.js" } },
    { ".gitignore": "dist\n", "src/index.ts": "", "dist/index.js": login },
    {
      ...{ is: "nodejs", command: "node dist/index.js" },
      finds: ["buildFirst build dist/index.js there", "ignoredMainFile dist/index.js dist"],
    },
  ),
  nodeLayout(
    "cross-env as a development dependency",
    {
      ...{ main: "app.js", scripts: { start: "cross-env NODE_ENV=production node ." } },
      devDependencies: { "cross-env": "7" },
    },
    { "app.js": login, "index.js": "" },
    { is: "nodejs app.js", command: "NODE_ENV=production node ." },
  ),
  nodeLayout(
    "API for Vercel, whose tool starts it",
    { scripts: { start: "vercel dev" }, dependencies: express, devDependencies: { vercel: "41" } },
    { "api/index.js": `const app = require("express")();\n${listens}`, "vercel.json": "{}" },
    { is: "nodejs api/index.js", web: true },
  ),
  nodeLayout(
    "pm2 that goes to the background",
    { scripts: { start: "pm2 start worker.js --name worker" }, dependencies: { pm2: "6" } },
    { "worker.js": login, "index.js": "" },
    { is: "nodejs worker.js" },
  ),
  nodeLayout(
    "dotenv-cli around the program",
    { scripts: { start: "dotenv -e .env.example -- node robot.js" }, dependencies: { "dotenv-cli": "8" } },
    { "robot.js": login, ".env.example": "A=\n" },
    { is: "nodejs robot.js", command: "npm start" },
  ),
  nodeLayout(
    "Vite beside Express whose packages are all for development",
    {
      ...{ name: "shop", type: "module", scripts: { dev: "vite", start: "node server/main.js" } },
      devDependencies: { dotenv: "17", express: "5", helmet: "8", morgan: "1", vite: "7" },
    },
    {
      "server/main.js": [
        'import "dotenv/config";\nimport {\n  routes,\n} from "./routes/index.js";',
        'if (process.env.NODE_ENV !== "production") await import("vite");',
        "routes.listen(process.env.PORT);\n",
      ].join("\n"),
      "server/routes/index.js": 'export { routes } from "../app.cjs";\n',
      "server/app.cjs": 'const express = require("express"),\n  helmet = require("helmet");\n// morgan\n',
      "server/unused.js": 'import "morgan";\n',
    },
    {
      ...{ is: "nodejs server/main.js", web: true },
      finds: ["dependencies devDependencies dotenv, express, helmet"],
    },
  ),
  nodeLayout(
    "TypeScript that runs as it is, with packages for development",
    {
      ...{ scripts: { start: "tsx src/index.ts" }, dependencies: { "discord.js": "14" } },
      devDependencies: { "@acme/log": "1", tsx: "4", typescript: "5", zod: "4" },
    },
    {
      "src/index.ts":
        'import type ts from "typescript";\nimport { env } from "./env.js";\nclient.login(env);\n',
      "src/env.ts": 'import { z } from "zod/mini";\nexport * from "@acme/log/node";\n',
    },
    {
      ...{ is: "nodejs src/index.ts", command: "npm start" },
      finds: ["dependencies devDependencies tsx, zod, @acme/log"],
    },
  ),
  nodeLayout(
    "dotenv-cli as a development dependency",
    { scripts: { start: "dotenv -- node robot.js" }, devDependencies: { "dotenv-cli": "8" } },
    { "robot.js": login },
    { is: "nodejs robot.js", command: "npm start", finds: ["dependencies devDependencies dotenv-cli"] },
  ),
  nodeLayout(
    "npm-run-all in turn",
    {
      scripts: { build: "webpack", serve: "node web.js", start: "npm-run-all build serve" },
      ...{ dependencies: express, devDependencies: { "npm-run-all": "4", webpack: "5" } },
    },
    { "web.js": listens, "index.js": "" },
    { is: "nodejs web.js", web: true },
  ),
  nodeLayout(
    "concurrently with a page",
    {
      scripts: { start: 'concurrently -n web,page "npm:web" "npm:page"', web: "node web.js", page: "vite" },
      ...{ dependencies: express, devDependencies: { concurrently: "9" } },
    },
    { "web.js": listens, "index.js": "" },
    { is: "nodejs web.js", web: true },
  ),
  nodeLayout(
    "nodemon that runs ts-node",
    {
      scripts: { start: "nodemon --watch src --exec ts-node src/bot.ts" },
      devDependencies: { nodemon: "3", "ts-node": "10" },
    },
    { "src/bot.ts": login },
    {
      ...{ is: "nodejs src/bot.ts", command: "npm start" },
      finds: ["dependencies devDependencies nodemon, ts-node"],
    },
  ),
  nodeLayout(
    "nodemon that runs ts-node by its settings",
    { scripts: { start: "nodemon" }, devDependencies: { nodemon: "3", "ts-node": "10" } },
    { "nodemon.json": pack({ watch: ["src"], exec: "ts-node ./src/bot.ts" }), "src/bot.ts": login },
    {
      ...{ is: "nodejs src/bot.ts", command: "npm start" },
      finds: ["dependencies devDependencies nodemon, ts-node"],
    },
  ),
  layout(
    "Procfile that runs tsx, as a development dependency",
    {
      "package.json": pack({ dependencies: { "discord.js": "14" }, devDependencies: { tsx: "4" } }),
      ...{ Procfile: "worker: tsx src/bot.ts", "src/bot.ts": login },
    },
    {
      ...{ is: "nodejs src/bot.ts", command: "npx tsx src/bot.ts" },
      finds: ["dependencies devDependencies tsx"],
    },
  ),
  nodeLayout(
    "tsx that watches",
    { scripts: { start: "tsx watch src/robot.ts" }, dependencies: { tsx: "4" } },
    { "src/robot.ts": login },
    { is: "nodejs src/robot.ts", command: "npm start" },
  ),
  nodeLayout(
    "node that loads tsx, as a development dependency",
    { scripts: { start: "node --import tsx src/robot.ts" }, devDependencies: { tsx: "4" } },
    { "src/robot.ts": login },
    { is: "nodejs src/robot.ts", command: "npm start", finds: ["dependencies devDependencies tsx"] },
  ),
  nodeLayout(
    "migration before the start, as a development dependency",
    {
      scripts: { start: "prisma migrate deploy && node robot.js" },
      ...{ dependencies: { "@prisma/client": "6" }, devDependencies: { prisma: "6" } },
    },
    { "robot.js": login },
    { is: "nodejs robot.js", command: "npm start", finds: ["dependencies devDependencies prisma"] },
  ),
  ...["nx serve api", "turbo run start"].map((start) =>
    nodeLayout(
      `workspace that ${start} starts`,
      {
        private: true,
        workspaces: ["apps/*"],
        scripts: { start },
        devDependencies: { nx: "20", turbo: "2" },
      },
      { "apps/api/package.json": '{\n  "name": "api"\n}', "apps/api/index.js": listens },
      { is: "nodejs", finds: ["packages apps/api api"] },
    ),
  ),
  nodeLayout(
    "NestJS that is started from a folder further down",
    {
      scripts: { build: "nest build", "start:prod": "node dist/src/main" },
      dependencies: { "@nestjs/core": "11" },
    },
    { "src/main.ts": listens, "dist/src/main.js": listens },
    { is: "nodejs dist/src/main.js", web: true },
  ),
  nodeLayout(
    "AdonisJS, whose start is for the folder of its build",
    {
      scripts: { start: "node bin/server.js", build: "node ace build", dev: "node ace serve --hmr" },
      dependencies: { "@adonisjs/core": "6" },
    },
    { ".gitignore": "build\n", "ace.js": "", "bin/server.ts": "", "build/bin/server.js": listens },
    {
      ...{ is: "nodejs", web: true },
      finds: ["buildFirst build build/bin/server.js there", "ignoredMainFile build/bin/server.js build"],
    },
  ),
  nodeLayout(
    "AdonisJS, built and sent",
    {
      scripts: { start: "node bin/server.js", build: "node ace build" },
      dependencies: { "@adonisjs/core": "6" },
    },
    { "ace.js": "", "bin/server.ts": "", "build/bin/server.js": listens },
    { is: "nodejs build/bin/server.js", command: "HOST=0.0.0.0 node build/bin/server.js", web: true },
  ),

  nodeLayout(
    "Vite with a server of its own",
    {
      scripts: {
        ...{ dev: "node server", build: "npm run build:client && npm run build:server" },
        ...{ "build:client": "vite build --outDir dist/client", "build:server": "vite build --ssr x" },
        preview: "cross-env NODE_ENV=production node server",
      },
      ...{ dependencies: { express: "5", sirv: "3" }, devDependencies: { vite: "6", "cross-env": "7" } },
    },
    {
      "index.html": "",
      "vite.config.js": 'export default { build: { outDir: join("other", "build") } }',
      "server.js": `const page = await fs.readFile('./dist/client/index.html', 'utf-8');\n${listens}`,
      "src/entry-server.js": "",
    },
    {
      ...{ is: "nodejs server.js", command: "NODE_ENV=production node server", web: true },
      finds: ["buildFirst build dist"],
    },
  ),
  nodeLayout(
    "Express that serves the build of its client",
    {
      scripts: { start: "node server.js", build: "cd client && npm install && npm run build" },
      dependencies: express,
    },
    {
      "server.js": `app.use(express.static(path.join(__dirname, "client", "build")));\n${listens}`,
      "client/package.json": pack({
        scripts: { build: "react-scripts build" },
        dependencies: { "react-scripts": "5" },
      }),
      "client/src/index.js": "document.body",
    },
    { is: "nodejs server.js", web: true, finds: ["buildFirst build client/build"] },
  ),
  nodeLayout(
    "Express in a folder that serves the build beside it",
    { scripts: { start: "node server/index.js" }, dependencies: express },
    {
      "server/index.js": `app.use(express.static(path.resolve(__dirname, "../client/dist")));\n${listens}`,
      "client/package.json": pack({ scripts: { build: "vite build" }, devDependencies: { vite: "6" } }),
      "client/index.html": "",
    },
    { is: "nodejs server/index.js", web: true, finds: ["buildFirst build - client client/dist"] },
  ),
  nodeLayout(
    "Express that serves dist, built and ignored",
    {
      scripts: { start: "node server.js", build: "vite build" },
      ...{ dependencies: express, devDependencies: { vite: "6" } },
    },
    {
      ...{ ".gitignore": "dist\n", "dist/index.html": "", "index.html": "" },
      "server.js": `app.use(express.static("dist"));\nres.sendFile(\`\${__dirname}/dist/index.html\`);\n${listens}`,
    },
    {
      ...{ is: "nodejs server.js", web: true },
      finds: ["buildFirst build dist there", "ignoredBuild dist dist"],
    },
  ),
  nodeLayout(
    "Express that serves public, which a build makes",
    {
      scripts: { start: "node web.js", build: "webpack --output-path public" },
      ...{ dependencies: express, devDependencies: { webpack: "5" } },
    },
    {
      "web.js": `const routes = require("./routes.js");\n${listens}`,
      "routes.js": 'app.use(express.static(__dirname + "/public"));\n',
    },
    { is: "nodejs web.js", web: true, finds: ["buildFirst build public"] },
  ),
  nodeLayout(
    "Express in TypeScript that serves the build of its client",
    {
      scripts: { start: "tsx src/server.ts", build: "vite build" },
      ...{ dependencies: { ...express, tsx: "4" }, devDependencies: { vite: "6" } },
    },
    {
      ...{ "index.html": "", "src/page.ts": "" },
      "src/server.ts": `app.use(express.static(path.join(import.meta.dirname, "../dist")));\n${listens}`,
    },
    { is: "nodejs src/server.ts", command: "npm start", web: true, finds: ["buildFirst build dist"] },
  ),
  nodeLayout(
    "ViteExpress",
    {
      scripts: { start: "NODE_ENV=production node main.js", build: "vite build" },
      ...{ dependencies: { ...express, "vite-express": "0" }, devDependencies: { vite: "6" } },
    },
    { "index.html": "", "main.js": "ViteExpress.listen(app, 3000);" },
    { is: "nodejs main.js", command: "npm start", web: true, finds: ["buildFirst build dist"] },
  ),
  nodeLayout(
    "Create React App that serve shows",
    {
      scripts: { start: "serve -s build", build: "react-scripts build" },
      dependencies: { "react-scripts": "5", serve: "14" },
    },
    { "public/index.html": "", "src/index.js": "document.body" },
    { is: "nodejs package.json", command: "npm start", web: true, finds: ["buildFirst build build"] },
  ),
  nodeLayout(
    "server and client in folders of their own, each with its own build",
    { scripts: { start: "node server/dist/main.js" }, dependencies: express },
    {
      "server/package.json": pack({ scripts: { build: "tsc" } }),
      "server/src/main.ts": listens,
      "client/package.json": pack({ scripts: { build: "vite build" }, devDependencies: { vite: "6" } }),
      "client/index.html": "",
    },
    {
      ...{ is: "nodejs", command: "npm start", web: true },
      finds: ["buildFirst build - server server/dist/main.js"],
    },
  ),
  nodeLayout(
    "server that serves what two folders build",
    { main: "web.js", dependencies: express },
    {
      "web.js": `app.use(express.static("client/dist"));\napp.use("/admin", express.static("admin/dist"));\n${listens}`,
      "client/package.json": pack({ scripts: { build: "vite build" }, devDependencies: { vite: "6" } }),
      "admin/package.json": pack({ scripts: { build: "vite build" }, devDependencies: { vite: "6" } }),
    },
    {
      ...{ is: "nodejs web.js", web: true },
      finds: ["buildFirst build - client client/dist", "buildFirst build - admin admin/dist"],
    },
  ),
  nodeLayout(
    "server that its Dockerfile builds in a stage of its own",
    { scripts: { compile: "tsc", "build:server": "tsc -b" }, dependencies: express },
    {
      ...{ "src/server.ts": listens, "index.js": "" },
      Dockerfile: [
        ...["FROM node:22 AS build", "WORKDIR /app", "COPY . .", "RUN npm ci && npm run build:server"],
        ...["FROM node:22-slim", "COPY --from=build /app/dist ./dist", 'CMD ["node", "dist/server.js"]'],
      ].join("\n"),
    },
    { is: "nodejs", web: true, finds: ["buildFirst build:server dist/server.js"] },
  ),
  nodeLayout(
    "server whose image has a folder that another stage builds",
    { scripts: { start: "node web.js", build: "webpack" }, dependencies: express },
    {
      "web.js": listens,
      Dockerfile: [
        ...["FROM node:22 AS build", "RUN yarn build", "FROM node:22-slim"],
        ...["COPY --from=build --chown=node /usr/src/app/dist/ ./dist", 'CMD ["npm", "start"]'],
      ].join("\n"),
    },
    { is: "nodejs web.js", web: true, finds: ["buildFirst build dist"] },
  ),
  nodeLayout(
    "Express beside a tool that writes to dist",
    { scripts: { start: "node web.js", build: "node pack.js" }, dependencies: express },
    { "web.js": listens, "pack.js": 'fs.writeFileSync(path.join(__dirname, "dist", "page.zip"), zip);\n' },
    { is: "nodejs web.js", web: true },
  ),
  nodeLayout(
    "install scripts that run tools of developers, one of them only where it is there",
    {
      scripts: { postinstall: "prisma generate", prepare: "husky || true", start: "node bot.js" },
      devDependencies: { husky: "9", prisma: "6" },
    },
    { "bot.js": login },
    { is: "nodejs bot.js", finds: ["dependencies devDependencies prisma"] },
  ),
  nodeLayout(
    "bot whose start script names a file that it never had",
    { ...bot, scripts: { start: "node index.js" } },
    { "bot.js": login },
    { is: "nodejs bot.js" },
  ),
  nodeLayout(
    "bot whose start script clears a terminal and names its window",
    { ...bot, scripts: { start: "cls && title My Bot && color 0a && node bot.js" } },
    { "bot.js": login },
    { is: "nodejs bot.js" },
  ),
  nodeLayout(
    "start that runs a program of a package with another name first",
    {
      ...{ scripts: { start: "sequelize db:migrate && node web.js" }, dependencies: express },
      devDependencies: { "sequelize-cli": "6" },
    },
    { "web.js": listens },
    {
      ...{ is: "nodejs web.js", web: true, command: "npm start" },
      finds: ["dependencies devDependencies sequelize-cli"],
    },
  ),
  nodeLayout(
    "server that starts together with the development of its client below",
    {
      scripts: {
        ...{ start: 'concurrently "npm run server" "npm run client"', server: "node web.js" },
        client: "cd client && npm start",
      },
      dependencies: { ...express, concurrently: "9" },
    },
    { "web.js": listens, "client/package.json": pack({ scripts: { start: "react-scripts start" } }) },
    { is: "nodejs web.js", web: true },
  ),
  nodeLayout(
    "Python bot whose developers have husky",
    { scripts: { prepare: "husky" }, devDependencies: { husky: "9" } },
    { "bot.py": "bot.run(TOKEN)", "requirements.txt": "discord.py" },
    { is: "python bot.py" },
  ),
  nodeLayout(
    "pages that a program of npx serves",
    { scripts: { build: "vite build", start: "npx serve -s dist" }, devDependencies: { vite: "7" } },
    { "dist/index.html": "" },
    { is: "nodejs package.json", command: "npm start", web: true },
  ),
  ...["WebSocket.Server", "WebSocketServer"].map((server) =>
    nodeLayout(
      `server of ws as ${server}`,
      { main: "index.js", dependencies: { ws: "8" } },
      { "index.js": `const wss = new ${server}({ port: process.env.PORT });\n` },
      { is: "nodejs index.js", web: true },
    ),
  ),
  nodeLayout(
    "TanStack Start that is built by Nitro",
    {
      scripts: { build: "vite build", start: "node .output/server/index.mjs" },
      dependencies: { "@tanstack/react-start": "1" },
    },
    { "src/router.tsx": "" },
    {
      ...{ is: "nodejs", command: "npm start", web: true },
      finds: ["buildFirst build .output/server/index.mjs"],
    },
  ),
  nodeLayout(
    "TypeScript bot without scripts",
    typed,
    { "tsconfig.json": '{ "compilerOptions": { "outDir": "dist" } }', "src/index.ts": login },
    { is: "nodejs", finds: ["buildFirst tsc dist/index.js by tsc: build - tsconfig.json"] },
  ),
];
