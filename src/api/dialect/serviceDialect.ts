// The dialect of an account's service (docs/interface.md#dialects): set by the user, shown by a response, or assumed.

import type { Clock } from "../../core/async/clock";
import { Emitter } from "../../core/async/emitter";
import { ServiceError } from "../../core/errors/serviceError";
import {
  type Dialect,
  type DialectPart,
  defaultDialect,
  dialectParts,
  type KnownDialect,
} from "../../core/model/dialect";
import { dialectFields } from "../../core/model/readDialect";
import { omitUndefined } from "../../core/omitUndefined";
import { field, readFields } from "../../core/parse";
import { candidates, type NamedPart, pathParts } from "./candidates";

export interface DialectMemory {
  /** Last written value; not trusted. */
  read(): unknown;
  write(value: object): void;
}

type Certainty = "set" | "shown" | "assumed";

export interface DialectRow {
  readonly part: DialectPart;
  readonly value: string;
  readonly certainty: Certainty;
  /** In milliseconds since the epoch. */
  readonly shownAt: number | undefined;
}

/** An upload that the service stored at another path and that could not be deleted there. */
interface Misplaced {
  readonly wanted: string;
  readonly landed: string;
}

interface ServiceDialectOptions {
  readonly set: () => KnownDialect;
  readonly memory?: DialectMemory | undefined;
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

interface Facts {
  readonly shown: KnownDialect;
  readonly shownAt: Readonly<Record<string, number>>;
  readonly misplaced?: (Misplaced & { readonly set: string }) | undefined;
  readonly refusesUnknown?: boolean | undefined;
  readonly unpagedLength: number;
  readonly isSizeTried: boolean;
  readonly isUploadPathUnknown: boolean;
  readonly refusedUploadNames: readonly string[];
  readonly losesCharacters?: boolean | undefined;
}

const nothing: Facts = {
  shown: {},
  shownAt: {},
  unpagedLength: 0,
  isSizeTried: false,
  isUploadPathUnknown: false,
  refusedUploadNames: [],
};

export class ServiceDialect {
  private facts = nothing;
  private readonly notApplied = new Set<string>();
  private readonly stopped = new Emitter<Misplaced>();

  /** Called when a misplaced upload stops the writes of the account. */
  readonly onDidStopWrites = this.stopped.event;

  constructor(private readonly options: ServiceDialectOptions) {
    this.facts = this.read();
  }

  /** For the next request. */
  get<Part extends DialectPart>(part: Part): Dialect[Part] {
    const known = this.options.set()[part] ?? this.facts.shown[part];
    return (known ?? this.likely(part)) as Dialect[Part];
  }

  certaintyOf(part: DialectPart): Certainty {
    if (this.options.set()[part] !== undefined) return "set";
    return this.facts.shown[part] === undefined ? "assumed" : "shown";
  }

  /** False when a part is only assumed. */
  isKnown(...parts: readonly DialectPart[]): boolean {
    return parts.every((part) => this.certaintyOf(part) !== "assumed");
  }

  /** A response has shown a value, perhaps another than the user has set. */
  isShown(part: DialectPart): boolean {
    return this.facts.shown[part] !== undefined;
  }

  /** A response has shown the value in use. */
  isProved(part: DialectPart): boolean {
    return this.facts.shown[part] === this.get(part);
  }

  /** Names to try, likeliest first; the user's only, where it is set. */
  names(part: NamedPart): readonly string[] {
    const first = String(this.get(part));
    if (this.certaintyOf(part) === "set") return [first];
    const isUnlikely = (name: string): number => (this.notApplied.has(name) ? 1 : 0);
    const others = [...candidates[part]].sort((a, b) => isUnlikely(a) - isUnlikely(b));
    return [...new Set<string>([first, ...others])];
  }

  /** A path endpoint ignores this name, so the others hardly apply it. */
  sawNotApplied(name: string): void {
    this.notApplied.add(name);
  }

  /** Whether the service refuses unknown parameters; undefined until a response shows it. */
  get refusesUnknown(): boolean | undefined {
    return this.facts.refusesUnknown;
  }

  sawUnknown(isRefused: boolean): void {
    if (this.facts.refusesUnknown !== isRefused) this.keep({ refusesUnknown: isRefused });
  }

  /** Length of the list when the page parameter was ignored: a longer list is probed again. */
  get unpagedLength(): number {
    return this.facts.unpagedLength;
  }

  set unpagedLength(unpagedLength: number) {
    this.keep({ unpagedLength });
  }

  /** Every page-size parameter has been tried; do not probe again. */
  get isSizeTried(): boolean {
    return this.facts.isSizeTried;
  }

  sawSizesTried(): void {
    this.keep({ isSizeTried: true });
  }

  /** Every name is ignored: no probe until one is set or the dialect is forgotten. */
  get isUploadPathUnknown(): boolean {
    return this.facts.isUploadPathUnknown && !this.isKnown("uploadPathParameter");
  }

  sawUploadPathUnknown(): void {
    this.keep({ isUploadPathUnknown: true });
  }

  /** Names for a probe, likeliest first. */
  get uploadNamesToTry(): readonly string[] {
    if (this.isKnown("uploadPathParameter")) return [this.get("uploadPathParameter")];
    const refusals = (name: string) => this.facts.refusedUploadNames.filter((each) => each === name).length;
    // One refusal may have had another reason.
    return this.names("uploadPathParameter")
      .filter((name) => refusals(name) < 2)
      .sort((a, b) => refusals(a) - refusals(b));
  }

  /** A probe with these names was refused, one without any was accepted. */
  sawUploadNamesRefused(names: readonly string[]): void {
    this.keep({ refusedUploadNames: [...this.facts.refusedUploadNames, ...names] });
  }

  /** The service returns text as ASCII; undefined until a probe shows it. */
  get losesCharacters(): boolean | undefined {
    return this.facts.losesCharacters;
  }

  sawText(losesCharacters: boolean): void {
    this.keep({ losesCharacters });
  }

  /** A response has shown the value. */
  learn<Part extends DialectPart>(part: Part, value: Dialect[Part]): void {
    if (this.facts.shown[part] === value) return;
    const { shown, shownAt } = this.read();
    const at = this.options.clock.now();
    this.keep({ shown: { ...shown, [part]: value }, shownAt: { ...shownAt, [part]: at } });
  }

  /** A response has shown that the value no longer applies. */
  unlearn(...parts: readonly DialectPart[]): void {
    if (parts.every((part) => this.facts.shown[part] === undefined)) return;
    const { shown } = this.read();
    const others = Object.entries(shown).filter(([part]) => !parts.includes(part as DialectPart));
    this.keep({ shown: Object.fromEntries(others), refusedUploadNames: [] });
  }

  /** Also ends a stop of writes. */
  forget(): void {
    this.facts = nothing;
    this.options.memory?.write(nothing);
  }

  /** Undefined once a changed setting or `forget` has settled it. */
  get writesStopped(): Misplaced | undefined {
    const { misplaced } = this.facts;
    return misplaced?.set === this.uploadSetting() ? misplaced : undefined;
  }

  stopWrites(misplaced: Misplaced): void {
    this.keep({ misplaced: { ...misplaced, set: this.uploadSetting() } });
    this.stopped.fire(misplaced);
  }

  requireWritable(): void {
    const stopped = this.writesStopped;
    if (stopped) throw misplacedError(stopped);
  }

  report(): readonly DialectRow[] {
    return dialectParts.map((part) => {
      const certainty = this.certaintyOf(part);
      const shownAt = certainty === "shown" ? this.facts.shownAt[part] : undefined;
      return { part, value: String(this.get(part)), certainty, shownAt };
    });
  }

  /** Path parameters are usually named alike: the nearest earlier one that is known counts. */
  private likely(part: DialectPart): Dialect[DialectPart] {
    const index = (pathParts as readonly DialectPart[]).indexOf(part);
    const before = pathParts.slice(0, Math.max(0, index)).reverse();
    const alike = before.find((each) => this.isKnown(each));
    return alike === undefined ? defaultDialect[part] : this.get(alike);
  }

  private uploadSetting(): string {
    const { uploadPathParameter, uploadTarget } = this.options.set();
    return JSON.stringify([uploadPathParameter ?? "", uploadTarget ?? ""]);
  }

  private read(): Facts {
    const { memory } = this.options;
    if (!memory) return this.facts;
    const stored = readFields(storedFields, memory.read());
    const shown = omitUndefined(readFields(dialectFields, stored.shown));
    return { ...nothing, ...omitUndefined(stored), shown };
  }

  /** Over what other windows have written since. */
  private keep(changed: Partial<Facts>): void {
    this.facts = { ...this.read(), ...changed };
    this.options.memory?.write(this.facts);
  }
}

export function misplacedError({ wanted, landed }: Misplaced): ServiceError {
  return new ServiceError(
    "misplaced",
    `not sent: an upload meant for ${wanted} landed at ${landed}; see wire in the setting service.hosts`,
    { misplaced: { wanted, landed } },
  );
}
