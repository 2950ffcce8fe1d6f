// A folder of this machine's own disk. A file is written beside its place and put there when it is whole, so that neither
// a full disk nor the end of the window leaves half a file. Knows nothing of VS Code; localDisk.ts hands it in.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import * as path from "node:path";
import { promisify } from "node:util";
import { systemClock } from "../core/async/clock";
import type { SourceEntry, SourceStat } from "../core/disk/folderSource";
import type { LocalFolder, LocalWriter } from "../core/disk/localFolder";

// A folder has thousands of files, and a small one is read three times as fast as by node:fs/promises.
const readFile = promisify(fs.readFile);
const lstat = promisify(fs.lstat);

/** A scanner or an indexer of Windows may hold what was just written for a moment, in milliseconds. */
const heldWaitsMs = [20, 60, 200, 500] as const;

/** What a disk itself can do; editors and trash are VS Code's. */
export type NodeDisk = Pick<LocalFolder, "list" | "stat" | "tryStat" | "read" | "open" | "createFolder">;

/** `root` is a path of this machine; names below it are separated by "/". */
export function nodeDisk(root: string): NodeDisk {
  const at = (name: string): string => (name === "" ? root : path.join(root, ...name.split("/")));
  return {
    list: async (folder) =>
      await Promise.all(
        (await readdir(at(folder), { withFileTypes: true })).map((entry) => entryOf(at(folder), entry)),
      ),
    stat: async (name) => await statOf(at(name)),
    tryStat: async (name) => {
      try {
        return await statOf(at(name));
      } catch (error) {
        // A file in the place of a folder: nothing can be below it.
        if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
        throw error;
      }
    },
    read: async (name) => await readFile(at(name)),
    open: async (name, options) => await WholeFile.begin(at(name), options),
    createFolder: async (name) => void (await mkdir(at(name), { recursive: true })),
  };
}

/** One file that is being written. */
class WholeFile implements LocalWriter {
  private readonly sha256 = createHash("sha256");

  private constructor(
    private readonly target: string,
    private readonly part: string,
    private handle: FileHandle | undefined,
  ) {}

  static async begin(target: string, { isPrivate = false } = {}): Promise<WholeFile> {
    const folder = path.dirname(target);
    await mkdir(folder, { recursive: true });
    const old = await lstat(target).catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    });
    // Another file takes its place, which a file that may not be written would not hinder.
    if (old) await access(target, fs.constants.W_OK);
    // A short name: one that is as long as names may be leaves no room for more. The default rules leave it out.
    const part = path.join(folder, `.hosted-apps-${crypto.randomUUID()}.part`);
    const mode = isPrivate ? 0o600 : old && old.mode & 0o7777;
    const handle = await open(part, "wx", mode ?? 0o666);
    const file = new WholeFile(target, part, handle);
    try {
      // The mode above is cut by the umask.
      if (mode !== undefined && process.platform !== "win32") await handle.chmod(mode);
    } catch (error) {
      await file.abort();
      throw error;
    }
    return file;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (!this.handle) throw new Error("the file was let go of");
    for (let offset = 0; offset < bytes.byteLength; ) {
      const { bytesWritten } = await this.handle.write(bytes, offset);
      offset += bytesWritten;
    }
    this.sha256.update(bytes);
  }

  hash(): string {
    return this.sha256.copy().digest("hex");
  }

  async commit(): Promise<void> {
    const { handle } = this;
    if (!handle) throw new Error("the file was let go of");
    // Else a machine that loses its power may have the name and not the content.
    await handle.sync();
    await handle.close();
    await renameOver(this.part, this.target);
    this.handle = undefined;
  }

  async abort(): Promise<void> {
    const { handle } = this;
    if (!handle) return;
    this.handle = undefined;
    // Closed already when only the renaming failed.
    await handle.close().catch(() => undefined);
    await rm(this.part, { force: true });
  }
}

async function renameOver(from: string, to: string): Promise<void> {
  for (const waitMs of process.platform === "win32" ? heldWaitsMs : []) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!hasCode(error, "EPERM", "EACCES", "EBUSY")) throw error;
      await systemClock.sleep(waitMs);
    }
  }
  await rename(from, to);
}

/** Only where a link leads to has to be looked at. */
async function entryOf(folder: string, entry: fs.Dirent): Promise<SourceEntry> {
  const { name } = entry;
  if (!entry.isSymbolicLink()) return { name, type: typeOf(entry), isLink: false };
  const { type, isLink } = await statOf(path.join(folder, name)).catch((error: unknown) => {
    // Gone since it was listed: the next look at it shows that.
    if (hasCode(error, "ENOENT")) return { type: "other" as const, isLink: false };
    throw error;
  });
  return { name, type, isLink };
}

async function statOf(place: string): Promise<SourceStat> {
  const own = await lstat(place);
  const isLink = own.isSymbolicLink();
  // One that leads nowhere is neither file nor folder.
  const found = isLink ? await stat(place).catch(() => own) : own;
  return { type: typeOf(found), isLink, sizeBytes: found.size, modifiedAt: found.mtimeMs };
}

function typeOf(found: Pick<fs.Stats, "isDirectory" | "isFile">): SourceEntry["type"] {
  if (found.isDirectory()) return "directory";
  return found.isFile() ? "file" : "other";
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}
