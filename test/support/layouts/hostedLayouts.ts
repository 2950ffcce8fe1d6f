// Projects as people host them: with packages, folders and names that no starter makes.
import { type Layout, layout, nodeLayout, pack, port } from "./layout";

const bound = `--host 0.0.0.0 --port ${port}`;
const flask = "from flask import Flask\napp = Flask(__name__)\n";
const fastApi = "from fastapi import FastAPI\napp = FastAPI()\n";
const login = "client.login(process.env.TOKEN);\n";
const main = (block: string): string => `if __name__ == "__main__":\n    ${block}\n`;
const list = (packages: string, files: Layout["files"]): Layout["files"] => ({
  "requirements.txt": `${packages}\n`,
  ...files,
});
const inSrc = (statement: string): string =>
  `python -c "import sys; sys.path.insert(0, 'src'); import ${statement}"`;
const inner = (folder: string, files: Layout["files"]): Layout["files"] =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

export const hostedLayouts: readonly Layout[] = [
  layout(
    "discord.py bot with cogs that starts asynchronously",
    list("discord.py\npython-dotenv", {
      "main.py":
        "import discord\nasync def main():\n    async with bot:\n        await bot.start(TOKEN)\nasyncio.run(main())\n",
      ...{ "cogs/__init__.py": "", "cogs/music.py": "async def setup(bot): ...\n" },
    }),
    { is: "python main.py" },
  ),
  layout(
    "aiogram bot whose file imports from its own package",
    list("aiogram", {
      "app/main.py": "import asyncio\nfrom app.handlers import router\nasyncio.run(main())\n",
      ...{ "app/__init__.py": "", "app/handlers.py": "" },
    }),
    { is: "python app/main.py", command: "python -m app.main" },
  ),
  layout(
    "aiogram bot with relative imports",
    list("aiogram", { "tg/bot.py": "from . import words\nasyncio.run(main())\n", "tg/words.py": "" }),
    { is: "python tg/bot.py", command: "python -m tg.bot" },
  ),
  layout(
    "bot in src that imports from src",
    list("aiogram", {
      "src/main.py": "from src.words import HELLO\nasyncio.run(main())\n",
      "src/words.py": "HELLO = 1\n",
    }),
    { is: "python src/main.py", command: "python -m src.main" },
  ),
  layout(
    "bot in a folder that imports what lies above",
    list("aiogram", {
      ...{ "bot/main.py": "from config import TOKEN\nasyncio.run(main())\n", "bot/words.py": "" },
      "config.py": "TOKEN = 1\n",
    }),
    { is: "python bot/main.py", command: "python -m bot.main" },
  ),
  layout(
    "bot in a folder that imports what lies beside it, below a config.py",
    list("aiogram", {
      ...{ "bot/main.py": "from words import HELLO\nasyncio.run(main())\n", "bot/words.py": "" },
      "config.py": "TOKEN = 1\n",
    }),
    { is: "python bot/main.py" },
  ),
  layout(
    "bot whose __main__.py is in src itself",
    list("hikari", { "src/__main__.py": "from src.words import HELLO\nbot.run()\n", "src/words.py": "" }),
    { is: "python src/__main__.py", command: "python -m src.__main__" },
  ),
  layout(
    "bot in a package in src",
    list("aiogram", {
      "src/crier/main.py": "from crier.words import HELLO\nasyncio.run(main())\n",
      "src/crier/words.py": "HELLO = 1\n",
    }),
    {
      is: "python src/crier/main.py",
      command: inSrc("runpy; runpy.run_module('crier.main', run_name='__main__')"),
    },
  ),
  layout(
    "package of uv whose script is in its __init__.py",
    {
      "pyproject.toml":
        '[project]\nname = "crier"\ndependencies = ["aiogram"]\n[project.scripts]\ncrier = "crier:main"\n',
      ...{ "uv.lock": "", "src/crier/__init__.py": "def main() -> None:\n    print('hello')\n" },
    },
    {
      ...{ is: "python src/crier/__init__.py", command: inSrc("crier; crier.main()") },
      finds: ["dependencies uv.lock aiogram"],
    },
  ),
  layout(
    "package of Poetry in src that __main__.py starts",
    {
      "pyproject.toml":
        '[tool.poetry]\nname = "crier"\n[tool.poetry.dependencies]\npython = "^3.11"\naiogram = "^3.4"\n',
      ...{ "src/crier/__main__.py": "main()\n", "src/crier/__init__.py": "" },
    },
    {
      is: "python src/crier/__main__.py",
      command: inSrc("runpy; runpy.run_module('crier', run_name='__main__')"),
      finds: ["dependencies pyproject.toml aiogram"],
    },
  ),
  layout(
    "FastAPI that another package imports, and that names itself as text",
    list("fastapi\nuvicorn", {
      "app/main.py": `${fastApi}${main('setup()\n    uvicorn.run("app.main:app", host="0.0.0.0")')}`,
      "app/__init__.py": "",
    }),
    { is: "python app/main.py", command: "python -m app.main", web: true },
  ),
  layout(
    "FastAPI in a folder that imports what lies beside it",
    list("fastapi\nuvicorn", { "api/main.py": `${fastApi}from routes import all\n`, "api/routes.py": "" }),
    { is: "python api/main.py", command: `python -m uvicorn --app-dir api main:app ${bound}`, web: true },
  ),
  layout(
    "FastAPI in a folder that imports from a folder beside it",
    list("fastapi\nuvicorn", { "app/main.py": `${fastApi}from core.db import db\n`, "app/core/db.py": "" }),
    { is: "python app/main.py", command: `python -m uvicorn --app-dir app main:app ${bound}`, web: true },
  ),
  layout(
    "Quart in src",
    list("quart", { "src/web.py": "from quart import Quart\nsite = Quart(__name__)\n" }),
    {
      is: "python src/web.py",
      command: `PYTHONPATH=src python -m quart --app web:site run ${bound}`,
      web: true,
    },
  ),
  layout(
    "Flask object of a package that a file runs for its own machine",
    list("flask", {
      "run.py": `from shop import app\n${main("app.run(debug=True)")}`,
      "shop/__init__.py": flask,
    }),
    { is: "python run.py", command: `python -m flask --app run.py run ${bound}`, web: true },
  ),
  layout(
    "bot of a package beside a Flask page",
    list("discord.py\nflask", {
      "run.py": `from bot import bot\n${main("bot.run()")}`,
      "page.py": flask.replace("app", "bot"),
      "bot.py": "",
    }),
    { is: "python run.py", web: true },
  ),
  layout(
    "FastAPI that only its own machine would reach",
    list("fastapi\nuvicorn", {
      "main.py": `${fastApi}${main('import uvicorn\n    uvicorn.run("main:app", port=8000, reload=True)')}`,
    }),
    { is: "python main.py", command: `python -m uvicorn main:app ${bound}`, web: true },
  ),
  layout(
    "FastAPI that starts itself for everyone",
    list("fastapi\nuvicorn", {
      "main.py": `${fastApi}${main('uvicorn.run(app, host="0.0.0.0", port=int(os.environ["PORT"]))')}`,
    }),
    { is: "python main.py", web: true },
  ),
  layout(
    "Flask that prepares its database before it starts itself",
    list("flask", { "app.py": `${flask}${main("db.create_all()\n    app.run()")}` }),
    { is: "python app.py", web: true },
  ),
  layout(
    "bot beside a Flask page",
    list("discord.py\nflask", { "main.py": `import discord\n${flask}${main("bot.run(TOKEN)")}` }),
    { is: "python main.py", web: true },
  ),
  layout(
    "Flask factory in a package in src",
    list("flask", { "src/shop/__init__.py": "from flask import Flask\ndef create_app():\n    ...\n" }),
    {
      ...{ is: "python src/shop/__init__.py", web: true },
      command: `python -m flask --app src/shop run ${bound}`,
    },
  ),
  ...(
    [
      ["Flask", "flask", flask, '-m flask --app "web app.py" run'],
      ["FastAPI", "fastapi\nuvicorn", fastApi, '-m uvicorn "web app:app"'],
    ] as const
  ).map(([kind, packages, code, command]) =>
    layout(`${kind} in a file with a space`, list(packages, { "web app.py": code }), {
      ...{ is: "python web app.py", command: `python ${command} ${bound}`, web: true },
    }),
  ),
  layout("bot in a file with an accent", list("discord.py", { "böt.py": "client.run(TOKEN)\n" }), {
    is: "python böt.py",
  }),
  nodeLayout(
    "discord.js bot in a file with a space",
    { scripts: { start: 'node "my bot.js"' }, dependencies: { "discord.js": "14" } },
    { "my bot.js": login },
    { is: "nodejs my bot.js", command: "npm start" },
  ),
  nodeLayout(
    "discord.js bot by tsup, not built",
    {
      ...{ main: "dist/index.js", scripts: { build: "tsup", start: "node ." } },
      ...{ dependencies: { "discord.js": "14" }, devDependencies: { tsup: "8" } },
    },
    { ".gitignore": "dist\n", "tsup.config.ts": "", "src/index.ts": login, "tsconfig.json": "{}" },
    {
      ...{ is: "nodejs", command: "npm start", becomes: "dist/index.js" },
      finds: ["buildFirst build dist/index.js"],
    },
  ),
  nodeLayout(
    "discord.js bot without a start, further down",
    { dependencies: { "discord.js": "14" } },
    { "bot/index.js": login, "bot/commands/ping.js": "module.exports = {}" },
    { is: "nodejs bot/index.js" },
  ),
  nodeLayout(
    "discord.js bot without a start, below a config.js",
    { dependencies: { "discord.js": "14" } },
    { "bot/main.js": `const { prefix } = require("../config");\n${login}`, "config.js": "" },
    { is: "nodejs bot/main.js" },
  ),
  nodeLayout(
    "Remix with a server of its own",
    {
      scripts: { build: "remix vite:build", dev: "node ./server.js", start: "node ./server.js" },
      ...{ dependencies: { "@remix-run/express": "2", express: "4" }, devDependencies: { vite: "6" } },
    },
    {
      "server.js": 'const build = await import("./build/server/index.js");\napp.listen(process.env.PORT);\n',
      ...{ ".gitignore": "/build\n", "app/root.jsx": "" },
    },
    { is: "nodejs server.js", web: true, finds: ["buildFirst build build"] },
  ),
  nodeLayout(
    "Next.js that is started from its standalone folder",
    {
      scripts: { dev: "next dev", build: "next build", start: "node .next/standalone/server.js" },
      dependencies: { next: "15" },
    },
    { ".gitignore": "/.next/\n", "next.config.ts": "", "app/page.tsx": "" },
    {
      ...{ is: "nodejs", command: "npm start", web: true, memoryMB: 1_024 },
      ...{ finds: ["buildFirst build .next"], becomes: "package.json npm start" },
    },
  ),
  nodeLayout(
    "package.json that begins with a mark of its encoding",
    {},
    {
      "package.json": `\uFEFF${pack({ scripts: { start: "node run/web.js" }, dependencies: { express: "5" } })}`,
      ...{ "run/web.js": "app.listen(3000)", "index.js": "" },
    },
    { is: "nodejs run/web.js", web: true },
  ),
  nodeLayout(
    "Electron with Vite",
    {
      ...{
        main: "./out/main/index.js",
        scripts: { start: "electron-vite preview", build: "electron-vite build" },
      },
      devDependencies: { electron: "41", "electron-vite": "5", vite: "7" },
    },
    { "src/main/index.ts": "", "src/preload/index.ts": "" },
    { is: "nodejs", finds: ["unsupported Electron"] },
  ),
  nodeLayout(
    "http-server as a development dependency",
    { scripts: { start: "http-server" }, devDependencies: { "http-server": "14" } },
    { "index.html": "", "script.js": "document.body" },
    {
      ...{ is: "nodejs package.json", command: "npm start", web: true },
      finds: ["dependencies devDependencies http-server"],
    },
  ),
  layout("FastAPI whose list lacks its server", list("fastapi", { "main.py": fastApi }), {
    ...{ is: "python main.py", command: `python -m uvicorn main:app ${bound}`, web: true },
    finds: ["dependencies code uvicorn"],
  }),
  layout(
    "bot and page without a list of packages",
    {
      "main.py": "import discord\nfrom flask import Flask\nimport telegram\nclient.run(TOKEN)\n",
      "telegram.py": "",
    },
    { is: "python main.py", web: true, finds: ["dependencies code flask, discord.py"] },
  ),
  layout(
    "bot whose packages its Dockerfile lists",
    {
      "bot.py": "import discord\nclient.run(TOKEN)\n",
      Dockerfile: 'FROM python:3.13\nRUN pip install discord.py pillow\nCMD ["python", "bot.py"]\n',
    },
    { is: "python bot.py", finds: ["dependencies Dockerfile discord.py, pillow"] },
  ),
  layout(
    "bot and page that a script of its image starts",
    list("discord.py\nflask\ngunicorn", {
      ...{ "app.py": `${flask}${main("app.run()")}`, "bot.py": "client.run(TOKEN)\n" },
      ...{ Dockerfile: 'FROM python:3.13\nCMD ["bash", "start.sh"]\n' },
      "start.sh": "#!/bin/bash\ngunicorn app:app &\npython3 bot.py\n",
    }),
    { is: "python app.py", command: "gunicorn app:app & python3 bot.py", web: true },
  ),
  layout(
    "bot and page that its image starts",
    list("discord.py\nflask", {
      ...{ "app.py": `${flask}${main("app.run()")}`, "bot.py": "client.run(TOKEN)\n" },
      Dockerfile: "FROM python:3.13\nCMD python app.py & python bot.py\n",
    }),
    { is: "python app.py", command: "python app.py & python bot.py", web: true },
  ),
  layout(
    "Flask whose image starts a script that waits for a database",
    list("flask\ngunicorn", {
      ...{ "site.py": flask, "shop/__init__.py": "from flask import Flask\ndef create_app():\n    ...\n" },
      Dockerfile: 'FROM python:3.13\nCOPY . .\nENTRYPOINT ["./boot.sh"]\n',
      "boot.sh":
        "while true; do\n  flask db upgrade && break\ndone\n# now\nexec gunicorn -b :5000 \\\n  site:app\n",
    }),
    { is: "python site.py", command: `gunicorn -b :${port.replace("8", "5")} site:app`, web: true },
  ),
  layout(
    "bot whose pyproject.toml is for its tools",
    {
      "bot.py": "import discord\nclient.run(TOKEN)\n",
      "pyproject.toml": "[tool.black]\nline-length = 100\n",
    },
    { is: "python bot.py", finds: ["dependencies code discord.py"] },
  ),
  layout(
    "package that setup.py installs",
    {
      "setup.py": "setup(name='crier', install_requires=['aiogram'])\n",
      ...{ "crier/__main__.py": "main()\n", "crier/__init__.py": "" },
    },
    { is: "python crier/__main__.py", command: "python -m crier", finds: ["dependencies setup.py"] },
  ),
  layout(
    "requirements.txt as PowerShell writes it",
    {
      "requirements.txt": Buffer.from("\uFEFFstreamlit==1.50.0\r\nuvicorn==0.38.0\r\n", "utf16le"),
      "main.py": `${fastApi}import streamlit\n`,
    },
    {
      ...{ is: "python main.py", command: `python -m uvicorn main:app ${bound}` },
      ...{ web: true, memoryMB: 512 },
    },
  ),
  layout(
    "bot beside what prepares its database",
    {
      "compose.yml":
        "services:\n  prestart:\n    build: ./bot\n    command: bash prepare.sh\n  backend:\n    build: ./bot\n",
      ...inner("bot", list("discord.py", { "main.py": "client.run(TOKEN)\n", "prepare.sh": "" })),
    },
    { is: "none", finds: ["services backend bot"], becomes: "main.py" },
  ),
  layout(
    "ZIP of GitHub, unpacked into a folder of its own",
    inner("bot-main", list("discord.py", { "bot.py": "client.run(TOKEN)\n", "README.md": "" })),
    { is: "none", finds: ["packages bot-main bot-main"], becomes: "bot.py" },
  ),
  layout(
    "bot in a folder of its image",
    list("discord.py", {
      "bot/main.py": "client.run(TOKEN)\n",
      "bot/helpers.py": "",
      Dockerfile:
        'FROM python:3.13\nWORKDIR /usr/src/app\nCOPY . .\nWORKDIR /usr/src/app/bot/\nCMD ["python", "main.py"]\n',
    }),
    { is: "python bot/main.py", command: "cd bot && python main.py" },
  ),
  layout(
    "bot in a folder of its image that is given from there",
    list("discord.py", {
      "bot/main.py": "client.run(TOKEN)\n",
      Dockerfile: "FROM python:3.13\nWORKDIR /app\nCOPY . .\nWORKDIR bot\nCMD python -u main.py\n",
    }),
    { is: "python bot/main.py", command: "cd bot && python -u main.py" },
  ),
  ...Object.entries({
    "copied before": "COPY . /app\nWORKDIR /app\nCMD python -u main.py\n",
    "copied afterwards": "WORKDIR /app\nRUN ls\nWORKDIR /app/src\nCOPY . .\nCMD python -u main.py\n",
    "of another image": "WORKDIR /tmp\nCOPY a b\nWORKDIR /app\nCMD python -u main.py\n",
    "with whole paths": "WORKDIR /app\nCOPY . .\nWORKDIR /app/data\nCMD python -u /app/main.py\n",
  }).map(([what, lines]) =>
    layout(
      `bot in an image with a folder that is no start folder, ${what}`,
      list("discord.py", { "main.py": "client.run(TOKEN)\n", Dockerfile: `FROM python:3.13\n${lines}` }),
      { is: "python main.py", command: "python -u main.py" },
    ),
  ),
];
