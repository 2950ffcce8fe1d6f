// A sample project as a deploy takes it: copied, walked and packed.
import fs from "node:fs";
import path from "node:path";
import { packArchive } from "../../src/core/archive/archive";
import type { ProjectDefaults } from "../../src/core/project/detect/projectDefaults";
import { readProject } from "../../src/core/project/detect/readProject";
import { readFolder } from "../../src/core/project/readFolder";
import { nodeDisk } from "../../src/editor/nodeDisk";
import { writeTree } from "./fileTrees";
import { temporaryFolder } from "./temporaryFolder";

export interface ProjectCopy {
  readonly paths: readonly string[];
  readonly defaults: ProjectDefaults;
  archive(): Promise<Blob>;
}

/** Adds files (path to content) and lists what a deploy would send. */
export async function copyFolder(
  name: string,
  folder: string,
  added: Readonly<Record<string, string | Uint8Array>>,
): Promise<ProjectCopy> {
  const root = path.join(temporaryFolder("project"), path.basename(folder));
  fs.cpSync(folder, root, { recursive: true });
  writeTree(root, added);
  const { signal } = new AbortController();
  const source = nodeDisk(root);
  const contents = await readFolder(source, { signal });
  const { files } = contents;
  const exists = async (path: string): Promise<boolean> =>
    await source.stat(path).then(
      () => true,
      () => false,
    );
  return {
    paths: files.map(({ path }) => path),
    defaults: await readProject(name, contents, exists),
    archive: () => packArchive(files, { signal }),
  };
}
