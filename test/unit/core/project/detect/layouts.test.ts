// Real kinds of project, through the real walk of a folder: what is detected, and what has to be decided.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parse as parseToml } from "smol-toml";
import { frameworks, nodeFrameworks } from "../../../../../src/core/project/detect/frameworks";
import { readSigns } from "../../../../../src/core/project/detect/projectDefaults";
import type { ProjectFinding } from "../../../../../src/core/project/detect/projectFinding";
import { type Manifest, readManifest } from "../../../../../src/core/project/detect/projectManifest";
import { pythonFrameworks } from "../../../../../src/core/project/detect/pythonProject";
import { readProject } from "../../../../../src/core/project/detect/readProject";
import { ProjectPaths } from "../../../../../src/core/project/projectPaths";
import { readFolder } from "../../../../../src/core/project/readFolder";
import type { Layout } from "../../../../support/layouts/layout";
import { layouts } from "../../../../support/layouts/layouts";
import { MemoryFolder } from "../../../../support/memoryFolder";

async function detect(files: Layout["files"]) {
  const folder = MemoryFolder.of(files);
  const contents = await readFolder(folder, { signal: new AbortController().signal });
  return await readProject("my-folder", contents, async (path) => (await folder.tryStat(path)) !== undefined);
}

function textIn(files: Layout["files"], path: string): string | undefined {
  const file = files[path];
  return typeof file === "object" ? new TextDecoder().decode(file) : file;
}

function manifestOf(files: Layout["files"]): Manifest | undefined {
  const texts = Object.keys(files).map((path) => [path, textIn(files, path) ?? ""] as const);
  return readSigns(new ProjectPaths(Object.keys(files)), new Map(texts), () => ({})).manifest;
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
    case "unread":
      return `unread ${finding.path}`;
    case "ignoredRead":
      return `ignoredRead ${finding.path}`;
  }
}

describe("a kind of project", () => {
  it("has at least fifty layouts, each once", () => {
    assert.ok(layouts.length >= 50);
    assert.equal(new Set(layouts.map(({ kind }) => kind)).size, layouts.length);
  });

  it("is here for each framework of the table", () => {
    const known = new Set(
      layouts.flatMap(({ files }) => [
        ...nodeFrameworks(manifestOf(files), true),
        ...pythonFrameworks({
          requirements: textIn(files, "requirements.txt") ?? "",
          manifest: readManifest(textIn(files, "pyproject.toml"), parseToml),
        }),
      ]),
    );
    assert.deepEqual(
      frameworks.filter((each) => !known.has(each)).map(({ name }) => name),
      [],
    );
  });

  for (const { kind, files, is, command = "", web = false, finds = [], memoryMB } of layouts)
    it(`is detected: ${kind}`, async () => {
      const found = await detect(files);
      const { runtime = "none", mainFile, startupCommand, exposedViaWeb, findings } = found;
      assert.equal(found.memoryMB, memoryMB ?? (runtime === "python" ? 256 : 512));
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
