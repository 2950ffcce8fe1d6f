// Workspaces and services that share a folder: the folder that is opened, the answers, and the app that it comes to.
import { pack } from "./layout";

interface WorkspaceLayout {
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  /** The folder from which the app is created; the root where nothing is said. */
  readonly opened?: string;
  /** Labels that are selected, by a part of the list's title. */
  readonly answers?: Readonly<Record<string, string>>;
  /** A part of the title of each list before the summary. */
  readonly asked: readonly string[];
  readonly name: string;
  readonly mainFile: string;
  readonly command: string;
  /** All files of the app. */
  readonly sent: readonly string[];
  /** What is written on the way. */
  readonly writes?: Readonly<Record<string, string>>;
}

const server = 'const core = require("@acme/core");\napp.listen(process.env.PORT);\n';
const apiOf = (dependencies: object, more: object = {}): string =>
  pack({ name: "@acme/api", scripts: { start: "node index.js" }, dependencies, ...more });
const core = pack({ name: "@acme/core", version: "1.2.0", main: "index.js" });
const npmFiles = (dependencies: object, more: object = {}) => ({
  "package.json": pack({ name: "acme", private: true, workspaces: ["packages/*"] }),
  "packages/api/package.json": apiOf(dependencies, more),
  "packages/api/index.js": server,
  "packages/core/package.json": core,
  "packages/core/index.js": "module.exports = 1;\n",
});
const whole = "packages/api needs @acme/core from outside its folder";
const ofNpm = { name: "api", mainFile: "packages/api/index.js", command: "npm start -w @acme/api" };
const python = (name: string, dependencies: readonly string[], more = ""): string =>
  `[project]\nname = "${name}"\nversion = "1"\ndependencies = ${JSON.stringify(dependencies)}\n${more}`;
const uvFiles = {
  "pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n',
  "uv.lock": "",
  "packages/bot/pyproject.toml": python(
    "bot",
    ["discord.py>=2", "Acme_Lib"],
    "[tool.uv.sources]\nacme-lib = { workspace = true }\n",
  ),
  "packages/bot/main.py": "from acme_lib import hello\nclient.run('x')\n",
  "packages/lib/pyproject.toml": python(
    "acme-lib",
    ["httpx", "acme-base"],
    "[tool.uv.sources]\nacme-base = { workspace = true }\n",
  ),
  "packages/lib/acme_lib.py": "hello = 1\n",
  "packages/base/pyproject.toml": python("acme-base", []),
  "packages/base/acme_base.py": "",
};
const ofUv = {
  ...{ name: "bot", mainFile: "packages/bot/main.py", command: "cd packages/bot && python main.py" },
  sent: [...Object.keys(uvFiles), "requirements.txt"],
  writes: { "requirements.txt": "discord.py>=2\n./packages/lib\n./packages/base\n" },
};

export const workspaceLayouts: readonly WorkspaceLayout[] = [
  ...Object.entries({
    "*": npmFiles({ "@acme/core": "*", express: "5" }),
    "a range": npmFiles({ "@acme/core": "^1.0.0" }),
    "a folder": npmFiles({ "@acme/core": "file:../core" }),
    "a tool for development": npmFiles({}, { devDependencies: { "@acme/core": "*" } }),
  }).map(
    ([specifier, files]): WorkspaceLayout => ({
      kind: `a package of an npm workspace that needs a sibling as ${specifier}`,
      ...{ files, opened: "packages/api", asked: [whole], ...ofNpm, sent: Object.keys(files) },
    }),
  ),
  {
    kind: "the root of an npm workspace, with the package that is selected there",
    files: npmFiles({ "@acme/core": "*" }),
    asked: ["Select a project in this folder", whole],
    ...{ ...ofNpm, sent: Object.keys(npmFiles({})) },
  },
  {
    kind: "a package of an npm workspace that needs no sibling",
    files: { ...npmFiles({ express: "5" }), "packages/api/index.js": "app.listen(3000);\n" },
    opened: "packages/api",
    asked: [],
    ...{ name: "api", mainFile: "index.js", command: "", sent: ["index.js", "package.json"] },
  },
  ...["", "packages/api"].map((opened): WorkspaceLayout => {
    const root = { name: "acme", private: true, workspaces: ["packages/*"] };
    const files = {
      "package.json": pack({ ...root, devDependencies: { tsx: "4", zod: "4" } }),
      "packages/api/package.json": pack({ name: "@acme/api", scripts: { start: "tsx index.ts" } }),
      "packages/api/index.ts": 'import { z } from "zod";\napp.listen(process.env.PORT);\n',
      "packages/core/package.json": core,
    };
    return {
      kind: `a package that needs the root's packages for development, from ${opened || "the root"}`,
      ...{ files, opened, name: "api", mainFile: "packages/api/index.ts", command: "npm start -w @acme/api" },
      asked: [
        ...(opened === "" ? ["Select a project in this folder"] : []),
        "packages/api needs tsx, zod from outside its folder",
        "The service won't install tsx, zod: only devDependencies lists them",
      ],
      sent: Object.keys(files),
      writes: {
        "package.json": pack({ ...root, dependencies: { tsx: "4", zod: "4" } }),
      },
    };
  }),
  {
    kind: "a package that imports what only the root lists",
    files: {
      "package.json": pack({ private: true, workspaces: ["packages/*"], dependencies: { zod: "4" } }),
      "packages/api/package.json": apiOf({ express: "5" }),
      "packages/api/index.js": 'import "zod";\nimport "node:fs";\nimport "express";\napp.listen(3000);\n',
    },
    opened: "packages/api",
    asked: ["packages/api needs zod from outside its folder"],
    ...ofNpm,
    sent: ["package.json", "packages/api/package.json", "packages/api/index.js"],
  },
  {
    kind: "a package in its whole workspace, whose own packages are for development",
    files: {
      ...npmFiles({ "@acme/core": "*" }, { devDependencies: { express: "5" } }),
      "packages/api/index.js": `${server}require("express");\n`,
    },
    opened: "packages/api",
    asked: [whole, "The service won't install express: only devDependencies lists it"],
    ...{ ...ofNpm, sent: Object.keys(npmFiles({})) },
    writes: {
      "packages/api/package.json": apiOf({ "@acme/core": "*", express: "5" }),
    },
  },
  {
    kind: "a package of a Yarn workspace with another start script",
    files: {
      "package.json": pack({ private: true, workspaces: { packages: ["services/**"] } }),
      "yarn.lock": "",
      "services/web/api/package.json": pack({
        name: "@acme/api",
        scripts: { "start:prod": "NODE_ENV=production node index.js" },
        dependencies: { "@acme/core": "1.2.0" },
      }),
      "services/web/api/index.js": server,
      "services/core/package.json": core,
      "services/core/index.js": "",
    },
    opened: "services/web/api",
    asked: ["services/web/api needs @acme/core from outside its folder"],
    ...{ name: "api", mainFile: "services/web/api/index.js", command: "npm run start:prod -w @acme/api" },
    sent: [
      ...["package.json", "yarn.lock", "services/web/api/package.json", "services/web/api/index.js"],
      ...["services/core/package.json", "services/core/index.js"],
    ],
  },
  ...["workspace:*", "workspace:^1.0.0", "link:../core", "catalog:", "^1.0.0"].map(
    (specifier): WorkspaceLayout => {
      const files = {
        "package.json": pack({ private: true, packageManager: "pnpm@9.12.1" }),
        "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
        "pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n",
        "packages/api/package.json": apiOf({ "@acme/core": specifier }),
        "packages/api/index.js": server,
        "packages/core/package.json": core,
        "packages/core/index.js": "",
      };
      return {
        kind: `a package of a pnpm workspace that needs ${specifier}`,
        ...{ files, opened: "packages/api", asked: [whole], ...ofNpm, sent: Object.keys(files) },
        command:
          "npx --yes pnpm@9.12.1 install --prod --config.link-workspace-packages=true && npx --yes pnpm@9.12.1 --filter @acme/api start",
      };
    },
  ),
  {
    kind: "a package that needs a folder beside it, alone",
    files: npmFiles({ "@acme/core": "file:../core" }),
    opened: "packages/api",
    answers: { [whole]: "Send This Package Alone" },
    asked: [whole],
    ...{ name: "api", mainFile: "index.js", command: "", sent: ["index.js", "package.json"] },
  },
  {
    kind: "a package of Turborepo whose sibling a build makes",
    files: {
      "package.json": pack({
        ...{ private: true, workspaces: ["apps/*", "libs/*"], devDependencies: { turbo: "2" } },
        scripts: { start: "turbo run start" },
      }),
      "turbo.json": pack({ tasks: { build: { dependsOn: ["^build"] }, start: { dependsOn: ["build"] } } }),
      ".gitignore": "dist\n",
      "apps/api/package.json": apiOf({ "@acme/core": "*" }),
      "apps/api/index.js": server,
      "libs/core/package.json": pack({ name: "@acme/core", exports: { ".": { import: "./dist/index.js" } } }),
      "libs/core/src/index.ts": "",
      "libs/core/dist/index.js": "",
    },
    opened: "apps/api",
    asked: ["apps/api needs @acme/core from outside its folder", "Include libs/core/dist/?"],
    ...{ name: "api", mainFile: "apps/api/index.js", command: "npm start -w @acme/api" },
    sent: [
      ...[
        "package.json",
        "turbo.json",
        ".gitignore",
        ".deployignore",
        "apps/api/package.json",
        "apps/api/index.js",
      ],
      ...["libs/core/package.json", "libs/core/src/index.ts", "libs/core/dist/index.js"],
    ],
  },
  {
    kind: "an app of Nx that is built",
    files: {
      "package.json": pack({ name: "acme", dependencies: { express: "5" }, devDependencies: { nx: "20" } }),
      "nx.json": "{}",
      ".gitignore": "dist\n",
      "apps/api/project.json": pack({
        ...{ name: "api", projectType: "application" },
        targets: {
          build: {
            executor: "@nx/esbuild:esbuild",
            options: { outputPath: "dist/apps/api", main: "apps/api/src/main.ts" },
          },
        },
      }),
      "apps/api/src/main.ts": "import express from 'express';\n",
      "dist/apps/api/main.js": "app.listen(3000)\n",
    },
    asked: ["Select a project in this folder", "apps/api needs its whole workspace", "Include dist/?"],
    ...{ name: "api", mainFile: "dist/apps/api/main.js", command: "" },
    sent: [
      ...["package.json", "nx.json", ".gitignore", ".deployignore", "apps/api/project.json"],
      ...["apps/api/src/main.ts", "dist/apps/api/main.js"],
    ],
  },
  {
    kind: "a package of a uv workspace",
    ...{ files: uvFiles, opened: "packages/bot", ...ofUv },
    asked: [
      "packages/bot needs acme-lib, acme-base from outside its folder",
      "The service installs requirements.txt",
    ],
  },
  {
    kind: "a uv workspace whose root is the app",
    files: {
      "pyproject.toml": python(
        "bot",
        ["flask", "acme-lib"],
        '[tool.uv.workspace]\nmembers = ["libs/*"]\n[tool.uv.sources]\nacme-lib = { workspace = true }\n',
      ),
      "main.py": "import acme_lib\napp.run()\n",
      "libs/lib/pyproject.toml": python("acme-lib", []),
    },
    asked: ["The service installs requirements.txt, not the packages in pyproject.toml"],
    ...{ name: "bot", mainFile: "main.py", command: "" },
    sent: ["pyproject.toml", "main.py", "libs/lib/pyproject.toml", "requirements.txt"],
    writes: { "requirements.txt": "flask\n./libs/lib\n" },
  },
  {
    kind: "a uv workspace whose root lists a sibling by its name",
    files: {
      "pyproject.toml": python("bot", [], '[tool.uv.workspace]\nmembers = ["libs/*"]\n'),
      "requirements.txt": "flask\nacme-lib # ours",
      "main.py": "import acme_lib\napp.run()\n",
      "libs/lib/pyproject.toml": python("acme-lib", []),
    },
    asked: ["look in a package registry for packages of this workspace: acme-lib"],
    ...{ name: "bot", mainFile: "main.py", command: "" },
    sent: ["pyproject.toml", "main.py", "libs/lib/pyproject.toml", "requirements.txt"],
    writes: { "requirements.txt": "./libs/lib\nflask\nacme-lib # ours\n" },
  },
  {
    kind: "a second package of a uv workspace",
    files: { ...uvFiles, "requirements.txt": "Discord.Py==2.4\n./packages/base\n" },
    ...{ opened: "packages/bot", ...ofUv },
    asked: [
      "packages/bot needs acme-lib, acme-base from outside its folder",
      "The service installs requirements.txt",
    ],
    writes: { "requirements.txt": "./packages/lib\nDiscord.Py==2.4\n./packages/base\n" },
  },
  {
    kind: "a Node.js service that shares a folder with another",
    files: {
      "api/package.json": pack({
        name: "api",
        scripts: { start: "node index.js" },
        dependencies: { koa: "3" },
      }),
      "api/package-lock.json": "{}",
      "api/index.js": 'const log = require("../shared/log");\napp.listen(3000);\n',
      "worker/package.json": pack({ name: "worker", scripts: { start: "node index.js" } }),
      "worker/index.js": 'require("../shared/log");\n',
      "shared/log.js": "",
    },
    answers: { "Select a project": "api" },
    asked: ["Select a project in this folder", "api needs ../shared from outside its folder"],
    ...{ name: "api", mainFile: "api/index.js", command: "cd api && npm ci --omit=dev && npm start" },
    sent: [
      ...[
        "api/package.json",
        "api/package-lock.json",
        "api/index.js",
        "worker/package.json",
        "worker/index.js",
      ],
      "shared/log.js",
    ],
  },
  {
    kind: "a Python bot that shares a folder with another",
    files: {
      "bot/requirements.txt": "discord.py\n",
      "bot/main.py": "import sys\nsys.path.append('..')\nfrom shared import db\nclient.run('x')\n",
      "web/main.py": "from shared import db\n",
      "shared/db.py": "",
    },
    opened: "bot",
    asked: ["bot needs ../shared from outside its folder", "not the packages in bot/requirements.txt"],
    ...{ name: "bot", mainFile: "bot/main.py", command: "cd bot && python main.py" },
    sent: ["bot/requirements.txt", "bot/main.py", "web/main.py", "shared/db.py", "requirements.txt"],
    writes: { "requirements.txt": "-r bot/requirements.txt\n" },
  },
  {
    kind: "a Python bot that shares a folder, and whose Dockerfile installs more",
    files: {
      "bot/requirements.txt": "discord.py\n",
      "bot/Dockerfile": "FROM python:3.12\nRUN pip install aiosqlite discord.py\n",
      "bot/main.py": "import sys\nsys.path.append('..')\nfrom shared import db\nclient.run('x')\n",
      "shared/db.py": "",
    },
    opened: "bot",
    asked: ["bot needs ../shared from outside its folder", "not the packages in bot/requirements.txt"],
    ...{ name: "bot", mainFile: "bot/main.py", command: "cd bot && python main.py" },
    sent: ["bot/requirements.txt", "bot/Dockerfile", "bot/main.py", "shared/db.py", "requirements.txt"],
    writes: { "requirements.txt": "-r bot/requirements.txt\naiosqlite\n" },
  },
  ...Object.entries({
    "-r web/requirements.txt\n": "-r web/requirements.txt\n-r bot/requirements.txt\n",
    "discord.py>=2\n": undefined,
    "-r bot/requirements.txt\n": undefined,
  }).map(([listed, written]): WorkspaceLayout => {
    const files = {
      "requirements.txt": listed,
      "bot/requirements.txt": "discord.py\n",
      "bot/main.py": "import sys\nsys.path.append('..')\nfrom shared import db\nclient.run('x')\n",
      "web/requirements.txt": "flask\n",
      "shared/db.py": "",
    };
    return {
      kind: `a Python bot that shares a folder whose requirements are ${listed.trim()}`,
      ...{
        files,
        opened: "bot",
        sent: Object.keys(files),
        writes: { "requirements.txt": written ?? listed },
      },
      asked: [
        "bot needs ../shared from outside its folder",
        ...(written === undefined ? [] : ["not the packages in bot/requirements.txt"]),
      ],
      ...{ name: "bot", mainFile: "bot/main.py", command: "cd bot && python main.py" },
    };
  }),
];
