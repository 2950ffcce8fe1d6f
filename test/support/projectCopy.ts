// A sample project as a deploy would take it: copied, read by our own walk, packed by our own packer.
import { packArchive } from "../../src/core/archive/archive";
import {
  detectProject,
  mainFilesToRead,
  manifestsToRead,
  type ProjectDefaults,
} from "../../src/core/project/detect/projectDefaults";
import { readFolder } from "../../src/core/project/readFolder";
import { diskSource, writeTree } from "./diskSource";
import { inRepository } from "./repository";
import { temporaryCopy } from "./temporaryFolder";

export interface ProjectCopy {
  /** The files that are sent, sorted. */
  readonly paths: readonly string[];
  readonly defaults: ProjectDefaults;
  archive(): Promise<Blob>;
}

/** Copies `test/fixtures/projects/<name>`, adds files (path to content), and finds what a deploy would send. */
export async function copyProject(
  name: string,
  added: Readonly<Record<string, string | Uint8Array>>,
): Promise<ProjectCopy> {
  const root = temporaryCopy(inRepository("test", "fixtures", "projects", name), "project");
  writeTree(root, added);
  const { signal } = new AbortController();
  const { files } = await readFolder(diskSource(root), { signal });
  const paths = files.map(({ path }) => path);
  const looked = new Set<string>([...manifestsToRead, ...mainFilesToRead(paths)]);
  const texts = new Map<string, string>();
  for (const file of files) {
    if (looked.has(file.path)) texts.set(file.path, new TextDecoder().decode(await file.read()));
  }
  return {
    paths,
    defaults: detectProject(name, paths, texts),
    archive: () => packArchive(files, { signal }),
  };
}
