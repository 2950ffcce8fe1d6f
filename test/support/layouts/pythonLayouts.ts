// Projects of Python, each made after a real kind.
import { type Layout, port } from "./layout";

const flask = "from flask import Flask\napp = Flask(__name__)\n";

export const pythonLayouts: readonly Layout[] = [
  {
    kind: "discord.py bot",
    files: {
      "bot.py": "import discord\nbot = discord.Client()\nbot.run(TOKEN)\n",
      ...{ "config.py": "PREFIX = '!'", "cogs/music.py": "", "requirements.txt": "discord.py\n" },
    },
    is: "python bot.py",
  },
  {
    kind: "discord bot with keep_alive",
    files: {
      "main.py": "import discord\nfrom keep_alive import keep_alive\nkeep_alive()\nclient.run(token)\n",
      "keep_alive.py": "from flask import Flask\napp = Flask('')\ndef run():\n    app.run(host='0.0.0.0')\n",
      "requirements.txt": "discord.py\nflask\n",
    },
    ...{ is: "python main.py", web: true },
  },
  {
    kind: "nextcord bot of an unusual name among helpers",
    files: {
      "guardian.py": "import nextcord\nfrom database import Database\nbot.run(os.environ['TOKEN'])\n",
      ...{
        "config.py": "",
        "data.py": "x = 1",
        "database.py": "class Database: ...",
        "requirements.txt": "nextcord",
      },
    },
    is: "python guardian.py",
  },
  {
    kind: "python-telegram-bot",
    files: {
      "tg.py": "from telegram.ext import Application\ndef main():\n    app.run_polling()\nmain()\n",
      ...{ "handlers.py": "async def start(u, c): ...", "requirements.txt": "python-telegram-bot" },
    },
    is: "python tg.py",
  },
  {
    kind: "aiogram bot as a package",
    files: {
      ...{ "bot/__main__.py": "from bot.handlers import router\nasyncio.run(main())", "bot/__init__.py": "" },
      ...{ "bot/handlers.py": "", "requirements.txt": "aiogram" },
    },
    ...{ is: "python bot/__main__.py", command: "python -m bot" },
  },
  {
    kind: "only helpers, no program",
    files: { "config.py": "A = 1", "data.py": "B = 2", "requirements.txt": "requests" },
    is: "python",
  },
  {
    kind: "Flask app that starts itself",
    files: { "app.py": `${flask}if __name__ == "__main__":\n    app.run()\n`, "requirements.txt": "flask" },
    ...{ is: "python app.py", web: true },
  },
  {
    kind: "Flask app that does not start itself",
    files: { "app.py": flask, "models.py": "", "requirements.txt": "flask" },
    ...{
      is: "python app.py",
      command: `python -m flask --app app.py run --host 0.0.0.0 --port ${port}`,
      web: true,
    },
  },
  {
    kind: "Flask factory in a package",
    files: {
      "flaskr/__init__.py":
        "from flask import Flask\ndef create_app():\n    app = Flask(__name__)\n    return app\n",
      ...{ "flaskr/db.py": "", "pyproject.toml": '[project]\nname = "flaskr"\ndependencies = ["flask"]\n' },
    },
    ...{ is: "python flaskr/__init__.py", web: true },
    command: `python -m flask --app flaskr run --host 0.0.0.0 --port ${port}`,
  },
  {
    kind: "Flask factory that wsgi.py calls",
    files: {
      "wsgi.py": "from shop import create_app\napp = create_app()\n",
      "shop/__init__.py": "from flask import Flask\ndef create_app():\n    return Flask(__name__)\n",
      "requirements.txt": "flask\ngunicorn\n",
    },
    ...{
      is: "python wsgi.py",
      command: `python -m flask --app wsgi.py run --host 0.0.0.0 --port ${port}`,
      web: true,
    },
  },
  {
    kind: "Flask with a Procfile for gunicorn",
    files: { Procfile: "web: gunicorn app:app\n", "app.py": flask, "requirements.txt": "flask\ngunicorn\n" },
    ...{ is: "python app.py", command: "gunicorn app:app", web: true },
  },
  {
    kind: "FastAPI",
    files: {
      "main.py": "from fastapi import FastAPI\napp = FastAPI()\n",
      "requirements.txt": "fastapi\nuvicorn\n",
    },
    ...{
      is: "python main.py",
      command: `python -m uvicorn main:app --host 0.0.0.0 --port ${port}`,
      web: true,
    },
  },
  {
    kind: "FastAPI in a folder, with a Dockerfile",
    files: {
      "app/main.py": "from fastapi import FastAPI\nfrom app.api import router\napp = FastAPI()\n",
      ...{ "app/api.py": "", "app/config.py": "", "requirements.txt": "fastapi\nuvicorn\n" },
      Dockerfile:
        'FROM python:3.12\nWORKDIR /code\nCOPY . .\nEXPOSE 80\nCMD ["uvicorn", "app.main:app", "--host", "0.0.0.0", "--port", "80"]\n',
    },
    ...{ is: "python app/main.py", web: true },
    command: `python -m uvicorn app.main:app --host 0.0.0.0 --port ${port}`,
  },
  {
    kind: "Starlette",
    files: {
      "server.py": "from starlette.applications import Starlette\nsite = Starlette()\n",
      "requirements.txt": "starlette\nuvicorn",
    },
    ...{
      is: "python server.py",
      command: `python -m uvicorn server:site --host 0.0.0.0 --port ${port}`,
      web: true,
    },
  },
  {
    kind: "Quart",
    files: { "app.py": "from quart import Quart\napp = Quart(__name__)\n", "requirements.txt": "quart" },
    ...{
      is: "python app.py",
      command: `python -m quart --app app:app run --host 0.0.0.0 --port ${port}`,
      web: true,
    },
  },
  {
    kind: "aiohttp server",
    files: { "web_server.py": "from aiohttp import web\nweb.run_app(app)\n", "requirements.txt": "aiohttp" },
    ...{ is: "python web_server.py", web: true },
  },
  {
    kind: "Streamlit",
    files: { "dashboard.py": "import streamlit as st\nst.title('x')\n", "requirements.txt": "streamlit" },
    is: "python dashboard.py",
    command: `python -m streamlit run dashboard.py --server.port ${port} --server.address 0.0.0.0 --server.headless true`,
    web: true,
  },
  {
    kind: "Gradio",
    files: { "app.py": "import gradio as gr\ndemo.launch()\n", "requirements.txt": "gradio" },
    ...{ is: "python app.py", web: true },
  },
  {
    kind: "Django",
    files: {
      "manage.py":
        "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'site.settings')\nif __name__ == '__main__':\n    main()\n",
      ...{ "mysite/settings.py": "", "mysite/wsgi.py": "", "requirements.txt": "Django" },
    },
    ...{ is: "python manage.py", command: `python manage.py runserver 0.0.0.0:${port}`, web: true },
  },
  {
    kind: "Django below a folder",
    files: {
      "backend/manage.py": "from django.core.management import execute_from_command_line\n",
      ...{ "backend/shop/settings.py": "", "backend/requirements.txt": "django", "README.md": "" },
    },
    ...{
      is: "python backend/manage.py",
      command: `python backend/manage.py runserver 0.0.0.0:${port}`,
      web: true,
    },
    finds: ["dependencies backend/requirements.txt"],
  },
  {
    kind: "Poetry",
    files: {
      "pyproject.toml":
        '[tool.poetry]\nname = "crier"\n[tool.poetry.dependencies]\npython = "^3.12"\nrequests = "*"\n',
      ...{ "poetry.lock": "", "main.py": "while True: pass" },
    },
    ...{ is: "python main.py", finds: ["dependencies pyproject.toml requests"] },
  },
  {
    kind: "uv",
    files: {
      "pyproject.toml": '[project]\nname = "crier"\ndependencies = ["httpx>=0.27", "rich"]\n',
      ...{ "uv.lock": "", "main.py": 'if __name__ == "__main__":\n    main()\n' },
    },
    ...{ is: "python main.py", finds: ["dependencies uv.lock httpx, rich"] },
  },
  {
    kind: "Pipfile",
    files: { Pipfile: '[packages]\ndiscord-py = "*"\n', "bot.py": "client.run()" },
    ...{ is: "python bot.py", finds: ["dependencies Pipfile"] },
  },
  {
    kind: "requirements in a folder",
    files: {
      ...{
        "requirements/base.txt": "flask",
        "requirements/dev.txt": "pytest",
        "requirements/prod.txt": "-r base.txt",
      },
      "run.py": "app.run()",
    },
    ...{ is: "python run.py", finds: ["dependencies requirements/prod.txt"] },
  },
  {
    kind: "worker by a Dockerfile",
    files: {
      Dockerfile:
        'FROM python:3.12 AS base\nFROM base\nCOPY . /app\nENTRYPOINT ["python"]\nCMD ["/app/worker.py", "--loop"]\n',
      ...{ "worker.py": "loop()", "tasks.py": "", "requirements.txt": "redis" },
    },
    ...{ is: "python worker.py", command: "python worker.py --loop" },
  },
  {
    kind: "Telethon user bot with its session",
    files: {
      "userbot.py": "client.run_until_disconnected()",
      "me.session": "",
      "requirements.txt": "telethon",
    },
    is: "python userbot.py",
  },
  {
    kind: "one script without anything else",
    files: { "ticker.py": "print('tick')" },
    is: "python ticker.py",
  },
];
