// Patches for the installed VS Code server to run without code-server.
import fs from "node:fs";
import path from "node:path";

/** Part of the install's marker: raise it with every change of a patch. */
export const patchRevision = 3;

/** An older version's dependency comes from a Git host that many machines cannot reach. */
export function patchManifest(vscode: string): void {
  const file = path.join(vscode, "package.json");
  const text = fs.readFileSync(file, "utf8");
  const patched = text.replace(/("@parcel\/watcher": )"parcel-bundler\/[^"]*"/, '$1"2.5.1"');
  if (patched === text) return;
  fs.writeFileSync(file, patched);
  fs.rmSync(path.join(vscode, "npm-shrinkwrap.json"), { force: true });
}

/** `lib/vscode` of a code-server package. */
export function patchVsCode(vscode: string): void {
  // A native module that is not built; without this the extension host ends at once.
  const watchdogs = ["@vscode/native-watchdog", "native-watchdog"].map((name) =>
    path.join(vscode, "node_modules", name, "index.js"),
  );
  for (const watchdog of watchdogs.filter((file) => fs.existsSync(file)))
    fs.writeFileSync(watchdog, "exports.start = () => {};\n");

  // Native, too; without it output channels stay empty.
  fs.writeFileSync(path.join(vscode, "node_modules", "@vscode", "spdlog", "index.js"), plainLogger);

  const workbench = path.join(vscode, "out", "vs", "code", "browser", "workbench", "workbench.js");
  fs.writeFileSync(workbench, keepSecretsInBrowser(fs.readFileSync(workbench, "utf8")));
}

/**
 * The window seals secrets with a key that only code-server's pages provide, and drops them on a reload
 * without one. This selects VS Code's unsealed store.
 */
export function keepSecretsInBrowser(script: string): string {
  const choice = /\b(\w+)&&(\w+)\.supported\(\)\?new \2\(\1\):new (\w+)/g;
  if (script.match(choice)?.length !== 1)
    throw new Error("This VS Code chooses its secret storage in another way.");
  return script.replace(choice, "new $3");
}

/** Replaces the native logger: appends at once. */
const plainLogger = `const fs = require("node:fs");
const path = require("node:path");
const levels = ["trace", "debug", "info", "warn", "error", "critical"];

class Logger {
  constructor(file) {
    this.file = file;
    this.level = 2;
    this.isRaw = false;
  }
  clearFormatters() {
    this.isRaw = true;
  }
  setPattern() {}
  setLevel(level) {
    this.level = level;
  }
  flush() {}
  drop() {}
}
for (const [level, name] of levels.entries()) {
  Logger.prototype[name] = function (text) {
    if (level < this.level) return;
    fs.appendFileSync(this.file, this.isRaw ? text : new Date().toISOString() + " [" + name + "] " + text + "\\n");
  };
}
async function createLogger(_name, file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return new Logger(file);
}
// Separate exports, which ES imports need.
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
`;
