import type { FileHandle } from "node:fs/promises";
import * as nodeDisk from "node:fs/promises";
import * as path from "node:path";
import type { Clock } from "../core/async/clock";
import type { MachineEntry, MachineFiles, WriteOptions } from "../core/disk/machineFiles";
import { hasCode, undefinedIf } from "../core/errors/errorCode";

export type Disk = Pick<
  typeof nodeDisk,
  "appendFile" | "lstat" | "mkdir" | "open" | "readFile" | "readdir" | "rename" | "rm" | "writeFile"
>;

interface FolderMachineFilesOptions {
  /** An absolute path; the folder is created when it is needed. */
  readonly root: string;
  readonly clock: Clock;
  readonly disk?: Disk;
}

const orUndefined = undefinedIf("ENOENT", "ENOTDIR");

/** New files are written here first, so that incomplete files of killed windows are in one place. */
const temporaryFolder = "temporary";

/** Far longer than any write takes. */
const strayAfterMs = 60 * 60_000;

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/** Other programs on Windows, such as a virus scanner, may lock a file for a moment. */
const renameAttempts = 6;
const renamePauseMs = 20;

/**
 * The files that all windows of this machine share, in a folder of the local disk. VS Code's own file system can
 * neither create a file in one step nor append to one. Needs Node: must not be loaded in a browser.
 */
export class FolderMachineFiles implements MachineFiles {
  private readonly disk: Disk;

  constructor(private readonly options: FolderMachineFilesOptions) {
    this.disk = options.disk ?? nodeDisk;
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    return await this.disk.readFile(this.pathOf(name)).catch(orUndefined);
  }

  async write(name: string, bytes: Uint8Array, { isDurable = false }: WriteOptions = {}): Promise<void> {
    const target = this.pathOf(name);
    // An old file could be lost: then the new one is worth waiting for the disk itself.
    const flush = isDurable || (await this.disk.lstat(target).catch(orUndefined)) !== undefined;
    const temporary = path.join(this.options.root, temporaryFolder, crypto.randomUUID());
    try {
      await this.inFolder(
        temporary,
        async () => await this.disk.writeFile(temporary, bytes, { flag: "wx", mode: ownerOnlyFile, flush }),
      );
      await this.inFolder(target, async () => await this.renameFile(temporary, target));
    } catch (error) {
      // The first failure is the one to report; `removeStrays` removes the file later.
      await this.disk.rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async create(name: string, bytes: Uint8Array): Promise<boolean> {
    const target = this.pathOf(name);
    const file = await this.inFolder(target, async () => await this.openNew(target));
    if (!file) return false;
    try {
      await file.writeFile(bytes);
      await file.close();
      return true;
    } catch (error) {
      await file.close().catch(() => undefined);
      await this.disk.rm(target, { force: true });
      throw error;
    }
  }

  async append(name: string, bytes: Uint8Array, { isDurable = false }: WriteOptions = {}): Promise<void> {
    const target = this.pathOf(name);
    const options = { mode: ownerOnlyFile, flush: isDurable };
    await this.inFolder(target, async () => await this.disk.appendFile(target, bytes, options));
  }

  async rename(from: string, to: string): Promise<boolean> {
    const [source, target] = [this.pathOf(from), this.pathOf(to)];
    try {
      await this.renameFile(source, target);
      return true;
    } catch (error) {
      if (!hasCode(error, "ENOENT")) throw error;
    }
    // The folder of either name may be missing.
    if (!(await this.disk.lstat(source).catch(orUndefined))) return false;
    await this.makeFolder(path.dirname(target));
    return await this.renameFile(source, target).then(() => true, orFalse);
  }

  async remove(name: string): Promise<void> {
    await this.disk.rm(this.pathOf(name), { recursive: true, force: true, maxRetries: 3 });
  }

  async list(folder: string): Promise<readonly MachineEntry[]> {
    const place = folder === "" ? this.options.root : this.pathOf(folder);
    const names = (await this.disk.readdir(place).catch(orUndefined)) ?? [];
    const entries = await Promise.all(
      names
        .filter((name) => folder !== "" || name !== temporaryFolder)
        .map(async (name) => await this.entryOf(place, name)),
    );
    return entries.filter((entry) => entry !== undefined);
  }

  /** Removes incomplete files that killed windows left. */
  async removeStrays(): Promise<void> {
    const place = path.join(this.options.root, temporaryFolder);
    for (const name of (await this.disk.readdir(place).catch(orUndefined)) ?? []) {
      const entry = await this.entryOf(place, name);
      // A time in the future counts, too: the machine's clock was set back.
      if (entry && Math.abs(this.options.clock.now() - entry.modifiedAt) > strayAfterMs)
        await this.disk.rm(path.join(place, name), { recursive: true, force: true });
    }
  }

  /** Undefined when it was removed meanwhile. */
  private async entryOf(place: string, name: string): Promise<MachineEntry | undefined> {
    const found = await this.disk.lstat(path.join(place, name)).catch(orUndefined);
    if (!found) return undefined;
    return { name, isFolder: found.isDirectory(), sizeBytes: found.size, modifiedAt: found.mtimeMs };
  }

  /** Undefined when the file exists. */
  private async openNew(target: string): Promise<FileHandle | undefined> {
    try {
      return await this.disk.open(target, "wx", ownerOnlyFile);
    } catch (error) {
      if (hasCode(error, "EEXIST")) return undefined;
      throw error;
    }
  }

  private async renameFile(from: string, to: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.disk.rename(from, to);
      } catch (error) {
        if (attempt === renameAttempts || !hasCode(error, "EPERM", "EACCES", "EBUSY")) throw error;
        await this.options.clock.sleep(renamePauseMs * attempt);
      }
    }
  }

  /** Creates the folder of `target` only when it turns out to be missing; another window may remove it again. */
  private async inFolder<T>(target: string, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt === 3 || !hasCode(error, "ENOENT")) throw error;
        await this.makeFolder(path.dirname(target));
      }
    }
  }

  private async makeFolder(folder: string): Promise<void> {
    await this.disk.mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  }

  private pathOf(name: string): string {
    const parts = name.split("/");
    if (!parts.every(isSafeName) || parts[0] === temporaryFolder)
      throw new Error(`not a name for a file of this machine: ${name}`);
    return path.join(this.options.root, ...parts);
  }
}

/** A name that stays in its folder, and that every system allows. */
function isSafeName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
  return !/^$|^\.{1,2}$|[\x00-\x1f<>:"|?*\\]|[. ]$/.test(name) && !isDeviceName(name);
}

/** Names that Windows reserves, with any extension. */
function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i.test(name);
}

function orFalse(error: unknown): false {
  if (!hasCode(error, "ENOENT")) throw error;
  return false;
}
