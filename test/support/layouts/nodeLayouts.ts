// Node.js projects, each after a real one.
import { type Layout, nodeLayout, pack } from "./layout";

const tsBot = {
  ...{ name: "guild-bot", main: "dist/index.js" },
  scripts: { build: "tsc", start: "node dist/index.js", dev: "tsx watch src/index.ts" },
  ...{ dependencies: { "discord.js": "^14" }, devDependencies: { typescript: "^5", tsx: "^4" } },
};
const discordJs =
  'const { Client } = require("discord.js");\nconst client = new Client({});\nclient.login(process.env.TOKEN);\n';

export const nodeLayouts: readonly Layout[] = [
  nodeLayout(
    "discord.js bot",
    { name: "bot", main: "index.js", dependencies: { "discord.js": "^14" } },
    {
      "index.js": discordJs,
      "deploy-commands.js":
        'const { REST } = require("discord.js");\nconst config = require("./config.json");',
      "config.json": "{}",
      "commands/ping.js": "module.exports = {}",
    },
    { is: "nodejs index.js" },
  ),
  ...['{ "main": "bot.js", "dependencies": { "discord.js": "14", } }', '{ "main": "bot.js" } // bot', ""].map(
    (text) =>
      nodeLayout(
        `discord.js bot whose package.json npm refuses: ${text}`,
        {},
        { "package.json": text, "bot.js": discordJs },
        { is: "nodejs bot.js", finds: ["unread package.json"] },
      ),
  ),
  nodeLayout(
    "discord.js bot without a main file named",
    { dependencies: { "discord.js": "^14" } },
    {
      "guild.js": discordJs,
      "config.js": "module.exports = { prefix: '!' }",
      "deploy-commands.js": "rest.put()",
    },
    { is: "nodejs guild.js" },
  ),
  nodeLayout(
    "discord.js bot whose config.json is ignored",
    { main: "index.js", dependencies: { "discord.js": "^14" } },
    {
      ".gitignore": "config.json\n",
      "index.js": `const { token } = require("./config.json");\n${discordJs}`,
      "config.json": '{ "token": "" }',
    },
    // It is asked about as a file of variables.
    { is: "nodejs index.js" },
  ),
  nodeLayout(
    "discord.js bot whose words.json is ignored",
    { main: "index.js", dependencies: { "discord.js": "^14" } },
    {
      ...{ ".gitignore": "words.json\n", "words.json": "{}" },
      "index.js": `const words = require("./words.json");\n${discordJs}`,
    },
    { is: "nodejs index.js", finds: ["ignoredRead words.json"] },
  ),
  nodeLayout(
    "discord.js bot whose config.js is ignored",
    { main: "index.js", dependencies: { "discord.js": "^14" } },
    {
      ...{ ".gitignore": "config.js\nlogs/\n", "config.js": "module.exports = {}", "logs/a.log": "" },
      "index.js": `const config = require("./config");\nopen("./logs/a.log");\n${discordJs}`,
    },
    { is: "nodejs index.js", finds: ["ignoredRead config.js"] },
  ),
  nodeLayout(
    "discord.js bot in src whose own config.json is ignored",
    { main: "src/index.js", dependencies: { "discord.js": "^14" } },
    {
      ...{ ".gitignore": "src/config.json\n", "src/config.json": "{}" },
      "src/index.js": `require("./load");\n${discordJs}`,
      "src/load.js": 'module.exports = require("./config.json");',
    },
    { is: "nodejs src/index.js", finds: ["ignoredRead src/config.json"] },
  ),
  nodeLayout(
    "discord.js bot with helpers in Python",
    { main: "index.js", scripts: { start: "node index.js" }, dependencies: { "discord.js": "^14" } },
    { "index.js": discordJs, "a.py": "main()", "scraper.py": "run()", "requirements.txt": "requests\n" },
    { is: "nodejs index.js" },
  ),
  nodeLayout(
    "TypeScript bot with an ignored dist that is built",
    tsBot,
    {
      ".gitignore": "dist/\nnode_modules/\n",
      "src/index.ts": "client.login()",
      "dist/index.js": discordJs,
      "tsconfig.json": '{ "compilerOptions": { "outDir": "dist" } }',
    },
    {
      is: "nodejs",
      command: "npm start",
      finds: ["buildFirst build dist/index.js there", "ignoredMainFile dist/index.js dist/"],
    },
  ),
  nodeLayout(
    "TypeScript bot that is not built yet",
    tsBot,
    { ".gitignore": "dist\n", "src/index.ts": "client.login()" },
    { is: "nodejs", command: "npm start", finds: ["buildFirst build dist/index.js"] },
  ),
  nodeLayout(
    "TypeScript bot whose dist is sent",
    tsBot,
    { "src/index.ts": "", "dist/index.js": discordJs },
    { is: "nodejs dist/index.js" },
  ),
  nodeLayout(
    "TypeScript app with no main and no start, by its tsconfig",
    { scripts: { build: "tsc -p ." }, dependencies: { express: "5" } },
    {
      "tsconfig.json": '{\n  // where it goes\n  "compilerOptions": { "outDir": "./build/" }\n}',
      "src/server.ts": "app.listen(3000)",
    },
    { is: "nodejs", web: true, finds: ["buildFirst build build/server.js"] },
  ),
  ...(
    [
      ["the base of its tsconfig", "tsc", { extends: "./tsconfig.base.json" }, "build/src/bot.js"],
      [
        ...["bases of which one is a package", "tsc -p ."],
        ...[{ extends: ["@tsconfig/node22/tsconfig.json", "./tsconfig.base"] }, "build/src/bot.js"],
      ],
      [
        ...["its tsconfig, before its base", "tsc"],
        ...[{ extends: "./tsconfig.base.json", compilerOptions: { rootDir: "src" } }, "build/bot.js"],
      ],
      ["a base without a folder", "tsc", { extends: "./tsconfig.strict.json" }, "src/bot.js"],
      ["a base that is a package", "tsc", { extends: "@tsconfig/node22/tsconfig.json" }, "dist/bot.js"],
      ["the tsconfig that its build names", "tsc --project tsconfig.build.json", {}, "lib/bot.js"],
      [
        "the first tsconfig that its build names",
        ...["tsc -p tsconfig.build.json && tsc -p tsconfig.strict.json", {}, "lib/bot.js"],
      ] as const,
      [
        "the tsconfig of its build, after a check",
        ...["tsc --noEmit && tsc -p tsconfig.build.json", {}, "lib/bot.js"],
      ] as const,
      ["a tsconfig that extends itself", "tsc", { extends: "./tsconfig.json" }, "src/bot.js"],
    ] as const
  ).map(([what, build, tsconfig, makes]) =>
    nodeLayout(
      `TypeScript app with no main and no start, by ${what}`,
      { scripts: { build }, dependencies: { grammy: "1" } },
      {
        "tsconfig.json": pack(tsconfig),
        "tsconfig.base.json": '{ "compilerOptions": { "outDir": "./build", "rootDir": ".", } }',
        "tsconfig.strict.json": '{ "compilerOptions": { "strict": true } }',
        "tsconfig.build.json": '{ "extends": "./tsconfig.json", "compilerOptions": { "outDir": "lib" } }',
        "src/bot.ts": "new Bot(token).start()",
      },
      { is: "nodejs", finds: [`buildFirst build ${makes}`] },
    ),
  ),
  nodeLayout(
    "server with the names of builds in its comments",
    { scripts: { build: "eslint ." }, dependencies: { express: "5" } },
    { "index.js": "// \"dist\" is of no use\n/* See: */ 'build';\napp.listen(3000);" },
    { is: "nodejs index.js", web: true },
  ),
  nodeLayout(
    "TypeScript app whose main is its source",
    { main: "src/index.ts", scripts: { build: "tsc", dev: "tsx watch src/index.ts" } },
    { "tsconfig.json": "{}", "src/index.ts": "app.listen(3000)" },
    { is: "nodejs", finds: ["buildFirst build src/index.js"] },
  ),
  nodeLayout(
    "TypeScript bot whose main is its source, without a build script",
    { main: "./src/index.ts", scripts: { dev: "tsx watch src/index.ts" } },
    { "src/index.ts": "client.login()" },
    { is: "nodejs", finds: ["unsupported TypeScript without a build script"] },
  ),
  nodeLayout(
    "TypeScript app by its tsconfig, built and ignored",
    { scripts: { build: "tsc -p ." }, dependencies: { express: "5" } },
    {
      "tsconfig.json": '{ "compilerOptions": { "outDir": "build" } }',
      "src/server.ts": "app.listen(3000)",
      "build/server.js": "",
      ".gitignore": "build\n",
    },
    {
      is: "nodejs",
      web: true,
      finds: ["buildFirst build build/server.js there", "ignoredMainFile build/server.js build"],
    },
  ),
  nodeLayout(
    "TypeScript app without a build script",
    { dependencies: { grammy: "1" } },
    { "tsconfig.json": "{}", "src/bot.ts": "" },
    { is: "nodejs", finds: ["unsupported TypeScript without a build script"] },
  ),
  nodeLayout(
    "TypeScript app that tsx runs, as a dependency",
    { scripts: { start: "tsx src/index.ts" }, dependencies: { tsx: "4", hono: "4" } },
    { "src/index.ts": "" },
    { is: "nodejs src/index.ts", command: "npm start", web: true },
  ),
  nodeLayout(
    "TypeScript app that ts-node runs, as a development dependency",
    { scripts: { start: "ts-node src/index.ts" }, devDependencies: { "ts-node": "10" } },
    { "src/index.ts": "" },
    { is: "nodejs src/index.ts", command: "npm start", finds: ["dependencies devDependencies ts-node"] },
  ),
  nodeLayout(
    "Express server",
    { name: "shop", scripts: { start: "node server.js" }, dependencies: { express: "4" } },
    {
      "server.js": "app.listen(process.env.PORT)",
      "public/index.html": "",
      "public/script.js": "document.body",
    },
    { is: "nodejs server.js", web: true },
  ),
  nodeLayout(
    "Express server by its generator",
    { scripts: { start: "node ./bin/www" }, dependencies: { express: "4" } },
    { "app.js": "module.exports = app", "bin/www": "#!/usr/bin/env node" },
    { is: "nodejs bin/www", web: true },
  ),
  nodeLayout(
    "ES modules with exports and no main",
    { type: "module", exports: { ".": "./lib/start.js" }, dependencies: { fastify: "5" } },
    { "lib/start.js": "server.listen({})", "lib/routes.js": "" },
    { is: "nodejs lib/start.js", web: true },
  ),
  nodeLayout(
    "program that package.json names as bin",
    { bin: { worker: "./cli.mjs" }, dependencies: { bullmq: "5" } },
    { "cli.mjs": "run()", "utils.mjs": "" },
    { is: "nodejs cli.mjs" },
  ),
  nodeLayout(
    "start script with dotenv and cross-env",
    { scripts: { start: "cross-env NODE_ENV=production node app.js" }, dependencies: { "cross-env": "7" } },
    { "app.js": "bot.launch()" },
    { is: "nodejs app.js", command: "npm start" },
  ),
  nodeLayout(
    "start for production beside one for development",
    {
      scripts: { start: "nodemon index.js", "start:prod": "node --enable-source-maps index.js" },
      devDependencies: { nodemon: "3" },
    },
    { "index.js": "server.listen(1)" },
    { is: "nodejs index.js", command: "npm run start:prod" },
  ),
  nodeLayout(
    "nodemon as the only start",
    { scripts: { start: "nodemon index.js" }, devDependencies: { nodemon: "3" } },
    { "index.js": "client.login()" },
    { is: "nodejs index.js", command: "npm start", finds: ["dependencies devDependencies nodemon"] },
  ),
  nodeLayout(
    "npm workspace",
    { private: true, workspaces: ["packages/*"], scripts: { build: "turbo run build" } },
    {
      "packages/api/package.json": '{\n  "name": "@acme/api",\n  "main": "index.js"\n}',
      "packages/api/index.js": "app.listen()",
      "packages/ui/package.json": '{\n  "name": "@acme/ui"\n}',
    },
    { is: "nodejs", finds: ["packages packages/api @acme/api, packages/ui @acme/ui"] },
  ),
  nodeLayout(
    "pnpm workspace",
    { private: true },
    {
      "pnpm-workspace.yaml": "packages:\n  # ours\n  - 'apps/*'\n  - \"libs/**\"\n  - '!**/test/**'\n",
      "apps/bot/package.json": '{\n  "name": "bot"\n}',
      "libs/core/log/package.json": "{",
      "apps/bot/index.js": "client.login()",
    },
    { is: "nodejs", finds: ["packages apps/bot bot, libs/core/log log"] },
  ),
  nodeLayout(
    "yarn workspace in its long form, with a start of its own",
    { workspaces: { packages: ["server", "client"] }, scripts: { start: "node server/index.js" } },
    { "server/package.json": "{}", "server/index.js": "app.listen()", "client/package.json": "{}" },
    { is: "nodejs server/index.js" },
  ),
  nodeLayout(
    "pnpm workspace whose start names a package",
    { scripts: { start: "pnpm --filter bot... start" } },
    {
      "pnpm-workspace.yaml": "packages: ['apps/*']",
      "apps/api/package.json": pack({ name: "api", scripts: { start: "node ." } }),
      "apps/bot/package.json": pack({ name: "bot", scripts: { start: "node bot.js" } }),
      "apps/bot/bot.js": "client.login()",
    },
    {
      ...{ is: "nodejs", command: "npm start", becomes: "bot.js" },
      finds: ["packages apps/bot bot, apps/api api"],
    },
  ),
  ...[
    "npm start --prefix server",
    "npm run serve",
    "cd server && npm start",
    "cd ./server && node server",
  ].map((start) =>
    nodeLayout(
      `project below that is started by ${start}`,
      { scripts: { start, serve: "npm --prefix ./server/ start" } },
      {
        "server/package.json": pack({ scripts: { start: "node server.js" }, dependencies: { express: "5" } }),
        ...{ "server/server.js": "app.listen()", "client/package.json": "{}" },
      },
      {
        ...{ is: "nodejs", command: "npm start", becomes: "server.js" },
        finds: ["packages server server, client client"],
      },
    ),
  ),
  nodeLayout(
    "project below that is started here, where its packages get installed",
    { scripts: { start: "cd server && node server.js", postinstall: "npm i --prefix server" } },
    { "server/package.json": "{}", "server/server.js": "app.listen()", "client/package.json": "{}" },
    { is: "nodejs server/server.js", command: "npm start" },
  ),
  nodeLayout(
    "package of a pnpm workspace by itself",
    { main: "index.js", dependencies: { "@acme/core": "workspace:*", express: "5" } },
    { "index.js": "app.listen()" },
    { is: "nodejs index.js", web: true, finds: ["dependencies workspace @acme/core"] },
  ),
  nodeLayout(
    "Telegraf bot",
    { type: "module", dependencies: { telegraf: "4" } },
    { "bot.js": 'import { Telegraf } from "telegraf";\nbot.launch();', "db.js": "export default {}" },
    { is: "nodejs bot.js" },
  ),
  nodeLayout(
    "WhatsApp bot with Baileys",
    { main: "index.js", dependencies: { "@whiskeysockets/baileys": "6" } },
    { "index.js": "const sock = makeWASocket({})", "auth_info_baileys/creds.json": "{}" },
    { is: "nodejs index.js" },
  ),
  nodeLayout(
    "Bun project",
    { scripts: { start: "bun run index.ts" } },
    { "bun.lockb": "", "index.ts": "" },
    { is: "nodejs", command: "npm start", finds: ["unsupported Bun"] },
  ),
];
