// Create App from a folder to its app on the local service, through every question that is asked on the way.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { maxFiles } from "../../src/core/project/tooManyFiles";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { createByFlow } from "../support/createdByFlow";
import { authorsLayouts } from "../support/layouts/authorsLayouts";
import { realFiles } from "../support/realFiles";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { commands } from "../support/vscodeParts";

/** A row of the summary without its label. */
function rowOf(summary: readonly string[], label: string): string {
  return summary.find((row) => row.startsWith(`${label} · `))?.slice(`${label} · `.length) ?? "";
}

describe("the whole of Create App", () => {
  let emulator: Emulator;
  let dataDir = "";
  before(async () => {
    dataDir = temporaryFolder("create-flow");
    emulator = await startEmulator({ dataDir, run: false });
  });
  after(async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  describe("of a bot whose token stands in its code", () => {
    const token = `M${"TA4NjU2NzM4OTQ1NjE5OTk3"}.GxKq2v.${"k3JqZ9vW1xYc7LpQ8sTdRfUeHgBnM5aOi0"}`;
    const bot = `import robot\nclient = robot.Client()\nclient.run("${token}")\n`;
    const include = (title: string): string | undefined =>
      title.includes("It may contain ") ? "Include" : undefined;

    for (const [title, others] of [
      ["beside another program", { "replies.py": "HELLO = 'hello'\n" }],
      ["beside nothing but its packages", { "requirements.txt": "discord.py\n" }],
      ["alone", {}],
    ] as const)
      it(`starts with that file, ${title}`, async () => {
        const files = { "bot.py": bot, ...others };
        const { mainFile, files: sent, lists } = await createByFlow(emulator, files, include);
        assert.equal(mainFile, "bot.py");
        assert.deepEqual(sent, Object.keys(files).sort());
        const { title: asked = "", rows = [] } = lists.at(-1) ?? {};
        assert.equal(asked, "Create App: Send bot.py? It may contain a Discord bot token on line 3.");
        // Neither sending a secret nor an app without its main file is a key press away.
        assert.deepEqual(
          rows.map((row) => row.split(" · ")[0]),
          ["Show", "Include", "Exclude"],
        );
        assert.match(rows[2] ?? "", /Not sent\. bot\.py is the main file/);
      });

    it("does not send a file that gets a token while the summary is open", async () => {
      const files = { "main.py": "run()", "notes.txt": "notes" };
      const { files: sent } = await createByFlow(emulator, files, (title, _labels, folder) => {
        if (title === "Create App") writeFileSync(join(folder, "notes.txt"), bot);
        return undefined;
      });
      assert.deepEqual(sent, ["main.py"]);
    });

    it("lists it among the main files", async () => {
      const answers = ["Main file", "replies.py", "Main file", "bot.py"];
      const { mainFile, lists } = await createByFlow(
        emulator,
        { "bot.py": bot, "replies.py": "" },
        (title) => (title.includes("It may contain ") ? "Include" : answers.shift()),
      );
      assert.equal(mainFile, "bot.py");
      const [listed] = lists.filter(({ title }) => title === "Create App: Main file");
      assert.deepEqual(listed?.rows, ["bot.py · Python · recommended", "replies.py · Python"]);
    });

    it("is not left out by Enter where it is of the kind that code imports", async () => {
      const files = { "main.py": "import config\nrun()", "config.py": bot };
      const { lists, files: sent } = await createByFlow(emulator, files, (_title, labels) =>
        labels[0] === "Show" ? "Include" : undefined,
      );
      const asked = lists.find(({ title }) => title.includes("It may contain "));
      assert.deepEqual(asked?.rows[0]?.split(" · ")[0], "Show");
      assert.deepEqual(sent, ["config.py", "main.py"]);
    });

    it("needs another file where it is excluded, and never takes one that is no program", async () => {
      const files = { "bot.py": bot, "requirements.txt": "discord.py\n" };
      const firstRows: (string | undefined)[] = [];
      const creating = createByFlow(emulator, files, (title, labels) => {
        firstRows.push(labels[0]);
        if (title.includes("It may contain ")) return "Exclude";
        // Esc ends it.
        return firstRows.length > 2 && title === "Create App" ? "" : undefined;
      });
      await assert.rejects(creating, { name: "CancelledError" });
      assert.deepEqual(firstRows.slice(1), ["Show", "Select Files to Send..."]);
    });
  });

  describe("of a project whose file of variables is ignored", () => {
    for (const [path, text, names, ignored] of [
      [".env", "TOKEN=canary\n", "TOKEN", ".env"],
      [".env.local", "TOKEN=canary\n", "TOKEN", ".env*"],
      ["config.env", "export TOKEN=canary\n", "TOKEN", "*.env"],
      ["src/.env", "TOKEN=canary\nGUILD=canary\n", "GUILD, TOKEN", ".env"],
      [".streamlit/secrets.toml", 'api_key = "canary"\n', "api_key", ".streamlit/"],
      ["config.json", '{ "token": "canary", "prefix": "!" }', "prefix, token", "config.json"],
      ["config/default.local.json", '{ "token": "canary" }', "token", "*.local.*"],
    ] as const)
      for (const isSent of [false, true])
        it(`asks once about ${path}, ${isSent ? "and sends it" : "which Enter leaves here"}`, async () => {
          const files = { "main.py": "run()", ".gitignore": `${ignored}\n`, [path]: text };
          const { app, lists } = await createByFlow(emulator, files, (title) =>
            isSent && title.includes(`${path} sets `) ? "Send It" : undefined,
          );
          const asked = lists.filter(({ title }) => title.includes(" sets "));
          assert.deepEqual(
            asked.map(({ title }) => title),
            [`Create App: ${path} sets ${names}. Send it?`],
          );
          assert.match(asked[0]?.rows[0] ?? "", /^Exclude · /);
          assert.equal(existsSync(join(emulator.appFolder(app.id), path)), isSent);
          assert.doesNotMatch(JSON.stringify(lists), /canary/);
        });

    for (const [ignored, files, asked] of [
      ["config/", { "config/app.local.json": '{ "token": "canary" }' }, ["config/app.local.json sets token"]],
      [
        "config",
        { "config/config.json": '{ "token": "canary" }', "config/notes.json": "{}" },
        ["config/config.json sets token"],
      ],
      ["config/*", { "config/rules.yaml": "token: canary" }, ["config/rules.yaml sets token"]],
      ["src/config/", { "src/config/keys.py": "TOKEN = 'canary'" }, ["src/config/keys.py sets TOKEN"]],
      ["config/", { "config/other.json": '{ "token": "canary" }', "config/limits.example.json": "{}" }, []],
    ] as const)
      for (const isSent of [false, true])
        it(`asks about what code reads in ${ignored}, which is ignored: ${Object.keys(files).join()}, ${isSent ? "and sends it" : "which Enter leaves here"}`, async () => {
          const code = "open('config/config.json'); open('rules.yaml'); open('limits.example.json')\n";
          const { app, lists } = await createByFlow(
            emulator,
            { "main.py": `${code}from config.keys import TOKEN`, ".gitignore": `${ignored}\n`, ...files },
            (title) => (isSent && title.includes(" sets ") ? "Send It" : undefined),
          );
          assert.deepEqual(
            lists.map(({ title }) => title).filter((title) => title !== "Create App"),
            asked.map((each) => `Create App: ${each}. Send it?`),
          );
          const [path = ""] = Object.keys(files);
          assert.equal(existsSync(join(emulator.appFolder(app.id), path)), isSent && asked.length > 0);
        });

    for (const [title, text] of [
      ["is a list", '["canary"]'],
      ["has comments", '// Ours\n{ "token": "canary" }'],
    ] as const)
      for (const isRead of [true, false])
        it(`asks ${isRead ? "once" : "nothing"} where config.json ${title} that no name is known of, and ${isRead ? "code reads it" : "no code does"}`, async () => {
          const { lists, files: sent } = await createByFlow(emulator, {
            ...{ "main.py": "import settings\nrun()", ".gitignore": "config.json\n", "config.json": text },
            "settings.py": isRead ? 'json.load(open("config.json"))' : "",
          });
          const asked = lists.filter(({ title: each }) => each !== "Create App");
          assert.deepEqual(
            asked.map((each) => `${each.title} · ${each.rows[0]?.split(" · ")[0]}`),
            isRead
              ? ["Create App: Include config.json? The app reads it, but ignore rules exclude it · Exclude"]
              : [],
          );
          assert.ok(!sent.includes("config.json"));
        });

    it("asks about keys apart from other files that are read, and Enter leaves them here", async () => {
      const keys = ["server.key", "server.pem", "firebase-adminsdk-1.json", "service-account.json"];
      const others = ["data.db", "limits.yaml"];
      const text = '{ "type": "service_account", "private_key_id": "canary" }';
      const all = [...keys, ...others];
      const { lists, files: sent } = await createByFlow(emulator, {
        "main.py": all.map((path) => `open("${path}")`).join("\n"),
        ".gitignore": all.join("\n"),
        ...Object.fromEntries(all.map((path) => [path, text])),
      });
      const asked = lists.filter(({ title }) => title.includes("reads it"));
      assert.deepEqual(
        asked.map(({ rows }) => rows[0]?.split(" · ")[0]),
        ["Include", "Exclude"],
      );
      assert.deepEqual(
        all.filter((path) => sent.includes(path)),
        others,
      );
    });

    it("asks about neither a template nor what only a developer's machine has", async () => {
      const files = {
        "main.py": "run()",
        ".env.example": "A=\n",
        ".env.development": "B=1\n",
        ".env.test": "C=1\n",
      };
      const { lists } = await createByFlow(emulator, files);
      assert.deepEqual(
        lists.map(({ title }) => title),
        ["Create App"],
      );
    });
  });

  describe("of a folder with more files than can be sent", () => {
    const { readDirectory } = realFiles;
    const opened: string[] = [];
    before(() => {
      const many = Array.from({ length: maxFiles + 1 }, (_, at): [string, vscode.FileType] => [
        ...([`${at}.json`, vscode.FileType.File] as const),
      ]);
      // They are listed alone: that is enough to refuse them.
      realFiles.readDirectory = async (uri) => (uri.path.endsWith("/data") ? many : await readDirectory(uri));
      Object.assign(commands, {
        executeCommand: async (_id: string, uri: vscode.Uri) => opened.push(readFileSync(uri.fsPath, "utf8")),
      });
    });
    after(() => {
      realFiles.readDirectory = readDirectory;
    });
    const files = { "main.py": "run()", "data/0.json": "{}" };
    const refused = "Create App: The folder contains more than 65,534 files, which is more than can be sent";

    it("opens .deployignore, and creates nothing", async () => {
      const titles: string[] = [];
      const creating = createByFlow(
        emulator,
        files,
        (title) => {
          titles.push(title);
          return "Open .deployignore";
        },
        "",
        true,
      );
      await assert.rejects(creating, { name: "CancelledError" });
      assert.deepEqual([titles, opened], [[refused], ["# What isn't sent, as in .gitignore\n"]]);
    });

    it("creates the app without what is chosen", async () => {
      const answers = ["Choose Files to Send...", "/data/"];
      const created = await createByFlow(emulator, files, () => answers.shift(), "", true);
      assert.deepEqual(
        created.lists.map(({ title }) => title),
        [refused, "Create App: Select what to exclude", "Create App"],
      );
      assert.deepEqual([created.mainFile, created.files], ["main.py", [".deployignore", "main.py"]]);
    });
  });

  it("reads each file once while five questions are asked, and once to pack it", async () => {
    const token = `ghp_${"q7Zx4KpLm2Vt8RwNb3Yc6Hd9Jf5Gs1Ta0UeW"}`;
    const files = {
      ...{ ".gitignore": "dist/\nsettings.yaml\n.env\n", ".env": "TOKEN=canary\n" },
      ...{ "discloud.config": "MAIN=dist/bot.py\n", Pipfile: '[packages]\ndiscord = "*"\n' },
      "dist/bot.py": 'import os, main\nopen("settings.yaml")\nrun(os.environ["GUILD"])\n',
      ...{ "settings.yaml": "a: 1\n", "main.py": "", "helper.py": `token = "${token}"\n` },
      ...{ "hosted-app.json": '{ "memoryMB": 300 }', "notes.txt": "notes\n" },
    };
    const asked: string[] = [];
    const {
      app,
      reads,
      files: sent,
    } = await createByFlow(
      emulator,
      files,
      (title) => {
        if (title !== "Create App") asked.push(title.replace("Create App: ", ""));
        return undefined;
      },
      "",
      true,
    );
    assert.deepEqual(asked, [
      "Include dist/? It contains the main file, but is excluded: dist/ in .gitignore",
      "The service installs requirements.txt, not the packages in Pipfile",
      "Include settings.yaml? The app reads it, but ignore rules exclude it",
      ".env sets TOKEN. Send it?",
      "Send helper.py? It may contain a GitHub token on line 1.",
    ]);
    assert.deepEqual(
      [app.memoryMB, sent.includes("helper.py"), sent.includes("requirements.txt")],
      [300, false, true],
    );
    // What an answer writes is read once more.
    const own = (paths: readonly string[]) => paths.filter((path) => path in files).sort();
    assert.deepEqual(own(reads.asking), Object.keys(files).sort());
    assert.deepEqual(
      own(reads.packing),
      Object.keys(files)
        .filter((path) => sent.includes(path.split("/")[0] ?? ""))
        .sort(),
    );
  });

  it("detects again what starts with the main file that the user picks", async () => {
    const server = "from fastapi import FastAPI\napp = FastAPI()\n";
    for (const [files, picked, asked, command] of [
      [
        {
          "package.json":
            '{ "devDependencies": { "dotenv": "1" }, "scripts": { "start": "node a.js --fast" } }',
          ...{ "a.js": "run()", "b.js": 'require("dotenv");\nrun();' },
        },
        "b.js",
        ["The service won't install dotenv: only devDependencies lists it"],
        "",
      ],
      [
        { "main.py": server, "tool.py": server, "requirements.txt": "fastapi\nuvicorn\n" },
        "tool.py",
        [],
        `python -m uvicorn tool:app --host 0.0.0.0 --port \${PORT:-8000}`,
      ],
    ] as const) {
      let isPicked = false;
      const { app, mainFile, lists, summary } = await createByFlow(emulator, files, (title) => {
        if (title === "Create App: Main file") return picked;
        if (title !== "Create App" || isPicked) return undefined;
        isPicked = true;
        return "Main file";
      });
      const others = lists.map(({ title }) => title.replace("Create App", "").replace(/^: /, ""));
      assert.deepEqual(others, ["", "Main file", ...asked, ""]);
      assert.deepEqual([mainFile, app.startupCommand ?? ""], [picked, command]);
      assert.equal(rowOf(summary, "Main file"), `${picked} · ${picked === "b.js" ? "Node.js" : "Python"}`);
    }
  });

  describe("of a project with a file for another host", () => {
    for (const { kind, files, wanted } of authorsLayouts)
      it(`takes what its author wrote down: ${kind}`, async () => {
        const { app, mainFile, files: sent, summary } = await createByFlow(emulator, files);
        const { name, memoryMB, web, autoRestart, rows = {}, notTaken = "", command = "" } = wanted;
        assert.equal(`${app.runtime} ${mainFile}`, wanted.is);
        assert.equal(app.startupCommand ?? "", command);
        if (name !== undefined) assert.equal(app.name, name);
        if (memoryMB !== undefined) assert.equal(app.memoryMB, memoryMB);
        if (web !== undefined) assert.equal(app.exposedViaWeb, web);
        if (autoRestart !== undefined) assert.equal(app.autoRestart, autoRestart);
        for (const [label, text] of Object.entries(rows)) assert.equal(rowOf(summary, label), text);
        assert.equal(rowOf(summary, "Not taken from the project's files"), notTaken);
        for (const [path, text] of Object.entries(wanted.writes ?? {}))
          assert.equal(readFileSync(join(emulator.appFolder(app.id), path), "utf8"), text);
        assert.ok(Object.keys(files).every((path) => sent.includes(path.split("/")[0] ?? "")));
      });

    describe("that describes several services", () => {
      const compose = [
        ...["services:", "  db: { image: postgres, command: postgres }"],
        ...["  migrate: { build: ., command: python manage.py migrate }"],
        ...["  tests: { build: ., command: python -m pytest }", "  proxy: { build: ./nginx }"],
        ...["  mailer: { build: ., command: python mail.py --fast, mem_limit: 100m }"],
        ...["  site: { build: ., command: sh -c 'python manage.py migrate && python app.py', ports: [80] }"],
        ...["  copy: { build: ., command: sh -c 'python manage.py migrate && python app.py' }"],
        ...["  bot: { image: 'node:22', working_dir: /bot, volumes: ['./bot:/bot'], command: npm start }"],
      ].join("\n");
      const files = {
        ...{ "compose.yaml": compose, "requirements.txt": "", "nginx/nginx.conf": "" },
        ...{ "app.py": "run()", "mail.py": "run()", "manage.py": "run()" },
        ...{ "bot/package.json": '{ "scripts": { "start": "node bot.js" } }', "bot/bot.js": "run()" },
      };

      for (const [label, wanted] of [
        ["", ["python", "app.py", "sh -c 'python manage.py migrate && python app.py'", true]],
        ["mailer", ["python", "mail.py", "python mail.py --fast", false]],
        ["bot", ["nodejs", "bot.js", "npm start", false]],
      ] as const)
        it(`creates the app of ${label === "" ? "the likeliest" : label}`, async () => {
          const { app, mainFile, lists } = await createByFlow(emulator, files, (title) =>
            title.includes("service") && label !== "" ? label : undefined,
          );
          assert.equal(lists[0]?.title, "Create App: Select a service in compose.yaml");
          assert.deepEqual(lists[0]?.rows.slice(0, 3), [
            "site · recommended · sh -c 'python manage.py migrate && python app.py'",
            "mailer · python mail.py --fast",
            "bot · bot",
          ]);
          assert.deepEqual([app.runtime, mainFile, app.startupCommand ?? "", app.exposedViaWeb], wanted);
          if (label === "mailer") assert.equal(app.memoryMB, 100);
        });

      it("of a folder below takes that, and not the main file of the folder itself", async () => {
        const {
          mainFile,
          lists,
          files: sent,
        } = await createByFlow(emulator, {
          "render.yaml":
            "services:\n- { type: web, name: pages, runtime: static, rootDir: pages }\n- { type: worker, name: api, runtime: node, rootDir: ./server/, startCommand: node api.js }\n",
          ...{ "package.json": '{ "main": "tools.js" }', "tools.js": "run()", Makefile: "" },
          ...{ "server/package.json": "{}", "server/api.js": "run()", "pages/index.html": "" },
        });
        assert.deepEqual(lists[0], {
          title: "Create App: Select a service in render.yaml",
          rows: [
            "api · server · recommended",
            ...["Select Main File...", "Select Files to Send...", "Select Another Folder..."],
          ],
        });
        assert.deepEqual([mainFile, sent], ["api.js", ["api.js", "package.json"]]);
      });
    });

    for (const [file, text, wanted] of [
      [
        "render.yaml",
        [
          ...["services:", "- { type: web, name: pages, runtime: python, startCommand: python pages.py }"],
          ...["- type: worker", "  name: api", "  rootDir: services/api", "  plan: standard"],
          ...["  startCommand: node api.js --fast", "  envVars: [{ key: API_KEY, sync: false }]"],
        ].join("\n"),
        ["2 GB", "no", "node api.js --fast"],
      ],
      [
        "compose.yaml",
        [
          ...["services:", "  pages: { build: ., command: python pages.py }", "  api:"],
          ...["    build: ./services/api", "    command: node /app/api.js --fast", "    mem_limit: 700m"],
          ...["    environment: [API_KEY, NODE_ENV=production]", "    ports: [80]"],
        ].join("\n"),
        ["700 MB", "yes", "node api.js --fast"],
      ],
    ] as const)
      for (const opened of ["", "services/api"])
        it(`carries what ${file} says of a service to its folder, which is ${opened === "" ? "selected" : "opened"}`, async () => {
          const files = {
            ...{ [file]: text, "pages.py": "run()", "requirements.txt": "" },
            ...{ "services/api/package.json": "{}", "services/api/api.js": "run()" },
            "services/api/Dockerfile": "FROM node:22\nCMD node api.js\n",
          };
          const { app, mainFile, summary } = await createByFlow(
            emulator,
            files,
            (title) => (title.includes("Select a service") ? "api" : undefined),
            opened,
          );
          const [memory, web, command] = wanted;
          const said = `, as ../../${file} (api) says`;
          assert.deepEqual(
            ["Memory limit", "Start command", "Exposed to the web", "Environment variables"].map((label) =>
              rowOf(summary, label),
            ),
            [
              ...[`${memory}${said}`, `${command}${said}`, `${web}${said}`],
              "not set: API_KEY; set them on the service's website",
            ],
          );
          assert.deepEqual(
            [mainFile, app.startupCommand, app.exposedViaWeb],
            ["api.js", command, web === "yes"],
          );
        });

    for (const [file, text] of [
      ["render.yaml", "services: [{ type: web, name: a, runtime: python, envVars: [{ key: API_KEY }] }]"],
      ["compose.yaml", "services: { a: { build: ., environment: { API_KEY: x, PORT: 80 } } }"],
      ["fly.toml", 'app = "a"\n[env]\nAPI_KEY = "x"\nPORT = "80"\n'],
      ["app.json", '{ "stack": "heroku-24", "env": { "API_KEY": { "required": true } } }'],
      ["ecosystem.config.js", "module.exports = { apps: [{ script: 'main.py', env: { API_KEY: 'x' } }] }"],
    ] as const)
      it(`names the variables that ${file} sets elsewhere`, async () => {
        const files = { "main.py": "run()", "requirements.txt": "", [file]: text };
        const { summary } = await createByFlow(emulator, files);
        const said = "not set: API_KEY; set them on the service's website";
        assert.equal(rowOf(summary, "Environment variables"), said);
      });

    it("asks for nothing that hosted-app.json says, and takes the rest", async () => {
      const { app, mainFile } = await createByFlow(emulator, {
        ...{ "main.py": "run()", "bot.py": "run()", "discloud.config": "MAIN=bot.py\nRAM=100\nNAME=Other\n" },
        "hosted-app.json": '{ "name": "Mine", "mainFile": "main.py" }',
      });
      assert.deepEqual([app.name, mainFile, app.memoryMB], ["Mine", "main.py", 100]);
    });

    it("keeps the first value of each setting of several files", async () => {
      const { app, mainFile, summary } = await createByFlow(emulator, {
        ...{ "requirements.txt": "", "main.py": "run()", "bot.py": "run()" },
        "discloud.config": "MAIN=bot.py\n",
        "fly.toml": 'app = "shop"\n[processes]\napp = "python main.py --fast"\n[[vm]]\nmemory = 300\n',
      });
      assert.deepEqual([mainFile, app.startupCommand ?? "", app.memoryMB], ["bot.py", "", 300]);
      assert.equal(rowOf(summary, "Memory limit"), "300 MB, as fly.toml says");
    });
  });
});
