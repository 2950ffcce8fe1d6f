// Folders that exist only here: the service has no call that creates one, only uploads into it.
import { ancestorsOf, isWithin, nameOf, parentOf } from "../../../core/paths/appPath";

export class PendingFolders {
  private readonly createdAt = new Map<string, number>();

  /** `saved`: what `save` received last, times of creation (this machine's clock, ms) by path. */
  constructor(
    saved: Readonly<Record<string, number>> = {},
    private readonly save: (folders: Readonly<Record<string, number>>) => void = () => undefined,
  ) {
    for (const [path, time] of Object.entries(saved)) this.createdAt.set(path, time);
  }

  has(path: string): boolean {
    return this.createdAt.has(path);
  }

  createdAtOf(path: string): number | undefined {
    return this.createdAt.get(path);
  }

  add(path: string, now: number): void {
    this.createdAt.set(path, now);
    this.changed();
  }

  /** Names of the pending folders directly inside `directory`. */
  namesIn(directory: string): string[] {
    return [...this.createdAt.keys()].filter((path) => parentOf(path) === directory).map(nameOf);
  }

  /** Forgets `path` and everything below it. */
  remove(path: string): void {
    const gone = [...this.createdAt.keys()].filter((folder) => isWithin(path, folder));
    for (const folder of gone) this.createdAt.delete(folder);
    if (gone.length > 0) this.changed();
  }

  /** A file at `path` is confirmed, so the folders above it are real. */
  becameReal(path: string): void {
    const real = ancestorsOf(path).filter((folder) => this.createdAt.delete(folder));
    if (real.length > 0) this.changed();
  }

  /** `directory` itself, when it is pending, and the pending folders below it, outermost first. */
  within(directory: string): string[] {
    return [...this.createdAt.keys()].filter((path) => isWithin(directory, path)).sort();
  }

  private changed(): void {
    this.save(Object.fromEntries(this.createdAt));
  }
}
