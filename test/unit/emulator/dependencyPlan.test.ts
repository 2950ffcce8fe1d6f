// The dependencies that an app's files declare, without an install.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { dependencyPlan } from "../../../src/emulator/running/dependencyPlan";
import { temporaryFolder } from "../../support/temporaryFolder";

const notes: string[] = [];

/** pip's arguments for a Python app with this pyproject.toml; undefined without an install. */
async function installed(project: string) {
  const folder = temporaryFolder("dependency-plan");
  writeFileSync(join(folder, "pyproject.toml"), project);
  const plan = await dependencyPlan(
    { runtime: "python" },
    folder,
    "home",
    async (text) => void notes.push(text),
  );
  const args = plan?.steps.at(-1)?.args;
  return args?.slice(args.indexOf("--") + 1);
}

describe("the install command of an app", () => {
  it("runs in a shell with the app's own Python, unless it is the default command", async () => {
    const folder = temporaryFolder("dependency-plan");
    writeFileSync(join(folder, "requirements.txt"), "flask\n");
    const planOf = async (command: string) =>
      await dependencyPlan({ runtime: "python", command }, folder, "home", async () => undefined);
    const own = await planOf("make deps");
    assert.deepEqual([own?.shown, own?.steps.length], ["make deps", 2]);
    const [environment, step] = own?.steps ?? [];
    assert.ok(environment?.args.includes("venv"));
    assert.deepEqual([step?.file, step?.shell, step?.program], ["make deps", true, "make"]);
    assert.match(step?.environment["PATH"] ?? "", /^home.python.(bin|Scripts)/);
    const usual = await planOf("");
    const named = await planOf(usual?.shown ?? "");
    assert.deepEqual([named?.fingerprint, named?.steps], [usual?.fingerprint, usual?.steps]);
  });
});

describe("the dependencies of a pyproject.toml", () => {
  const flask = ['flask>=3; python_version < "4"'];

  it("are found in every notation", async () => {
    const list = `['flask>=3; python_version < "4"']`;
    for (const text of [
      `[project]\ndependencies = ${list}\n`,
      `project.dependencies = ${list}\n`,
      `project = { name = "app", dependencies = ${list} }\n`,
      `[ project ] # ours\r\n"dependencies" = [ # all\r\n\r\n# the web\r\n${list.slice(1)}\r\n`,
    ])
      assert.deepEqual(await installed(text), flask, text);
  });

  it("are the project's, not its tools'", async () => {
    assert.equal(await installed('[tool.hatch.envs.default]\ndependencies = ["pytest"]\n'), undefined);
    assert.equal(await installed('[project]\ndescription = """\ndependencies = ["flask"]\n"""\n'), undefined);
    assert.equal(await installed("[project]\ndependencies = []\n"), undefined);
  });

  it("are ignored, with a note in the app's log, in a file that is too large to parse", async () => {
    const list = `['flask>=3; python_version < "4"']`;
    notes.length = 0;
    assert.equal(await installed(`[project]\ndependencies = ${list}\n${"#".repeat(256 * 1024)}`), undefined);
    assert.deepEqual(notes, ["installs nothing of pyproject.toml, which is larger than 256 KB"]);
  });

  it("are none where the file is unreadable: the app itself may never read it", async () => {
    assert.equal(await installed('[project]\ndependencies = ["flask"\n'), undefined);
  });
});

describe("the packages of a workspace", () => {
  it("are installed where the root needs none itself, and again without a lock file", async () => {
    const folder = temporaryFolder("dependency-plan");
    const plan = async () =>
      await dependencyPlan({ runtime: "nodejs" }, folder, "home", async () => undefined);
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    assert.equal(await plan(), undefined);
    writeFileSync(join(folder, "package.json"), '{ "workspaces": ["packages/*"] }');
    const open = await plan();
    assert.deepEqual([open?.shown, open?.isThere()], ["npm install --omit=dev", false]);
    writeFileSync(join(folder, "package-lock.json"), "{}");
    assert.equal((await plan())?.isThere(), true);
  });
});
