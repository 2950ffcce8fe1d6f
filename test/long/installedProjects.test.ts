// Projects of the frameworks of the table with their real packages: built where they have to be, created on the local service
// by what is detected, installed and run there, until they answer. Skipped where a registry does not give the packages.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import type { ServiceClient } from "../../src/api/serviceClient";
import { packArchive } from "../../src/core/archive/archive";
import { frameworks } from "../../src/core/project/detect/frameworks";
import { readProject } from "../../src/core/project/detect/readProject";
import { readFolder } from "../../src/core/project/readFolder";
import { nodeDisk } from "../../src/editor/nodeDisk";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { siteServer } from "../../src/features/create/questions/siteServer";
import { writeTree } from "../support/fileTrees";
import { needPython } from "../support/pythonPackages";
import { runCommand } from "../support/runCommand";
import { serviceClientOf } from "../support/serviceClientOf";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../support/waitUntil";
import { frameworkProjects, untriedFrameworks } from "./frameworkProjects";

/** Some projects take hundreds of packages, which are installed twice, before the build and by the service. */
const limitMs = 3 * startTimeoutMs;

describe("a project with its real packages", () => {
  let emulator: Emulator;
  let dataDir: string;
  let client: ServiceClient;

  before(async function () {
    await needPython(this, "pip", "Flask", "FastAPI", "Tornado");
    dataDir = temporaryFolder("installed");
    emulator = await startEmulator({ dataDir, installDependencies: true, installTimeoutMs: limitMs });
    client = serviceClientOf(emulator, { requestTimeoutMs: () => limitMs });
  });
  after(async () => {
    await emulator.stop();
  });

  async function detect(root: string, included: readonly string[] = []) {
    const source = nodeDisk(root);
    const { signal } = new AbortController();
    const contents = await readFolder(source, {
      signal,
      choices: { included: new Set(included), excluded: new Set() },
    });
    const exists = async (file: string): Promise<boolean> => fs.existsSync(path.join(root, file));
    return { files: contents.files, defaults: await readProject(path.basename(root), contents, exists) };
  }

  /** Does what the questions offer first. */
  async function decide(root: string): Promise<Awaited<ReturnType<typeof detect>>> {
    const included: string[] = [];
    for (let round = 0; round < 5; round++) {
      const found = await detect(root, included);
      const [finding] = found.defaults.findings.filter(
        (each) => each.kind !== "dependencies" && !(each.kind === "buildFirst" && each.exists),
      );
      if (!finding) return found;
      if (finding.kind === "buildFirst") await npm(root, "run", finding.script);
      else if (finding.kind === "staticSite") writeTree(root, { "server.cjs": siteServer(finding.folder) });
      else if (finding.kind === "ignoredBuild") included.push(finding.folder);
      else if (finding.kind === "ignoredMainFile") included.push(finding.mainFile.split("/")[0] ?? "");
      else assert.fail(finding.kind);
    }
    throw new Error("asked without an end");
  }

  async function npm(root: string, ...args: readonly string[]): Promise<void> {
    const command = process.platform === "win32" ? "npm.cmd" : "npm";
    const { code, output } = await runCommand(command, args, { cwd: root });
    assert.equal(code, 0, `npm ${args.join(" ")}\n${output}`);
  }

  it("is there for every framework of the table, or is said not to be", () => {
    const tried = frameworkProjects.flatMap(({ kind, also = [] }) => [kind, ...also]);
    const untried = Object.values(untriedFrameworks).flat();
    assert.deepEqual([...tried, ...untried].sort(), frameworks.map(({ name }) => name).sort());
  });

  for (const { kind, files, says } of frameworkProjects)
    it(`runs ${kind}`, async function () {
      this.timeout(3 * limitMs);
      const root = temporaryFolder("project");
      try {
        writeTree(root, files);
        const needsBuild = (await detect(root)).defaults.findings.some((each) => each.kind === "buildFirst");
        if (needsBuild) await npm(root, "install", "--no-package-lock", "--no-audit", "--no-fund");
        const { defaults, files: sent } = await decide(root);
        const { runtime, mainFile, startupCommand, exposedViaWeb, memoryMB } = defaults;
        assert.ok(runtime && mainFile);
        const { id } = await client.createApp(
          { name: kind, runtime, mainFile, startupCommand, exposedViaWeb, memoryMB, autoRestart: false },
          await packArchive(sent, { signal: new AbortController().signal }),
        );
        const logFile = path.join(emulator.appFolder(id), "app.log");
        const log = (): string => (fs.existsSync(logFile) ? fs.readFileSync(logFile, "utf8") : "");
        const app = await waitUntil(
          async () => {
            const now = await client.getApp(id);
            // Only where the registry lacks packages, which GitHub's machines reach.
            if (!process.env["CI"] && /could not be installed|install.*fail/i.test(log())) this.skip();
            assert.ok(!/fail|crash|exceed/.test(now.status), `${now.status}\n${log()}`);
            return now.metrics?.online === true && now;
          },
          { what: `${kind} to come online`, timeoutMs: limitMs, intervalMs: 200, saw: log },
        );
        await waitUntil(
          async () => {
            if (!exposedViaWeb) return says.test(log());
            const text = await fetch(`http://127.0.0.1:${app.externalPort}/`).then(
              (answer) => answer.text(),
              () => "",
            );
            return says.test(text);
          },
          { what: `${kind} to answer`, intervalMs: 300, saw: log },
        );
        await client.deleteApp(id);
      } finally {
        removeTemporaryFolder(root);
      }
    });
});
