// Real kinds of project, through the real walk of a folder: what is detected, and what has to be decided.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ProjectFinding } from "../../../../../src/core/project/detect/projectFinding";
import { readProject } from "../../../../../src/core/project/detect/readProject";
import { readFolder } from "../../../../../src/core/project/readFolder";
import { frameworkLayouts } from "../../../../support/layouts/frameworkLayouts";
import { frameworkRows } from "../../../../support/layouts/frameworkRows";
import type { Layout } from "../../../../support/layouts/layout";
import { nodeLayouts } from "../../../../support/layouts/nodeLayouts";
import { otherLayouts } from "../../../../support/layouts/otherLayouts";
import { pythonLayouts } from "../../../../support/layouts/pythonLayouts";
import { startLayouts } from "../../../../support/layouts/startLayouts";
import { MemoryFolder } from "../../../../support/memoryFolder";

async function detect(files: Layout["files"]) {
  const folder = MemoryFolder.of(files);
  const contents = await readFolder(folder, { signal: new AbortController().signal });
  return await readProject("my-folder", contents, async (path) => (await folder.tryStat(path)) !== undefined);
}

/** A finding in one line. */
function lineOf(finding: ProjectFinding): string {
  switch (finding.kind) {
    case "unsupported":
      return `unsupported ${finding.what}`;
    case "packages":
      return `packages ${finding.packages.map(({ path, name }) => `${path} ${name}`).join(", ")}`;
    case "services":
      return `services ${finding.services.map(({ name, folder }) => `${name} ${folder}`.trim()).join(", ")}`;
    case "staticSite":
      return `staticSite ${finding.folder}`;
    case "ignoredMainFile":
      return `ignoredMainFile ${finding.mainFile} ${finding.rule.pattern}`;
    case "ignoredBuild":
      return `ignoredBuild ${finding.folder} ${finding.rule.pattern}`;
    case "buildFirst":
      return [
        ...["buildFirst", finding.script, finding.makes, ...(finding.exists ? ["there"] : [])],
        ...(finding.task === `npm: ${finding.script}` ? [] : [`by ${finding.task}`]),
      ].join(" ");
    case "dependencies":
      return ["dependencies", finding.from, finding.names.join(", ")].filter(Boolean).join(" ");
    case "workspace":
      return `workspace ${finding.needs.join(", ")}`;
    case "tooLarge":
      return `tooLarge ${finding.path}`;
    case "ignoredRead":
      return `ignoredRead ${finding.path}`;
  }
}

describe("a kind of project", () => {
  const layouts = [
    ...nodeLayouts,
    ...frameworkLayouts,
    ...frameworkRows,
    ...pythonLayouts,
    ...otherLayouts,
    ...startLayouts,
  ];

  it("is here in fifty kinds and more, each once", () => {
    assert.ok(layouts.length >= 50);
    assert.equal(new Set(layouts.map(({ kind }) => kind)).size, layouts.length);
  });

  for (const { kind, files, is, command = "", web = false, finds = [] } of layouts)
    it(`is detected: ${kind}`, async () => {
      const found = await detect(files);
      const { runtime = "none", mainFile, startupCommand, exposedViaWeb, findings } = found;
      assert.deepEqual(
        {
          is: [runtime, mainFile].filter(Boolean).join(" "),
          command: runtime === "none" ? "" : startupCommand,
          web: exposedViaWeb,
          finds: findings.map(lineOf),
        },
        { is, command, web, finds },
      );
    });
});
