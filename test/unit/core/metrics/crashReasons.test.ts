// What the last lines of a log say about a crash.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { crashReason } from "../../../../src/core/metrics/crashReasons";

const calm = { exposedViaWeb: true, runtime: undefined, isNearLimit: false };
const found = (text: string, app: Parameters<typeof crashReason>[1] = calm) => {
  const reason = crashReason(text.split("\n"), app);
  return reason && [reason.kind, reason.name].filter(Boolean).join(" ");
};

describe("the reason of a crash", () => {
  const cases: readonly (readonly [text: string, reason: string | undefined])[] = [
    ["ModuleNotFoundError: No module named 'requests'", "package requests"],
    ["ModuleNotFoundError: No module named 'discord.ext'", "package discord.py"],
    ["ModuleNotFoundError: No module named 'dotenv'", "package python-dotenv"],
    ["/usr/bin/python3: No module named gunicorn", "package gunicorn"],
    ["ModuleNotFoundError: No module named 'shop.cart'; 'shop' is not a package", "file shop.cart"],
    ["Error: Cannot find module '@fastify/cors/lib'\nRequire stack:\n- /app/a.js", "package @fastify/cors"],
    ["Error: Cannot find module './cart'\nRequire stack:\n- /app/a.js", "file ./cart"],
    ["Cannot find module '/app/cart.js' imported from /app/a.mjs", "file /app/cart.js"],
    ["Cannot find package 'nosuch' imported from /app/a.mjs", "package nosuch"],
    ["sh: 1: gunicorn: not found", "package gunicorn"],
    ["bash: line 1: next: command not found", "package next"],
    ["sh: 1: node: not found", undefined],
    ["Error: Cannot find module '/app/index.js'\n    at x", "mainFile /app/index.js"],
    ['ERROR:    Error loading ASGI app. Could not import module "main".', "mainFile main"],
    [
      'TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for /app/a.ts',
      "mainFile /app/a.ts",
    ],
    ["    return os.environ['TOKEN']\nKeyError: 'TOKEN'", "variable TOKEN"],
    ["    return prices['tea']\nKeyError: 'tea'", undefined],
    ["Error: DISCORD_TOKEN is not set", "variable DISCORD_TOKEN"],
    ["Error: Missing required environment variable: API_KEY", "variable API_KEY"],
    ["ImproperlyConfigured: Set the SECRET_KEY environment variable", "variable SECRET_KEY"],
    [
      "UndefinedValueError: TOKEN not found. Declare it as envvar or define a default value.",
      "variable TOKEN",
    ],
    ['EnvVarError: env-var: "DB_URL" is a required variable, but it was not set', "variable DB_URL"],
    ["ERROR is required", undefined],
    ["Error: listen EADDRINUSE: address already in use :::3000\n  code: 'EADDRINUSE',", "port 3000"],
    ["OSError: [Errno 98] Address already in use", "port"],
    ["[ERROR] Connection in use: ('0.0.0.0', 8000)", "port 8000"],
    [" * Running on http://127.0.0.1:5000", "loopback"],
    ["Uvicorn running on http://0.0.0.0:8000", undefined],
    ["SyntaxError: Unexpected token '}'", "syntax"],
    ["IndentationError: unexpected indent", "syntax"],
    [`SyntaxError: Unexpected token '<', "<html>" is not valid JSON`, undefined],
    ["MemoryError", "memory"],
    ["FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", "memory"],
    ["Killed", undefined],
    ["    match order:\n          ^\nSyntaxError: invalid syntax", "version"],
    ["a ??= 1\n  ^^^\nSyntaxError: Unexpected token '??='", "version"],
    ["npm error code EBADENGINE", "version"],
    ["ERROR: Package 'shop' requires a different Python: 3.9.1 not in '>=3.12'", "version"],
    ["Error: This app requires Node.js >= 22", "version"],
    ["ReferenceError: fetch is not defined", "version fetch"],
    ["ModuleNotFoundError: No module named 'distutils'", "version distutils"],
    ["shop is open\nnot an error", undefined],
  ];
  for (const [text, reason] of cases)
    it(`is ${reason ?? "unknown"} for: ${text.split("\n").at(0)}`, () => assert.equal(found(text), reason));

  it("is the memory where a killed app was near its limit, or the service says so", () => {
    assert.equal(found("Killed", { ...calm, isNearLimit: true }), "memory");
    assert.equal(found("[service] t was ended by SIGKILL", { ...calm, isNearLimit: true }), "memory");
    assert.equal(found("working", { ...calm, isNearLimit: true }), "memory");
  });

  it("is that of the last run, and of its last error", () => {
    assert.equal(found("MemoryError\n[service] now starts: python3 main.py\nshop is open"), undefined);
    assert.equal(found("MemoryError\nModuleNotFoundError: No module named 'flask'"), "package flask");
  });

  const traceback = 'Traceback (most recent call last):\n  File "main.py", line 1, in <module>\n';
  const stack = "    at start (/app/index.js:2:3)\n    at node:internal/main:1:1";
  const newest = [
    [`${traceback}ModuleNotFoundError: No module named 'flask'`, `${traceback}ZeroDivisionError: by zero`],
    ["WARNING speedups off: No module named 'ujson'", `${traceback}ZeroDivisionError: by zero`],
    ["Port 3000 is in use, trying another one...", `/app/index.js:2\n  f();\n  ^\n\nTypeError: f\n${stack}`],
    ["Port 3000 is in use, trying another one...", `TypeError: f is not a function\n${stack}`],
    ["Port 3000 is in use, trying another one...", "Uncaught TypeError: f is not a function"],
    ["Server running on http://127.0.0.1:3000", `TypeError: f is not a function\n${stack}`],
    [`${traceback}MemoryError`, "[hosted_log] 2026-11-26T18:00:00Z starts\nshop is open"],
  ] as const;
  for (const [before, last] of newest)
    it(`is none that came before the newest error: ${before.split("\n").at(-1)} / ${last.split("\n").at(-1)}`, () =>
      assert.equal(found(`${before}\n${last}`), undefined));

  it("is that of the run before, where a crash loop is noticed at the next start", () => {
    const start = "[hosted_log] 2026-11-26T18:00:00Z starts";
    const missing = `${traceback}ModuleNotFoundError: No module named 'flask'`;
    const loop = { ...calm, isCrashLoop: true };
    assert.equal(found(`${start}\n${missing}\n${start}\nConnecting`, loop), "package flask");
    assert.equal(found(`${start}\n${missing}\n${start}\n${traceback}ValueError: x`, loop), undefined);
    assert.equal(found(`${missing}\nConnecting`, loop), "package flask");
  });

  it("is that of an error that led to the newest one, or came with it", () => {
    const missing = `${traceback}ModuleNotFoundError: No module named 'flask'`;
    for (const said of [
      "During handling of the above exception, another exception occurred:",
      "Exception ignored in: x",
    ])
      assert.equal(found(`${missing}\n${said}\n${traceback}RuntimeError: closed`), "package flask");
    assert.equal(found(`${missing}\n${traceback}gunicorn.errors.HaltServer: <x>`), "package flask");
    assert.equal(found(`TypeError: x\n${stack}\nError: Cannot find module 'y'\n${stack}`), "package y");
    assert.equal(
      found(`${traceback}ZeroDivisionError: by zero\nsh: 1: gunicorn: not found`),
      "package gunicorn",
    );
  });

  it("is at a place in the app's own code", () => {
    const place = (...lines: readonly string[]) => crashReason(lines, calm)?.place;
    assert.deepEqual(
      place(
        '  File "/app/main.py", line 7, in <module>',
        '  File "/usr/lib/python3.11/site-packages/x.py", line 1, in x',
        "ModuleNotFoundError: No module named 'y'",
      ),
      { path: "/app/main.py", line: 7 },
    );
    assert.deepEqual(
      place("SyntaxError: Unexpected token", "    at node:internal/x:1:2", "    at file:///app/a.mjs:4:1 {"),
      { path: "/app/a.mjs", line: 4 },
    );
    assert.deepEqual(place("Error: Cannot find module './x'", "Require stack:", "- /app/a.js"), {
      path: "/app/a.js",
      line: undefined,
    });
    assert.equal(place("MemoryError"), undefined);
  });

  it("names a package that is known, and marks the others as a guess", () => {
    const guess = (name: string) => crashReason([`No module named '${name}'`], calm)?.isGuess;
    assert.deepEqual(
      [guess("flask"), guess("yaml"), guess("requestz"), guess("constructor")],
      [false, false, true, true],
    );
  });

  it("takes no long time for lines that were made to take long", () => {
    const parts = [
      'File "',
      "a ",
      "'",
      ":",
      "(",
      " at /",
      "A_",
      "Node.js 1",
      "No module named '",
      "SyntaxError: ",
    ];
    const long = parts.map((part) => part.repeat(50_000));
    assert.equal(crashReason([...Array<string>(10_000).fill(long[0] ?? ""), ...long], calm)?.kind, "syntax");
  });
});
