// Dependencies are installed before an app starts. Packages come from the app's own folder: no registry is
// used.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, it } from "mocha";
import { machineClock } from "../../../src/emulator/base/emulatorClock";
import { listProcesses } from "../../../src/emulator/running/processList";
import { startEmulator } from "../../../src/emulator/server";
import { skipOn } from "../../support/allowedSkips";
import { needPython } from "../../support/pythonPackages";
import { pythonWheel } from "../../support/pythonWheel";
import { temporaryFolder } from "../../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../../support/waitUntil";
import { type UseEmulator, useEmulator } from "./useEmulator";

const installing = { run: true, clock: machineClock, installDependencies: true };

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

/** With one package in its own folder; `script` runs at its install. */
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

const wheel = "wheels/greeting-1.0-py3-none-any.whl";

async function pythonApp(name: "requirements.txt" | "pyproject.toml", text: string) {
  return {
    started: true,
    files: {
      "main.py": "from greeting import TEXT\nprint(TEXT, flush=True)\nimport time\ntime.sleep(600)\n",
      [name]: text,
      [wheel]: await pythonWheel("greeting", "1.0", 'TEXT = "hello from a wheel"\n'),
    },
  };
}

describe("Installing an app's dependencies", function () {
  this.timeout(startTimeoutMs);
  const use = useEmulator(installing);
  const { log, status, restart } = look(use);
  const greets = async (id: string) =>
    await waitUntil(() => log(id).includes("hello from a wheel"), {
      what: "the line of the package",
      saw: () => log(id),
    });

  it("installs npm packages beside a Node app, once, without the variables of service and app", async () => {
    process.env["SECRET_OF_THE_EDITOR"] = "s3cret-editor";
    const id = await use.emulator.addApp({
      ...nodeApp('node -p "JSON.stringify(process.env)" > env.txt'),
      environment: [{ key: "PASSWORD", value: "s3cret-app", _id: "1" }],
    });
    await status(id, "stopped");
    const lines =
      /installs its dep\w+: npm install --omit=dev[\s\S]*installed its dep[\s\S]*hello from a package/;
    assert.match(log(id), lines);
    const folder = use.emulator.appFolder(id);
    assert.ok(existsSync(join(folder, "node_modules", "greeting")));
    assert.ok(!existsSync(join(folder, "package-lock.json")), "only files of the project and its packages");
    assert.doesNotMatch(readFileSync(join(folder, "env.txt"), "utf8"), /s3cret/);
    await restart(id);
    await status(id, "stopped");
    assert.equal(log(id).split("installs its").length, 2);
    assert.equal(use.emulator.state.app(id).installDependenciesCmd, "npm install --omit=dev");
  });

  it("follows a lock file, and reports a mismatch", async () => {
    const { files, ...app } = nodeApp();
    const packages = { "": { dependencies: { other: "1" } } };
    const lock = JSON.stringify({ name: "app", lockfileVersion: 3, packages });
    const id = await use.emulator.addApp({ ...app, files: { ...files, "package-lock.json": lock } });
    await status(id, "install failed");
    assert.match(
      log(id),
      /npm ci --omit=dev[\s\S]*npm ended with exit code 1; what it said stands above\.\n$/,
    );
  });

  it("installs Python packages into an environment outside the app's files, again after a failure and a change", async function () {
    await needPython(this, "pip");
    const id = await use.emulator.addApp(await pythonApp("requirements.txt", "./wheels/missing.whl\n"));
    await status(id, "install failed");
    assert.match(
      log(id),
      /wasn't started, because its dependencies couldn't be installed: pip ended with exit code 1/,
    );
    await use.upload(id, "/", "requirements.txt", `# ours\n./${wheel}\n`);
    await restart(id);
    await status(id, "active");
    await greets(id);
    const names = readdirSync(use.emulator.appFolder(id)).sort();
    assert.deepEqual(names, ["app.log", "main.py", "requirements.txt", "wheels"]);
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
      `[project]\nname = "app"\nversion = "1"\ndependencies = ["greeting @ ${pathToFileURL(join(folder, wheel))}"]\n`,
    );
    await restart(id);
    await status(id, "active");
    await greets(id);
  });

  it("is skipped for apps without dependencies", async () => {
    const manifests = { "requirements.txt": "# nothing\n\n", "package.json": '{"dependencies":{"x":"1"}}' };
    const files = { "main.py": "print('up')\n", ...manifests };
    const id = await use.emulator.addApp({ files, started: true });
    await status(id, "stopped");
    assert.doesNotMatch(log(id), /dependencies/);
  });

  it("reports an unreachable registry", async () => {
    const files = { "package.json": '{"dependencies":{"x":"http://127.0.0.1:9/x.tgz"}}', "index.js": "" };
    const id = await use.emulator.addApp({ files, mainFile: "index.js", runtime: "nodejs", started: true });
    await status(id, "install failed");
    assert.match(log(id), /the package registry couldn't be reached\. Check the network/);
    assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });

  it("is ended by a restart, a deletion and the service's end with all its processes, and repeated by the next service", async function () {
    skipOn(this, ["win32"]);
    const isChild = ({ parentPid }: { parentPid: number }) => parentPid === process.pid;
    const childrenBefore = (await listProcesses()).filter(isChild).map(({ pid }) => pid);
    const app = nodeApp("test -e again || { touch begun; sleep 600; }");
    const [kept, deleted] = [await use.emulator.addApp(app), await use.emulator.addApp(app)];
    const folder = use.emulator.appFolder(kept);
    const begun = join(folder, "begun");
    const endsInstallOf = async (id: string, end: () => Promise<unknown>): Promise<void> => {
      const file = join(use.emulator.appFolder(id), "begun");
      await waitUntil(() => existsSync(file), { what: "an install" });
      assert.equal(use.emulator.state.app(id).status, "installing");
      const leader = use.emulator.state.app(id).process?.pid;
      const install = (await listProcesses()).filter(({ groupId }) => groupId === leader);
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
    const children = (await listProcesses()).filter(isChild);
    assert.ok(children.every(({ pid }) => childrenBefore.includes(pid)));
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
  const use = useEmulator({ ...installing, installTimeoutMs: 500 });
  const { log, status } = look(use);

  it("is ended, with a line in the log", async () => {
    const id = await use.emulator.addApp(nodeApp('node -e "setInterval(String, 1000)"'));
    await status(id, "install failed");
    assert.match(log(id), /couldn't be installed: it took longer than 0\.5 seconds\.\n$/);
  });
});

describe("Without the tools", function () {
  this.timeout(startTimeoutMs);
  const use = useEmulator(installing);
  const { log, status } = look(use);
  let path: string | undefined;

  beforeEach(() => {
    path = process.env["PATH"];
  });
  afterEach(() => {
    process.env["PATH"] = path;
  });

  it("npm's absence is reported, and the service continues", async () => {
    process.env["PATH"] = temporaryFolder("no-programs");
    const id = await use.emulator.addApp(nodeApp());
    await status(id, "install failed");
    assert.match(
      log(id),
      /couldn't be installed: npm isn't there on this machine\. Install Node\.js with npm, then/,
    );
    assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });

  it("Python's absence is reported", async () => {
    process.env["PATH"] = temporaryFolder("no-programs");
    const id = await use.emulator.addApp(await pythonApp("requirements.txt", "greeting\n"));
    await status(id, "install failed");
    assert.match(log(id), /python3? isn't there on this machine/);
  });

  it("pip's absence is reported", async function () {
    skipOn(this, ["win32"]);
    const fake = temporaryFolder("no-pip");
    // Creates the environment, with a Python without pip.
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

  it("a start command with python runs where there is only python3", async function () {
    skipOn(this, ["win32"]);
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
