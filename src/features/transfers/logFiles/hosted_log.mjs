// Runs this app and also writes its output to logs/app.log. Set up by Hosted Apps.
// The app's start command is "node hosted_log.mjs COMMAND". To remove this, change the start command to COMMAND,
// and then delete this file. A single argument is run by a shell; several are a program and its arguments.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const largest = 1024 * 1024; // bytes; a full app.log becomes app.1.log, which is replaced
const pathOf = (name) => fileURLToPath(new URL(`./logs/${name}`, import.meta.url));
const log = pathOf("app.log");

function keep(data) {
  try {
    mkdirSync(pathOf(""), { recursive: true });
    if (existsSync(log) && statSync(log).size + data.length > largest) renameSync(log, pathOf("app.1.log"));
    appendFileSync(log, data);
  } catch {
    // The app runs on without its log, for example when the disk is full.
  }
}

/** Whole lines: two outputs must not be mixed within one. */
function copy(source, target) {
  let line = Buffer.alloc(0);
  const take = (end) => {
    const lines = line.subarray(0, end);
    line = line.subarray(end);
    keep(lines);
    target.write(lines);
  };
  source.on("data", (data) => {
    line = Buffer.concat([line, data]);
    take(line.length < 65_536 ? line.lastIndexOf("\n") + 1 : line.length);
  });
  source.on("end", () => take(line.length));
  target.on("error", () => undefined); // Without a reader of this output, the log still gets it.
}

function fail(error) {
  process.stderr.write(`hosted_log.mjs couldn't start the app: ${error.message}\n`);
  process.exit(127);
}

const [program, ...args] = process.argv.slice(2);
if (program === undefined) fail(new Error("the start command names none"));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
keep(Buffer.from(`\n[hosted_log] ${new Date().toISOString()} starts\n`)); // tells this run from earlier ones
const child = spawn(program, args, {
  // Windows has scripts where other systems have programs, such as npm.
  shell: args.length === 0 || process.platform === "win32",
  stdio: ["inherit", "pipe", "pipe"],
});
child.on("error", fail);
copy(child.stdout, process.stdout);
copy(child.stderr, process.stderr);
child.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal]; // as a shell says that a signal ended the app
  // Milliseconds: what the app left running may keep its output open.
  setTimeout(() => [child.stdout, child.stderr].map((each) => each.destroy()), 2_000).unref();
});
