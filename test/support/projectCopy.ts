// A sample project as a deploy would take it: copied, walked by our ignore rules, packed by our own packer.
import fs from "node:fs";
import path from "node:path";
import { type ArchiveFile, packArchive } from "../../src/core/archive";
import { IgnoreRules, ignoreFileNames } from "../../src/core/ignoreRules";
import {
  detectProject,
  mainFilesToRead,
  type ProjectDefaults,
  projectFilesToRead,
} from "../../src/core/projectDefaults";
import { inRepository } from "./repository";
import { temporaryCopy } from "./temporaryFolder";

export interface ProjectCopy {
  /** The files that are sent, sorted. */
  readonly paths: readonly string[];
  readonly defaults: ProjectDefaults;
  archive(): Promise<Blob>;
}

/** Copies `test/fixtures/projects/<name>`, adds files (path to content), and finds what a deploy would send. */
export function copyProject(name: string, added: Readonly<Record<string, string | Uint8Array>>): ProjectCopy {
  const root = temporaryCopy(inRepository("test", "fixtures", "projects", name), "project");
  for (const [file, content] of Object.entries(added)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  }
  const paths = walk(root, "", IgnoreRules.defaults()).sort();
  const read = (file: string) => fs.readFileSync(path.join(root, file));
  const looked = [...projectFilesToRead, ...mainFilesToRead(paths)].filter((file) => paths.includes(file));
  const files = paths.map(
    (file): ArchiveFile => ({
      path: file,
      sizeBytes: fs.statSync(path.join(root, file)).size,
      read: async () => read(file),
    }),
  );
  return {
    paths,
    defaults: detectProject(name, paths, new Map(looked.map((file) => [file, read(file).toString("utf8")]))),
    archive: () => packArchive(files, { signal: new AbortController().signal }),
  };
}

function walk(root: string, folder: string, above: IgnoreRules): string[] {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  const rules = ignoreFileNames
    .filter((name) => entries.some((entry) => entry.name === name))
    .reduce((sum, name) => sum.with(folder, fs.readFileSync(path.join(root, folder, name), "utf8")), above);
  return entries.flatMap((entry) => {
    const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (rules.leavesOut(file, entry.isDirectory())) return [];
    return entry.isDirectory() ? walk(root, file, rules) : [file];
  });
}
