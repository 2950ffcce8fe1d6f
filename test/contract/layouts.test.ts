// Each kind of project, from its folder to an app on the local service: questions are answered as a user
// would, and the detected settings are sent unchanged. Nothing runs here: the service must accept the
// settings and have the files that they name.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { packArchive } from "../../src/core/archive/archive";
import type { ProjectDefaults } from "../../src/core/project/detect/projectDefaults";
import type { ProjectFinding } from "../../src/core/project/detect/projectFinding";
import { readProject } from "../../src/core/project/detect/readProject";
import { type FolderContents, readFolder } from "../../src/core/project/readFolder";
import { nodeDisk } from "../../src/editor/nodeDisk";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { siteServer } from "../../src/features/create/questions/siteServer";
import { writeTree } from "../support/fileTrees";
import { frameworkLayouts } from "../support/layouts/frameworkLayouts";
import { frameworkRows } from "../support/layouts/frameworkRows";
import type { Layout } from "../support/layouts/layout";
import { nodeLayouts } from "../support/layouts/nodeLayouts";
import { otherLayouts } from "../support/layouts/otherLayouts";
import { pythonLayouts } from "../support/layouts/pythonLayouts";
import { startLayouts } from "../support/layouts/startLayouts";
import { serviceClientOf } from "../support/serviceClientOf";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

const layouts = [
  ...nodeLayouts,
  ...frameworkLayouts,
  ...frameworkRows,
  ...pythonLayouts,
  ...otherLayouts,
  ...startLayouts,
];
const { signal } = new AbortController();
const mostQuestions = 6;

interface Decided {
  readonly defaults: ProjectDefaults;
  readonly files: FolderContents["files"];
}

/** The request after every question about the folder; undefined where there is nothing to create. */
async function decide(folder: string): Promise<Decided | undefined> {
  let root = folder;
  const included = new Set<string>();
  const answered = new Set<ProjectFinding["kind"]>();
  let settings: Partial<ProjectDefaults> = {};
  for (let round = 0; round <= mostQuestions; round++) {
    const contents = await readFolder(nodeDisk(root), {
      signal,
      choices: { included, excluded: new Set() },
    });
    const exists = async (file: string): Promise<boolean> => fs.existsSync(path.join(root, file));
    const found = await readProject(path.basename(root), contents, exists);
    const [finding] = found.findings.filter(({ kind }) => !answered.has(kind));
    if (!finding) {
      const defaults = { ...found, ...settings };
      const [mainFile = defaults.mainFile] = defaults.mainFile ? [] : defaults.mainFileCandidates;
      return mainFile === undefined
        ? undefined
        : { defaults: { ...defaults, mainFile }, files: contents.files };
    }
    if (finding.kind !== "packages" && !finding.kind.startsWith("ignored")) answered.add(finding.kind);
    switch (finding.kind) {
      case "unsupported":
        return undefined;
      case "packages":
        root = path.join(root, finding.packages[0]?.path ?? "");
        break;
      case "buildFirst":
        writeTree(root, {
          [path.extname(finding.makes) === "" ? `${finding.makes}/BUILD_ID` : finding.makes]: "built",
        });
        break;
      case "ignoredMainFile":
        included.add(finding.mainFile.split("/")[0] ?? "");
        break;
      case "ignoredBuild":
        included.add(finding.folder.split("/")[0] ?? "");
        break;
      case "staticSite":
        writeTree(root, { "server.cjs": siteServer(finding.folder) });
        settings = { mainFile: "server.cjs", runtime: "nodejs", startupCommand: "", exposedViaWeb: true };
        break;
      case "ignoredRead":
        included.add(finding.path);
        answered.add(finding.kind);
        break;
    }
  }
  throw new Error("There is always one more question.");
}

describe("an app of each kind of project", () => {
  let emulator: Emulator;
  let dataDir = "";
  before(async () => {
    dataDir = temporaryFolder("layouts");
    emulator = await startEmulator({ dataDir, run: false });
  });
  after(async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  async function create(layout: Layout): Promise<string | undefined> {
    const root = temporaryFolder("layout");
    try {
      writeTree(root, layout.files);
      const decided = await decide(root);
      if (!decided) return undefined;
      const { defaults, files } = decided;
      const { runtime, mainFile, startupCommand, exposedViaWeb, memoryMB } = defaults;
      assert.ok(runtime && mainFile);
      const detected = { runtime, mainFile, startupCommand, exposedViaWeb, memoryMB };
      const settings = { name: layout.kind, ...detected, autoRestart: true };
      // A new client each: one creates an app every three seconds.
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
