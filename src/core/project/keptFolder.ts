// Folders during the questions about them: each file is read once, and again only after a change.
import type { FolderSource } from "../disk/folderSource";

class Known {
  readonly looks = new Map<string, Promise<unknown>>();
  readonly contents = new Map<string, Promise<unknown>>();
  isEnded = false;
}

export class KeptFolder implements FolderSource {
  constructor(
    private readonly source: FolderSource,
    private readonly place = "",
    private readonly known = new Known(),
  ) {}

  /** Another folder, at an absolute address: what either has read is not read again. */
  another(source: FolderSource, place: string): KeptFolder {
    return new KeptFolder(source, place, this.known);
  }

  async list(path: string): ReturnType<FolderSource["list"]> {
    return await this.once(this.known.looks, `list ${this.at(path)}`, () => this.source.list(path));
  }

  async stat(path: string): ReturnType<FolderSource["stat"]> {
    return await this.once(this.known.looks, `stat ${this.at(path)}`, () => this.source.stat(path));
  }

  async read(path: string): ReturnType<FolderSource["read"]> {
    if (this.known.isEnded) return await this.source.read(path);
    const { sizeBytes, modifiedAt } = await this.stat(path);
    const version = `${this.at(path)} ${sizeBytes} ${modifiedAt}`;
    return await this.once(this.known.contents, version, () => this.source.read(path));
  }

  /** Lists and looks at everything again; contents are read where size or time differ. */
  refresh(): void {
    this.known.looks.clear();
  }

  /** Ends caching: sending reads files from the disk. */
  end(): void {
    this.known.isEnded = true;
    this.known.looks.clear();
    this.known.contents.clear();
  }

  private at(path: string): string {
    return path === "" ? this.place : `${this.place}/${path}`;
  }

  private async once<T>(
    kept: Map<string, Promise<unknown>>,
    key: string,
    look: () => Promise<T>,
  ): Promise<T> {
    const before = (kept.get(key) as Promise<T> | undefined) ?? look();
    if (!this.known.isEnded) kept.set(key, before);
    try {
      return await before;
    } catch (error) {
      // The next try may succeed.
      if (kept.get(key) === before) kept.delete(key);
      throw error;
    }
  }
}
