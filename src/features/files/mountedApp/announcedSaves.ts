// Saves that the editor announces before it writes: VS Code looks at the file first, may ask about what it was told, and
// writes then. Until that, what the document holds tells its save from what another extension writes to the same path.
import type { FileVersion } from "../../../appFiles/read/serviceTime";
import type { Clock } from "../../../core/async/clock";
import { isWithin } from "../../../core/paths/appPath";
import { inEditor, isComparable } from "./editorText";

/** A save that was announced and not written yet. */
interface Announced {
  at: number;
  /** What the document holds; undefined where its bytes cannot be told from it. */
  readonly text: () => string | undefined;
  /** What it has held since; undefined when that is too much to be remembered. */
  texts: string[] | undefined;
  /** What VS Code's own look of this save was told first. */
  first?: Asked | undefined;
  /** What the look of the save before was told, which VS Code then held back: it has asked about that version. */
  readonly held?: Asked | undefined;
}

/** What VS Code may ask about. */
export interface Asked {
  readonly version: FileVersion;
  /** Of what it held then, once that is known. */
  hash?: string | undefined;
}

/** A save that is announced is written within this of VS Code's look at the path, or never. */
const announcedForMs = 10_000;
/** Characters of the texts that a document may go through while its save is on its way. */
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

  /** A document has other text now: its user types on while a save is on its way, or a formatter has its turn. */
  edited(path: string): void {
    const announced = this.saves.get(path);
    if (!announced?.texts || this.isOver(announced)) return;
    const text = announced.text();
    const length = announced.texts.reduce((sum, each) => sum + each.length, text?.length ?? 0);
    if (text === undefined || length > mostTextRemembered) announced.texts = undefined;
    else announced.texts.push(text);
  }

  /**
   * VS Code looks at the path; the function is called when it is answered: a save that it looks for waits meanwhile. Where
   * the file is missing it looks at the folders above.
   */
  noteStat(path: string): () => void {
    const waiting: Announced[] = [];
    for (const [file, announced] of this.saves)
      if (isWithin(path, file) && !this.isOver(announced)) waiting.push(announced);
    return () => {
      for (const announced of waiting) announced.at = this.clock.monotonicMs();
    };
  }

  /** VS Code was told this version of the path. */
  told(path: string, version: FileVersion): void {
    const save = this.saves.get(path);
    if (save && !this.isOver(save)) save.first ??= { version };
  }

  /** What VS Code's own look of the announced save was told first. */
  asked(path: string): Asked | undefined {
    return this.saves.get(path)?.first;
  }

  forget(path: string): void {
    this.saves.delete(path);
  }

  /** The announced save that writes these bytes, which is over with it: another extension may write before it does. */
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
    const written = inEditor(new TextDecoder().decode(bytes));
    return texts.some((text) => inEditor(text) === written) ? announced : undefined;
  }

  private isOver({ at }: Announced): boolean {
    return this.clock.monotonicMs() - at > announcedForMs;
  }
}
