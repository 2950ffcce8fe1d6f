// What apps need is installed before they start. Packages come from the app's own folder: no test here asks a registry.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import { machineClock } from "../../../src/emulator/emulatorClock";
import { listProcesses } from "../../../src/emulator/running/processList";
import { startEmulator } from "../../../src/emulator/server";
import { hasPip } from "../../support/pythonPackages";
import { pythonWheel } from "../../support/pythonWheel";
import { temporaryFolder } from "../../support/temporaryFolder";
import { waitUntil } from "../../support/waitUntil";
import { type UseEmulator, useEmulator } from "./useEmulator";

const limitMs = 30_000;

function look(use: UseEmulator) {
  const log = (id: string) => readFileSync(join(use.emulator.appFolder(id), "app.log"), "utf8");
  const status = (id: string, wanted: string) =>
    waitUntil(() => use.emulator.state.app(id).status === wanted, {
      what: `the status ${wanted}`,
      timeoutMs: limitMs,
    }).catch((error: unknown) => {
      throw new Error(`${String(error)} It is ${use.emulator.state.app(id).status}.\n${log(id)}`);
    });
  return { log, status, restart: (id: string) => use.call("POST", `/v1/apps/${id}/restart`) };
}

/** A Node app whose one package is in its own folder; `script` runs when it is installed. */
function nodeApp(script = "") {
  return {
    ...({ mainFile: "index.js", runtime: "nodejs", started: true } as const),
    files: {
      "index.js": 'console.log(require("greeting"));\n',
      "package.json": JSON.stringify({
        dependencies: { greeting: "file:./packages/greeting" },
        ...(script !== "" && { scripts: { preinstall: script } }),
      }),
      "packages/greeting/package.json": JSON.stringify({ name: "greeting", version: "1.0.0" }),
      "packages/greeting/index.js": 'module.exports = "hello from a package";\n',
    },
  };
}

async function pythonApp(name: "requirements.txt" | "pyproject.toml", text: string) {
  return {
    started: true,
    files: {
      "main.py": "from greeting import TEXT\nprint(TEXT, flush=True)\nimport time\ntime.sleep(600)\n",
      [name]: text,
      "wheels/greeting-1.0-py3-none-any.whl": await pythonWheel(
        "greeting",
        "1.0",
        'TEXT = "hello from a wheel"\n',
      ),
    },
  };
}

async function childrenOfService() {
  return (await listProcesses()).filter((each) => each.parentPid === process.pid);
}

describe("Installing what an app needs", function () {
  this.timeout(60_000);
  const use = useEmulator({ run: true, clock: machineClock, installDependencies: true });
  const { log, status, restart } = look(use);

  before(async function () {
    // It may have to be installed first.
    this.timeout(300_000);
    await hasPip();
  });

  it("puts npm packages beside a Node app, once", async () => {
    const id = await use.emulator.addApp(nodeApp());
    await status(id, "stopped");
    assert.match(
      log(id),
      /installs its dependencies: npm install --omit=dev[\s\S]*installed its dep[\s\S]*hello from a package/,
    );
    assert.ok(existsSync(join(use.emulator.appFolder(id), "node_modules", "greeting")));
    assert.ok(!existsSync(join(use.emulator.appFolder(id), "package-lock.json")), "no file that nobody made");
    await restart(id);
    await status(id, "stopped");
    assert.equal(log(id).split("installs its").length, 2);
    assert.equal(use.emulator.state.app(id).installDependenciesCmd, "npm install --omit=dev");
  });

  it("keeps to the lock file where there is one, and says so when it doesn't fit", async () => {
    const { files, ...app } = nodeApp();
    const lock = JSON.stringify({
      name: "app",
      lockfileVersion: 3,
      packages: { "": { dependencies: { other: "1" } } },
    });
    const id = await use.emulator.addApp({ ...app, files: { ...files, "package-lock.json": lock } });
    await status(id, "install failed");
    assert.match(
      log(id),
      /npm ci --omit=dev[\s\S]*npm ended with exit code 1; what it said stands above\.\n$/,
    );
  });

  it("puts Python packages into an environment outside the app's files", async function () {
    if (!(await hasPip())) this.skip();
    const id = await use.emulator.addApp(
      await pythonApp("requirements.txt", "# ours\n./wheels/greeting-1.0-py3-none-any.whl\n"),
    );
    await status(id, "active");
    await waitUntil(() => log(id).includes("hello from a wheel"), { what: "its line", timeoutMs: limitMs });
    assert.deepEqual(readdirSync(use.emulator.appFolder(id)).sort(), [
      "app.log",
      "main.py",
      "requirements.txt",
      "wheels",
    ]);
    const home = join(use.dataDir, "homes", id);
    assert.ok(existsSync(home));
    assert.equal((await use.call("DELETE", `/v1/apps/${id}/delete`)).status, 200);
    assert.ok(!existsSync(home));
  });

  it("reads the dependencies of a pyproject.toml", async function () {
    if (!(await hasPip())) this.skip();
    const wheel = "./wheels/greeting-1.0-py3-none-any.whl";
    const app = await pythonApp("pyproject.toml", "");
    const id = await use.emulator.addApp({ ...app, started: false });
    const file = join(use.emulator.appFolder(id), wheel);
    writeFileSync(
      join(use.emulator.appFolder(id), "pyproject.toml"),
      `[project]\nname = "app"\nversion = "1"\ndependencies = [\n  "greeting @ file://${file}",\n]\n`,
    );
    await restart(id);
    await status(id, "active");
    await waitUntil(() => log(id).includes("hello from a wheel"), { what: "its line", timeoutMs: limitMs });
  });

  it("begins again after a change, and after a failure", async function () {
    if (!(await hasPip())) this.skip();
    const id = await use.emulator.addApp(await pythonApp("requirements.txt", "./wheels/missing.whl\n"));
    await status(id, "install failed");
    assert.match(
      log(id),
      /wasn't started, because its dependencies couldn't be installed: pip ended with exit code 1/,
    );
    const requirements = "./wheels/greeting-1.0-py3-none-any.whl\n";
    await use.upload(id, "/", "requirements.txt", requirements);
    await restart(id);
    await status(id, "active");
  });

  it("is left out for apps that name nothing", async () => {
    const id = await use.emulator.addApp({
      files: {
        "main.py": "print('up')\n",
        "requirements.txt": "# nothing\n\n",
        "package.json": '{"dependencies":{"x":"1"}}',
      },
      started: true,
    });
    await status(id, "stopped");
    assert.doesNotMatch(log(id), /dependencies/);
  });

  it("says that a registry can't be reached", async () => {
    const files = { "package.json": '{"dependencies":{"x":"http://127.0.0.1:9/x.tgz"}}', "index.js": "" };
    const id = await use.emulator.addApp({ files, mainFile: "index.js", runtime: "nodejs", started: true });
    await status(id, "install failed");
    assert.match(log(id), /the package registry couldn't be reached\. Check the network/);
    assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });

  it("hides the service's and the app's variables from the packages", async () => {
    process.env["SECRET_OF_THE_EDITOR"] = "s3cret-editor";
    const id = await use.emulator.addApp({
      ...nodeApp("env > env.txt"),
      environment: [{ key: "PASSWORD", value: "s3cret-app", _id: "1" }],
    });
    await status(id, "stopped");
    assert.doesNotMatch(readFileSync(join(use.emulator.appFolder(id), "env.txt"), "utf8"), /s3cret/);
  });

  for (const [what, end] of [
    ["a restart", restart],
    ["the app's deletion", (id: string) => use.call("DELETE", `/v1/apps/${id}/delete`)],
    ["the service's end", () => use.emulator.stop()],
  ] as const) {
    it(`is ended by ${what} with all its processes`, async () => {
      const before = (await childrenOfService()).map(({ pid }) => pid);
      const id = await use.emulator.addApp(nodeApp("touch begun && sleep 600"));
      const begun = join(use.emulator.appFolder(id), "begun");
      await waitUntil(() => existsSync(begun), { what: "the install", timeoutMs: limitMs });
      assert.equal(use.emulator.state.app(id).status, "installing");
      assert.equal((await use.call("GET", `/v1/apps/${id}`)).body.currentResourceMetrics, null);
      const started = (await listProcesses()).filter(
        ({ groupId }) => groupId === use.emulator.state.app(id).process?.pid,
      );
      assert.ok(started.length > 1);
      await end(id);
      const gone = async () => {
        const pids = (await listProcesses()).map(({ pid }) => pid);
        return !started.some(({ pid }) => pids.includes(pid));
      };
      await waitUntil(gone, { what: "the install to end", timeoutMs: limitMs });
      await use.emulator.stop();
      assert.deepEqual(
        (await childrenOfService()).filter(({ pid }) => !before.includes(pid)),
        [],
      );
    });
  }

  it("is taken up by the next service of the folder", async () => {
    const id = await use.emulator.addApp(nodeApp("test -e again || { touch begun; sleep 600; }"));
    const folder = use.emulator.appFolder(id);
    await waitUntil(() => existsSync(join(folder, "begun")), { what: "the install", timeoutMs: limitMs });
    await use.emulator.stop();
    writeFileSync(join(folder, "again"), "");
    const next = await startEmulator({ dataDir: use.dataDir, installDependencies: true });
    try {
      await waitUntil(() => next.state.app(id).status === "stopped" && !next.state.app(id).wantsToRun, {
        ...{ what: "the app to run", timeoutMs: limitMs },
      });
      assert.match(readFileSync(join(folder, "app.log"), "utf8"), /hello from a package/);
    } finally {
      await next.stop();
    }
  });
});

describe("An install that takes too long", function () {
  this.timeout(60_000);
  const use = useEmulator({
    run: true,
    clock: machineClock,
    installDependencies: true,
    installTimeoutMs: 1_500,
  });
  const { log, status } = look(use);

  it("is ended, and the log says so", async () => {
    const id = await use.emulator.addApp(nodeApp("sleep 600"));
    await status(id, "install failed");
    assert.match(log(id), /couldn't be installed: it took longer than 1\.5 seconds\.\n$/);
  });
});

describe("Without the tools", function () {
  this.timeout(60_000);
  const use = useEmulator({ run: true, clock: machineClock, installDependencies: true });
  const { log, status } = look(use);
  let path: string | undefined;

  beforeEach(() => {
    path = process.env["PATH"];
  });
  afterEach(() => {
    process.env["PATH"] = path;
  });

  it("npm's absence is said, and the service goes on", async () => {
    process.env["PATH"] = temporaryFolder("no-programs");
    const id = await use.emulator.addApp(nodeApp());
    await status(id, "install failed");
    assert.match(
      log(id),
      /couldn't be installed: npm isn't there on this machine\. Install Node\.js with npm, then/,
    );
    assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });

  it("Python's absence is said", async () => {
    process.env["PATH"] = temporaryFolder("no-programs");
    const id = await use.emulator.addApp(await pythonApp("requirements.txt", "greeting\n"));
    await status(id, "install failed");
    assert.match(log(id), /python3? isn't there on this machine/);
  });

  it("pip's absence is said", async () => {
    const fake = temporaryFolder("no-pip");
    // Makes the environment as asked, with a Python in it that has no pip.
    const noPip = '#!/bin/sh\necho "No module named pip" >&2\nexit 1\n';
    const script = `#!/bin/sh\nfor last; do :; done\n/bin/mkdir -p "$last/bin"\n/bin/cat > "$last/bin/python" <<'END'\n${noPip}END\n/bin/chmod +x "$last/bin/python"\n`;
    writeFileSync(join(fake, "python3"), script, { mode: 0o755 });
    process.env["PATH"] = fake;
    const id = await use.emulator.addApp(await pythonApp("requirements.txt", "greeting\n"));
    await status(id, "install failed");
    assert.match(
      log(id),
      /pip isn't there on this machine\. Install it \(on Debian and Ubuntu: apt-get install python3-pip\)/,
    );
  });

  it("a start command that says python runs where there is only python3", async () => {
    const only3 = temporaryFolder("only-python3");
    mkdirSync(only3, { recursive: true });
    symlinkSync(realPython3(path ?? ""), join(only3, "python3"));
    process.env["PATH"] = only3;
    const files = { "main.py": "print('runs')\n" };
    const id = await use.emulator.addApp({ files, startupCommand: "python main.py", started: true });
    await status(id, "stopped");
    assert.match(log(id), /runs/);
  });
});

function realPython3(path: string): string {
  const found = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", ...path.split(":")]
    .map((folder) => join(folder, "python3"))
    .find(existsSync);
  assert.ok(found);
  return found;
}
