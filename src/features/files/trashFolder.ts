// Files of apps that were deleted or overwritten from here, kept on this machine for a day.
import * as vscode from "vscode";
import type { Clock } from "../../core/clock";
import type { LostFile, Trash } from "./keepBeforeLoss";
import type { AppKey } from "./mounts";

/** What is known of a kept file. */
export interface KeptFile {
  readonly id: string;
  readonly path: string;
  readonly why: LostFile["why"];
  readonly sizeBytes: number;
  /** When it was deleted or overwritten. */
  readonly lostAt: number;
  /** The service's time of the file. */
  readonly modifiedAt: number;
}

const keptForMs = 24 * 60 * 60_000;
/** Auto save overwrites often: older versions of a path than this many go first. */
const mostVersions = 10;
const mostBytesOfApp = 100 * 1024 * 1024;

export class TrashFolder {
  private readonly queues = new Map<string, Promise<unknown>>();
  private counter = 0;

  constructor(
    private readonly folder: vscode.Uri,
    private readonly clock: Clock,
  ) {}

  /** The part of it that a mount needs. A file that cannot be kept is told to `onFailure` and stops nothing. */
  of(app: AppKey, onFailure: (error: unknown) => void): Trash {
    return {
      keep: async (file) => {
        await this.keep(app, file).catch(onFailure);
      },
    };
  }

  /** What was lost of an app within the last day, newest first. */
  async list(app: AppKey): Promise<KeptFile[]> {
    let kept = await this.index(app);
    const isOutdated = outdated(kept, this.clock.now());
    if (kept.some(isOutdated)) await this.change(app, async (all) => await this.drop(app, all, isOutdated));
    kept = kept.filter((file) => !isOutdated(file));
    return kept.sort((a, b) => b.lostAt - a.lostAt);
  }

  async read(app: AppKey, id: string): Promise<Uint8Array> {
    return await vscode.workspace.fs.readFile(this.contentOf(app, id));
  }

  async remove(app: AppKey, id: string): Promise<void> {
    await this.change(app, async (kept) => await this.drop(app, kept, ({ id: other }) => other === id));
  }

  private async keep(app: AppKey, file: LostFile): Promise<void> {
    await this.change(app, async (kept) => {
      const lostAt = this.clock.now();
      const id = `${lostAt.toString(36)}-${(this.counter++).toString(36)}`;
      await vscode.workspace.fs.writeFile(this.contentOf(app, id), file.bytes);
      const { path, why, modifiedAt } = file;
      const all = [...kept, { id, path, why, sizeBytes: file.bytes.byteLength, lostAt, modifiedAt }];
      return await this.drop(app, all, outdated(all, lostAt));
    });
  }

  /** One change of an app's index at a time. */
  private async change(
    app: AppKey,
    work: (kept: readonly KeptFile[]) => Promise<readonly KeptFile[]>,
  ): Promise<void> {
    const name = `${app.accountId}/${app.appId}`;
    const run = (this.queues.get(name) ?? Promise.resolve()).then(async () => {
      const kept = await work(await this.index(app));
      await vscode.workspace.fs.writeFile(this.indexOf(app), new TextEncoder().encode(JSON.stringify(kept)));
    });
    this.queues.set(
      name,
      run.catch(() => undefined),
    );
    await run;
  }

  private async drop(
    app: AppKey,
    kept: readonly KeptFile[],
    isMeant: (file: KeptFile) => boolean,
  ): Promise<readonly KeptFile[]> {
    for (const { id } of kept.filter(isMeant))
      await Promise.resolve(vscode.workspace.fs.delete(this.contentOf(app, id))).catch(ignoreMissing);
    return kept.filter((file) => !isMeant(file));
  }

  private async index(app: AppKey): Promise<KeptFile[]> {
    try {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(this.indexOf(app)));
      const found: unknown = JSON.parse(text);
      return Array.isArray(found) ? found : [];
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      ignoreMissing(error);
      return [];
    }
  }

  private indexOf(app: AppKey): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, app.accountId, app.appId, "kept.json");
  }

  private contentOf(app: AppKey, id: string): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, app.accountId, app.appId, `${id}.bin`);
  }
}

/** Older than a day, more than enough versions of one path, or more than the app's share of the disk. */
function outdated(all: readonly KeptFile[], now: number): (file: KeptFile) => boolean {
  const newestFirst = all.toReversed();
  const versions = new Map<string, number>();
  const gone = new Set<string>();
  let totalBytes = 0;
  for (const { id, path, lostAt, sizeBytes } of newestFirst) {
    const version = (versions.get(path) ?? 0) + 1;
    versions.set(path, version);
    totalBytes += sizeBytes;
    if (version > mostVersions || now - lostAt > keptForMs || totalBytes > mostBytesOfApp) gone.add(id);
  }
  return ({ id }) => gone.has(id);
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof vscode.FileSystemError && error.code === "FileNotFound")) throw error;
}
