// Projects whose authors host them elsewhere, as their files for those hosts say it: three of each kind, one with mistakes.
import { pack } from "./layout";

/** What is sent for the app, as far as its author said it. */
interface Wanted {
  /** Runtime and main file. */
  readonly is: string;
  readonly command?: string;
  readonly memoryMB?: number;
  readonly web?: boolean;
  readonly autoRestart?: boolean;
  readonly name?: string;
  /** What the summary says of a row, by its label. */
  /** What the questions on the way write, by name. */
  readonly writes?: Readonly<Record<string, string>>;
  readonly rows?: Readonly<Record<string, string>>;
  /** What the summary names as not taken. */
  readonly notTaken?: string;
}

export interface AuthorsLayout {
  /** The file of the other host, and what is special. */
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  readonly wanted: Wanted;
}

const nodeBot = {
  "package.json": pack({ name: "bot", main: "index.js", dependencies: { "discord.js": "14" } }),
  "index.js": "client.login(process.env.TOKEN)",
  "src/bot.js": "require('discord.js'); client.login(process.env.TOKEN)",
};
const pythonBot = {
  "requirements.txt": "discord.py\n",
  "main.py": "import discord\nclient.run(token)\n",
  "bot.py": "import discord\nclient.run(token)\n",
};
const flask = {
  "requirements.txt": "flask\ngunicorn\n",
  "app.py": "from flask import Flask\napp = Flask(__name__)\n",
  "wsgi.py": "from app import app\n",
};
const express = {
  "package.json": pack({
    name: "shop",
    dependencies: { express: "5" },
    scripts: { start: "node server.js" },
  }),
  "server.js": "app.listen(process.env.PORT)",
  "worker.js": "queue.process(work)",
};
const given = (usual: number): string => `$${`{PORT:-${usual}}`}`;

const dockerfileStarts: readonly (readonly [string, Wanted])[] = [
  ['CMD ["uv", "run", "--no-sync", "bot.py"]', { is: "python bot.py" }],
  [
    'CMD ["poetry", "run", "python", "-m", "guild"]',
    { is: "python guild/__main__.py", command: "python -m guild" },
  ],
  ["CMD pipenv run python bot.py", { is: "python bot.py" }],
  ['CMD ["/app/.venv/bin/python3.12", "bot.py"]', { is: "python bot.py" }],
  [`CMD ["bash", "-lc", "exec python bot.py"]`, { is: "python bot.py" }],
  ["CMD sh -c 'python bot.py'", { is: "python bot.py", command: "sh -c 'python bot.py'" }],
  [
    'CMD ["sh", "-c", "alembic upgrade head && python bot.py"]',
    { is: "python bot.py", command: "alembic upgrade head && python bot.py" },
  ],
  ['ENTRYPOINT ["sh", "-c"]\nCMD ["python bot.py"]', { is: "python bot.py" }],
  [
    'ENTRYPOINT ["python"]\nCMD ["bot.py", "--fast"]',
    { is: "python bot.py", command: "python bot.py --fast" },
  ],
  ['ENTRYPOINT ["/app/entrypoint.sh"]\nCMD ["python", "bot.py"]', { is: "python bot.py" }],
  ['ENTRYPOINT ["/usr/bin/tini", "--"]\nCMD ["python", "bot.py"]', { is: "python bot.py" }],
  [
    'ENTRYPOINT ["uv", "run"]\nCMD ["gunicorn", "-w", "2", "wsgi:app"]',
    { is: "python wsgi.py", command: "gunicorn -w 2 wsgi:app" },
  ],
];

const layout = (kind: string, files: AuthorsLayout["files"], wanted: Wanted): AuthorsLayout => ({
  ...{ kind, files, wanted },
});

export const authorsLayouts: readonly AuthorsLayout[] = [
  layout(
    "discloud.config of a bot",
    {
      ...nodeBot,
      "discloud.config":
        "NAME=Moderation\r\nAVATAR=https://i.imgur.com/x.png\r\nTYPE=bot\r\nMAIN=src/bot.js\r\nRAM=100\r\nAUTORESTART=false\r\nVERSION=latest\r\nAPT=tools\r\n",
    },
    {
      ...{ is: "nodejs src/bot.js", memoryMB: 100, web: false, autoRestart: false, name: "Moderation" },
      rows: {
        "Memory limit": "100 MB, as discloud.config says",
        "Main file": "src/bot.js · Node.js, as discloud.config says",
        "Restart automatically": "no, as discloud.config says",
      },
    },
  ),
  layout(
    "discloud.config of a site with a start command",
    {
      ...express,
      "discloud.config":
        "# https://docs.discloudbot.com\nID=my-shop\nTYPE=site\nMAIN=worker.js\nRAM=512MB\nSTART=npm start\n",
    },
    { is: "nodejs worker.js", command: "npm start", memoryMB: 512, web: true },
  ),
  layout(
    "discloud.config that names what a build has made and .gitignore leaves out",
    {
      "package.json": pack({ name: "bot", dependencies: { "discord.js": "14" } }),
      ...{ "src/index.ts": "client.login()", "build/start.js": "client.login()", ".gitignore": "build\n" },
      "discloud.config": "TYPE=bot\nMAIN=build/start.js\nRAM=100\n",
    },
    { is: "nodejs build/start.js", memoryMB: 100 },
  ),
  layout(
    "discloud.config beside the start script of another file",
    {
      "package.json": pack({ scripts: { start: "node site.js" }, dependencies: { "discord.js": "14" } }),
      ...{ "site.js": "require('http').createServer()", "bot.js": "client.login()" },
      "discloud.config": "TYPE=bot\nMAIN=bot.js\nRAM=100\n",
    },
    { is: "nodejs bot.js", web: false },
  ),
  layout(
    "squarecloud.app that names what .gitignore leaves out",
    { ...pythonBot, ".gitignore": "/bot.py\n", "squarecloud.app": "MAIN=bot.py\nMEMORY=256\n" },
    { is: "python bot.py", memoryMB: 256 },
  ),
  layout(
    "discloud.config with mistakes",
    {
      ...pythonBot,
      "discloud.config": "NAME=\nTYPE=bott\nMAIN=src/run.py\nRAM=lots\nAUTORESTART=maybe\n",
    },
    {
      ...{ is: "python main.py", memoryMB: 256, autoRestart: true, web: false },
      notTaken:
        'discloud.config says "lots" for "Memory limit", which isn\'t valid. discloud.config says "maybe" for "Restart automatically", which isn\'t valid. discloud.config starts src/run.py, which isn\'t sent, or isn\'t Python or JavaScript.',
    },
  ),
  layout(
    "squarecloud.app of a site",
    {
      ...express,
      "squarecloud.app":
        "DISPLAY_NAME=Little Shop\nDESCRIPTION=Sells things\nMAIN=server.js\nMEMORY=1024\nVERSION=recommended\nSUBDOMAIN=little-shop\nSTART=npm run start\nAUTORESTART=true\n",
    },
    {
      ...{ is: "nodejs server.js", command: "npm run start", memoryMB: 1024, web: true, name: "Little Shop" },
      rows: { "Exposed to the web": "yes, as squarecloud.app says" },
    },
  ),
  layout(
    "squarecloud.config of a bot, with a path as Windows has it",
    {
      ...pythonBot,
      "cogs/start.py": "client.run(token)",
      "squarecloud.config": "MAIN=cogs\\start.py\nMEMORY=256\nVERSION=3.11\n",
    },
    { is: "python cogs/start.py", memoryMB: 256, web: false },
  ),
  layout(
    "squarecloud.app with mistakes",
    { ...nodeBot, "squarecloud.app": "MAIN=../bot.js\nMEMORY=-5\nDISPLAY_NAME='Bot # one'\n" },
    {
      ...{ is: "nodejs index.js", memoryMB: 512, name: "Bot # one" },
      notTaken:
        'squarecloud.app starts ../bot.js, which isn\'t sent, or isn\'t Python or JavaScript. squarecloud.app says "-5" for "Memory limit", which isn\'t valid.',
    },
  ),
  layout(
    "Procfile with a web process",
    { ...flask, Procfile: "release: python migrate.py\nweb: gunicorn wsgi:app --log-file -\n" },
    {
      ...{ is: "python wsgi.py", command: "gunicorn wsgi:app --log-file -", web: true },
      rows: { "Start command": "gunicorn wsgi:app --log-file -, as Procfile says" },
    },
  ),
  layout(
    "Procfile with a worker",
    { ...pythonBot, Procfile: "worker: python bot.py\n" },
    { is: "python bot.py", web: false, rows: { "Main file": "bot.py · Python, as Procfile says" } },
  ),
  layout(
    "Procfile with mistakes",
    { ...pythonBot, Procfile: "python bot.py\n" },
    { is: "python main.py", notTaken: "Procfile couldn't be read." },
  ),
  layout(
    "app.json beside a Procfile",
    {
      ...flask,
      Procfile: "web: gunicorn app:app\n",
      "app.json": pack({
        ...{ name: "Guestbook", repository: "https://github.com/me/guestbook" },
        formation: { web: { quantity: 1, size: "standard-2x" }, worker: { quantity: 1 } },
      }),
    },
    {
      ...{ is: "python app.py", command: "gunicorn app:app", memoryMB: 1024, web: true, name: "Guestbook" },
      rows: { "Memory limit": "1 GB, as app.json says" },
    },
  ),
  layout(
    "app.json of a worker",
    { ...nodeBot, "app.json": pack({ name: "mod-bot", formation: { worker: { size: "eco" } } }) },
    { is: "nodejs index.js", memoryMB: 512, web: false, name: "mod-bot" },
  ),
  layout(
    "app.json with mistakes, and one of Expo",
    { ...nodeBot, "app.json": '{ "name": "x", "formation": { "web": }' },
    { is: "nodejs index.js", notTaken: "app.json couldn't be read." },
  ),
  layout(
    "render.yaml of a web service",
    {
      ...flask,
      "render.yaml":
        "services:\n  - type: web\n    name: guestbook\n    runtime: python\n    plan: standard\n    buildCommand: pip install -r requirements.txt\n    startCommand: gunicorn wsgi:app\n    envVars:\n      - key: SECRET\n        generateValue: true\ndatabases:\n  - name: db\n    plan: free\n",
    },
    {
      ...{ is: "python wsgi.py", command: "gunicorn wsgi:app", memoryMB: 2048, web: true, name: "guestbook" },
      rows: { Name: "guestbook, as render.yaml says" },
    },
  ),
  layout(
    "render.yaml of a worker beside a static site",
    {
      ...nodeBot,
      "render.yaml":
        "services:\n- type: web\n  name: pages\n  runtime: static\n  staticPublishPath: ./site\n- type: worker\n  name: bot\n  env: node\n  plan: starter\n  startCommand: npm ci && node src/bot.js\n",
    },
    { is: "nodejs src/bot.js", memoryMB: 512, web: false, name: "bot" },
  ),
  layout(
    "render.yaml with mistakes",
    { ...pythonBot, "render.yaml": "services:\n  - type: web\n   name: guestbook\n\tstartCommand: x\n" },
    { is: "python main.py", notTaken: "render.yaml couldn't be read." },
  ),
  layout(
    "railway.json",
    {
      ...express,
      "railway.json": pack({
        $schema: "https://railway.com/railway.schema.json",
        build: { builder: "NIXPACKS" },
        deploy: {
          ...{ startCommand: "node worker.js", restartPolicyType: "NEVER" },
          limitOverride: { containers: { memoryBytes: 1_073_741_824 } },
        },
      }),
    },
    { is: "nodejs worker.js", memoryMB: 1024, autoRestart: false, web: true },
  ),
  layout(
    "railway.toml",
    {
      ...flask,
      "railway.toml":
        '[build]\nbuilder = "nixpacks"\n\n[deploy]\nstartCommand = "uvicorn app:app --host 0.0.0.0 --port $PORT"\nhealthcheckPath = "/health"\nrestartPolicyType = "ON_FAILURE"\n',
    },
    {
      is: "python app.py",
      command: "uvicorn app:app --host 0.0.0.0 --port $PORT",
      web: true,
      autoRestart: true,
    },
  ),
  layout(
    "railway.json with mistakes",
    {
      ...nodeBot,
      "railway.json": pack({ deploy: { startCommand: ["node", "x.js"], restartPolicyType: 3 } }),
    },
    {
      is: "nodejs index.js",
      notTaken:
        'railway.json says "["node","x.js"]" for "Start command", which isn\'t valid. railway.json says "3" for "Restart automatically", which isn\'t valid.',
    },
  ),
  layout(
    "fly.toml of a served app",
    {
      ...express,
      "fly.toml":
        'app = "little-shop"\nprimary_region = "ams"\n\n[build]\n\n[http_service]\n  internal_port = 3000\n  force_https = true\n\n[[vm]]\n  memory = "1gb"\n  cpu_kind = "shared"\n  cpus = 1\n',
    },
    { is: "nodejs server.js", memoryMB: 1024, web: true, name: "little-shop" },
  ),
  layout(
    "fly.toml with processes",
    {
      ...pythonBot,
      "fly.toml":
        'app = "mod-bot"\n[processes]\n  app = "python bot.py"\n[[vm]]\n  size = "shared-cpu-2x"\n[[restart]]\n  policy = "never"\n',
    },
    { is: "python bot.py", memoryMB: 512, autoRestart: false, web: false, name: "mod-bot" },
  ),
  layout(
    "fly.toml whose process has a port",
    { ...flask, "fly.toml": '[processes]\napp = "gunicorn -b :8080 wsgi:app"\n[http_service]\n' },
    { is: "python wsgi.py", command: `gunicorn -b :${given(8080)} wsgi:app`, web: true },
  ),
  layout(
    "fly.toml with mistakes",
    { ...pythonBot, "fly.toml": "app = mod-bot\n[processes\n" },
    { is: "python main.py", notTaken: "fly.toml couldn't be read." },
  ),
  layout(
    ".replit of a bot",
    {
      ...pythonBot,
      ".replit":
        'run = "python bot.py"\nlanguage = "python3"\nmodules = ["python-3.11"]\n[nix]\nchannel = "stable-23_11"\n',
    },
    { is: "python bot.py", rows: { "Main file": "bot.py · Python, as .replit says" } },
  ),
  layout(
    ".replit that is run differently while it is written",
    {
      ...express,
      ".replit":
        'run = "npm run dev"\nentrypoint = "worker.js"\nmodules = ["nodejs-20"]\n[deployment]\nrun = ["npm", "run", "serve"]\ndeploymentTarget = "cloudrun"\n[[ports]]\nlocalPort = 3000\nexternalPort = 80\n',
    },
    { is: "nodejs worker.js", command: "npm run serve", web: true },
  ),
  layout(
    ".replit with mistakes",
    { ...nodeBot, ".replit": "run = node index.js\n" },
    { is: "nodejs index.js", notTaken: ".replit couldn't be read." },
  ),
  layout(
    "Dockerfile of a bot",
    {
      "bot.py": "client.run(token)",
      "helper.py": "client.run(token)",
      Dockerfile:
        'FROM python:3.12\nWORKDIR /app\nCOPY . .\nRUN pip install --no-cache-dir -r requirements.txt\nCMD ["python", "helper.py"]\n',
      "requirements.txt": "discord.py\n",
    },
    { is: "python helper.py", rows: { "Main file": "helper.py · Python, as Dockerfile says" } },
  ),
  layout(
    "Dockerfile of a server",
    {
      "package.json": pack({ name: "shop", dependencies: { express: "5" } }),
      "api.js": "app.listen(port)",
      "jobs.js": "app.listen(port)",
      Dockerfile:
        "FROM node:22-slim\nWORKDIR /usr/src/app\nCOPY . .\nRUN npm ci\nEXPOSE 3000\nCMD node --enable-source-maps api.js\n",
    },
    { is: "nodejs api.js", command: "node --enable-source-maps api.js", web: true },
  ),
  layout(
    "Dockerfile that installs packages by their names",
    {
      "bot.py": "client.run(token)",
      Dockerfile:
        "FROM python:3.12\nRUN pip install -U pip && pip install --no-cache-dir discord.py 'aiohttp>=3' -c limits.txt\nCMD python bot.py\n",
    },
    { is: "python bot.py", writes: { "requirements.txt": "discord.py\naiohttp>=3\n" } },
  ),
  layout(
    "Dockerfile that installs more than requirements.txt lists",
    {
      ...pythonBot,
      "requirements.txt": "Discord.py>=2\n",
      Dockerfile:
        "FROM python:3.12\nCOPY . .\nRUN pip install -r requirements.txt && uv pip install --system discord.py aiosqlite==0.20\nCMD python bot.py\n",
    },
    { is: "python bot.py", writes: { "requirements.txt": "Discord.py>=2\naiosqlite==0.20\n" } },
  ),
  layout(
    "Dockerfile that installs more than pyproject.toml lists",
    {
      "bot.py": "client.run(token)",
      "pyproject.toml": '[project]\nname = "bot"\nversion = "1"\ndependencies = ["discord.py"]\n',
      Dockerfile: "FROM python:3.12\nRUN pip install aiosqlite discord.py\nCMD python bot.py\n",
    },
    { is: "python bot.py", writes: { "requirements.txt": "discord.py\naiosqlite\n" } },
  ),
  layout(
    "Dockerfile that installs more than package.json lists",
    {
      ...nodeBot,
      Dockerfile:
        "FROM node:22\nRUN npm install -g pm2 tsx && npm install --omit=dev discord.js @acme/log@^2.1 ./own\nRUN yarn add sharp; npm i -D eslint\nCMD node index.js\n",
    },
    {
      is: "nodejs index.js",
      writes: {
        "package.json": pack({
          ...{ name: "bot", main: "index.js" },
          dependencies: { "@acme/log": "^2.1", "discord.js": "14", sharp: "latest" },
        }),
      },
    },
  ),
  layout(
    "Dockerfile of a project without package.json",
    {
      "bot.js": "require('discord.js'); client.login(token)",
      Dockerfile: "FROM node:22\nWORKDIR /app\nCOPY . .\nRUN npm i 'discord.js@14'\nCMD node bot.js\n",
    },
    {
      is: "nodejs bot.js",
      writes: { "package.json": '{\n  "dependencies": {\n    "discord.js": "14"\n  }\n}\n' },
    },
  ),
  ...dockerfileStarts.map(([start, wanted]) =>
    layout(
      `Dockerfile with ${start.replace("\n", ", ")}`,
      {
        ...{ ...pythonBot, ...flask, "requirements.txt": "" },
        ...{ "guild/__main__.py": "run()", Dockerfile: `FROM python:3.12\nWORKDIR /app\n${start}\n` },
      },
      wanted,
    ),
  ),
  layout(
    "Dockerfile with mistakes",
    { ...pythonBot, Dockerfile: 'FORM python:3.12\nCMD ["python", bot.py\n' },
    { is: "python main.py" },
  ),
  layout(
    "compose.yaml with a database",
    {
      ...flask,
      "compose.yaml":
        'x-common: &common\n  restart: unless-stopped\nservices:\n  db:\n    image: postgres:16\n    mem_limit: 1g\n  web:\n    <<: *common\n    build: .\n    command: gunicorn -b 0.0.0.0:8000 wsgi:app\n    ports: ["8000:8000"]\n    deploy:\n      resources:\n        limits:\n          memory: 768M\n',
    },
    {
      ...{ is: "python wsgi.py", command: `gunicorn -b 0.0.0.0:${given(8000)} wsgi:app` },
      ...{ memoryMB: 768, web: true, autoRestart: true },
      rows: { "Memory limit": "768 MB, as compose.yaml (web) says" },
    },
  ),
  layout(
    "docker-compose.yml of a bot in an image of Node.js",
    {
      ...nodeBot,
      "docker-compose.yml":
        'version: "3.8"\nservices:\n  bot:\n    image: node:20-alpine\n    working_dir: /app\n    volumes:\n      - .:/app\n    command: node /app/src/bot.js\n    mem_limit: 268435456\n    restart: "no"\n',
    },
    { is: "nodejs src/bot.js", memoryMB: 256, autoRestart: false, web: false },
  ),
  layout(
    "compose.yaml with mistakes",
    {
      ...pythonBot,
      "compose.yaml":
        "services:\n  bot:\n    build: .\n    command: python missing.py\n    mem_limit: a lot\n",
    },
    {
      is: "python main.py",
      notTaken:
        'compose.yaml says "a lot" for "Memory limit", which isn\'t valid. compose.yaml starts missing.py, which isn\'t sent, or isn\'t Python or JavaScript.',
    },
  ),
  layout(
    "ecosystem.config.js",
    {
      ...nodeBot,
      "ecosystem.config.js":
        "// pm2 start ecosystem.config.js\nmodule.exports = {\n  apps: [\n    {\n      name: 'mod-bot',\n      script: './src/bot.js', // the entry\n      instances: 1,\n      autorestart: false,\n      watch: false,\n      max_memory_restart: '300M',\n      env: { NODE_ENV: \"production\", PORT: process.env.PORT || 3000 },\n    },\n  ],\n};\n",
    },
    {
      ...{ is: "nodejs src/bot.js", memoryMB: 300, autoRestart: false, name: "mod-bot" },
      rows: { "Memory limit": "300 MB, as ecosystem.config.js says" },
    },
  ),
  layout(
    "ecosystem.config.cjs with a program and several apps",
    {
      ...pythonBot,
      "ecosystem.config.cjs":
        'module.exports = { apps: [\n  { name: "bot", script: "bot.py", interpreter: "python3", args: ["--shards", "2"] },\n  { name: "web", script: "npm", args: "start", cwd: "./web" },\n  { name: "jobs", script: "main.py" },\n] }\n',
    },
    {
      ...{ is: "python bot.py", command: "python bot.py --shards 2", name: "bot" },
      rows: { "Start command": "python bot.py --shards 2, as ecosystem.config.cjs (bot) says" },
    },
  ),
  layout(
    "ecosystem.config.js with mistakes: a program",
    {
      ...nodeBot,
      "ecosystem.config.js":
        "const path = require('path');\nmodule.exports = { apps: [{ script: path.join(__dirname, 'src/bot.js') + suffix(), name: `a` + `b` }] };\n",
    },
    { is: "nodejs index.js", notTaken: "ecosystem.config.js couldn't be read." },
  ),
  layout(
    "railway.json of a bot that is built by Railpack",
    {
      ...pythonBot,
      "railway.json": pack({
        $schema: "https://railway.com/railway.schema.json",
        build: { builder: "RAILPACK", buildCommand: "echo nothing" },
        deploy: { startCommand: "python bot.py", restartPolicyType: "ALWAYS", numReplicas: 1 },
      }),
    },
    {
      is: "python bot.py",
      autoRestart: true,
      rows: { "Main file": "bot.py · Python, as railway.json says" },
    },
  ),
  layout(
    "railway.toml of a worker with a limit of memory",
    {
      ...express,
      "railway.toml":
        '[deploy]\nstartCommand = "npm ci && node worker.js"\nrestartPolicyType = "never"\n[deploy.limitOverride.containers]\ncpu = 1\nmemoryBytes = 536870912\n',
    },
    { is: "nodejs worker.js", memoryMB: 512, autoRestart: false },
  ),
  layout(
    "railway.toml with mistakes",
    { ...pythonBot, "railway.toml": "[deploy]\nstartCommand = python bot.py\n" },
    { is: "python main.py", notTaken: "railway.toml couldn't be read." },
  ),
  layout(
    "compose.yaml of a worker that is built in a folder of the image",
    {
      ...nodeBot,
      "compose.yaml":
        'services:\n  bot:\n    build: { context: ., dockerfile: Dockerfile }\n    command: ["node", "/usr/src/app/src/bot.js"]\n    restart: on-failure:5\n    mem_limit: 200m\n',
    },
    { is: "nodejs src/bot.js", memoryMB: 200, autoRestart: true, web: false },
  ),
  layout(
    "compose.yml of a server with a cache",
    {
      ...express,
      "compose.yml":
        'services:\n  cache:\n    image: redis:7\n  shop:\n    build: .\n    command: npm start\n    ports:\n      - "3000:3000"\n    depends_on: [cache]\n    restart: always\n',
    },
    {
      ...{ is: "nodejs server.js", command: "npm start", web: true, autoRestart: true },
      rows: { "Start command": "npm start, as compose.yml (shop) says" },
    },
  ),
  layout(
    "compose.yml of a bot",
    {
      ...pythonBot,
      "compose.yml":
        "services:\n  bot:\n    build: .\n    entrypoint: python\n    command: bot.py\n    mem_limit: 128m\n    environment:\n      - TOKEN\n",
    },
    { is: "python bot.py", memoryMB: 128, web: false },
  ),
  layout(
    "compose.yml with mistakes",
    { ...pythonBot, "compose.yml": "services:\n  bot:\n    build: .\n   command: python bot.py\n" },
    { is: "python main.py", notTaken: "compose.yml couldn't be read." },
  ),
  layout(
    "docker-compose.yml of a site with a worker beside it",
    {
      ...flask,
      ...{ "jobs.py": "run()" },
      "docker-compose.yml":
        'version: "3"\nservices:\n  web:\n    build: .\n    command: gunicorn wsgi:app\n    ports: ["8000:8000"]\n  beat:\n    image: mcuadros/ofelia:latest\n    command: daemon\n',
    },
    { is: "python wsgi.py", command: "gunicorn wsgi:app", web: true },
  ),
  layout(
    "docker-compose.yml with mistakes",
    {
      ...nodeBot,
      "docker-compose.yml":
        'version: "3"\nservices:\n  bot:\n    build: .\n    command: node bott.js\n    mem_limit: -5\n    restart: sometimes\n',
    },
    {
      is: "nodejs index.js",
      notTaken:
        'docker-compose.yml says "-5" for "Memory limit", which isn\'t valid. docker-compose.yml says "sometimes" for "Restart automatically", which isn\'t valid. docker-compose.yml starts bott.js, which isn\'t sent, or isn\'t Python or JavaScript.',
    },
  ),
  layout(
    "ecosystem.config.js of a server in a cluster",
    {
      ...express,
      "ecosystem.config.js":
        'const name = "shop";\n\nmodule.exports = {\n  apps: [{\n    name: "shop",\n    script: "npm",\n    args: "start",\n    exec_mode: "cluster",\n    instances: "max",\n    env_production: { NODE_ENV: "production" }\n  }],\n  deploy: { production: { user: "me", host: "1.2.3.4" } }\n};\n',
    },
    { is: "nodejs server.js", command: "npm start", name: "shop" },
  ),
  ...["mjs", "json", "yml"].flatMap((ending) => {
    const file = `ecosystem.config.${ending}`;
    const text = (apps: readonly object[]): string =>
      ending === "mjs"
        ? `// pm2 start ${file}\nexport default ${pack({ apps })};\n`
        : ending === "json"
          ? pack({ apps })
          : `apps:\n${apps.map((app) => `  - ${JSON.stringify(app)}\n`).join("")}`;
    const bot = { name: "mod-bot", script: "./src/bot.js", max_memory_restart: "300M", autorestart: false };
    const python = { name: "bot", script: "bot.py", interpreter: "python3", args: "--fast" };
    const mistaken = { script: "src/bott.js", max_memory_restart: "plenty", autorestart: "maybe" };
    return [
      layout(
        `${file} of a bot`,
        { ...nodeBot, [file]: text([bot]) },
        {
          ...{ is: "nodejs src/bot.js", memoryMB: 300, autoRestart: false, name: "mod-bot" },
          rows: { "Memory limit": `300 MB, as ${file} says` },
        },
      ),
      layout(
        `${file} of a program in Python beside another`,
        { ...pythonBot, [file]: text([python, { name: "web", script: "npm", cwd: "./web" }]) },
        {
          ...{ is: "python bot.py", command: "python bot.py --fast", name: "bot" },
          rows: { "Start command": `python bot.py --fast, as ${file} says` },
        },
      ),
      layout(
        `${file} with mistakes`,
        { ...nodeBot, [file]: text([mistaken]) },
        {
          is: "nodejs index.js",
          notTaken: `${file} says "plenty" for "Memory limit", which isn't valid. ${file} says "maybe" for "Restart automatically", which isn't valid. ${file} starts src/bott.js, which isn't sent, or isn't Python or JavaScript.`,
        },
      ),
    ];
  }),
  layout(
    "vercel.json with a build",
    {
      ...express,
      "vercel.json": pack({
        ...{ version: 2, name: "shop" },
        builds: [{ src: "worker.js", use: "@vercel/node" }],
        routes: [{ src: "/(.*)", dest: "worker.js" }],
      }),
    },
    { is: "nodejs server.js", web: true, name: "shop" },
  ),
  layout(
    "vercel.json with functions",
    { ...express, "vercel.json": pack({ functions: { "server.js": { memory: 1024, maxDuration: 10 } } }) },
    { is: "nodejs server.js", memoryMB: 512, web: true },
  ),
  layout(
    "vercel.json with mistakes",
    { ...express, "vercel.json": '{ "functions": { "server.js": { "memory": 1024, } } }' },
    { is: "nodejs server.js", web: true, notTaken: "vercel.json couldn't be read." },
  ),
];
