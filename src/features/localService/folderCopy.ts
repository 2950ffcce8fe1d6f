// The copy of a folder that runs: the files that a deploy would send. It remains when the window is killed.
import type { ArchiveFile } from "../../core/archive/archive";
import { forEachParallel } from "../../core/async/parallel";
import type { LocalFolder } from "../../core/disk/localFolder";
import { nameOf } from "../../core/paths/appPath";
import { isLogName } from "../../core/paths/logFiles";
import { secretByName } from "../../core/project/secrets";

const writesAtOnce = 8;

export class FolderCopy {
  /** By path: size and time of each file when it was copied. */
  private copied: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly target: Pick<LocalFolder, "open">,
    private readonly remove: (path: string) => Promise<void>,
  ) {}

  /**
   * Makes the copy hold these files, except .env, whose values become the app's environment, and logs, which are of
   * other runs. Resolves with the number of files written or removed.
   */
  async update(all: readonly ArchiveFile[], signal: AbortSignal): Promise<number> {
    const files = all.filter(
      ({ path }) => secretByName(path) !== "environmentFile" && !isLogName(nameOf(path)),
    );
    const now = new Map(files.map((file) => [file.path, `${file.sizeBytes} ${file.modifiedAt}`]));
    const changed = files.filter(({ path }) => now.get(path) !== this.copied.get(path));
    const gone = [...this.copied.keys()].filter((path) => !now.has(path));
    // What is not copied when this fails, the next call copies.
    this.copied = new Map([...this.copied].filter(([path, stamp]) => now.get(path) === stamp));
    await forEachParallel(changed, writesAtOnce, (file) => this.write(file), signal);
    for (const path of gone) await this.remove(path);
    this.copied = now;
    return changed.length + gone.length;
  }

  private async write(file: ArchiveFile): Promise<void> {
    const writer = await this.target.open(file.path);
    try {
      await writer.append(await file.read());
      await writer.commit();
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }
}
