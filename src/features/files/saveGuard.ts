// Decides whether a save may replace what the service has: never over a change that the person who saves has not
// seen. VS Code asks by itself when size and time both moved forward; this covers what it cannot see.
import type { Clock } from "../../core/clock";
import { type FileVersion, isSameVersion } from "../../core/contentCache";
import { FileProblem } from "../../core/fileProblem";
import type { FileEntry } from "../../core/model";

/** `overwrite` sends, `cancel` keeps the service's file. */
export type ConflictChoice = "overwrite" | "cancel";

export interface SaveGuardOptions {
  /** The bytes the service has now. */
  readonly read: (path: string, entry: FileEntry) => Promise<Uint8Array>;
  readonly ask: (path: string) => Promise<ConflictChoice>;
}

interface Seen extends FileVersion {
  readonly hash: string;
}

/** How long VS Code's own look at a file counts as "the user was asked". */
const askedByEditorMs = 10_000;

export class SaveGuard {
  /** What was last read or acknowledged through this mount. */
  private readonly seen = new Map<string, Seen>();
  private readonly handed = new Map<string, { readonly version: FileVersion; readonly at: number }>();
  /** What was sent since then and not confirmed: when the service shows it, nobody else has changed the file. */
  private readonly sent = new Map<string, Promise<string>[]>();
  private readonly hashing = new Map<string, Promise<void>>();

  constructor(
    private readonly clock: Clock,
    private readonly options: SaveGuardOptions,
  ) {}

  /** VS Code was told this version, so its own comparison before a save knows it. */
  handedOut(path: string, version: FileVersion): void {
    this.handed.set(path, {
      version: { sizeBytes: version.sizeBytes, modifiedAt: version.modifiedAt },
      at: this.clock.now(),
    });
  }

  /** The editor was given these bytes. */
  sawContent(path: string, version: FileVersion, bytes: Uint8Array): void {
    this.remember(path, version, bytes);
  }

  /** These bytes are about to be sent. */
  sending(path: string, bytes: Uint8Array): void {
    this.sent.set(path, [...(this.sent.get(path) ?? []), hashOf(bytes)]);
  }

  /** The service has confirmed these bytes as ours. */
  wrote(path: string, version: FileVersion, bytes: Uint8Array): void {
    this.sent.delete(path);
    this.remember(path, version, bytes);
  }

  forget(path: string): void {
    this.seen.delete(path);
    this.handed.delete(path);
    this.sent.delete(path);
    this.hashing.delete(path);
  }

  clear(): void {
    this.seen.clear();
    this.handed.clear();
    this.sent.clear();
    this.hashing.clear();
  }

  /** Resolves when `bytes` may be sent; rejects with a FileProblem when the service's file is to be kept. */
  async check(path: string, found: FileEntry | undefined, bytes: Uint8Array): Promise<void> {
    await this.hashing.get(path);
    const base = this.seen.get(path);
    if (!found) return;
    if (!base) {
      if (bytes.byteLength === 0 && found.sizeBytes > 0) throw new FileProblem("wouldEmpty", path);
      return;
    }
    if (isSameVersion(base, found)) return;
    if (
      found.modifiedAt > base.modifiedAt &&
      found.sizeBytes !== base.sizeBytes &&
      this.wasAskedByEditor(path, found)
    ) {
      return;
    }
    const current = await this.options.read(path, found);
    const hash = await hashOf(current);
    if (hash === base.hash || (await Promise.all(this.sent.get(path) ?? [])).includes(hash)) return;
    if ((await this.options.ask(path)) === "cancel") throw new FileProblem("changedOnService", path);
    this.remember(path, found, current);
    await this.hashing.get(path);
  }

  /** The same for a file that was not there when the save began: somebody else made it meanwhile. */
  async checkAppeared(path: string, found: FileEntry, bytes: Uint8Array): Promise<void> {
    const current = await this.options.read(path, found);
    if ((await hashOf(current)) === (await hashOf(bytes))) return;
    if ((await this.options.ask(path)) === "cancel") throw new FileProblem("changedOnService", path);
  }

  private wasAskedByEditor(path: string, found: FileEntry): boolean {
    const handed = this.handed.get(path);
    return (
      handed !== undefined &&
      isSameVersion(handed.version, found) &&
      this.clock.now() - handed.at <= askedByEditorMs
    );
  }

  /** Kept as a promise, since hashing is asynchronous and a save may follow at once. */
  private remember(path: string, { sizeBytes, modifiedAt }: FileVersion, bytes: Uint8Array): void {
    const hashing = hashOf(bytes).then((hash) => {
      if (this.hashing.get(path) !== hashing) return;
      this.seen.set(path, { sizeBytes, modifiedAt, hash });
      this.hashing.delete(path);
    });
    this.hashing.set(path, hashing);
  }
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
