// Saves that an editor announces. VS Code then asks for the file's stat, may ask the user about it, and writes. Until
// then the document's text distinguishes its save from another extension's write to the path.
import type { FileVersion } from "../../../appFiles/read/serviceTime";
import type { Clock } from "../../../core/async/clock";
import { isWithin } from "../../../core/paths/appPath";
import { isComparable, withEditorLineEnds } from "./editorText";

interface Announced {
  at: number;
  /** The document's text; undefined when its bytes cannot be derived from it. */
  readonly text: () => string | undefined;
  /** Texts since the announcement; undefined when they are too long to be remembered. */
  texts: string[] | undefined;
  /** The first version that VS Code's stat returned for this save. */
  first?: Asked | undefined;
  /** `first` of the previous save, which VS Code held back to ask about that version. */
  readonly held?: Asked | undefined;
}

export interface Asked {
  readonly version: FileVersion;
  /** Hash of the content of that version, once it was read. */
  hash?: string | undefined;
}

/** VS Code writes an announced save within this time after its last request for the path, or never. */
const announcedForMs = 10_000;
/** In characters, over all texts of one announced save. */
const mostTextRemembered = 4 * 1024 * 1024;

export class AnnouncedSaves {
  private readonly saves = new Map<string, Announced>();

  constructor(private readonly clock: Clock) {}

  /** An editor is about to save the path. */
  announce(path: string, text: Announced["text"] = () => undefined): void {
    const at = this.clock.monotonicMs();
    this.saves.set(path, { at, text, texts: [], held: this.saves.get(path)?.first });
    this.edited(path);
  }

  /** The document's text changed before its save was written: by typing, or by a formatter. */
  edited(path: string): void {
    const announced = this.saves.get(path);
    if (!announced?.texts || this.isOver(announced)) return;
    const text = announced.text();
    const length = announced.texts.reduce((sum, each) => sum + each.length, text?.length ?? 0);
    if (text === undefined || length > mostTextRemembered) announced.texts = undefined;
    else announced.texts.push(text);
  }

  /**
   * VS Code asks for the stat of the path, or of a folder above it when the file is missing, or reads a newer file of the
   * same size to compare it. Call the returned function when that is answered: an announced save waits for it.
   */
  noteRequest(path: string): () => void {
    const waiting: Announced[] = [];
    for (const [file, announced] of this.saves)
      if (isWithin(path, file) && !this.isOver(announced)) waiting.push(announced);
    return () => {
      for (const announced of waiting) announced.at = this.clock.monotonicMs();
    };
  }

  /** VS Code's stat returned this version of the path. */
  statReturned(path: string, version: FileVersion): void {
    const save = this.saves.get(path);
    if (save && !this.isOver(save)) save.first ??= { version };
  }

  /** The first version that VS Code's stat returned for the announced save. */
  asked(path: string): Asked | undefined {
    return this.saves.get(path)?.first;
  }

  forget(path: string): void {
    this.saves.delete(path);
  }

  /** The announced save that writes these bytes, which ends it: a later write may be another extension's. */
  take(path: string, bytes: Uint8Array | undefined): Announced | undefined {
    const save = this.find(path, bytes);
    if (save) this.saves.delete(path);
    return save;
  }

  private find(path: string, bytes: Uint8Array | undefined): Announced | undefined {
    const announced = this.saves.get(path);
    if (!announced || this.isOver(announced)) return undefined;
    this.edited(path);
    const { texts } = announced;
    if (!texts || !bytes || !isComparable(bytes)) return announced;
    const written = withEditorLineEnds(new TextDecoder().decode(bytes));
    return texts.some((text) => withEditorLineEnds(text) === written) ? announced : undefined;
  }

  private isOver({ at }: Announced): boolean {
    return this.clock.monotonicMs() - at > announcedForMs;
  }
}
