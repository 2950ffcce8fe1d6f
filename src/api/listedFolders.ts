// The folders of one app as they were last listed: what was there before an upload.
import { nameOf, parentOf } from "../core/appPath";
import type { FileEntry } from "../core/model";

const mostFolders = 64;

export class ListedFolders {
  private readonly folders = new Map<string, readonly FileEntry[]>();

  /** Keeps a listing; the folder that was listed longest ago makes room. */
  remember(directory: string, entries: readonly FileEntry[]): void {
    this.folders.delete(directory);
    this.folders.set(directory, entries);
    const [oldest] = this.folders.keys();
    if (this.folders.size > mostFolders && oldest !== undefined) this.folders.delete(oldest);
  }

  knows(directory: string): boolean {
    return this.folders.has(directory);
  }

  /** The entry of `path` in the last listing of its folder. */
  find(path: string): FileEntry | undefined {
    return this.folders.get(parentOf(path))?.find(({ name }) => name === nameOf(path));
  }
}
