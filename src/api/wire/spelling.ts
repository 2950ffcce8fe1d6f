// What is known of the dialect of one account's service (docs/interface.md#dialects): set by the user,
// shown by a response, or assumed.

import type { Clock } from "../../core/async/clock";
import { Emitter } from "../../core/async/emitter";
import { ServiceError } from "../../core/errors/serviceError";
import { wireFields } from "../../core/model/readWire";
import { defaultWire, type KnownWire, type Wire, type WirePart, wireParts } from "../../core/model/wire";
import { field, readFields } from "../../core/outside/reading";
import { candidates, type NamedPart, pathParts } from "./candidates";

/** Where it is remembered what an account's service has shown. */
export interface SpellingMemory {
  /** What was written last, or anything else: it is not trusted. */
  read(): unknown;
  write(value: object): void;
}

/** How sure a part is: the user's own setting, an answer of the service, or our best guess. */
type Certainty = "set" | "shown" | "assumed";

export interface SpellingRow {
  readonly part: WirePart;
  readonly value: string;
  readonly certainty: Certainty;
  /** Milliseconds since the epoch, of what was shown. */
  readonly shownAt: number | undefined;
}

/** An upload that landed elsewhere and could not be put right. */
interface Misplaced {
  readonly wanted: string;
  readonly landed: string;
}

interface SpellingOptions {
  /** What the user has set for this service; it wins. */
  readonly set: () => KnownWire;
  readonly memory?: SpellingMemory | undefined;
  readonly clock: Clock;
}

const misplacedFields = field.object({ wanted: field.text, landed: field.text, set: field.text });
const storedFields = {
  shown: field.anything,
  shownAt: field.entries(field.number),
  misplaced: misplacedFields,
  refusesUnknown: field.flag,
  unpagedLength: field.number,
  isSizeTried: field.flag,
  isUploadPathUnknown: field.flag,
  refusedUploadNames: field.list(field.text),
  losesCharacters: field.flag,
};

export class Spelling {
  private shown: KnownWire;
  private shownAt: Readonly<Record<string, number>>;
  private misplaced: { readonly wanted: string; readonly landed: string; readonly set: string } | undefined;
  private refuses: boolean | undefined;
  private readonly notApplied = new Set<string>();
  private unpaged: number;
  private sizeTried: boolean;
  private uploadPathUnknown: boolean;
  private refusedUploadNames: readonly string[];
  private loses: boolean | undefined;
  private readonly stopped = new Emitter<Misplaced>();

  /** Fires when an upload landed elsewhere for good, and nothing is written any more. */
  readonly onDidStopWrites = this.stopped.event;

  constructor(private readonly options: SpellingOptions) {
    const stored = readFields(storedFields, options.memory?.read());
    this.shown = said(readFields(wireFields, stored.shown));
    this.shownAt = stored.shownAt ?? {};
    this.misplaced = stored.misplaced;
    this.refuses = stored.refusesUnknown;
    this.unpaged = stored.unpagedLength ?? 0;
    this.sizeTried = stored.isSizeTried ?? false;
    this.uploadPathUnknown = stored.isUploadPathUnknown ?? false;
    this.refusedUploadNames = stored.refusedUploadNames ?? [];
    this.loses = stored.losesCharacters;
  }

  /** As requests are spelled now. */
  get wire(): Wire {
    return Object.fromEntries(wireParts.map((part) => [part, this.get(part)])) as unknown as Wire;
  }

  get<Part extends WirePart>(part: Part): Wire[Part] {
    const known = this.options.set()[part] ?? this.shown[part];
    return (known ?? this.likely(part)) as Wire[Part];
  }

  certaintyOf(part: WirePart): Certainty {
    if (this.options.set()[part] !== undefined) return "set";
    return this.shown[part] === undefined ? "assumed" : "shown";
  }

  /** Nothing has to be found out about it. */
  isKnown(...parts: readonly WirePart[]): boolean {
    return parts.every((part) => this.certaintyOf(part) !== "assumed");
  }

  /** An answer has shown it, whatever the user has set. */
  isShown(part: WirePart): boolean {
    return this.shown[part] !== undefined;
  }

  /** The names to try, the likeliest first; only one where the user has set it. */
  names(part: NamedPart): readonly string[] {
    const first = String(this.get(part));
    if (this.certaintyOf(part) === "set") return [first];
    const [likely, unlikely] = [false, true].map((isUnlikely) =>
      candidates[part].filter((name) => this.notApplied.has(name) === isUnlikely),
    );
    return [...new Set<string>([first, ...(likely ?? []), ...(unlikely ?? [])])];
  }

  /** An endpoint that takes a path does not call it so: others hardly will. */
  sawNotApplied(name: string): void {
    this.notApplied.add(name);
  }

  /** Whether the service refuses parameters that it does not know; undefined until it has shown it. */
  get refusesUnknown(): boolean | undefined {
    return this.refuses;
  }

  /** A parameter that the service does not know was refused, or ignored. */
  sawUnknown(isRefused: boolean): void {
    if (this.refuses === isRefused) return;
    this.refuses = isRefused;
    this.store();
  }

  /** The length of the list when the service applied no page parameter: the parameter is probed again when a list is longer. */
  get unpagedLength(): number {
    return this.unpaged;
  }

  set unpagedLength(length: number) {
    this.unpaged = length;
    this.store();
  }

  /** All names of a page's size were tried once: that is worth one time. */
  get isSizeTried(): boolean {
    return this.sizeTried;
  }

  sawSizesTried(): void {
    this.sizeTried = true;
    this.store();
  }

  /** The service applies no known name of an upload's path: no probe is sent until one is set, or what was learned is forgotten. */
  get isUploadPathUnknown(): boolean {
    return this.uploadPathUnknown && !this.isKnown("uploadPathParameter");
  }

  sawUploadPathUnknown(): void {
    this.uploadPathUnknown = true;
    this.store();
  }

  /** The names of an upload's path that are worth a probe, the likeliest first. */
  get uploadNamesToTry(): readonly string[] {
    if (this.isKnown("uploadPathParameter")) return [this.get("uploadPathParameter")];
    return this.names("uploadPathParameter").filter((name) => !this.refusedUploadNames.includes(name));
  }

  /** Probes with these names were refused, while the service took one without any. */
  sawUploadNamesRefused(names: readonly string[]): void {
    this.refusedUploadNames = [...this.refusedUploadNames, ...names];
    this.store();
  }

  /** Text comes as ASCII from the service, whatever the file has; undefined until a probe has shown it. */
  get losesCharacters(): boolean | undefined {
    return this.loses;
  }

  sawText(losesCharacters: boolean): void {
    this.loses = losesCharacters;
    this.store();
  }

  /** An answer of the service has shown it. */
  learn<Part extends WirePart>(part: Part, value: Wire[Part]): void {
    if (this.shown[part] === value) return;
    this.shown = { ...this.shown, [part]: value };
    this.shownAt = { ...this.shownAt, [part]: this.options.clock.now() };
    this.store();
  }

  /** An answer of the service has shown that it is no longer so. */
  unlearn(...parts: readonly WirePart[]): void {
    if (parts.every((part) => this.shown[part] === undefined)) return;
    const others = Object.entries(this.shown).filter(([part]) => !parts.includes(part as WirePart));
    this.shown = Object.fromEntries(others);
    this.refusedUploadNames = [];
    this.store();
  }

  /** Forgets all that was learnt, and lets uploads go out again. */
  forget(): void {
    this.shown = {};
    this.shownAt = {};
    this.misplaced = undefined;
    this.refuses = undefined;
    this.unpaged = 0;
    this.sizeTried = false;
    this.uploadPathUnknown = false;
    this.refusedUploadNames = [];
    this.loses = undefined;
    this.store();
  }

  /** An upload that landed elsewhere and cannot be put right; undefined once it is settled by a setting or by `forget`. */
  get writesStopped(): Misplaced | undefined {
    return this.misplaced?.set === this.settingText() ? this.misplaced : undefined;
  }

  /** Nothing is written any more for this account until it is settled. */
  stopWrites(misplaced: Misplaced): void {
    this.misplaced = { ...misplaced, set: this.settingText() };
    this.store();
    this.stopped.fire(misplaced);
  }

  /** Throws a ServiceError "misplaced" while writes are stopped. */
  requireWritable(): void {
    const stopped = this.writesStopped;
    if (stopped) throw misplacedError(stopped);
  }

  /** Each part, for a diagnosis. */
  report(): readonly SpellingRow[] {
    return wireParts.map((part) => {
      const certainty = this.certaintyOf(part);
      const shownAt = certainty === "shown" ? this.shownAt[part] : undefined;
      return { part, value: String(this.get(part)), certainty, shownAt };
    });
  }

  private likely(part: WirePart): Wire[WirePart] {
    const index = (pathParts as readonly WirePart[]).indexOf(part);
    const before = pathParts.slice(0, Math.max(0, index)).reverse();
    const alike = before.find((each) => this.isKnown(each));
    return alike === undefined ? defaultWire[part] : this.get(alike);
  }

  private settingText(): string {
    const { uploadPathParameter, uploadTarget } = this.options.set();
    return JSON.stringify([uploadPathParameter ?? "", uploadTarget ?? ""]);
  }

  private store(): void {
    const { shown, shownAt, misplaced, refusedUploadNames } = this;
    this.options.memory?.write({
      ...{ shown, shownAt, misplaced, refusesUnknown: this.refuses, unpagedLength: this.unpaged },
      ...{ isSizeTried: this.sizeTried, isUploadPathUnknown: this.uploadPathUnknown, refusedUploadNames },
      losesCharacters: this.loses,
    });
  }
}

/** What landed where. */
export function misplacedError({ wanted, landed }: Misplaced): ServiceError {
  return new ServiceError(
    "misplaced",
    `not sent: an upload meant for ${wanted} landed at ${landed}; see wire in the setting service.hosts`,
    { misplaced: { wanted, landed } },
  );
}

function said(wire: KnownWire): KnownWire {
  return Object.fromEntries(Object.entries(wire).filter(([, found]) => found !== undefined));
}
