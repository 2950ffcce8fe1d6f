// What apps need is installed before they start. Packages come from the app's own folder: no test here asks a registry.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { machineClock } from "../../../src/emulator/emulatorClock";
import { listProcesses } from "../../../src/emulator/running/processList";
import { startEmulator } from "../../../src/emulator/server";
import { needPython } from "../../support/pythonPackages";
import { pythonWheel } from "../../support/pythonWheel";
import { temporaryFolder } from "../../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../../support/waitUntil";
import { type UseEmulator, useEmulator } from "./useEmulator";

function look(use: UseEmulator) {
  const log = (id: string) => readFileSync(join(use.emulator.appFolder(id), "app.log"), "utf8");
  const status = (id: string, wanted: string) =>
    waitUntil(() => use.emulator.state.app(id).status === wanted, {
      what: `the status ${wanted}`,
      timeoutMs: startTimeoutMs,
      saw: () => `${use.emulator.state.app(id).status}\n${log(id)}`,
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

/** The processes of an app's install. */
async function installOf(use: UseEmulator, id: string) {
  const leader = use.emulator.state.app(id).process?.pid;
  return (await listProcesses()).filter(({ groupId }) => groupId === leader);
}

describe("Installing what an app needs", function () {
  this.timeout(startTimeoutMs);
  const use = useEmulator({ run: true, clock: machineClock, installDependencies: true });
  const { log, status, restart } = look(use);
  const wheel = "./wheels/greeting-1.0-py3-none-any.whl";
  const begins = async (file: string) => await waitUntil(() => existsSync(file), { what: "an install" });
  const greets = async (id: string) =>
    await waitUntil(() => log(id).includes("hello from a wheel"), {
      what: "the line of the package",
      saw: () => log(id),
    });

  it("puts npm packages beside a Node app, once, and hides the variables of service and app from them", async () => {
    process.env["SECRET_OF_THE_EDITOR"] = "s3cret-editor";
    const id = await use.emulator.addApp({
      ...nodeApp("env > env.txt"),
      environment: [{ key: "PASSWORD", value: "s3cret-app", _id: "1" }],
    });
    await status(id, "stopped");
    assert.match(
      log(id),
      /installs its dependencies: npm install --omit=dev[\s\S]*installed its dep[\s\S]*hello from a package/,
    );
    const folder = use.emulator.appFolder(id);
    assert.ok(existsSync(join(folder, "node_modules", "greeting")));
    assert.ok(!existsSync(join(folder, "package-lock.json")), "only files of the project and its packages");
    assert.doesNotMatch(readFileSync(join(folder, "env.txt"), "utf8"), /s3cret/);
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

  it("puts Python packages into an environment outside the app's files, again after a failure and a change", async function () {
    await needPython(this, "pip");
    const id = await use.emulator.addApp(await pythonApp("requirements.txt", "./wheels/missing.whl\n"));
    await status(id, "install failed");
    assert.match(
      log(id),
      /wasn't started, because its dependencies couldn't be installed: pip ended with exit code 1/,
    );
    await use.upload(id, "/", "requirements.txt", `# ours\n${wheel}\n`);
    await restart(id);
    await status(id, "active");
    await greets(id);
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
    await needPython(this, "pip");
    const id = await use.emulator.addApp({ ...(await pythonApp("pyproject.toml", "")), started: false });
    const folder = use.emulator.appFolder(id);
    writeFileSync(
      join(folder, "pyproject.toml"),
      `[project]\nname = "app"\nversion = "1"\ndependencies = [\n  "greeting @ file://${join(folder, wheel)}",\n]\n`,
    );
    await restart(id);
    await status(id, "active");
    await greets(id);
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

  it("is ended by a restart, a deletion and the service's end with all its processes, and taken up by the next service", async () => {
    const isChild = ({ parentPid }: { parentPid: number }) => parentPid === process.pid;
    const childrenBefore = (await listProcesses()).filter(isChild).map(({ pid }) => pid);
    const app = nodeApp("test -e again || { touch begun; sleep 600; }");
    const [kept, deleted] = [await use.emulator.addApp(app), await use.emulator.addApp(app)];
    const folder = use.emulator.appFolder(kept);
    const begun = join(folder, "begun");
    const endsInstallOf = async (id: string, end: () => Promise<unknown>): Promise<void> => {
      await begins(join(use.emulator.appFolder(id), "begun"));
      assert.equal(use.emulator.state.app(id).status, "installing");
      const install = await installOf(use, id);
      assert.ok(install.length > 1);
      await end();
      const left = async () => {
        const pids = (await listProcesses()).map(({ pid }) => pid);
        return install.filter(({ pid }) => pids.includes(pid));
      };
      await waitUntil(async () => (await left()).length === 0, { what: "the install to end", saw: left });
    };
    await endsInstallOf(kept, async () => {
      assert.equal((await use.call("GET", `/v1/apps/${kept}`)).body.currentResourceMetrics, null);
      rmSync(begun);
      await restart(kept);
    });
    await endsInstallOf(deleted, () => use.call("DELETE", `/v1/apps/${deleted}/delete`));
    await endsInstallOf(kept, () => use.emulator.stop());
    assert.deepEqual(
      (await listProcesses()).filter(isChild).filter(({ pid }) => !childrenBefore.includes(pid)),
      [],
    );
    writeFileSync(join(folder, "again"), "");
    const next = await startEmulator({ dataDir: use.dataDir, installDependencies: true });
    try {
      await waitUntil(() => next.state.app(kept).status === "stopped" && !next.state.app(kept).wantsToRun, {
        what: "the app to run",
        timeoutMs: startTimeoutMs,
        saw: () => next.state.app(kept).status,
      });
      assert.match(readFileSync(join(folder, "app.log"), "utf8"), /hello from a package/);
    } finally {
      await next.stop();
    }
  });
});

describe("An install that takes too long", function () {
  this.timeout(startTimeoutMs);
  const use = useEmulator({
    ...{ run: true, clock: machineClock, installDependencies: true, installTimeoutMs: 500 },
  });
  const { log, status } = look(use);

  it("is ended, and the log says so", async () => {
    const id = await use.emulator.addApp(nodeApp("sleep 600"));
    await status(id, "install failed");
    assert.match(log(id), /couldn't be installed: it took longer than 0\.5 seconds\.\n$/);
  });
});

describe("Without the tools", function () {
  this.timeout(startTimeoutMs);
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
