// The authors of writes, and the base version that each has seen. VS Code does not say who reads or writes. An
// announced save is the document's, with the content as base that was loaded into it or last saved from it; any other
// write is the window's, with the content as base that was last read at the path.
import type { Content } from "../../../appFiles/read/contents";
import { type FileVersion, isSameVersion } from "../../../appFiles/read/serviceTime";
import type { Clock } from "../../../core/async/clock";
import type { FileEntry } from "../../../core/model/model";
import { isWithin } from "../../../core/paths/appPath";
import type { AnnouncedSaves, Asked } from "./announcedSaves";
import { isTextOf } from "./editorText";

/** VS Code creates folders between its stat of a path and the write there, each within a request's time limit. */
const missingForMs = 5 * 60_000;

export interface StoredBase {
  readonly hash: string;
  /** Before it saves, VS Code compares the remote file with one of these. */
  readonly compared: readonly FileVersion[];
}

export interface StoredBases {
  get(path: string): StoredBase | undefined;
  set(path: string, base: StoredBase | undefined): void;
}

export interface Writer {
  readonly name: string;
  /** True when it is not known what the author has seen. */
  readonly isBlind: boolean;
  accepts(found: FileEntry | undefined, hash: string | undefined): boolean;
  /** The author sends this content: finding it at the path is no conflict. */
  sent(hash: string): void;
  /** The service has stored this content. */
  stored(content: Pick<Content, "bytes" | "hash">, entry: FileEntry): void;
}

interface SeenBase {
  /** Hashes that the author has seen or sent; none when the author knows that the path is free. */
  readonly hashes: Set<string>;
  version: FileVersion | undefined;
  compared?: readonly FileVersion[];
  isSaved?: boolean;
}

interface Given {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly version: FileVersion;
  /** When it was requested (monotonic ms). */
  readonly askedAt: number;
}

interface Stat {
  readonly version: FileVersion;
  readonly at: number;
}

const contentsRemembered = 4;
const versionsRemembered = 6;

export class Authors {
  private readonly documents = new Map<string, SeenBase>();
  private readonly window = new Map<string, SeenBase>();
  private readonly given = new Map<string, Given[]>();
  /** By path: hash of the content that this window has copied or moved there. */
  private readonly copied = new Map<string, string>();
  /** By path: the latest versions that VS Code's stat returned. */
  private readonly stats = new Map<string, Stat[]>();
  /** By author and path: hashes that this author sent. A remote file with one of them is no conflict. */
  private readonly sent = new Map<string, Set<string>>();
  /** By path: when VS Code's stat last failed (monotonic ms), which VS Code takes for a free path. */
  private readonly missing = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly saves: AnnouncedSaves,
    private readonly storedBases?: StoredBases,
    private readonly isSetToOverwrite: (path: string) => boolean = () => false,
  ) {}

  /** VS Code's stat returned this version, with which VS Code then compares before a save. */
  statReturned(path: string, { sizeBytes, modifiedAt }: FileVersion): void {
    const version = { sizeBytes, modifiedAt };
    this.missing.delete(path);
    const stat = { version, at: this.clock.monotonicMs() };
    this.stats.set(path, [...(this.stats.get(path) ?? []), stat].slice(-versionsRemembered));
    this.saves.statReturned(path, version);
    const document = this.documents.get(path);
    if (!document?.isSaved) return;
    // After a save VS Code asks for the version that the file has now.
    document.isSaved = false;
    const compared = comparedIn(document);
    if (compared.some((known) => isSameVersion(known, version))) return;
    document.compared = [...compared, version];
    const [hash] = document.hashes;
    if (hash !== undefined) this.storedBases?.set(path, { hash, compared: document.compared });
  }

  /**
   * Undefined unless VS Code may hold a save back to ask about the version of its stat. Then call the returned function
   * with the hash of the file's content: a version does not identify a content.
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

  /** A stat failed: the path is free or could not be checked, which VS Code takes for the same. */
  statFailed(path: string): void {
    this.missing.set(path, this.clock.monotonicMs());
  }

  /** A read returned this content, which was requested at `askedAt` (monotonic ms). */
  handedOut(
    path: string,
    { bytes, hash }: Content,
    { version, askedAt }: Pick<Given, "version" | "askedAt">,
  ): void {
    this.missing.delete(path);
    this.remember(path, { bytes, hash, version, askedAt });
    this.window.set(path, { hashes: new Set([hash]), version });
  }

  /** A document shows this text without unsaved changes: it was loaded, reloaded or reverted. */
  loaded(path: string, text: string): void {
    this.saves.forget(path);
    const all = this.given.get(path) ?? [];
    const known = this.documents.get(path);
    // If the content cannot be identified, the document keeps its previous base.
    const isKnown = known !== undefined && known.hashes.size > 0;
    const shown = all.findLast(({ bytes }) => isTextOf(bytes, text)) ?? (isKnown ? undefined : all.at(-1));
    if (!shown) return;
    if (known?.hashes.size === 1 && known.hashes.has(shown.hash)) return;
    const { hash, version } = shown;
    const compared = this.comparedWith(path, shown);
    this.documents.set(path, { hashes: new Set([hash]), version, compared });
    this.storedBases?.set(path, { hash, compared });
  }

  /** VS Code asks for a file's stat before it reads the file, or at the same time. */
  private comparedWith(path: string, { version, askedAt }: Given): FileVersion[] {
    const stats = this.stats.get(path) ?? [];
    const first = stats.findIndex(({ at }) => at >= askedAt);
    const since = stats.slice(Math.max(0, (first < 0 ? stats.length : first) - 1));
    return since.length > 0 ? since.map((each) => each.version) : [version];
  }

  /** The document is closed: the next one at the path has seen nothing yet. */
  closed(path: string): void {
    for (const known of [this.documents, this.given, this.stats]) known.delete(path);
    this.storedBases?.set(path, undefined);
  }

  /** The author that writes these bytes to the path now. Ends the announced save, if it is that. */
  writer(path: string, bytes?: Uint8Array): Writer {
    const announced = this.saves.take(path, bytes);
    const isDocument = announced !== undefined;
    const bases = isDocument ? this.documents : this.window;
    const find = (): SeenBase | undefined => (isDocument ? this.baseOfDocument(path) : this.window.get(path));
    const name = isDocument ? "document" : "window";
    const sent = this.sent.get(`${name} ${path}`) ?? new Set();
    this.sent.set(`${name} ${path}`, sent);
    const missingAt = this.missing.get(path);
    const wasMissing = missingAt !== undefined && this.clock.monotonicMs() - missingAt <= missingForMs;
    // Taken now: the author has not seen what is read while the write is queued.
    const base = find();
    let firstFound: string | undefined;
    return {
      name,
      // A content that was only sent may never have been seen at the path.
      isBlind: (base?.hashes.size ?? 0) === 0 || (!isDocument && base?.version === undefined),
      accepts: (found, hash) => {
        if (!found) return true;
        if (hash !== undefined && sent.has(hash)) return true;
        if (!base) {
          // The path was free at VS Code's stat, so no author in this window has seen the remote file.
          if (!isDocument && wasMissing) return false;
          // Nor has one seen what replaced this window's own copy.
          const copied = this.copied.get(path);
          if (copied !== undefined && hash !== undefined && hash !== copied) return false;
          // An author without a base may replace the first remote file that is found, and none that comes later.
          const now = hash ?? `${found.sizeBytes} ${found.modifiedAt}`;
          firstFound ??= now;
          return firstFound === now;
        }
        if (hash === undefined ? base.version && isSameVersion(base.version, found) : base.hashes.has(hash))
          return true;
        const { held, first } = announced ?? {};
        // Without a stat VS Code cannot have asked about this save.
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

  /** The window deleted the path or moved it away: the next author has seen nothing there. */
  removed(path: string): void {
    this.window.set(path, { hashes: new Set(), version: undefined });
    for (const known of [this.window, this.documents])
      for (const below of [...known.keys()])
        if (isWithin(path, below)) known.set(below, { hashes: new Set(), version: undefined });
    for (const known of [this.given, this.missing, this.stats, this.copied]) known.delete(path);
    for (const name of ["document", "window"]) this.sent.delete(`${name} ${path}`);
  }

  /** The window copied or moved this content to the path: the next write there may replace only that. */
  wasCopied(path: string, hash: string): void {
    for (const known of [this.window, this.given]) known.delete(path);
    this.copied.set(path, hash);
  }

  private baseOfDocument(path: string): SeenBase | undefined {
    return this.documents.get(path) ?? this.storedBase(path) ?? this.window.get(path);
  }

  private storedBase(path: string): SeenBase | undefined {
    const stored = this.storedBases?.get(path);
    return stored && { hashes: new Set([stored.hash]), version: undefined, compared: stored.compared };
  }

  private remember(path: string, given: Given): void {
    const all = (this.given.get(path) ?? []).filter(({ hash }) => hash !== given.hash);
    this.given.set(path, [...all, given].slice(-contentsRemembered));
  }
}

/** Whether VS Code asked about this remote file: the user agreed to the write that follows. */
function isAskedAbout(base: SeenBase, asked: Asked, found: FileEntry): boolean {
  return isSameVersion(asked.version, found) && isAskedByEditor(base, found);
}

/** VS Code asks before a save when the remote file is newer and of another size. */
function isAskedByEditor(base: SeenBase, found: FileVersion): boolean {
  const compared = comparedIn(base);
  // Without a version to compare with, it is not known whether VS Code has asked.
  if (compared.length === 0) return false;
  return compared.every(
    (version) => found.modifiedAt > version.modifiedAt && found.sizeBytes !== version.sizeBytes,
  );
}

function comparedIn({ compared, version }: SeenBase): readonly FileVersion[] {
  return compared ?? (version ? [version] : []);
}
