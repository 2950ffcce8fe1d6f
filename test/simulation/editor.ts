// The editor of one window for one app: documents with their text, as the workbench opens, saves and reloads them. The
// sequence of its calls is VS Code's own; what a person has seen outlives the window, as it does in life.
import { parentOf } from "../../src/core/paths/appPath";
import type { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import type { Content } from "./contents";
import type { Author, Change } from "./record";

interface Baseline {
  readonly modifiedAt: number;
  readonly sizeBytes: number;
}

/** An open document. */
export interface Document {
  readonly path: string;
  readonly author: Author;
  /** What it showed when it had no changes of its own. */
  loaded: Content | undefined;
  /** VS Code's own memory of the file that it was loaded from or saved to. */
  baseline: Baseline | undefined;
  /** Unsaved text. */
  dirty: Content | undefined;
  isSaving: boolean;
  isSaveWanted: boolean;
  /** VS Code has asked whether to overwrite what somebody else has written; what that was. */
  conflict: { readonly shown: Content | undefined } | undefined;
}

/** What the editor needs of its window. */
export interface EditorSide {
  readonly mount: MountedApp;
  /** A read for a person; counts as handed out. Rejects as the mount does. */
  read(path: string): Promise<Content>;
  /** What the last listing showed there. */
  shownAt(path: string): Content | undefined;
  /** A put of a document, with everything that is checked about it. Rejects as the mount does. */
  put(path: string, content: Content, author: Author, prepare: (change: Change) => void): Promise<void>;
}

export class Editor {
  private readonly opening = new Map<string, Promise<void>>();

  constructor(
    private readonly side: EditorSide,
    readonly documents: Map<string, Document>,
  ) {}

  /** A start of the window: nothing that was under way in the one before goes on. */
  begin(): void {
    this.opening.clear();
    for (const document of this.documents.values()) {
      document.isSaving = false;
      document.isSaveWanted = false;
    }
  }

  /** After a start of the window: clean documents are loaded again, unsaved text is there from the backup. */
  async restore(): Promise<void> {
    for (const document of [...this.documents.values()]) {
      if (!document.dirty) await this.load(document).catch(() => this.documents.delete(document.path));
    }
  }

  /** Whoever opens a path that is being opened gets the same document. */
  async open(path: string): Promise<void> {
    if (this.documents.has(path)) return;
    const opening = this.opening.get(path) ?? this.openNew(path);
    this.opening.set(path, opening);
    try {
      await opening;
    } finally {
      if (this.opening.get(path) === opening) this.opening.delete(path);
    }
  }

  private async openNew(path: string): Promise<void> {
    const document: Document = {
      path,
      author: { name: `document ${path}`, seen: new Set() },
      ...{ loaded: undefined, baseline: undefined, dirty: undefined, conflict: undefined },
      ...{ isSaving: false, isSaveWanted: false },
    };
    await this.load(document);
    this.documents.set(path, document);
  }

  type(path: string, content: Content): void {
    const document = this.documents.get(path);
    if (document) document.dirty = content;
  }

  close(path: string): void {
    const document = this.documents.get(path);
    if (!document || document.dirty || document.isSaving) return;
    this.documents.delete(path);
    this.side.mount.documentClosed(path);
  }

  /** Something has changed there: a clean document is looked at, and loaded again when it is another version. */
  async changed(path: string): Promise<void> {
    const document = this.documents.get(path);
    if (!document || document.dirty || document.isSaving) return;
    const stat = await this.side.mount.stat(path);
    const { baseline } = document;
    if (baseline && stat.modifiedAt <= baseline.modifiedAt && stat.sizeBytes === baseline.sizeBytes) return;
    await this.load(document);
  }

  async save(path: string): Promise<void> {
    const document = this.documents.get(path);
    if (!document?.dirty) return;
    document.isSaveWanted = true;
    if (document.isSaving) return;
    document.isSaving = true;
    try {
      while (document.isSaveWanted && document.dirty) {
        document.isSaveWanted = false;
        await this.saveOnce(document, document.dirty, false);
      }
    } finally {
      document.isSaving = false;
    }
  }

  /** The person answers what VS Code asked about a save that it held back. */
  async resolve(path: string, how: "overwrite" | "revert"): Promise<void> {
    const document = this.documents.get(path);
    if (!document?.conflict || document.isSaving) return;
    if (how === "revert") {
      document.dirty = undefined;
      document.conflict = undefined;
      await this.load(document);
      return;
    }
    if (!document.dirty) return;
    document.isSaving = true;
    try {
      await this.saveOnce(document, document.dirty, true);
    } finally {
      document.isSaving = false;
    }
  }

  private async load(document: Document): Promise<void> {
    const { path, author } = document;
    // Both at the same time, as VS Code does: the text may be younger than what it takes for its version.
    const [content, stat] = await Promise.all([this.side.read(path), this.side.mount.stat(path)]);
    if (document.dirty) return;
    author.seen.add(content);
    document.loaded = content;
    document.baseline = stat;
    this.side.mount.documentLoaded(path, textOf(content));
  }

  private async saveOnce(document: Document, content: Content, isOverwriting: boolean): Promise<void> {
    const { path, author } = document;
    const { mount } = this.side;
    mount.expectWrite(path, () => textOf(document.dirty ?? content));
    // Whatever goes wrong here, VS Code takes for "there is no such file".
    const stat = await mount.stat(path).catch(() => undefined);
    const agreed = document.conflict?.shown;
    if (!stat) await this.makeFolders(path);
    else if (!isOverwriting && (await this.isConflict(document, content, stat))) {
      document.conflict = { shown: this.side.shownAt(path) };
      return;
    }
    // The question is gone with its answer.
    document.conflict = undefined;
    const prepare = (change: Change): void => {
      if (isOverwriting && agreed) change.agreed.set(path, new Set([agreed]));
    };
    await this.side.put(path, content, author, prepare);
    document.loaded = content;
    if (document.dirty === content) {
      document.dirty = undefined;
      mount.documentLoaded(path, textOf(content));
    }
    document.baseline = await mount.stat(path);
    // Local History keeps a copy.
    await this.side.read(path);
  }

  /** VS Code asks when the file is newer and has another size, unless it holds just what is to be saved. */
  private async isConflict({ path, baseline }: Document, content: Content, stat: Baseline): Promise<boolean> {
    if (!baseline || stat.modifiedAt <= baseline.modifiedAt || stat.sizeBytes === baseline.sizeBytes)
      return false;
    if (stat.sizeBytes !== content.size) return true;
    return (await this.side.read(path).catch(() => undefined)) !== content;
  }

  private async makeFolders(path: string): Promise<void> {
    const missing: string[] = [];
    for (let folder = parentOf(path); folder !== "/"; folder = parentOf(folder)) {
      const stat = await this.side.mount.stat(folder).catch(() => undefined);
      if (stat) break;
      missing.unshift(folder);
    }
    for (const folder of missing) await this.side.mount.createDirectory(folder);
  }
}

/** As an editor holds it. */
function textOf({ bytes }: Content): string {
  return new TextDecoder().decode(bytes);
}
