// Who writes a file through the file system, and what they had seen of it. VS Code does not say who reads or writes: a
// save that the editor announces belongs to that document, whose base is what was loaded into it or last saved from it;
// every other write counts as the window's, whose base is the last content that was handed out for the path.
import type { Content } from "../../../appFiles/read/contents";
import { type FileVersion, isSameVersion } from "../../../appFiles/read/serviceTime";
import type { Clock } from "../../../core/async/clock";
import type { FileEntry } from "../../../core/model/model";
import { isWithin } from "../../../core/paths/appPath";
import type { AnnouncedSaves, Asked } from "./announcedSaves";
import { isTextOf } from "./editorText";

/** Between VS Code's look at a path and its write there it makes folders, and each request for that may wait for its time limit. */
const missingForMs = 5 * 60_000;

/** What an open document was loaded from, or last saved as. */
export interface StoredBase {
  readonly hash: string;
  /** VS Code compares with one of these before it saves. */
  readonly compared: readonly FileVersion[];
}

/** Remembers over a reload what open documents were loaded from, by path. */
export interface StoredBases {
  get(path: string): StoredBase | undefined;
  set(path: string, base: StoredBase | undefined): void;
}

/** Who writes, and whether they had seen the remote file. */
export interface Writer {
  readonly name: string;
  /** True when nothing is known of what they had seen. */
  readonly isBlind: boolean;
  accepts(found: FileEntry | undefined, hash: string | undefined): boolean;
  /** This content is on its way: when it is found there, nobody else has changed the file. */
  sent(hash: string): void;
  /** The service has it. */
  stored(content: Pick<Content, "bytes" | "hash">, entry: FileEntry): void;
}

interface Base {
  /** Contents that they have seen there, or sent there themselves; none when they know that nothing is there. */
  readonly hashes: Set<string>;
  version: FileVersion | undefined;
  /** Of a document: any of these may be what VS Code compares with before a save; it is told the last after a save. */
  compared?: readonly FileVersion[];
  isSaved?: boolean;
}

interface Given {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly version: FileVersion;
  /** When it was asked for; monotonic. */
  readonly askedAt: number;
}

interface Told {
  readonly version: FileVersion;
  readonly at: number;
}

const contentsRemembered = 4;
const versionsRemembered = 6;

export class Authors {
  private readonly documents = new Map<string, Base>();
  private readonly window = new Map<string, Base>();
  private readonly given = new Map<string, Given[]>();
  /** The hash of what this window has copied or moved to a path. */
  private readonly copied = new Map<string, string>();
  /** Versions that VS Code was told of a path, the latest ones. */
  private readonly told = new Map<string, Told[]>();
  /** By author and path: hashes of the contents that this author sent. A remote file with one of them is no conflict. */
  private readonly sent = new Map<string, Set<string>>();
  /** Paths of which VS Code was told that nothing is there, and when. */
  private readonly missing = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly saves: AnnouncedSaves,
    private readonly storedBases?: StoredBases,
    /** Whether VS Code is set to save over a change that it sees, instead of asking about it. */
    private readonly isSetToOverwrite: (path: string) => boolean = () => false,
  ) {}

  /** VS Code was told this version, so its own comparison before a save knows it. */
  toldVersion(path: string, { sizeBytes, modifiedAt }: FileVersion): void {
    const version = { sizeBytes, modifiedAt };
    this.missing.delete(path);
    const told = { version, at: this.clock.monotonicMs() };
    this.told.set(path, [...(this.told.get(path) ?? []), told].slice(-versionsRemembered));
    this.saves.told(path, version);
    const document = this.documents.get(path);
    if (!document?.isSaved) return;
    // After a save VS Code looks which version it has now.
    document.isSaved = false;
    const compared = comparedIn(document);
    if (compared.some((known) => isSameVersion(known, version))) return;
    document.compared = [...compared, version];
    const [hash] = document.hashes;
    if (hash !== undefined) this.storedBases?.set(path, { hash, compared: document.compared });
  }

  /**
   * Whether VS Code may now hold a save back and ask about the version that it was told. When it does, what the file
   * holds at this moment is to be told to the function: a version alone does not tell one content from another.
   */
  mayBeAsked(path: string): ((hash: string) => void) | undefined {
    const asked = this.saves.asked(path);
    const base = this.baseOfDocument(path);
    if (!asked || asked.hash !== undefined || !base || !isAskedByEditor(base, asked.version))
      return undefined;
    return (hash) => {
      asked.hash = hash;
    };
  }

  /** VS Code was told that nothing is at the path, or that it cannot be looked at, which it takes for the same. */
  toldMissing(path: string): void {
    this.missing.set(path, this.clock.monotonicMs());
  }

  /** A content that was asked for at `askedAt` (monotonic) was handed out through the file system. */
  handedOut(
    path: string,
    { bytes, hash }: Content,
    { version, askedAt }: Pick<Given, "version" | "askedAt">,
  ): void {
    this.missing.delete(path);
    this.remember(path, { bytes, hash, version, askedAt });
    this.window.set(path, { hashes: new Set([hash]), version });
  }

  /** A document shows this text, without changes of its own: it was loaded, loaded again, or its changes were undone. */
  loaded(path: string, text: string): void {
    this.saves.forget(path);
    const all = this.given.get(path) ?? [];
    const known = this.documents.get(path);
    // What nobody can tell from others is taken for what the document had before.
    const isKnown = known !== undefined && known.hashes.size > 0;
    const shown = all.findLast(({ bytes }) => isTextOf(bytes, text)) ?? (isKnown ? undefined : all.at(-1));
    if (!shown) return;
    if (known?.hashes.size === 1 && known.hashes.has(shown.hash)) return;
    const { hash, version } = shown;
    const compared = this.comparedWith(path, shown);
    this.documents.set(path, { hashes: new Set([hash]), version, compared });
    this.storedBases?.set(path, { hash, compared });
  }

  /** VS Code looks at a file before it reads it, or at the same time. */
  private comparedWith(path: string, { version, askedAt }: Given): FileVersion[] {
    const told = this.told.get(path) ?? [];
    const first = told.findIndex(({ at }) => at >= askedAt);
    const since = told.slice(Math.max(0, (first < 0 ? told.length : first) - 1));
    return since.length > 0 ? since.map((each) => each.version) : [version];
  }

  /** The document is closed: the next one of the path has seen nothing yet. */
  closed(path: string): void {
    for (const known of [this.documents, this.given, this.told]) known.delete(path);
    this.storedBases?.set(path, undefined);
  }

  /** Who writes these bytes to the path now. */
  writer(path: string, bytes?: Uint8Array): Writer {
    const announced = this.saves.take(path, bytes);
    const isDocument = announced !== undefined;
    const bases = isDocument ? this.documents : this.window;
    const find = (): Base | undefined => (isDocument ? this.baseOfDocument(path) : this.window.get(path));
    const name = isDocument ? "document" : "window";
    const sent = this.sent.get(`${name} ${path}`) ?? new Set();
    this.sent.set(`${name} ${path}`, sent);
    const missingAt = this.missing.get(path);
    const wasMissing = missingAt !== undefined && this.clock.monotonicMs() - missingAt <= missingForMs;
    // What is read while the write waits for its turn, its author had not seen.
    const base = find();
    let firstFound: string | undefined;
    return {
      name,
      // Of what was only sent it is not known that anybody has seen it there.
      isBlind: (base?.hashes.size ?? 0) === 0 || (!isDocument && base?.version === undefined),
      accepts: (found, hash) => {
        if (!found) return true;
        if (hash !== undefined && sent.has(hash)) return true;
        if (!base) {
          // Nothing was there when VS Code looked: whatever is there now, nobody here has seen it.
          if (!isDocument && wasMissing) return false;
          // What came after this window's own copy, nobody here has seen either.
          const copied = this.copied.get(path);
          if (copied !== undefined && hash !== undefined && hash !== copied) return false;
          // Who knows nothing replaces the remote file of that moment, and nothing that comes after.
          const now = hash ?? `${found.sizeBytes} ${found.modifiedAt}`;
          firstFound ??= now;
          return firstFound === now;
        }
        if (hash === undefined ? base.version && isSameVersion(base.version, found) : base.hashes.has(hash))
          return true;
        const { held, first } = announced ?? {};
        // A save for which nothing could be looked at was not held back for what the one before was.
        if (!first) return false;
        if (held) return isAskedAbout(base, held, found) && (hash === undefined || hash === held.hash);
        return this.isSetToOverwrite(path) && isAskedAbout(base, first, found);
      },
      sent: (hash) => {
        sent.add(hash);
        const now = find();
        bases.set(path, {
          ...now,
          hashes: new Set([...(now?.hashes ?? []), hash]),
          version: now?.version,
        });
      },
      stored: ({ bytes, hash }, { sizeBytes, modifiedAt }) => {
        const version = { sizeBytes, modifiedAt };
        this.missing.delete(path);
        sent.clear();
        sent.add(hash);
        this.remember(path, { bytes, hash, version, askedAt: this.clock.monotonicMs() });
        bases.set(path, { hashes: new Set([hash]), version, compared: [version], isSaved: true });
        if (!isDocument) return;
        this.window.set(path, { hashes: new Set([hash]), version });
        this.storedBases?.set(path, { hash, compared: [version] });
      },
    };
  }

  /** The window has deleted the path, or moved it away: who writes there next has seen nothing in its place. */
  removed(path: string): void {
    this.window.set(path, { hashes: new Set(), version: undefined });
    for (const known of [this.window, this.documents])
      for (const below of [...known.keys()])
        if (isWithin(path, below)) known.set(below, { hashes: new Set(), version: undefined });
    for (const known of [this.given, this.missing, this.told, this.copied]) known.delete(path);
    for (const name of ["document", "window"]) this.sent.delete(`${name} ${path}`);
  }

  /** The window has copied or moved this content to the path: the next write there means to replace just that. */
  wasCopied(path: string, hash: string): void {
    for (const known of [this.window, this.given]) known.delete(path);
    this.copied.set(path, hash);
  }

  private baseOfDocument(path: string): Base | undefined {
    return this.documents.get(path) ?? this.storedBase(path) ?? this.window.get(path);
  }

  private storedBase(path: string): Base | undefined {
    const stored = this.storedBases?.get(path);
    return stored && { hashes: new Set([stored.hash]), version: undefined, compared: stored.compared };
  }

  private remember(path: string, given: Given): void {
    const all = (this.given.get(path) ?? []).filter(({ hash }) => hash !== given.hash);
    this.given.set(path, [...all, given].slice(-contentsRemembered));
  }
}

/** Whether VS Code has asked about what is found: a write after that was agreed to. */
function isAskedAbout(base: Base, asked: Asked, found: FileEntry): boolean {
  return isSameVersion(asked.version, found) && isAskedByEditor(base, found);
}

/** VS Code asks by itself when size and time both moved forward. */
function isAskedByEditor(base: Base, found: FileVersion): boolean {
  const compared = comparedIn(base);
  // Where that is not known, nobody can tell that it has asked.
  if (compared.length === 0) return false;
  return compared.every(
    (version) => found.modifiedAt > version.modifiedAt && found.sizeBytes !== version.sizeBytes,
  );
}

/** What VS Code may compare with before a save; nothing when that is not known. */
function comparedIn({ compared, version }: Base): readonly FileVersion[] {
  return compared ?? (version ? [version] : []);
}
