import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { detectProject, mainFilesToRead } from "../../../../../src/core/project/detect/projectDefaults";

const detect = (files: Readonly<Record<string, string>>) =>
  detectProject("my-folder", Object.keys(files), new Map(Object.entries(files)));

describe("detectProject", () => {
  it("reads a Flask app", () => {
    const found = detect({ "app.py": "from flask import Flask", "requirements.txt": "Flask==3.0" });
    assert.deepEqual(
      [found.runtime, found.mainFile, found.exposedViaWeb, found.startupCommand, found.name],
      ["python", "app.py", true, "", "my-folder"],
    );
  });

  it("reads a Node app by its package.json", () => {
    const found = detect({
      "package.json": JSON.stringify({
        name: "@me/shop",
        main: "lib/start.js",
        dependencies: { express: "^5" },
      }),
      "lib/start.js": "",
      "index.js": "",
    });
    assert.deepEqual(
      [found.runtime, found.mainFile, found.exposedViaWeb, found.name],
      ["nodejs", "lib/start.js", true, "shop"],
    );
  });

  it("takes the file that the start script runs, and needs no command for it", () => {
    const found = detect({
      "package.json": JSON.stringify({ scripts: { start: "node server.js" } }),
      "server.js": "",
      "index.js": "",
    });
    assert.deepEqual([found.mainFile, found.startupCommand], ["server.js", ""]);
  });

  it("starts by npm when the script does more", () => {
    const found = detect({
      "package.json": JSON.stringify({ scripts: { start: "tsx src/index.ts" } }),
      "index.js": "",
    });
    assert.equal(found.startupCommand, "npm start");
  });

  it("prefers the Procfile's command", () => {
    const found = detect({ Procfile: "worker: python bot.py --all\n", "bot.py": "", "requirements.txt": "" });
    assert.equal(found.startupCommand, "python bot.py --all");
  });

  it("takes a bot for a background app", () => {
    const found = detect({ "bot.py": "import discord", "requirements.txt": "discord.py" });
    assert.deepEqual([found.mainFile, found.exposedViaWeb], ["bot.py", false]);
  });

  it("names no runtime for a folder without code", () => {
    const found = detect({ "README.md": "" });
    assert.deepEqual([found.runtime, found.mainFile, found.mainFileCandidates], [undefined, undefined, []]);
  });

  it("is not misled by a package.json that cannot be read", () => {
    assert.equal(detect({ "package.json": "{", "main.py": "" }).runtime, "python");
  });

  const manifest = (fields: object) => JSON.stringify(fields);
  const wheres = (runtime: string, mainFile: string, startupCommand: string, exposedViaWeb: boolean) => ({
    ...{ runtime, mainFile, startupCommand, exposedViaWeb },
  });
  const projects: readonly [string, Readonly<Record<string, string>>, ReturnType<typeof wheres>][] = [
    [
      "a Procfile's web process before its worker and its release",
      {
        Procfile:
          "release: python migrate.py\nworker: python bot.py\nweb: gunicorn shop.app:app --bind :$PORT\n",
        "bot.py": "",
        "shop/app.py": "",
      },
      wheres("python", "shop/app.py", "gunicorn shop.app:app --bind :$PORT", true),
    ],
    [
      "a Procfile that runs a file plainly",
      { Procfile: "worker: python3 ./bot.py\r\n", "bot.py": "from flask import Flask" },
      wheres("python", "bot.py", "", false),
    ],
    [
      "a Procfile of a Node app among Python tools",
      {
        Procfile: "web: NODE_ENV=production node lib/web.js",
        "tool.py": "",
        "requirements.txt": "",
        "lib/web.js": "",
      },
      wheres("nodejs", "lib/web.js", "NODE_ENV=production node lib/web.js", true),
    ],
    [
      "a start script without a file's ending",
      {
        "package.json": manifest({ scripts: { start: "node ./bin/www" } }),
        "bin/www": "",
        "app.js": 'require("express")',
      },
      wheres("nodejs", "bin/www", "", true),
    ],
    [
      "a start script that runs the package itself",
      {
        "package.json": manifest({ main: "lib", scripts: { start: "node ." } }),
        "lib/index.js": "",
        "index.js": "",
      },
      wheres("nodejs", "lib/index.js", "", false),
    ],
    [
      "a start script with flags, or one that something runs before",
      {
        "package.json": manifest({ scripts: { prestart: "node build.js", start: "node index.js" } }),
        "index.js": "",
        "build.js": "",
      },
      wheres("nodejs", "index.js", "npm start", false),
    ],
    [
      "a TypeScript app by its start script",
      {
        "package.json": manifest({
          scripts: { start: "tsx --env-file=.env src/index.ts" },
          dependencies: { fastify: "5" },
        }),
        "src/index.ts": "",
        "eslint.config.js": "",
      },
      wheres("nodejs", "src/index.ts", "npm start", true),
    ],
    [
      "a bot that uses http only as a client",
      {
        "package.json": manifest({
          main: "bot.js",
          keywords: ["http", "express"],
          devDependencies: { express: "5" },
        }),
        "bot.js": 'const http = require("http"); client.on("next", f); http.get(u)',
      },
      wheres("nodejs", "bot.js", "", false),
    ],
    [
      "a server on Node's own http",
      {
        "package.json": manifest({}),
        "server.mjs": "",
        "index.mjs": 'import { createServer } from "node:http"; createServer(f)',
      },
      wheres("nodejs", "index.mjs", "", true),
    ],
    [
      "a Python project whose package.json only holds tools",
      {
        "package.json": manifest({ name: "tools", devDependencies: { prettier: "3" } }),
        "prettier.config.js": "",
        "main.py": "",
      },
      wheres("python", "main.py", "", false),
    ],
    [
      "a Node project with a Python requirement beside it",
      {
        "package.json": manifest({ engines: { node: ">=20" } }),
        "requirements.txt": "ansible",
        "index.js": "",
      },
      wheres("nodejs", "index.js", "", false),
    ],
    [
      "a FastAPI app that doesn't start itself",
      {
        "main.py": "from fastapi import FastAPI\napp = FastAPI()\n",
        "requirements.txt": "fastapi\nuvicorn[standard]\n",
      },
      wheres(
        "python",
        "main.py",
        "python -m uvicorn main:app --host 0.0.0.0 --port $" + "{PORT:-8000}",
        true,
      ),
    ],
    [
      "a Flask app that doesn't start itself",
      { "app.py": "import flask\nsite = flask.Flask(__name__)\n", "requirements.txt": "flask>=3" },
      wheres(
        "python",
        "app.py",
        "python -m flask --app app.py run --host 0.0.0.0 --port $" + "{PORT:-8000}",
        true,
      ),
    ],
    [
      "a Flask app that starts itself",
      {
        "app.py": "app = Flask(__name__)\nif __name__ == '__main__':\n    app.run()\n",
        "requirements.txt": "# comment\n  flask == 3.0 ; python_version > '3'",
      },
      wheres("python", "app.py", "", true),
    ],
    [
      "a Django project",
      { "manage.py": "import django", "shop/settings.py": "", "requirements.txt": "Django" },
      wheres("python", "manage.py", "python manage.py runserver 0.0.0.0:$" + "{PORT:-8000}", true),
    ],
    [
      "a Python bot that uses aiohttp as a client",
      {
        "setup.py": "",
        "conftest.py": "",
        "robot.py": "import aiohttp",
        "requirements.txt": "aiohttp\nflask-like-name\n# flask\n",
      },
      wheres("python", "robot.py", "", false),
    ],
    [
      "the script of a pyproject.toml",
      {
        "pyproject.toml":
          '[project]\nname = "greeter"\ndependencies = ["flask>=3"]\n\n[project.scripts]\ngreeter = "greeter.cli:main"\nother = "greeter.other:main"\n',
        "greeter/cli.py": "",
        "greeter/__init__.py": "",
      },
      wheres("python", "greeter/cli.py", 'python -c "import greeter.cli; greeter.cli.main()"', true),
    ],
    [
      "the script of a pyproject.toml with its packages in src",
      {
        "pyproject.toml":
          '[tool.poetry]\nname = "greeter"\n[tool.poetry.scripts]\nstart = "greeter.cli:main"\ntool = { reference = "x.sh", type = "file" }\n',
        "src/greeter/cli.py": "if __name__ == '__main__': main()",
      },
      wheres(
        "python",
        "src/greeter/cli.py",
        `python -c "import sys; sys.path.insert(0, 'src'); import greeter.cli; greeter.cli.main()"`,
        false,
      ),
    ],
    [
      "a package that runs as a module",
      {
        "pyproject.toml": '[project]\nname = "clock"\n',
        "clock/__main__.py": "",
        "clock/__init__.py": "",
        "tests/test_it.py": "",
      },
      wheres("python", "clock/__main__.py", "python -m clock", false),
    ],
  ];
  for (const [what, files, wanted] of projects) {
    it(`reads ${what}`, () => {
      const { runtime, mainFile, startupCommand, exposedViaWeb } = detect(files);
      assert.deepEqual({ runtime, mainFile, startupCommand, exposedViaWeb }, wanted);
    });
  }

  it("is named as the project's own file names it", () => {
    assert.equal(
      detect({ "pyproject.toml": '[project]\nversion = "1"\nname = "clock"\n', "main.py": "" }).name,
      "clock",
    );
    assert.equal(detect({ "package.json": '\uFEFF{"name":"@me/clock"}', "index.js": "" }).name, "clock");
  });

  it("reads pyproject.toml in every way that it can be written", () => {
    const named = (text: string) =>
      detect({ "pyproject.toml": text, "clock/app.py": "import clock.app", "main.py": "" });
    const ways: Readonly<Record<string, string>> = {
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
    };
    for (const [way, text] of Object.entries(ways)) {
      const { name, mainFile, exposedViaWeb } = named(text);
      assert.deepEqual([name, mainFile, exposedViaWeb], ["clock", "clock/app.py", true], way);
    }
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
    const { name, runtime, exposedViaWeb } = detect({
      "pyproject.toml": '[project]\nname = "clock',
      "main.py": "",
    });
    assert.deepEqual([name, runtime, exposedViaWeb], ["my-folder", "python", false]);
  });

  it("knows that a start command reads .env", () => {
    const needs = (start: string): boolean =>
      detectProject(
        "shop",
        ["package.json", "app.js"],
        new Map([["package.json", JSON.stringify({ scripts: { start } })]]),
      ).needsEnvironmentFile;
    for (const start of ["node --env-file=.env app.js", "node --env-file ./.env app.js"])
      assert.equal(needs(start), true, start);
    for (const start of ["node --env-file-if-exists=.env app.js", "node --env-file=.env.example app.js"])
      assert.equal(needs(start), false, start);
  });

  it("offers no tool's file as the main file", () => {
    const found = detect({ "package.json": "{}", "eslint.config.mjs": "", "a.test.js": "", "work.js": "" });
    assert.deepEqual(found.mainFileCandidates, ["work.js"]);
  });
});

describe("mainFilesToRead", () => {
  it("names likely files first, then code near the top, and never very many", () => {
    const paths = [
      "a.py",
      "deep/down/x.py",
      "main.py",
      "pkg/cli.py",
      "notes.md",
      "src/pkg/cli.py",
      "src/index.js",
    ];
    assert.deepEqual(mainFilesToRead(paths), [
      "main.py",
      "src/index.js",
      "a.py",
      "pkg/cli.py",
      "src/pkg/cli.py",
    ]);
    assert.equal(mainFilesToRead(Array.from({ length: 500 }, (_, n) => `m${n}.py`)).length, 40);
  });
});
