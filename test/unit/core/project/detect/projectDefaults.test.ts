import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { detectProject, mainFilesToRead } from "../../../../../src/core/project/detect/projectDefaults";
import { ProjectPaths } from "../../../../../src/core/project/projectPaths";
import { emptyFiles } from "../../../../support/fileTrees";
import { pack, port } from "../../../../support/layouts/layout";

const detect = (files: Readonly<Record<string, string>>) =>
  detectProject("my-folder", new ProjectPaths(Object.keys(files)), new Map(Object.entries(files)));

/** Like those of layouts.test.ts: runtime and main file, the start command, and whether it is on the web. */
type Row = readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  is: string,
  command?: string,
  web?: boolean,
];

/** A package.json beside files that hold nothing. */
const node = (manifest: object, ...others: readonly string[]) => ({
  ...{ "package.json": pack(manifest), ...emptyFiles(...others) },
});

const projects: readonly Row[] = [
  [
    "a Procfile's web process before its worker and its release",
    {
      Procfile: "release: python m.py\nworker: python bot.py\nweb: gunicorn shop.app:app --bind :$PORT\n",
      ...emptyFiles("bot.py", "shop/app.py"),
    },
    ...(["python shop/app.py", "gunicorn shop.app:app --bind :$PORT", true] as const),
  ],
  [
    "a Procfile that runs a file plainly",
    { Procfile: "worker: python3 ./bot.py\r\n", "bot.py": "from flask import Flask" },
    "python bot.py",
  ],
  [
    "a Procfile of a Node app among Python tools",
    {
      Procfile: "web: NODE_ENV=production node lib/web.js",
      ...emptyFiles("tool.py", "requirements.txt", "lib/web.js"),
    },
    ...(["nodejs lib/web.js", "NODE_ENV=production node lib/web.js", true] as const),
  ],
  [
    "a start script that runs the package itself",
    node({ main: "lib", scripts: { start: "node ." } }, "lib/index.js", "index.js"),
    "nodejs lib/index.js",
  ],
  [
    "a main file as Windows has its path",
    node({ main: "src\\guild.js" }, "src/aaa.js", "src/guild.js"),
    "nodejs src/guild.js",
  ],
  [
    "an image that keeps the app running beside a plain start script",
    {
      ...node({ scripts: { start: "node index.js" } }, "index.js"),
      Dockerfile: 'FROM node\nRUN npm install pm2 -g\nCMD ["pm2-runtime", "index.js"]\n',
    },
    "nodejs index.js",
  ],
  [
    "an image that keeps the app running, without a start script",
    {
      ...node({}, "robot.js", "index.js"),
      Dockerfile: 'FROM node\nCMD ["pm2-runtime", "robot.js"]\n',
    },
    "nodejs robot.js",
  ],
  [
    "a start script that only Windows can run",
    node({ scripts: { start: "node -r ./x src\\guild.js" } }, "src/aaa.js", "src/guild.js"),
    ...(["nodejs src/guild.js", "node -r ./x src/guild.js"] as const),
  ],
  [
    "a Procfile with a path of Windows",
    { Procfile: "worker: python src\\guild.py\n", ...emptyFiles("src/aaa.py", "src/guild.py") },
    "python src/guild.py",
  ],
  [
    "a start and a main file as Windows has their paths",
    {
      "discloud.config": "MAIN=src\\guild.py\nSTART=python src\\guild.py",
      ...emptyFiles("src/aaa.py", "src/guild.py"),
    },
    "python src/guild.py",
  ],
  [
    "a start script that something runs before",
    node({ scripts: { prestart: "node build.js", start: "node index.js" } }, "index.js", "build.js"),
    ...(["nodejs index.js", "npm start"] as const),
  ],
  [
    "a TypeScript app by its start script with flags",
    node(
      { scripts: { start: "tsx --env-file=.env src/index.ts" }, dependencies: { fastify: "5" } },
      ...["src/index.ts", "eslint.config.js"],
    ),
    ...(["nodejs src/index.ts", "npm start", true] as const),
  ],
  [
    "a bot that uses http only as a client",
    {
      ...node({ main: "bot.js", keywords: ["http", "express"], devDependencies: { express: "5" } }),
      "bot.js": 'const http = require("http"); client.on("next", f); http.get(u)',
    },
    "nodejs bot.js",
  ],
  [
    "a server on Node's own http",
    {
      ...node({}, "server.mjs"),
      "index.mjs": 'import { createServer } from "node:http"; createServer(f)',
    },
    ...(["nodejs index.mjs", "", true] as const),
  ],
  [
    "a Python project whose package.json only holds tools",
    node({ name: "tools", devDependencies: { prettier: "3" } }, "prettier.config.js", "main.py"),
    "python main.py",
  ],
  [
    "a Python project beside a package.json that is not JSON",
    { "package.json": "{", "main.py": "" },
    "python main.py",
  ],
  [
    "a Node project with a Python requirement beside it",
    { ...node({ engines: { node: ">=20" } }, "index.js"), "requirements.txt": "ansible" },
    "nodejs index.js",
  ],
  [
    "a Flask app that is made by the name of its module",
    { "app.py": "import flask\nsite = flask.Flask(__name__)\n", "requirements.txt": "flask>=3" },
    ...(["python app.py", `python -m flask --app app.py run --host 0.0.0.0 --port ${port}`, true] as const),
  ],
  [
    "a requirement with a condition and a comment",
    {
      "app.py": "app = Flask(__name__)\nif __name__ == '__main__':\n    run()\n",
      "requirements.txt": "# comment\n  flask == 3.0 ; python_version > '3'",
    },
    ...(["python app.py", "", true] as const),
  ],
  [
    "a Python bot that uses aiohttp as a client",
    {
      ...{ "setup.py": "", "conftest.py": "", "robot.py": "import aiohttp" },
      "requirements.txt": "aiohttp\nflask-like-name\n# flask\n",
    },
    "python robot.py",
  ],
  [
    "the script of a pyproject.toml",
    {
      "pyproject.toml": `[project]\nname = "greeter"\ndependencies = ["flask>=3"]\n
        [project.scripts]\ngreeter = "greeter.cli:main"\nother = "greeter.other:main"\n`,
      ...emptyFiles("greeter/cli.py", "greeter/__init__.py"),
    },
    ...(["python greeter/cli.py", 'python -c "import greeter.cli; greeter.cli.main()"', true] as const),
  ],
  [
    "the script of a pyproject.toml with its packages in src",
    {
      "pyproject.toml":
        '[tool.poetry]\nname = "greeter"\n[tool.poetry.scripts]\nstart = "greeter.cli:main"\ntool = { reference = "x.sh", type = "file" }\n',
      "src/greeter/cli.py": "if __name__ == '__main__': main()",
    },
    "python src/greeter/cli.py",
    `python -c "import sys; sys.path.insert(0, 'src'); import greeter.cli; greeter.cli.main()"`,
  ],
];

describe("detectProject", () => {
  for (const [what, files, is, command = "", web = false] of projects) {
    it(`reads ${what}`, () => {
      const { runtime, mainFile, startupCommand, exposedViaWeb } = detect(files);
      assert.deepEqual([`${runtime} ${mainFile}`, startupCommand, exposedViaWeb], [is, command, web]);
    });
  }

  it("is named as the project's own file names it", () => {
    assert.equal(
      detect({ "pyproject.toml": '[project]\nversion = "1"\nname = "clock"\n', "main.py": "" }).name,
      "clock",
    );
    assert.equal(detect({ "package.json": '\uFEFF{"name":"@me/clock"}', "index.js": "" }).name, "clock");
  });

  for (const [way, text] of Object.entries({
    "dotted keys":
      'project.name = "clock"\nproject.dependencies = ["flask"]\nproject.scripts.clock = "clock.app:main"\n',
    "a table in one line":
      'project = { name = "clock", dependencies = ["flask"], scripts = { clock = "clock.app:main" } }\n',
    "comments, quoted keys and space":
      "[ project ] # ours\n'name' = 'clock' # its name\n" +
      'dependencies = [ # all\n  "flask>=3", # the web\n]\n[ project . scripts ]\n"clock" = \'clock.app:main\'\n',
    "a text that holds what looks like a table":
      '[project]\ndescription = """\n[tool.poetry]\nname = "other"\n"""\nname = "clock"\n' +
      'dependencies = ["flask"]\n[project.scripts]\nclock = "clock.app:main"\n',
    escapes:
      '[project]\nname = "cl\\u006Fck"\ndependencies = ["fl\\u0061sk"]\n[project.scripts]\nclock = "clock.app:main"\n',
    "Windows line ends":
      '[project]\r\nname = "clock"\r\ndependencies = ["flask"]\r\n[project.scripts]\r\nclock = "clock.app:main"\r\n',
  }))
    it(`reads a pyproject.toml with ${way}`, () => {
      const files = { "pyproject.toml": text, "clock/app.py": "import clock.app", "main.py": "" };
      const { name, mainFile, exposedViaWeb } = detect(files);
      assert.deepEqual([name, mainFile, exposedViaWeb], ["clock", "clock/app.py", true]);
    });

  it("takes a framework for needed only where pyproject.toml lists what the app needs", () => {
    const isWeb = (text: string) => detect({ "pyproject.toml": text, "main.py": "" }).exposedViaWeb;
    assert.ok(isWeb('[tool.poetry.dependencies]\npython = "^3.11"\n"Flask" = "*"\n'));
    assert.ok(isWeb('[tool.poetry]\ndependencies.flask = { version = "*" }\n'));
    assert.ok(!isWeb('[project]\nkeywords = ["flask", "bot"]\ndependencies = ["flask-less"]\n'));
    assert.ok(!isWeb('[dependency-groups]\ndev = ["flask"]\n'));
    assert.ok(!isWeb('# dependencies = ["flask"]\n'));
  });

  it("takes a pyproject.toml that cannot be read for one that says nothing", () => {
    const files = { "pyproject.toml": '[project]\nname = "clock', "main.py": "" };
    const { name, runtime, exposedViaWeb } = detect(files);
    assert.deepEqual([name, runtime, exposedViaWeb], ["my-folder", "python", false]);
  });

  it("knows that a start command reads .env", () => {
    const needs = (start: string) => detect(node({ scripts: { start } }, "app.js")).needsEnvironmentFile;
    for (const start of ["node --env-file=.env app.js", "node --env-file ./.env app.js"])
      assert.equal(needs(start), true, start);
    for (const start of ["node --env-file-if-exists=.env app.js", "node --env-file=.env.example app.js"])
      assert.equal(needs(start), false, start);
  });

  for (const [what, options, made, build = "tsc"] of [
    ["in the folder that it names", '// "outDir": "./lib",\n"outDir": "./build/",', "build/index.js"],
    ["in the folder that it names, after a link", '"a": "http://x", "outDir": "build"', "build/index.js"],
    ["with the folder of the source", '"outDir": "./dist", "rootDir": "."', "dist/src/index.js"],
    ["without the folder of the source", '"outDir": "dist", "rootDir": "./src/"', "dist/index.js"],
    ["beside the source", '/* "outDir": "lib" */ // "outDir": "./",', "src/index.js"],
    ["beside the source, by its own name", '"strict": true', "src/index.js", "tsc  -p  ./tsconfig.json"],
    ["beside the folder of the source", '"outDir": "./"', "index.js"],
    ["in the usual folder of another tool", '"strict": true', "dist/index.js", "tsup src/index.ts"],
    ["in the usual folder, by settings above", '"strict": true', "dist/index.js", "tsc -p ../tsconfig.json"],
    ["beside the source, by its own folder", '"strict": true', "src/index.js", "tsc -p ."],
    [
      "in the usual folder, by other settings",
      '"strict": true',
      "dist/index.js",
      "tsc -p tsconfig.build.json",
    ],
  ] as const)
    it(`knows what tsconfig.json makes: ${what}`, () => {
      const { findings } = detect({
        ...node({ scripts: { build } }, "src/index.ts"),
        "tsconfig.json": `{ "compilerOptions": { ${options}\n } }`,
      });
      assert.deepEqual(
        findings.map((each) => each.kind === "buildFirst" && each.makes),
        [made],
      );
    });

  it("knows that the settings of a build without a folder make files beside the source", () => {
    const { findings } = detect({
      ...node({ scripts: { build: "tsc -p tsconfig.build.json" } }, "src/index.ts"),
      "tsconfig.json": `{ "compilerOptions": { "outDir": "other" } }`,
      "tsconfig.build.json": `{ "compilerOptions": { "strict": true } }`,
    });
    assert.deepEqual(
      findings.map((each) => each.kind === "buildFirst" && each.makes),
      ["src/index.js"],
    );
  });

  it("looks through the files once for all the folders that a server names", () => {
    const looksFor = (folders: number): number => {
      const served = Array.from({ length: folders }, (_, at) => `app.use(express.static("a${at}/dist"))`);
      const files = {
        ...node({ dependencies: { express: "5" } }, "a0/dist/x"),
        "index.js": served.join("\n"),
      };
      const paths = new ProjectPaths(Object.keys(files));
      let looks = 0;
      const iterator = paths[Symbol.iterator].bind(paths);
      const counted = () => {
        looks++;
        return iterator();
      };
      Object.assign(paths, { [Symbol.iterator]: counted });
      detectProject("shop", paths, new Map(Object.entries(files)));
      return looks;
    };
    assert.equal(looksFor(8), looksFor(2));
  });

  it("offers no tool's file as the main file", () => {
    const found = detect({ "package.json": "{}", "eslint.config.mjs": "", "a.test.js": "", "work.js": "" });
    assert.deepEqual(found.mainFileCandidates, ["work.js"]);
    assert.deepEqual(detect({ "README.md": "" }).mainFileCandidates, []);
  });
});

describe("mainFilesToRead", () => {
  it("names likely files first, then code near the top, and never very many", () => {
    const paths = ["a.py", "deep/down/x.py", "main.py", "pkg/cli.py", "src/pkg/cli.py", "src/index.js"];
    const likely = ["main.py", "src/index.js", "a.py", "pkg/cli.py", "src/pkg/cli.py"];
    assert.deepEqual(mainFilesToRead(new ProjectPaths([...paths, "notes.md"])), likely);
    assert.equal(
      mainFilesToRead(new ProjectPaths(Array.from({ length: 500 }, (_, n) => `m${n}.py`))).length,
      40,
    );
  });
});
