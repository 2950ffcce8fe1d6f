import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import * as path from "node:path";
import { promisify } from "node:util";
import { systemClock } from "../core/async/clock";
import type { SourceEntry, SourceStat } from "../core/disk/folderSource";
import type { LocalFolder, LocalWriter } from "../core/disk/localFolder";
import { hasCode, undefinedIf } from "../core/errors/errorCode";

// A folder has thousands of files, and small ones are read three times as fast as by node:fs/promises.
const readFile = promisify(fs.readFile);
const lstat = promisify(fs.lstat);

/** Milliseconds: on Windows a scanner or an indexer may hold a new file for a moment. */
const heldWaitsMs = [20, 60, 200, 500] as const;

/** A part that was not written to for this long is of a window that died: a download that stalls ends much earlier. */
const leftPartMs = 24 * 60 * 60_000;
const partName = /^\.hosted-apps-[\da-f-]{36}\.part$/;
const sweptFolders = new Set<string>();

/** Operations of the disk itself; editors and trash are VS Code's. */
export type NodeDisk = Pick<LocalFolder, "list" | "stat" | "tryStat" | "read" | "open" | "createFolder">;

/**
 * A folder of this machine's own disk: `root` is its path, names below it are "/"-separated. A file is written beside
 * its place and moved there when it is whole, so that neither a full disk nor the end of the window leaves half a
 * file. Knows nothing of VS Code; localDisk.ts passes it on.
 */
export function nodeDisk(root: string): NodeDisk {
  const at = (name: string): string => (name === "" ? root : path.join(root, ...name.split("/")));
  return {
    list: async (folder) =>
      await Promise.all(
        (await readdir(at(folder), { withFileTypes: true })).map((entry) => entryOf(at(folder), entry)),
      ),
    stat: async (name) => await statOf(at(name)),
    // "ENOTDIR": a file in place of a folder, so nothing can be below it.
    tryStat: async (name) => await statOf(at(name)).catch(undefinedIf("ENOENT", "ENOTDIR")),
    read: async (name) => await readFile(at(name)),
    open: async (name, options) => await WholeFile.begin(at(name), options),
    createFolder: async (name) => void (await mkdir(at(name), { recursive: true })),
  };
}

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
    const old = await lstat(target).catch(undefinedIf("ENOENT"));
    // A new file replaces it, which a write-protected file would not prevent.
    if (old) await access(target, fs.constants.W_OK);
    // A short name: the longest allowed name leaves no room for more. The default ignore rules exclude it.
    const part = path.join(folder, `.hosted-apps-${crypto.randomUUID()}.part`);
    const mode = isPrivate ? 0o600 : old && old.mode & 0o7777;
    const handle = await open(part, "wx", mode ?? 0o666);
    const file = new WholeFile(target, part, handle);
    try {
      // The umask has reduced the mode above.
      if (mode !== undefined && process.platform !== "win32") await handle.chmod(mode);
      // What is left takes room and nothing else: the file is written whether or not it can be removed.
      await removeLeftParts(folder, handle).catch(() => undefined);
    } catch (error) {
      await file.abort();
      throw error;
    }
    return file;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (!this.handle) throw new Error("the file is closed");
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
    if (!handle) throw new Error("the file is closed");
    // Without sync, a power failure may leave the new name with no content.
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

/** Once for each folder. The handle tells the time by the clock of the folder's disk. */
async function removeLeftParts(folder: string, handle: FileHandle): Promise<void> {
  if (sweptFolders.has(folder)) return;
  sweptFolders.add(folder);
  const { mtimeMs } = await handle.stat();
  for (const name of (await readdir(folder)).filter((each) => partName.test(each))) {
    const part = path.join(folder, name);
    if (mtimeMs - (await lstat(part)).mtimeMs > leftPartMs) await rm(part, { force: true });
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

/** A directory entry shows the type of all but links. */
async function entryOf(folder: string, entry: fs.Dirent): Promise<SourceEntry> {
  const { name } = entry;
  if (!entry.isSymbolicLink()) return { name, type: typeOf(entry), isLink: false };
  const { type, isLink } = await statOf(path.join(folder, name)).catch((error: unknown) => {
    // Removed since it was listed: the next read shows that.
    if (hasCode(error, "ENOENT")) return { type: "other" as const, isLink: false };
    throw error;
  });
  return { name, type, isLink };
}

async function statOf(place: string): Promise<SourceStat> {
  const own = await lstat(place);
  const isLink = own.isSymbolicLink();
  // A link that leads nowhere is neither file nor folder.
  const found = isLink ? await stat(place).catch(() => own) : own;
  return { type: typeOf(found), isLink, sizeBytes: found.size, modifiedAt: found.mtimeMs };
}

function typeOf(found: Pick<fs.Stats, "isDirectory" | "isFile">): SourceEntry["type"] {
  if (found.isDirectory()) return "directory";
  return found.isFile() ? "file" : "other";
}
