// Folders that exist only here: the service has no call that creates one, only uploads into it.
import { ancestorsOf, isWithin, nameOf, parentOf } from "../../../core/paths/appPath";

export class PendingFolders {
  private createdAt: Map<string, number>;

  /** `saved`, `stored`: what `save` received last, also of other windows; times of creation (ms) by path. */
  constructor(
    saved: Readonly<Record<string, number>> = {},
    private readonly save: (folders: Readonly<Record<string, number>>) => void = () => undefined,
    private readonly stored?: () => Readonly<Record<string, number>>,
  ) {
    this.createdAt = new Map(Object.entries(saved));
  }

  has(path: string): boolean {
    return this.createdAt.has(path);
  }

  createdAtOf(path: string): number | undefined {
    return this.createdAt.get(path);
  }

  add(path: string, now: number): void {
    this.change(() => this.createdAt.set(path, now));
  }

  /** Names of the pending folders directly inside `directory`. */
  namesIn(directory: string): string[] {
    return [...this.createdAt.keys()].filter((path) => parentOf(path) === directory).map(nameOf);
  }

  /** Forgets `path` and everything below it. */
  remove(path: string): void {
    this.forget([...this.createdAt.keys()].filter((folder) => isWithin(path, folder)));
  }

  /** A file at `path` is confirmed, so the folders above it are real. */
  becameReal(path: string): void {
    this.forget(ancestorsOf(path).filter((folder) => this.has(folder)));
  }

  /** `directory` itself, when it is pending, and the pending folders below it, outermost first. */
  within(directory: string): string[] {
    return [...this.createdAt.keys()].filter((path) => isWithin(directory, path)).sort();
  }

  private forget(paths: readonly string[]): void {
    if (paths.length > 0) this.change(() => paths.map((path) => this.createdAt.delete(path)));
  }

  private change(apply: () => void): void {
    if (this.stored) this.createdAt = new Map(Object.entries(this.stored()));
    apply();
    this.save(Object.fromEntries(this.createdAt));
  }
}
