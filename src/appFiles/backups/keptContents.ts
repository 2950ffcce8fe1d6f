// Contents by their hash, shared by all windows of the machine. Keeping a content makes its file young again, so that no
// window removes it as one that is not needed any more.
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import type { Logger } from "../../core/logger";
import { type Stamp, stampOf } from "./age";

export interface KeptContentsOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hash: (bytes: Uint8Array) => Promise<string>;
  /** Called whenever this window has written a good deal. */
  readonly onGrown: () => void;
}

/** What "a good deal" is, in bytes. */
const growthBytes = 50 * 1024 * 1024;

/** A content that this window has just written need not be written again. In milliseconds. */
export const rememberedForMs = 10_000;

/** The end of the name of a content that is on its way out; see contentSweep.ts. */
export const goingSuffix = ".going";

const folder = "contents";

export class KeptContents {
  /** By hash, oldest first. */
  private readonly remembered = new Map<string, { readonly since: Stamp; readonly written: Promise<void> }>();
  private grownBytes = 0;

  constructor(private readonly options: KeptContentsOptions) {}

  /** Resolves with its hash once it is on the disk. */
  async keep(bytes: Uint8Array, knownHash?: string): Promise<string> {
    const hash = knownHash ?? (await this.options.hash(bytes));
    this.forgetOld();
    const before = this.remembered.get(hash);
    if (before) {
      await before.written;
      return hash;
    }
    const written = this.options.files.write(contentName(hash), bytes);
    this.remembered.set(hash, { since: stampOf(this.options.clock), written });
    try {
      await written;
    } catch (error) {
      this.remembered.delete(hash);
      throw error;
    }
    this.grownBytes += bytes.byteLength;
    if (this.grownBytes >= growthBytes) {
      this.grownBytes = 0;
      this.options.onGrown();
    }
    return hash;
  }

  /** Undefined when it is not there, or not whole. */
  async read(hash: string): Promise<Uint8Array | undefined> {
    const name = contentName(hash);
    const bytes =
      (await this.options.files.read(name)) ?? (await this.options.files.read(`${name}${goingSuffix}`));
    if (!bytes || (await this.options.hash(bytes)) === hash) return bytes;
    this.options.logger.warn(`A kept file is not what it was: ${hash}`);
    return undefined;
  }

  /** Tells which contents are there; looks into each folder once. */
  lookup(): (hash: string) => Promise<boolean> {
    const folders = new Map<string, Promise<ReadonlySet<string>>>();
    return async (hash) => {
      const part = hash.slice(0, 2);
      const names = folders.get(part) ?? this.names(part);
      folders.set(part, names);
      return (await names).has(hash);
    };
  }

  private async names(part: string): Promise<ReadonlySet<string>> {
    const entries = await this.options.files.list(`${folder}/${part}`);
    return new Set(entries.map(({ name }) => hashOfName(name)));
  }

  private forgetOld(): void {
    const now = stampOf(this.options.clock);
    for (const [hash, { since }] of this.remembered) {
      const isYoung = Math.abs(now.at - since.at) < rememberedForMs && now.up - since.up < rememberedForMs;
      if (isYoung) return;
      this.remembered.delete(hash);
    }
  }
}

/** The hash of a content, on its way out or not. */
export function hashOfName(name: string): string {
  return name.endsWith(goingSuffix) ? name.slice(0, -goingSuffix.length) : name;
}

export function contentName(hash: string): string {
  return `${folder}/${hash.slice(0, 2)}/${hash}`;
}

/** The folders that hold contents. */
export async function contentFolders(files: MachineFiles): Promise<string[]> {
  const entries = await files.list(folder);
  return entries.filter(({ isFolder }) => isFolder).map(({ name }) => `${folder}/${name}`);
}
