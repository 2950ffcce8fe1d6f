import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { startedBy } from "../../../../../src/core/project/detect/startCommands";

/** The command, what runs in the end, its likeliest file, and the packages: of itself, before it, to be done without. */
type Row = readonly [command: string, ends: string, file: string, needs?: string];

const scripts = {
  ...{
    build: "tsc -p .",
    serve: "node lib/web.js",
    watch: "tsc -w",
    "job:a": "node a.js",
    "job:b": "node b.js",
  },
  ...{ prego: "npm run build", go: "node dist/go.js", round: "npm run about", about: "npm run round" },
};

const rows: readonly Row[] = [
  ["node .", "node .", ""],
  [
    "node --enable-source-maps -r dotenv/config ./x",
    "node --enable-source-maps -r dotenv/config ./x",
    "x",
    "dotenv",
  ],
  ["node --import=tsx x.ts", "node --import=tsx x.ts", "x.ts", "tsx"],
  [
    "node --require=ts-node/register --loader=./y --import=data:a x",
    "node --require=ts-node/register --loader=./y --import=data:a x",
    "x",
    "ts-node",
  ],
  ["NODE_OPTIONS='--import=tsx' node x.ts", "NODE_OPTIONS='--import=tsx' node x.ts", "x.ts", "tsx"],
  [
    "cross-env NODE_OPTIONS='-r ./a --import @swc-node/register/esm' node x.ts",
    "NODE_OPTIONS='-r ./a --import @swc-node/register/esm' node x.ts",
    "x.ts",
    "@swc-node/register; ; cross-env",
  ],
  ["node .\\src\\x.js && exit", "node ./src/x.js", "src/x.js"],
  ["python -u src\\x.py 'a\\nb'", "python -u src/x.py 'a\\nb'", "src/x.py"],
  ["node --env-file ./.env x.js", "node --env-file ./.env x.js", "x.js"],
  ["tsc && node dist/index.js", "node dist/index.js", "dist/index.js", "; ; typescript"],
  ["npm run build && node x.js 2>&1 | pino-pretty", "node x.js", "x.js", "; ; typescript pino-pretty"],
  ["npm run go", "node dist/go.js", "dist/go.js", "; ; typescript"],
  ["yarn serve", "node lib/web.js", "lib/web.js"],
  ["pnpm tsx src/x", "npx tsx src/x", "src/x", "tsx"],
  ["npm run round", "npm run round", ""],
  ["npm run serve -w api", "npm run serve -w api", ""],
  ["npm start --prefix web", "npm start --prefix web", ""],
  ["npm run serve -- --prefix web -w 4", "node lib/web.js", "lib/web.js"],
  ["pnpm exec nodemon -w src x.js", "npx nodemon -w src x.js", "x.js", "nodemon"],
  ["npm --prefix web start", "npm --prefix web start", ""],
  ["cd web && node x.js", "cd web && node x.js", "web/x.js"],
  ["cross-env-shell A=1 B='x y' \"node x.js\"", "A=1 B='x y' npx node x.js", "", "node x.js; ; cross-env"],
  ["A=1 npx -y nodemon x.js", "A=1 npx nodemon x.js", "x.js", "nodemon"],
  ["dotenv -e .env -- node x.js", "dotenv -e .env -- node x.js", "x.js", "dotenv-cli"],
  [
    "dotenvx run -f .env -- npm run serve",
    "dotenvx run -f .env -- node lib/web.js",
    "lib/web.js",
    "@dotenvx/dotenvx",
  ],
  [
    'nodemon --exec "ts-node -T" src/x.ts',
    'npx nodemon --exec "ts-node -T" src/x.ts',
    "src/x.ts",
    "nodemon ts-node",
  ],
  ["pm2 start x.js --name x -- --loud && pm2 logs", "node x.js --loud", "x.js", "; ; pm2"],
  ["pm2-runtime start ecosystem.config.js", "npx pm2-runtime start ecosystem.config.js", "", "pm2"],
  ["pm2 start npm --name x -- run serve", "node lib/web.js", "lib/web.js", "; ; pm2"],
  [
    'concurrently -k "npm:watch" "nodemon lib/x.js"',
    "npx nodemon lib/x.js",
    "lib/x.js",
    "nodemon; ; concurrently typescript",
  ],
  ["run-p job:*", "node a.js", "a.js", "; npm-run-all; "],
  ["run-s -n build serve", "node lib/web.js", "lib/web.js", "; ; npm-run-all typescript"],
  [
    "npm-run-all build --parallel watch serve",
    "node lib/web.js",
    "lib/web.js",
    "; ; typescript npm-run-all typescript",
  ],
  ["node a.js & node b.js", "node a.js", "a.js"],
  ["prisma migrate deploy; node x.js", "node x.js", "x.js", "; prisma; "],
  ["sh -c 'node x.js'", "node x.js", "x.js"],
  ["remix-serve ./build/server/index.js", "npx remix-serve ./build/server/index.js", "", "@remix-run/serve"],
  ["gunicorn -w 4 shop.app:app", "gunicorn -w 4 shop.app:app", "shop/app.py"],
  ["python -W ignore main.py", "python -W ignore main.py", "main.py"],
  ["python3 -X dev -m shop", "python3 -X dev -m shop", "shop.py"],
  ["gunicorn shop.wsgi -w 4", "gunicorn shop.wsgi -w 4", "shop/wsgi.py"],
  ["python -m streamlit run a.py", "python -m streamlit run a.py", "a.py"],
  ["", "", ""],
];

describe("startedBy", () => {
  for (const [command, ends, file, needs = ""] of rows)
    it(`understands ${command || "nothing"}`, () => {
      const started = startedBy(command, scripts);
      const packages = [started.needs, started.needsBefore, started.canDoWithout].map((each) =>
        each.join(" "),
      );
      assert.deepEqual(
        [started.command, started.files[0] ?? "", packages.join("; ").replace(/[; ]+$/, "")],
        [ends, file, needs.replace(/[; ]+$/, "")],
      );
    });

  it("knows what goes to the background and what runs alone", () => {
    const of = (command: string) => startedBy(command, scripts);
    assert.deepEqual([of("pm2 start x.js").isDetached, of("pm2-runtime x.js").isDetached], [true, false]);
    assert.deepEqual([of("npm run serve").isAlone, of("npm run go").isAlone], [true, false]);
  });

  it("ends soon, however scripts run each other", () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [
        `s${n}`,
        Array(300)
          .fill(`npm run s${n + 1}`)
          .join(" && "),
      ]),
    );
    const before = performance.now();
    startedBy("npm run s0", many);
    for (const piece of ["env ", "a & ", "'\"", "sh -c ", "A=1 ", "cd a && ", "| ", "npx -p "])
      startedBy(piece.repeat(5_000), {});
    const named = Object.fromEntries(Array.from({ length: 14_000 }, (_, n) => [`a:${n}`, "node x"]));
    startedBy(`run-p ${"a:* ".repeat(190)}`, named);
    assert.ok(performance.now() - before < 1_000);
  });
});
