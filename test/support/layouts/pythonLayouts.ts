// Python projects, each after a real one.
import { type Layout, layout, pack, port } from "./layout";

const flask = "from flask import Flask\napp = Flask(__name__)\n";
const served = (program: string): string => `python -m ${program} --host 0.0.0.0 --port ${port}`;

export const pythonLayouts: readonly Layout[] = [
  layout(
    "discord.py bot",
    {
      "bot.py": "import discord\nbot = discord.Client()\nbot.run(TOKEN)\n",
      "config.py": "PREFIX = '!'",
      "cogs/music.py": "",
      "requirements.txt": "discord.py\n",
    },
    { is: "python bot.py" },
  ),
  layout(
    "discord.py bot whose lib is ignored, as GitHub's template says, and whose site is not its own",
    {
      ".gitignore": "lib/\nsite/\nconfig.py\n",
      "main.py": "import site\nimport config\nfrom lib.bot import bot\nbot.run(config.TOKEN)\n",
      ...{ "config.py": "", "lib/bot.py": "", "site/index.html": "", "requirements.txt": "discord.py\n" },
    },
    { is: "python main.py", finds: ["ignoredRead config.py", "ignoredRead lib"] },
  ),
  layout(
    "bot that imports ignored files by a list, by a star, beside others and from its own folder",
    {
      ".gitignore": "names.py\nwords.py\nothers.py\nlast.py\n",
      "main.py":
        "from names import (  # two\n    A,\n    B,\n)\nfrom words import *\nimport os, others as o\nfrom . import bot, last\nbot.run(o.TOKEN)\n",
      ...{
        "names.py": "",
        "words.py": "",
        "others.py": "",
        "last.py": "",
        "requirements.txt": "discord.py\n",
      },
    },
    {
      is: "python main.py",
      finds: ["last", "names", "others", "words"].map((name) => `ignoredRead ${name}.py`),
    },
  ),
  layout(
    "discord.py bot whose requirements.txt is ignored",
    {
      ...{ ".gitignore": "*.txt\n", "requirements.txt": "discord.py\n" },
      "main.py": "import discord\nbot = discord.Client()\nbot.run(TOKEN)\n",
    },
    { is: "python main.py", finds: ["ignoredRead requirements.txt"] },
  ),
  layout(
    "Flask as its image starts it",
    {
      ...{ "app.py": flask, "requirements.txt": "flask\ngunicorn\n" },
      Dockerfile:
        'FROM python:3.12\nCMD ["gunicorn", "--workers", "4", "--bind", "0.0.0.0:5000", "app:app"]\n',
    },
    {
      is: "python app.py",
      command: "gunicorn --workers 4 --bind 0.0.0.0:$" + "{PORT:-5000} app:app",
      web: true,
    },
  ),
  layout(
    "discord bot with keep_alive",
    {
      "main.py": "import discord\nfrom keep_alive import keep_alive\nkeep_alive()\nclient.run(token)\n",
      "keep_alive.py": "from flask import Flask\napp = Flask('')\ndef run():\n    app.run(host='0.0.0.0')\n",
      "requirements.txt": "discord.py\nflask\n",
    },
    { is: "python main.py", web: true },
  ),
  layout(
    "nextcord bot of an unusual name among helpers",
    {
      "guardian.py": "import nextcord\nfrom database import Database\nbot.run(os.environ['TOKEN'])\n",
      "config.py": "",
      "data.py": "x = 1",
      "database.py": "class Database: ...",
      "requirements.txt": "nextcord",
    },
    { is: "python guardian.py" },
  ),
  layout(
    "Flask with a thread, a program and a browser beside it",
    {
      "app.py": `${flask}threading.Thread(target=work).start()\nsubprocess.run(["date"])\np.chromium.launch()\n`,
      "requirements.txt": "flask\n",
    },
    { is: "python app.py", command: served("flask --app app.py run"), web: true },
  ),
  layout(
    "python-telegram-bot",
    {
      "tg.py": "from telegram.ext import Application\ndef main():\n    app.run_polling()\nmain()\n",
      "handlers.py": "async def start(u, c): ...",
      "requirements.txt": "python-telegram-bot",
    },
    { is: "python tg.py" },
  ),
  layout(
    "aiogram bot as a package",
    {
      "bot/__main__.py": "from bot.handlers import router\nasyncio.run(main())",
      "bot/__init__.py": "",
      "bot/handlers.py": "",
      "requirements.txt": "aiogram",
    },
    { is: "python bot/__main__.py", command: "python -m bot" },
  ),
  layout(
    "only helpers, no program",
    { "config.py": "A = 1", "data.py": "B = 2", "requirements.txt": "requests" },
    { is: "python" },
  ),
  layout(
    "Flask app that starts itself",
    { "app.py": `${flask}if __name__ == "__main__":\n    app.run("0.0.0.0")\n`, "requirements.txt": "flask" },
    { is: "python app.py", web: true },
  ),
  layout(
    "Flask app that only its own machine would reach",
    {
      "app.py": `${flask}if __name__ == "__main__":\n    # for development\n    app.run(debug=True)\n`,
      "requirements.txt": "flask",
    },
    { is: "python app.py", command: served("flask --app app.py run"), web: true },
  ),
  layout(
    "Flask app that does not start itself",
    { "app.py": flask, "models.py": "", "requirements.txt": "flask" },
    { is: "python app.py", command: served("flask --app app.py run"), web: true },
  ),
  layout(
    "Flask factory in a package",
    {
      "flaskr/__init__.py":
        "from flask import Flask\ndef create_app():\n    app = Flask(__name__)\n    return app\n",
      "flaskr/db.py": "",
      "pyproject.toml": '[project]\nname = "flaskr"\ndependencies = ["flask"]\n',
    },
    { is: "python flaskr/__init__.py", web: true, command: served("flask --app flaskr run") },
  ),
  layout(
    "Flask factory that wsgi.py calls",
    {
      "wsgi.py": "from shop import create_app\napp = create_app()\n",
      "shop/__init__.py": "from flask import Flask\ndef create_app():\n    return Flask(__name__)\n",
      "requirements.txt": "flask\ngunicorn\n",
    },
    { is: "python wsgi.py", command: served("flask --app wsgi.py run"), web: true },
  ),
  layout(
    "Flask with a Procfile for gunicorn",
    { Procfile: "web: gunicorn app:app\n", "app.py": flask, "requirements.txt": "flask\ngunicorn\n" },
    { is: "python app.py", command: "gunicorn app:app", web: true },
  ),
  layout(
    "FastAPI",
    { "main.py": "from fastapi import FastAPI\napp = FastAPI()\n", "requirements.txt": "fastapi\nuvicorn\n" },
    { is: "python main.py", command: served("uvicorn main:app"), web: true },
  ),
  layout(
    "FastAPI in a folder, with a Dockerfile",
    {
      "app/main.py": "from fastapi import FastAPI\nfrom app.api import router\napp = FastAPI()\n",
      "app/api.py": "",
      "app/config.py": "",
      "requirements.txt": "fastapi\nuvicorn\n",
      Dockerfile:
        'FROM python:3.12\nWORKDIR /code\nCOPY . .\nEXPOSE 80\nCMD ["uvicorn", "app.main:app", "--host", "0.0.0.0", "--port", "80"]\n',
    },
    { is: "python app/main.py", web: true, command: served("uvicorn app.main:app") },
  ),
  layout(
    "Starlette",
    {
      "server.py": "from starlette.applications import Starlette\nsite = Starlette()\n",
      "requirements.txt": "starlette\nuvicorn",
    },
    { is: "python server.py", command: served("uvicorn server:site"), web: true },
  ),
  layout(
    "Quart",
    { "app.py": "from quart import Quart\napp = Quart(__name__)\n", "requirements.txt": "quart" },
    { is: "python app.py", command: served("quart --app app:app run"), web: true },
  ),
  layout(
    "aiohttp server",
    { "web_server.py": "from aiohttp import web\nweb.run_app(app)\n", "requirements.txt": "aiohttp" },
    { is: "python web_server.py", web: true },
  ),
  layout(
    "Streamlit",
    { "dashboard.py": "import streamlit as st\nst.title('x')\n", "requirements.txt": "streamlit" },
    {
      is: "python dashboard.py",
      command: `python -m streamlit run dashboard.py --server.port ${port} --server.address 0.0.0.0 --server.headless true`,
      ...{ web: true, memoryMB: 512 },
    },
  ),
  layout(
    "Gradio",
    { "app.py": "import gradio as gr\ndemo.launch()\n", "requirements.txt": "gradio" },
    {
      ...{ is: "python app.py", web: true, memoryMB: 512 },
      command: `GRADIO_SERVER_NAME=0.0.0.0 GRADIO_SERVER_PORT=${port} python app.py`,
    },
  ),
  layout(
    "Django",
    {
      "manage.py":
        "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'site.settings')\nif __name__ == '__main__':\n    main()\n",
      "mysite/settings.py": "",
      "mysite/wsgi.py": "",
      "requirements.txt": "Django",
    },
    { is: "python manage.py", command: `python manage.py runserver 0.0.0.0:${port}`, web: true },
  ),
  layout(
    "Django below a folder",
    {
      "backend/manage.py": "from django.core.management import execute_from_command_line\n",
      "backend/shop/settings.py": "",
      "backend/requirements.txt": "django",
      "README.md": "",
    },
    {
      is: "python backend/manage.py",
      command: `python backend/manage.py runserver 0.0.0.0:${port}`,
      web: true,
      finds: ["dependencies backend/requirements.txt"],
    },
  ),
  layout(
    "Poetry",
    {
      "pyproject.toml":
        '[tool.poetry]\nname = "crier"\n[tool.poetry.dependencies]\npython = "^3.12"\nrequests = "*"\n',
      "poetry.lock": "",
      "main.py": "while True: pass",
    },
    { is: "python main.py", finds: ["dependencies pyproject.toml requests"] },
  ),
  layout(
    "uv",
    {
      "pyproject.toml": '[project]\nname = "crier"\ndependencies = ["httpx>=0.27", "rich"]\n',
      "uv.lock": "",
      "main.py": 'if __name__ == "__main__":\n    main()\n',
    },
    { is: "python main.py", finds: ["dependencies uv.lock httpx, rich"] },
  ),
  layout(
    "script with its packages in a comment",
    {
      "bot.py": '# /// script\n# dependencies = ["httpx"]\n# ///\nimport httpx\nwhile True: pass\n',
      "requirements-dev.txt": "ruff\n",
    },
    { is: "python bot.py", finds: ["dependencies bot.py"] },
  ),
  layout(
    "Pipfile",
    { Pipfile: '[packages]\ndiscord-py = "*"\n', "bot.py": "client.run()" },
    { is: "python bot.py", finds: ["dependencies Pipfile"] },
  ),
  layout(
    "requirements in a folder",
    {
      "requirements/base.txt": "flask",
      "requirements/dev.txt": "pytest",
      "requirements/prod.txt": "-r base.txt",
      "run.py": "app.run()",
    },
    { is: "python run.py", finds: ["dependencies requirements/prod.txt"] },
  ),
  layout(
    "worker by a Dockerfile",
    {
      Dockerfile:
        'FROM python:3.12 AS base\nFROM base\nCOPY . /app\nENTRYPOINT ["python"]\nCMD ["/app/worker.py", "--loop"]\n',
      "worker.py": "loop()",
      "tasks.py": "",
      "requirements.txt": "redis",
    },
    { is: "python worker.py", command: "python worker.py --loop" },
  ),
  layout(
    "Telethon user bot with its session",
    { "userbot.py": "client.run_until_disconnected()", "me.session": "", "requirements.txt": "telethon" },
    { is: "python userbot.py" },
  ),
  layout("one script without anything else", { "ticker.py": "print('tick')" }, { is: "python ticker.py" }),
  ...Object.entries({
    websockets: "from websockets.asyncio.server import serve\nasyncio.run(main())\n",
    "websockets by its whole name":
      "async with websockets.serve(handle, '0.0.0.0', PORT):\n    asyncio.run(wait())\n",
    socketserver: "socketserver.ThreadingTCPServer(('', PORT), Handler).serve_forever()\n",
    "python-telegram-bot": "from telegram.ext import Application\napp.run_webhook(port=PORT)\n",
  }).map(([name, code]) =>
    layout(
      `server of ${name}`,
      { "main.py": code, "requirements.txt": "\n" },
      { is: "python main.py", web: true },
    ),
  ),
  layout(
    "Streamlit beside what Vite builds",
    {
      ...{ "app.py": "import streamlit as st\n", "requirements.txt": "streamlit\n" },
      "package.json": '{ "scripts": { "build": "vite build" }, "devDependencies": { "vite": "7" } }',
    },
    {
      ...{ is: "python app.py", web: true, memoryMB: 512 },
      command: `python -m streamlit run app.py --server.port ${port} --server.address 0.0.0.0 --server.headless true`,
    },
  ),
  layout(
    "FastAPI that another file starts for development, by its name",
    {
      "run.py": `import uvicorn\n\nif __name__ == "__main__":\n    print("Starting (http)...")\n    uvicorn.run("app.main:app", reload=True)\n`,
      "app/main.py": "from fastapi import FastAPI\napp = FastAPI()\n",
      "requirements.txt": "fastapi\nuvicorn\n",
    },
    { is: "python run.py", command: served("uvicorn app.main:app"), web: true },
  ),
  layout(
    "FastAPI that another file starts by its name after it has read the settings",
    {
      "run.py": `import uvicorn\nload_dotenv()\nif __name__ == "__main__":\n    uvicorn.run("app.main:app")\n`,
      "app/main.py": "from fastapi import FastAPI\napp = FastAPI()\n",
      "requirements.txt": "fastapi\nuvicorn\n",
    },
    { is: "python run.py", web: true },
  ),
  layout(
    "Flask that runs without a main block",
    { "app.py": `${flask}\nprint("Up")\napp.run(debug=True)\n`, "requirements.txt": "flask" },
    { is: "python app.py", command: served("flask --app app.py run"), web: true },
  ),
  layout(
    "Flask beside a bot that runs without a main block",
    { "main.py": `${flask}bot = Bot()\nbot.run(TOKEN)\n`, "requirements.txt": "flask\ndiscord.py\n" },
    { is: "python main.py", web: true },
  ),
  ...[
    `${flask.replace("__name__", "__name__, static_folder='web/build'")}app.run(host="0.0.0.0")\n`,
    `from flask import Flask\nfrom fastapi.staticfiles import StaticFiles\napp.mount("/", StaticFiles(directory = "web/build"))\napp.run()\n`,
  ].map((code, index) =>
    layout(
      `Python server of pages that are built and ignored, ${index + 1}`,
      {
        ...{ "main.py": code, ".gitignore": "build/\n", "web/build/index.html": "" },
        ...{ "web/package.json": "{}", "requirements.txt": "flask\nfastapi\n" },
      },
      { is: "python main.py", web: true, finds: ["ignoredBuild web/build build/"] },
    ),
  ),
  ...(
    [
      [
        "by Flask",
        'Flask(__name__, static_folder="../frontend/dist", static_url_path="/")',
        "backend/app.py",
      ],
      ["by FastAPI", 'app.mount("/", StaticFiles(directory="frontend/dist", html=True))', "main.py"],
      ["from a path", 'Path(__file__).resolve().parent.parent / "frontend" / "dist"', "app/main.py"],
      ["from a path of its own", 'StaticFiles(directory=BASE_DIR / "frontend/dist/assets")', "main.py"],
      ["from a whole path", 'Path("frontend/dist")', "app.py"],
      ["as a file", 'FileResponse("frontend/dist/index.html")', "main.py"],
      ["from a folder", "send_from_directory('frontend/dist', 'index.html')", "app.py"],
      [
        "from a joined folder",
        'os.path.join(os.path.dirname(os.path.abspath(__file__)), "frontend", "dist")',
        "app.py",
      ],
    ] as const
  ).map(([how, code, file]) =>
    layout(
      `server of pages that a project below builds, served ${how}`,
      {
        [file]: `from waitress import serve\n${code}\nserve(app)\n`,
        "requirements.txt": "waitress\n",
        "frontend/package.json": pack({ scripts: { build: "vite build" }, devDependencies: { vite: "6" } }),
      },
      { is: `python ${file}`, web: true, finds: ["buildFirst build - frontend frontend/dist"] },
    ),
  ),
  layout(
    "Django that has the pages of a project below",
    {
      "manage.py": "import django\n",
      "shop/settings.py": 'STATICFILES_DIRS = [BASE_DIR / "frontend" / "build" / "static"]\n',
      "requirements.txt": "django\n",
      "frontend/package.json": pack({
        scripts: { build: "react-scripts build" },
        dependencies: { "react-scripts": "5" },
      }),
    },
    {
      ...{ is: "python manage.py", command: `python manage.py runserver 0.0.0.0:${port}`, web: true },
      finds: ["buildFirst build - frontend frontend/build"],
    },
  ),
  layout(
    "FastAPI that the main file only imports",
    {
      "main.py": "from api.server import app\n",
      "api/server.py": "from fastapi import FastAPI\napp = FastAPI()\n",
      "requirements.txt": "fastapi\nuvicorn\n",
    },
    { is: "python main.py", command: served("uvicorn main:app"), web: true },
  ),
  layout(
    "Flask in src that wsgi.py only imports",
    { "wsgi.py": "from src.app import app\n", "src/app.py": flask, "requirements.txt": "flask\n" },
    { is: "python wsgi.py", command: served("flask --app wsgi.py run"), web: true },
  ),
  layout(
    "Flask that the main file imports beside a bot that it runs",
    {
      "main.py": "from bot import bot\nfrom web import app\nbot.run(TOKEN)\n",
      "bot.py": "import discord\nbot = discord.Client()\n",
      ...{ "web.py": flask, "requirements.txt": "flask\ndiscord.py\n" },
    },
    { is: "python main.py", web: true },
  ),
  layout(
    "Flask that the main file imports, and starts by a call of its own",
    {
      "main.py": "from web import app\nfrom start import start\nstart(app)\n",
      ...{ "start.py": "", "web.py": flask, "requirements.txt": "flask\n" },
    },
    { is: "python main.py", web: true },
  ),
  layout(
    "bot in a folder that is named as its package",
    {
      "discord/bot.py": "import discord\nbot = discord.Client()\nbot.run(TOKEN)\n",
      "requirements.txt": "discord.py\n",
    },
    { is: "python discord/bot.py" },
  ),
];
