// A folder during the questions about it: each file is read once, and again only after a change.
import type { FolderSource } from "../disk/folderSource";

export class KeptFolder implements FolderSource {
  private readonly looks = new Map<string, Promise<unknown>>();
  private readonly contents = new Map<string, Promise<unknown>>();
  private isEnded = false;

  constructor(private readonly source: FolderSource) {}

  async list(path: string): ReturnType<FolderSource["list"]> {
    return await this.once(this.looks, `list ${path}`, () => this.source.list(path));
  }

  async stat(path: string): ReturnType<FolderSource["stat"]> {
    return await this.once(this.looks, `stat ${path}`, () => this.source.stat(path));
  }

  async read(path: string): ReturnType<FolderSource["read"]> {
    if (this.isEnded) return await this.source.read(path);
    const { sizeBytes, modifiedAt } = await this.stat(path);
    return await this.once(this.contents, `${path} ${sizeBytes} ${modifiedAt}`, () => this.source.read(path));
  }

  /** Lists and looks at everything again; contents are read where size or time differ. */
  refresh(): void {
    this.looks.clear();
  }

  /** Ends caching: sending reads files from the disk. */
  end(): void {
    this.isEnded = true;
    this.looks.clear();
    this.contents.clear();
  }

  private async once<T>(
    kept: Map<string, Promise<unknown>>,
    key: string,
    look: () => Promise<T>,
  ): Promise<T> {
    const known = (kept.get(key) as Promise<T> | undefined) ?? look();
    if (!this.isEnded) kept.set(key, known);
    try {
      return await known;
    } catch (error) {
      // The next try may succeed.
      if (kept.get(key) === known) kept.delete(key);
      throw error;
    }
  }
}
