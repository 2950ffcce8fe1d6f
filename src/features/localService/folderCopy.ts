// The copy of a folder that runs: what a deploy would send, and nothing else. It stays behind when the window is killed.
import type { ArchiveFile } from "../../core/archive/archive";
import { forEachParallel } from "../../core/async/parallel";
import type { LocalFolder } from "../../core/disk/localFolder";
import { nameOf } from "../../core/paths/appPath";
import { isLogName } from "../../core/paths/logFiles";
import { secretByName } from "../../core/project/secrets";

const writesAtOnce = 8;

export class FolderCopy {
  /** The size and the time of each file when it was copied, by path. */
  private copied: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly target: Pick<LocalFolder, "open">,
    private readonly remove: (path: string) => Promise<void>,
  ) {}

  /**
   * Makes the copy hold these files, but no .env, whose values the app gets as its environment, and no logs: what they say is of
   * other runs. Resolves with how many were written or taken away.
   */
  async update(all: readonly ArchiveFile[], signal: AbortSignal): Promise<number> {
    const files = all.filter(
      ({ path }) => secretByName(path) !== "environmentFile" && !isLogName(nameOf(path)),
    );
    const now = new Map(files.map((file) => [file.path, `${file.sizeBytes} ${file.modifiedAt}`]));
    const changed = files.filter(({ path }) => now.get(path) !== this.copied.get(path));
    const gone = [...this.copied.keys()].filter((path) => !now.has(path));
    // What fails half-way is written again by the next one.
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
