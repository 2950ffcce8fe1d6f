// Every kind of project that there is a layout of, from its folder to an app on the local service: what has to be decided is
// decided as its user would, and the detected settings are sent as they are. Nothing is run here: that the service takes
// them, and has the files that they name, is what is told. out/layouts.md has what was found, asked and done.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { packArchive } from "../../src/core/archive/archive";
import type { ProjectDefaults } from "../../src/core/project/detect/projectDefaults";
import type { ProjectFinding } from "../../src/core/project/detect/projectFinding";
import { readProject } from "../../src/core/project/detect/readProject";
import { type FolderContents, readFolder } from "../../src/core/project/readFolder";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { siteServer } from "../../src/features/create/questions/siteServer";
import { diskSource, writeTree } from "../support/diskSource";
import { frameworkLayouts } from "../support/layouts/frameworkLayouts";
import type { Layout } from "../support/layouts/layout";
import { nodeLayouts } from "../support/layouts/nodeLayouts";
import { otherLayouts } from "../support/layouts/otherLayouts";
import { pythonLayouts } from "../support/layouts/pythonLayouts";
import { inRepository } from "../support/repository";
import { serviceClientOf } from "../support/serviceClientOf";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

const layouts = [...nodeLayouts, ...frameworkLayouts, ...pythonLayouts, ...otherLayouts];
const { signal } = new AbortController();
const mostQuestions = 6;

/** A folder whose user answers what is asked. */
class AnsweredFolder {
  readonly asked: string[] = [];
  private readonly included = new Set<string>();
  private readonly answered = new Set<ProjectFinding["kind"]>();
  private settings: Partial<
    Pick<ProjectDefaults, "mainFile" | "runtime" | "startupCommand" | "exposedViaWeb">
  > = {};

  constructor(private root: string) {}

  /** What is sent in the end; undefined where the user is told that there is nothing to create. */
  async decide(): Promise<
    { readonly defaults: ProjectDefaults; readonly files: FolderContents["files"] } | undefined
  > {
    for (let round = 0; round <= mostQuestions; round++) {
      const { defaults, files } = await this.read();
      const [finding] = defaults.findings.filter(({ kind }) => !this.answered.has(kind));
      if (finding?.kind === "unsupported") {
        this.asked.push(`says that ${finding.what} is not supported`);
        return undefined;
      }
      if (finding) {
        this.answer(finding);
        continue;
      }
      const decided = { ...defaults, ...this.settings };
      const [first] = decided.mainFileCandidates;
      if (decided.mainFile !== undefined) return { defaults: decided, files };
      if (first === undefined) {
        this.asked.push("says that nothing could start an app");
        return undefined;
      }
      this.asked.push(`main file: ${first}`);
      return { defaults: { ...decided, mainFile: first }, files };
    }
    throw new Error(`asked without an end: ${this.asked}`);
  }

  private async read(): Promise<{
    readonly defaults: ProjectDefaults;
    readonly files: FolderContents["files"];
  }> {
    const source = diskSource(this.root);
    const contents = await readFolder(source, {
      signal,
      choices: { included: this.included, excluded: new Set() },
    });
    const exists = async (file: string): Promise<boolean> => fs.existsSync(path.join(this.root, file));
    return {
      defaults: await readProject(path.basename(this.root), contents, exists),
      files: contents.files,
    };
  }

  private answer(finding: ProjectFinding): void {
    switch (finding.kind) {
      case "packages": {
        const [first] = finding.packages;
        this.asked.push(`package: ${first?.name} of ${finding.packages.length}`);
        this.root = path.join(this.root, first?.path ?? "");
        return;
      }
      case "buildFirst": {
        this.asked.push(`build first: ${finding.script}`);
        this.answered.add(finding.kind);
        const made = path.extname(finding.makes) === "" ? `${finding.makes}/BUILD_ID` : finding.makes;
        writeTree(this.root, { [made]: "built" });
        return;
      }
      case "ignoredMainFile":
      case "ignoredBuild": {
        const file = finding.kind === "ignoredBuild" ? finding.folder : finding.mainFile;
        this.asked.push(`include ${file}, which ${finding.rule.pattern} leaves out`);
        this.included.add(file.split("/")[0] ?? file);
        return;
      }
      case "staticSite":
        this.asked.push("add a small server");
        this.answered.add(finding.kind);
        writeTree(this.root, { "server.cjs": siteServer(finding.folder) });
        this.settings = {
          mainFile: "server.cjs",
          runtime: "nodejs",
          startupCommand: "",
          exposedViaWeb: true,
        };
        return;
      case "dependencies":
        this.asked.push(`packages that are not installed: ${[finding.from, ...finding.names].join(" ")}`);
        this.answered.add(finding.kind);
        return;
      case "ignoredRead":
        this.asked.push(`include ${finding.path}, which is read`);
        this.included.add(finding.path);
        this.answered.add(finding.kind);
        return;
      case "unsupported":
        throw new Error("nothing can be answered to that");
    }
  }
}

describe("an app of each kind of project", () => {
  const rows: string[] = [];
  let emulator: Emulator;
  let dataDir = "";
  before(async () => {
    dataDir = temporaryFolder("layouts");
    emulator = await startEmulator({ dataDir, run: false });
  });
  after(async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
    const head = ["| kind | detected | asked | result |", "| --- | --- | --- | --- |"];
    fs.writeFileSync(inRepository("out", "layouts.md"), `${[...head, ...rows].join("\n")}\n`);
  });

  async function create(layout: Layout): Promise<string | undefined> {
    const root = temporaryFolder("layout");
    try {
      writeTree(root, layout.files);
      const folder = new AnsweredFolder(root);
      const decided = await folder.decide();
      const row = (detected: string, result: string): void => {
        rows.push(`| ${[layout.kind, detected, folder.asked.join("; ") || "nothing", result].join(" | ")} |`);
      };
      if (!decided) {
        row(layout.is, "not created");
        return undefined;
      }
      const { defaults, files } = decided;
      const { runtime, mainFile, startupCommand, exposedViaWeb, memoryMB } = defaults;
      assert.ok(runtime && mainFile);
      const settings = {
        name: layout.kind,
        runtime,
        mainFile,
        startupCommand,
        exposedViaWeb,
        memoryMB,
        autoRestart: true,
      };
      // A new client for each: one of them creates an app every three seconds.
      const client = serviceClientOf(emulator);
      const { id } = await client.createApp(settings, await packArchive(files, { signal }));
      const app = await client.getApp(id);
      assert.deepEqual(
        [app.runtime, app.startupCommand, app.metrics?.online],
        [runtime, startupCommand, true],
      );
      const sent = (file: string): boolean => fs.existsSync(path.join(emulator.appFolder(id), file));
      assert.ok(sent(mainFile), mainFile);
      if (startupCommand.startsWith("npm ")) assert.ok(sent("package.json"));
      const named = startupCommand.split(/\s+/).filter((word) => /^[\w./-]+\.(?:py|[cm]?js)$/.test(word));
      for (const file of named) assert.ok(sent(file), `${startupCommand}: ${file}`);
      row(
        [runtime, mainFile, startupCommand && `“${startupCommand}”`, exposedViaWeb && "web"]
          .filter(Boolean)
          .join(", "),
        "created, online",
      );
      return id;
    } finally {
      removeTemporaryFolder(root);
    }
  }

  for (const layout of layouts) {
    const { kind, finds = [] } = layout;
    const isApp = kind !== "notes only" && !finds.some((each) => each.startsWith("unsupported "));
    it(isApp ? `is created: ${kind}` : `is not created, and that is said: ${kind}`, async () => {
      assert.equal((await create(layout)) !== undefined, isApp);
    });
  }
});
