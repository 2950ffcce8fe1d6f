// What files for other hosts say to do harm, or about something else.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { imageCommand, readDockerfile } from "../../../../../src/core/project/detect/dockerfile";
import { readHostFiles } from "../../../../../src/core/project/detect/hostFiles";
import { port } from "../../../../support/layouts/layout";
import { parsedYaml } from "../../../../support/parsedYaml";

const read = (texts: Readonly<Record<string, string>>, paths: readonly string[] = ["main.py", "index.js"]) =>
  readHostFiles(new Set(paths), new Map(Object.entries(texts)), parsedYaml);

describe("what authors wrote down for other hosts", () => {
  it("is nothing of a file of the same name that is about something else", () => {
    const others = {
      "app.json": '{ "expo": { "name": "Phone", "slug": "phone" } }',
      "vercel.json": '{ "cleanUrls": true }',
      "compose.yaml": "services:\n  db:\n    image: postgres:16\n    mem_limit: 4g\n",
      "render.yaml": "services:\n  - type: web\n    rootDir: backend\n    startCommand: node index.js\n",
    };
    const { said, notTaken } = read(others);
    assert.deepEqual([said, notTaken], [{ exposedViaWeb: true }, []]);
  });

  for (const [what, text] of [
    ["aliases that stand for millions", `a: &a [1,1,1,1,1,1,1,1,1]\n${bomb()}`],
    ["folders in folders without an end", "[".repeat(100_000)],
    ["an alias of itself", "services: &a\n  web: *a\n  <<: *a\n"],
    ["a list where an object belongs", "- web\n- worker\n"],
    ["two texts", "a: 1\n---\nb: 1\n"],
  ] as const)
    it(`leaves YAML alone that has ${what}`, () => {
      const { said, notTaken } = read({ "compose.yaml": text });
      assert.deepEqual([said, notTaken], [{}, [{ kind: "unreadable", file: "compose.yaml" }]]);
    });

  it("is quick also where every key stands twice", () => {
    const started = performance.now();
    read({ "compose.yaml": "web: 1\n".repeat(30_000) });
    assert.ok(performance.now() - started < 20_000);
  });

  it("sets nothing but settings", () => {
    const { said } = read({
      "render.yaml": "__proto__: { memoryMB: 1 }\nservices: [{ type: web, plan: __proto__ }]\n",
    });
    assert.deepEqual([said, ({} as { memoryMB?: number }).memoryMB], [{ exposedViaWeb: true }, undefined]);
  });

  it("is no command of several lines, nor one that is too long to be read", () => {
    for (const command of ["npm ci\nnpm start", `npm start ${"x".repeat(2_000)}`]) {
      const { said, notTaken } = read({
        "vercel.json": "{}",
        "railway.json": JSON.stringify({ deploy: { startCommand: command } }),
      });
      assert.equal(said.startupCommand, undefined);
      assert.deepEqual(
        notTaken.map(({ kind }) => kind),
        ["value"],
      );
    }
  });

  it("is no path out of the folder", () => {
    for (const main of ["../../etc/passwd.py", "/etc/x.js", "C:\\x.js"]) {
      const { said, notTaken, missingFiles } = read({ "discloud.config": `MAIN=${main}` });
      assert.deepEqual([said, missingFiles], [{}, []]);
      assert.deepEqual(notTaken, [{ kind: "mainFile", file: "discloud.config", path: main }]);
    }
  });

  it("is read in every way that sizes are written", () => {
    const sizes = { "512": 512, "512MB": 512, "0.5 GB": 512, "1g": 1024, "524288k": 512, "256MiB": 256 };
    for (const [size, memoryMB] of Object.entries(sizes))
      assert.deepEqual(read({ "discloud.config": `RAM=${size}` }).said, { memoryMB });
    for (const [size, memoryMB] of [
      ["536870912", 512],
      ["512m", 512],
      ["1gb", 1024],
    ] as const)
      assert.deepEqual(read({ "compose.yaml": `services: { a: { build: ., mem_limit: ${size} } }` }).said, {
        memoryMB,
      });
  });

  it("is the command of each service to choose from, also of another program", () => {
    const web = "  web: { build: ., command: python -u main.py }\n";
    const { services } = read({
      "compose.yaml": `services:\n${web}  jobs: { build: ., command: celery -A main worker }\n`,
    });
    assert.deepEqual(
      services?.services.map(({ settings }) => settings.startupCommand),
      ["python -u main.py", "celery -A main worker"],
    );
  });

  it("is the command of a service that would be the app, where that runs a file of the project", () => {
    const paths = ["main.py", "index.js", "wait-for-it.sh", "start.sh"];
    const scripts = '{ "scripts": { "start": "node index.js", "test": "jest" } }';
    const commandOf = (yaml: string): string | undefined =>
      read({ "package.json": scripts, "compose.yaml": `services:\n${yaml}` }, paths).said.startupCommand;
    const service = (name: string, command: string, more = ""): string =>
      `  ${name}: { build: ., command: ${command}${more} }\n`;
    const served = ", ports: [8000]";
    for (const [yaml, command] of [
      [
        service("migrations", "alembic upgrade head") + service("backend", "python -u main.py", served),
        "python -u main.py",
      ],
      [
        service("seed", "node -r x index.js") + service("backend", "node -r y index.js"),
        "node -r y index.js",
      ],
      [`${service("test", "npm test")}  db: { image: postgres }\n`, undefined],
      [service("web", "npm start"), "npm start"],
      [service("web", '["./wait-for-it.sh", "db:5432", "--", "node", "index.js"]'), undefined],
      [service("web", "/app/start.sh"), undefined],
      ["  bot: { image: node, working_dir: /app/web, command: node -r x index.js }\n", undefined],
      [
        "  bot: { image: node, working_dir: /app, volumes: ['.:/app:ro'], command: node -r x index.js }\n",
        "node -r x index.js",
      ],
    ] as const)
      assert.equal(commandOf(yaml), command, yaml);
    const fly = (text: string) => read({ "fly.toml": text }).said.startupCommand;
    assert.equal(fly('[processes]\ncron = "supercronic crontab"\n'), undefined);
    assert.equal(fly('[processes]\njobs = "python -u main.py"\nmail = "python -u index.py"\n'), undefined);
    assert.equal(
      fly('[processes]\napp = "python -u main.py"\nmail = "python -u index.py"\n'),
      "python -u main.py",
    );
  });

  it("is nothing where only a comment stands", () => {
    const { said } = read({ "discloud.config": "NAME=Bot # ours\nSTART= # optional\nMAIN=#\n" });
    assert.deepEqual(said, { name: "Bot" });
  });

  it("is read of settings of pm2 without spaces", () => {
    const text = "module.exports={apps:[{name:'b',script:'npm',args:'start',autorestart:false}]}";
    const { said } = read({ "ecosystem.config.js": text });
    assert.deepEqual(said, { name: "b", startupCommand: "npm start", autoRestart: false });
  });

  it("is nothing that the settings of pm2 compute", () => {
    const text =
      "module.exports = { apps: [{ name: process.env.APP_NAME || 'bot', script: 'main.py', env: { A: env.A } }] }";
    const { said, variables } = read({ "ecosystem.config.js": text });
    assert.deepEqual([said, variables], [{ mainFile: "main.py" }, ["A"]]);
  });

  it("is no package of an image that only builds or tests the app", () => {
    const tools = "pip poetry==1.8.2 uv pipenv pdm hatch virtualenv pip-tools build pytest debugpy";
    const { packages } = readDockerfile(
      new Map([["Dockerfile", `FROM python\nRUN pip install ${tools} rich==14 buildbot\n`]]),
    );
    assert.deepEqual(packages.python, ["rich==14", "buildbot"]);
  });

  it("is no memory that nothing runs in", () => {
    const { said, notTaken } = read({ "discloud.config": "RAM=63" });
    assert.deepEqual(said, {});
    assert.deepEqual(notTaken, [{ kind: "value", file: "discloud.config", key: "memoryMB", said: "63" }]);
  });

  it("is a command outside of what keeps packages apart", () => {
    for (const [command, rest] of [
      ["poetry run python main.py -x", "python main.py -x"],
      ["pipenv run gunicorn main:app", "gunicorn main:app"],
      ["uv run main.py -x", "python main.py -x"],
      ["uv run uvicorn main:app", "uvicorn main:app"],
      ["npm start && poetry run python main.py", "npm start && python main.py"],
    ] as const)
      assert.equal(read({ "railway.json": railway(command) }).said.startupCommand, rest);
    assert.equal(read({ "railway.json": railway("uv run main.py") }).said.mainFile, "main.py");
  });

  it("is a command with npx for programs of packages, and without what only keeps it running", () => {
    for (const [command, rest] of [
      ["tsx src/bot.ts", "npx tsx src/bot.ts"],
      ["A=1 nodemon index.js", "A=1 npx nodemon index.js"],
      ['nodemon --exec "ts-node -T" bot.ts', 'npx nodemon --exec "ts-node -T" bot.ts'],
      ["pm2-runtime index.js -- -x", "node index.js -x"],
      ["pm2 start main.py -- -x", "python main.py -x"],
      ["next start -p $PORT", "npx next start -p $PORT"],
      ["cd web && tsx bot.ts", "cd web && npx tsx bot.ts"],
      ["tsc && node -r x index.js", "tsc && node -r x index.js"],
      ["npm start -- -x", "npm start -- -x"],
      ["./start.sh tsx", "./start.sh tsx"],
    ] as const)
      assert.equal(read({ "railway.json": railway(command) }).said.startupCommand, rest);
    const { said, dockerfile } = read({
      Dockerfile: 'FROM node\nRUN npm install pm2 -g\nCMD ["pm2-runtime", "index.js"]\n',
      Procfile: "worker: pm2 start index.js --name bot",
    });
    assert.deepEqual([said.mainFile, dockerfile.command], ["index.js", "node index.js"]);
  });

  it("is no part of a command that is too long", () => {
    const steps = `npm ci && ${"a".repeat(900)} && ${"npm ci && ".repeat(120)}rm -r x`;
    assert.equal(read({ "railway.json": railway(steps) }).said.startupCommand, undefined);
  });

  it("has paths of the image as paths of the project, and the port that is given", () => {
    for (const [command, rest] of [
      ["/app/start.sh", "./start.sh"],
      ["/app/start.sh /app/x", "./start.sh x"],
      [["sh", "-c", "/app/start.sh"], "./start.sh"],
      ["/bin/run /app/x", "/bin/run x"],
      ["python /usr/src/app/main.py", "python main.py"],
      ["python /home/container/main.py", "python main.py"],
      ["python /home/node/app/main.py", "python main.py"],
      [["/app/main.py"], "main.py"],
      ['sh -c "serve --port 3000"', `sh -c "serve --port ${port.replace("8000", "3000")}"`],
      ["serve --port 3000/x", "serve --port 3000/x"],
    ] as const)
      assert.equal(imageCommand(command), rest);
  });

  it("drops from a command what installs the packages, which the service does", () => {
    for (const [command, rest] of [
      ["npm install && npm run serve", "npm run serve"],
      ["pip3 install -r requirements.txt; python main.py -x", "python main.py -x"],
      ["npm ci --omit=dev && npm run build && npm start", "npm run build && npm start"],
      ["pip install flask && python main.py -x", "pip install flask && python main.py -x"],
    ] as const)
      assert.equal(read({ "squarecloud.app": `START=${command}` }).said.startupCommand, rest);
  });
});

function railway(startCommand: string): string {
  return JSON.stringify({ deploy: { startCommand } });
}

/** Eight lists, each of nine times the one before. */
function bomb(): string {
  const names = "abcdefghi";
  const line = (at: number) => `${names[at]}: &${names[at]} [${`*${names[at - 1]},`.repeat(9)}]`;
  return [1, 2, 3, 4, 5, 6, 7, 8].map(line).join("\n");
}
