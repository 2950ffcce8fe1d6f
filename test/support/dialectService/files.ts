// The files of one app in a real folder, which no path leaves.
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import JSZip from "jszip";
import { numberIn, timeText } from "./apps";
import type { Form } from "./body";
import type { Dialect } from "./dialect";
import { Refusal } from "./refusal";

export class DialectFiles {
  constructor(
    private readonly dialect: Dialect,
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** Response of GET files; the root without a path. */
  async browse(given: string | null): Promise<object> {
    const parts = partsOf(given ?? "/");
    const found = await stat(this.onDisk(parts));
    const where = {
      prevPath: parts.length === 0 ? null : this.shown(parts.slice(0, -1)),
      currentPath: this.shown(parts),
    };
    if (!found.isDirectory()) {
      const content = await readFile(this.onDisk(parts), this.dialect.decodes);
      return { isDirectory: false, content, files: null, ...where };
    }
    const names = (await readdir(this.onDisk(parts))).sort();
    const files = await Promise.all(names.map((name) => this.entry([...parts, name])));
    return { isDirectory: true, content: null, files, ...where };
  }

  async download(given: string | null): Promise<Buffer> {
    if (given === null) throw new Refusal(400, "The path is missing");
    return await readFile(this.onDisk(partsOf(given)));
  }

  /** Into the root without a path. */
  async upload(given: string | null, { name, bytes }: Form["file"]): Promise<void> {
    const target = partsOf(given ?? "/");
    const asFile = this.dialect.uploadTarget === "file" && given !== null;
    if (asFile && target.length === 0) throw new Refusal(400, "The path names no file");
    const file = asFile ? target : [...target, name];
    const isArchive = this.dialect.archiveUploads === "extracted" && name.toLowerCase().endsWith(".zip");
    if (isArchive) await this.extract(bytes, file.slice(0, -1));
    else await this.write(file, bytes);
  }

  async extract(zip: Uint8Array, into: readonly string[]): Promise<void> {
    const archive = await JSZip.loadAsync(zip).catch(() => {
      throw new Refusal(400, "Not a zip archive");
    });
    for (const entry of Object.values(archive.files))
      if (!entry.dir) await this.write([...into, ...partsOf(entry.name)], await entry.async("uint8array"));
  }

  async remove(paths: readonly string[]): Promise<{ success: string[]; failed: string[] }> {
    const success: string[] = [];
    const failed: string[] = [];
    for (const given of paths) {
      const parts = partsOf(given);
      const isThere = await stat(this.onDisk(parts)).then(
        () => parts.length > 0,
        () => false,
      );
      if (isThere) await rm(this.onDisk(parts), { recursive: true });
      (isThere ? success : failed).push(given);
    }
    return { success, failed };
  }

  async write(file: readonly string[], bytes: Uint8Array): Promise<void> {
    const target = this.onDisk(file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes);
    await setTime(target, this.now());
  }

  private async entry(parts: readonly string[]): Promise<object> {
    const found = await stat(this.onDisk(parts));
    return {
      name: parts.at(-1),
      isDirectory: found.isDirectory(),
      isFile: found.isFile(),
      path: this.shown(parts),
      size: numberIn(this.dialect)(found.isDirectory() ? 0 : found.size),
      createdAt: timeText(this.dialect, found.birthtimeMs),
      modifiedAt: timeText(this.dialect, found.mtimeMs),
    };
  }

  private shown(parts: readonly string[]): string {
    return this.dialect.paths === "absolute" ? `/${parts.join("/")}` : parts.join("/");
  }

  private onDisk(parts: readonly string[]): string {
    return path.join(this.folder, ...parts);
  }
}

/** Half a millisecond added: as a fraction of seconds, a whole one may round down to the one before. */
export async function setTime(file: string, ms: number): Promise<void> {
  await utimes(file, (ms + 0.5) / 1000, (ms + 0.5) / 1000);
}

function partsOf(given: string): string[] {
  const parts = given.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..") || given.includes("\0")) throw new Refusal(400, "Not a usable path");
  return parts;
}
