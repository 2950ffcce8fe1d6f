// Documents of one window and app, opened, saved and reloaded in VS Code's order of calls. What the user has
// seen outlives the window.
import { parentOf } from "../../src/core/paths/appPath";
import type { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import { contentOf } from "./checks";
import type { Content } from "./contents";
import type { Author, Change, State } from "./record";

interface Baseline {
  readonly modifiedAt: number;
  readonly sizeBytes: number;
}

export interface Document {
  readonly path: string;
  readonly author: Author;
  /** Last content without unsaved changes. */
  loaded: Content | undefined;
  /** VS Code's memory of the file's version. */
  baseline: Baseline | undefined;
  dirty: Content | undefined;
  isSaving: boolean;
  isSaveWanted: boolean;
  isClosed: boolean;
  /** VS Code asks whether to overwrite another client's content, which is this. */
  conflict: { readonly shown: State | undefined; readonly version: Baseline } | undefined;
}

export interface EditorSide {
  readonly mount: MountedApp;
  /** A read for display. Rejects as the mount does. */
  read(path: string): Promise<Content>;
  shownAt(path: string): State | undefined;
  /** Saves a document and checks the result. Rejects as the mount does. */
  put(path: string, content: Content, author: Author, prepare: (change: Change) => void): Promise<void>;
}

export class Editor {
  private readonly opening = new Map<string, Promise<void>>();

  constructor(
    private readonly side: EditorSide,
    readonly documents: Map<string, Document>,
  ) {}

  /** A new window continues nothing of the one before. */
  begin(): void {
    this.opening.clear();
    for (const document of this.documents.values()) {
      document.isSaving = false;
      document.isSaveWanted = false;
    }
  }

  /** Reloads clean documents and restores unsaved text from VS Code's backups. */
  async restore(): Promise<void> {
    for (const document of [...this.documents.values()]) {
      if (!document.dirty) await this.load(document).catch(() => this.documents.delete(document.path));
    }
  }

  /** A path that is being opened has one document for all. */
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
      ...{ isSaving: false, isSaveWanted: false, isClosed: false },
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
    document.isClosed = true;
    this.documents.delete(path);
    this.side.mount.documentClosed(path);
  }

  /** Reloads a clean document when its version changed. */
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

  /** The user answers VS Code's question about a save. */
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
    // Concurrently, like VS Code: the text may be newer than its version.
    const [content, stat] = await Promise.all([this.side.read(path), this.side.mount.stat(path)]);
    // VS Code does not report a document that was closed while it loaded.
    if (document.dirty || document.isClosed) return;
    author.seen.add(content);
    document.loaded = content;
    document.baseline = stat;
    this.side.mount.documentLoaded(path, textOf(content));
  }

  private async saveOnce(document: Document, content: Content, isOverwriting: boolean): Promise<void> {
    const { path, author } = document;
    const { mount } = this.side;
    mount.expectWrite(path, () => textOf(document.dirty ?? content));
    // VS Code takes any error for a missing file.
    const stat = await mount.stat(path).catch(() => undefined);
    const { conflict } = document;
    if (!stat) await this.makeFolders(path);
    else if (!isOverwriting && (await this.isConflict(document, content, stat))) {
      document.conflict = { shown: this.side.shownAt(path), version: stat };
      return;
    }
    document.conflict = undefined;
    const shown = [conflict?.shown];
    // Two contents of one size, written within a second of whole-second times: the question showed either.
    const now = this.side.shownAt(path);
    const isSameVersion = JSON.stringify(stat) === JSON.stringify(conflict?.version);
    if (isSameVersion && Math.abs((now?.from ?? 0) - (conflict?.shown?.from ?? 0)) < 1_000) shown.push(now);
    const agreed = new Set(shown.flatMap((state) => contentOf(state) ?? []));
    const prepare = (change: Change): void => {
      if (isOverwriting && agreed.size > 0) change.agreed.set(path, agreed);
    };
    await this.side.put(path, content, author, prepare);
    document.loaded = content;
    if (document.dirty === content) {
      document.dirty = undefined;
      mount.documentLoaded(path, textOf(content));
    }
    document.baseline = await mount.stat(path);
    // Local History reads the file.
    await this.side.read(path);
  }

  /** VS Code asks when the file is newer and has another size, unless its content equals the document. */
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

function textOf({ bytes }: Content): string {
  return new TextDecoder().decode(bytes);
}
