// Folders without an app, or with one that the service cannot run.
import { type Layout, layout, pack } from "./layout";

const unsupported = (kind: string, what: string, files: Layout["files"]): Layout =>
  layout(kind, files, { is: "none", finds: [`unsupported ${what}`] });

export const otherLayouts: readonly Layout[] = [
  layout(
    "page with a script",
    { "index.html": "", "js/app.js": "", "src/index.js": "", "script.js": "document.querySelector('a')" },
    { is: "nodejs", finds: ["staticSite "] },
  ),
  layout(
    "page in a folder",
    { "public/index.html": "", "README.md": "" },
    { is: "none", finds: ["staticSite public"] },
  ),
  unsupported("Go server", "Go", { "go.mod": "module shop", "main.go": "package main" }),
  unsupported("Rust bot", "Rust", { "Cargo.toml": "[package]", "src/main.rs": "fn main() {}" }),
  unsupported("PHP site", "PHP", { "index.php": "<?php", "composer.json": "{}" }),
  unsupported("Java bot", "Java or Kotlin", { "pom.xml": "<project/>", "src/main/java/Bot.java": "" }),
  unsupported("Ruby app", "Ruby", { Gemfile: "", "config.ru": "" }),
  unsupported(".NET app", ".NET", { "Shop.csproj": "<Project/>", "Program.cs": "" }),
  unsupported("Deno server", "Deno", { "deno.json": "{}", "main.ts": "Deno.serve(f)" }),
  layout(
    "Rust library beside a Node server",
    { "Cargo.toml": "", "package.json": pack({ main: "index.js" }), "index.js": "server.listen()" },
    { is: "nodejs index.js" },
  ),
  layout(
    "frontend and backend side by side",
    {
      "frontend/package.json": pack({ scripts: { dev: "vite", build: "vite build" } }),
      "frontend/index.html": "",
      "backend/requirements.txt": "flask",
      "backend/app.py": "",
      "docs/guide.md": "",
    },
    { is: "none", finds: ["packages backend backend, frontend frontend"] },
  ),
  layout(
    "two projects and a script that runs both while developing",
    {
      "package.json": pack({
        scripts: { dev: "concurrently 'npm:dev -w'" },
        devDependencies: { concurrently: "9" },
      }),
      "client/package.json": pack({ scripts: { dev: "vite" }, devDependencies: { vite: "6" } }),
      "server/package.json": pack({ scripts: { start: "node index.js" } }),
      "server/index.js": "server.listen()",
    },
    { is: "nodejs", finds: ["packages client client, server server"] },
  ),
  ...["cd X && npm start", "npm start --prefix X"].map((run) =>
    layout(
      `two projects that start together by ${run}`,
      {
        "package.json": pack({
          scripts: {
            ...{ start: 'concurrently "npm run api" "npm run page"', api: run.replace("X", "backend") },
            page: run.replace("X", "frontend"),
          },
          dependencies: { concurrently: "9" },
        }),
        "frontend/package.json": pack({ scripts: { start: "vite" }, devDependencies: { vite: "6" } }),
        "backend/package.json": pack({ scripts: { start: "node index.js" } }),
        "backend/index.js": "server.listen()",
      },
      { is: "nodejs", command: "npm start", finds: ["packages backend backend, frontend frontend"] },
    ),
  ),
  layout(
    "two projects, one of which a Procfile starts",
    {
      Procfile: "web: cd server && npm start\n",
      "client/package.json": pack({ scripts: { build: "vite build" }, devDependencies: { vite: "6" } }),
      "server/package.json": pack({ scripts: { start: "node index.js" } }),
      "server/index.js": "server.listen()",
    },
    {
      ...{ is: "nodejs", command: "cd server && npm start", web: true },
      finds: ["packages server server, client client"],
    },
  ),
  layout(
    "bot three folders down",
    {
      "README.md": "",
      "apps/services/bot/package.json": pack({ main: "index.js" }),
      ...{ "apps/services/bot/index.js": "client.login()", "apps/services/bot/web/index.js": "" },
    },
    { is: "none", finds: ["packages apps/services/bot bot"], becomes: "index.js" },
  ),
  layout(
    "bot three folders down, with its list of packages above",
    { "requirements.txt": "discord.py", "src/my/bot/main.py": "client.run(token)\n" },
    { is: "python", becomes: "src/my/bot/main.py" },
  ),
  layout(
    "server further down, and tests",
    {
      "requirements.txt": "flask",
      "src/shop/server.py":
        "from flask import Flask\napp = Flask(__name__)\nif __name__ == '__main__':\n    app.run(host='0.0.0.0')\n",
      "tests/test_server.py": "if __name__ == '__main__':\n    main()\n",
    },
    { is: "python src/shop/server.py", web: true },
  ),
  layout(
    "bot in a folder",
    {
      "requirements.txt": "discord.py",
      "cogs/fun.py": "import discord",
      "discord_bot/client.py": "import discord\nclient = discord.Client()\nclient.run(token)\n",
    },
    { is: "python discord_bot/client.py" },
  ),
  layout("notes only", { "README.md": "", "notes.txt": "" }, { is: "none" }),
];
