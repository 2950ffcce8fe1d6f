// Projects of Node.js, each made after a real kind.
import { type Layout, pack } from "./layout";

const tsBot = pack({
  ...{ name: "guild-bot", main: "dist/index.js" },
  scripts: { build: "tsc", start: "node dist/index.js", dev: "tsx watch src/index.ts" },
  ...{ dependencies: { "discord.js": "^14" }, devDependencies: { typescript: "^5", tsx: "^4" } },
});
const discordJs =
  'const { Client } = require("discord.js");\nconst client = new Client({});\nclient.login(process.env.TOKEN);\n';

export const nodeLayouts: readonly Layout[] = [
  {
    kind: "discord.js bot",
    files: {
      "package.json": pack({ name: "bot", main: "index.js", dependencies: { "discord.js": "^14" } }),
      "index.js": discordJs,
      "deploy-commands.js":
        'const { REST } = require("discord.js");\nconst config = require("./config.json");',
      "config.json": "{}",
      "commands/ping.js": "module.exports = {}",
    },
    is: "nodejs index.js",
  },
  {
    kind: "discord.js bot without a main file named",
    files: {
      "package.json": pack({ dependencies: { "discord.js": "^14" } }),
      "guild.js": discordJs,
      "config.js": "module.exports = { prefix: '!' }",
      "deploy-commands.js": "rest.put()",
    },
    is: "nodejs guild.js",
  },
  {
    kind: "discord.js bot whose config.json is ignored",
    files: {
      "package.json": pack({ main: "index.js", dependencies: { "discord.js": "^14" } }),
      ".gitignore": "config.json\n",
      "index.js": `const { token } = require("./config.json");\n${discordJs}`,
      "config.json": "{}",
    },
    is: "nodejs index.js",
    finds: ["ignoredRead config.json"],
  },
  {
    kind: "TypeScript bot with an ignored dist that is built",
    files: {
      ...{ "package.json": tsBot, ".gitignore": "dist/\nnode_modules/\n" },
      ...{ "src/index.ts": "client.login()", "dist/index.js": discordJs },
      "tsconfig.json": '{ "compilerOptions": { "outDir": "dist" } }',
    },
    ...{ is: "nodejs", command: "npm start" },
    finds: ["buildFirst build dist/index.js there", "ignoredMainFile dist/index.js dist/"],
  },
  {
    kind: "TypeScript bot that is not built yet",
    files: { "package.json": tsBot, ".gitignore": "dist\n", "src/index.ts": "client.login()" },
    ...{ is: "nodejs", command: "npm start", finds: ["buildFirst build dist/index.js"] },
  },
  {
    kind: "TypeScript bot whose dist is sent",
    files: { "package.json": tsBot, "src/index.ts": "", "dist/index.js": discordJs },
    is: "nodejs dist/index.js",
  },
  {
    kind: "TypeScript app with no main and no start, by its tsconfig",
    files: {
      "package.json": pack({ scripts: { build: "tsc -p ." }, dependencies: { express: "5" } }),
      "tsconfig.json": '{\n  // where it goes\n  "compilerOptions": { "outDir": "./build/" }\n}',
      "src/server.ts": "app.listen(3000)",
    },
    ...{ is: "nodejs", web: true, finds: ["buildFirst build build/server.js"] },
  },
  {
    kind: "TypeScript app by its tsconfig, built and ignored",
    files: {
      "package.json": pack({ scripts: { build: "tsc -p ." }, dependencies: { express: "5" } }),
      "tsconfig.json": '{ "compilerOptions": { "outDir": "build" } }',
      ...{ "src/server.ts": "app.listen(3000)", "build/server.js": "", ".gitignore": "build\n" },
    },
    ...{
      is: "nodejs",
      web: true,
      finds: ["buildFirst build build/server.js there", "ignoredMainFile build/server.js build"],
    },
  },
  {
    kind: "TypeScript app without a build script",
    files: {
      "package.json": pack({ dependencies: { grammy: "1" } }),
      "tsconfig.json": "{}",
      "src/bot.ts": "",
    },
    ...{ is: "nodejs", finds: ["unsupported TypeScript without a build script"] },
  },
  {
    kind: "TypeScript app that tsx runs, as a dependency",
    files: {
      "package.json": pack({ scripts: { start: "tsx src/index.ts" }, dependencies: { tsx: "4", hono: "4" } }),
      "src/index.ts": "",
    },
    ...{ is: "nodejs src/index.ts", command: "npm start", web: true },
  },
  {
    kind: "TypeScript app that ts-node runs, as a development dependency",
    files: {
      "package.json": pack({
        scripts: { start: "ts-node src/index.ts" },
        devDependencies: { "ts-node": "10" },
      }),
      "src/index.ts": "",
    },
    ...{ is: "nodejs src/index.ts", command: "npm start", finds: ["dependencies devDependencies ts-node"] },
  },
  {
    kind: "Express server",
    files: {
      "package.json": pack({
        name: "shop",
        scripts: { start: "node server.js" },
        dependencies: { express: "4" },
      }),
      ...{
        "server.js": "app.listen(process.env.PORT)",
        "public/index.html": "",
        "public/script.js": "document.body",
      },
    },
    ...{ is: "nodejs server.js", web: true },
  },
  {
    kind: "Express server by its generator",
    files: {
      "package.json": pack({ scripts: { start: "node ./bin/www" }, dependencies: { express: "4" } }),
      ...{ "app.js": "module.exports = app", "bin/www": "#!/usr/bin/env node" },
    },
    ...{ is: "nodejs bin/www", web: true },
  },
  {
    kind: "ES modules with exports and no main",
    files: {
      "package.json": pack({
        type: "module",
        exports: { ".": "./lib/start.js" },
        dependencies: { fastify: "5" },
      }),
      ...{ "lib/start.js": "server.listen({})", "lib/routes.js": "" },
    },
    ...{ is: "nodejs lib/start.js", web: true },
  },
  {
    kind: "program that package.json names as bin",
    files: {
      "package.json": pack({ bin: { worker: "./cli.mjs" }, dependencies: { bullmq: "5" } }),
      ...{ "cli.mjs": "run()", "utils.mjs": "" },
    },
    is: "nodejs cli.mjs",
  },
  {
    kind: "start script with dotenv and cross-env",
    files: {
      "package.json": pack({
        scripts: { start: "cross-env NODE_ENV=production node app.js" },
        dependencies: { "cross-env": "7" },
      }),
      "app.js": "bot.launch()",
    },
    ...{ is: "nodejs app.js", command: "npm start" },
  },
  {
    kind: "start for production beside one for development",
    files: {
      "package.json": pack({
        scripts: { start: "nodemon index.js", "start:prod": "node --enable-source-maps index.js" },
        devDependencies: { nodemon: "3" },
      }),
      "index.js": "server.listen(1)",
    },
    ...{ is: "nodejs index.js", command: "npm run start:prod" },
  },
  {
    kind: "nodemon as the only start",
    files: {
      "package.json": pack({ scripts: { start: "nodemon index.js" }, devDependencies: { nodemon: "3" } }),
      "index.js": "client.login()",
    },
    ...{ is: "nodejs index.js", command: "npm start", finds: ["dependencies devDependencies nodemon"] },
  },
  {
    kind: "npm workspace",
    files: {
      "package.json": pack({
        private: true,
        workspaces: ["packages/*"],
        scripts: { build: "turbo run build" },
      }),
      "packages/api/package.json": pack({ name: "@acme/api", main: "index.js" }),
      "packages/api/index.js": "app.listen()",
      "packages/ui/package.json": pack({ name: "@acme/ui" }),
    },
    ...{ is: "nodejs", finds: ["packages packages/api @acme/api, packages/ui @acme/ui"] },
  },
  {
    kind: "pnpm workspace",
    files: {
      "package.json": pack({ private: true }),
      "pnpm-workspace.yaml": "packages:\n  # ours\n  - 'apps/*'\n  - \"libs/**\"\n  - '!**/test/**'\n",
      ...{ "apps/bot/package.json": pack({ name: "bot" }), "libs/core/log/package.json": "{" },
      "apps/bot/index.js": "client.login()",
    },
    ...{ is: "nodejs", finds: ["packages apps/bot bot, libs/core/log log"] },
  },
  {
    kind: "yarn workspace in its long form, with a start of its own",
    files: {
      "package.json": pack({
        workspaces: { packages: ["server", "client"] },
        scripts: { start: "node server/index.js" },
      }),
      ...{ "server/package.json": "{}", "server/index.js": "app.listen()", "client/package.json": "{}" },
    },
    is: "nodejs server/index.js",
  },
  {
    kind: "package of a pnpm workspace by itself",
    files: {
      "package.json": pack({ main: "index.js", dependencies: { "@acme/core": "workspace:*", express: "5" } }),
      "index.js": "app.listen()",
    },
    ...{ is: "nodejs index.js", web: true, finds: ["dependencies workspace @acme/core"] },
  },
  {
    kind: "Telegraf bot",
    files: {
      "package.json": pack({ type: "module", dependencies: { telegraf: "4" } }),
      ...{ "bot.js": 'import { Telegraf } from "telegraf";\nbot.launch();', "db.js": "export default {}" },
    },
    is: "nodejs bot.js",
  },
  {
    kind: "WhatsApp bot with Baileys",
    files: {
      "package.json": pack({ main: "index.js", dependencies: { "@whiskeysockets/baileys": "6" } }),
      ...{ "index.js": "const sock = makeWASocket({})", "auth_info_baileys/creds.json": "{}" },
    },
    is: "nodejs index.js",
  },
  {
    kind: "Bun project",
    files: {
      "package.json": pack({ scripts: { start: "bun run index.ts" } }),
      "bun.lockb": "",
      "index.ts": "",
    },
    ...{ is: "nodejs", command: "npm start", finds: ["unsupported Bun"] },
  },
];
