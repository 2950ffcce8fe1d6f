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

export class ServiceDialect {
  private shown: KnownDialect;
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

  /** Called when a misplaced upload stops the writes of the account. */
  readonly onDidStopWrites = this.stopped.event;

  constructor(private readonly options: ServiceDialectOptions) {
    const stored = readFields(storedFields, options.memory?.read());
    this.shown = withoutUndefined(readFields(dialectFields, stored.shown));
    this.shownAt = stored.shownAt ?? {};
    this.misplaced = stored.misplaced;
    this.refuses = stored.refusesUnknown;
    this.unpaged = stored.unpagedLength ?? 0;
    this.sizeTried = stored.isSizeTried ?? false;
    this.uploadPathUnknown = stored.isUploadPathUnknown ?? false;
    this.refusedUploadNames = stored.refusedUploadNames ?? [];
    this.loses = stored.losesCharacters;
  }

  /** For the next request. */
  get<Part extends DialectPart>(part: Part): Dialect[Part] {
    const known = this.options.set()[part] ?? this.shown[part];
    return (known ?? this.likely(part)) as Dialect[Part];
  }

  certaintyOf(part: DialectPart): Certainty {
    if (this.options.set()[part] !== undefined) return "set";
    return this.shown[part] === undefined ? "assumed" : "shown";
  }

  /** False when a part is only assumed. */
  isKnown(...parts: readonly DialectPart[]): boolean {
    return parts.every((part) => this.certaintyOf(part) !== "assumed");
  }

  /** Shown by a response, even if the user has set it. */
  isShown(part: DialectPart): boolean {
    return this.shown[part] !== undefined;
  }

  /** Names to try, likeliest first; the user's only, where it is set. */
  names(part: NamedPart): readonly string[] {
    const first = String(this.get(part));
    if (this.certaintyOf(part) === "set") return [first];
    const [likely, unlikely] = [false, true].map((isUnlikely) =>
      candidates[part].filter((name) => this.notApplied.has(name) === isUnlikely),
    );
    return [...new Set<string>([first, ...(likely ?? []), ...(unlikely ?? [])])];
  }

  /** A path endpoint ignores this name, so the others hardly apply it. */
  sawNotApplied(name: string): void {
    this.notApplied.add(name);
  }

  /** Whether the service refuses unknown parameters; undefined until a response shows it. */
  get refusesUnknown(): boolean | undefined {
    return this.refuses;
  }

  sawUnknown(isRefused: boolean): void {
    if (this.refuses === isRefused) return;
    this.refuses = isRefused;
    this.store();
  }

  /** Length of the list when the page parameter was ignored: a longer list is probed again. */
  get unpagedLength(): number {
    return this.unpaged;
  }

  set unpagedLength(length: number) {
    this.unpaged = length;
    this.store();
  }

  /** Every page-size parameter has been tried; do not probe again. */
  get isSizeTried(): boolean {
    return this.sizeTried;
  }

  sawSizesTried(): void {
    this.sizeTried = true;
    this.store();
  }

  /** Every name is ignored: no probe until one is set or the dialect is forgotten. */
  get isUploadPathUnknown(): boolean {
    return this.uploadPathUnknown && !this.isKnown("uploadPathParameter");
  }

  sawUploadPathUnknown(): void {
    this.uploadPathUnknown = true;
    this.store();
  }

  /** Names for a probe, likeliest first. */
  get uploadNamesToTry(): readonly string[] {
    if (this.isKnown("uploadPathParameter")) return [this.get("uploadPathParameter")];
    return this.names("uploadPathParameter").filter((name) => !this.refusedUploadNames.includes(name));
  }

  /** A probe with these names was refused, one without any was accepted. */
  sawUploadNamesRefused(names: readonly string[]): void {
    this.refusedUploadNames = [...this.refusedUploadNames, ...names];
    this.store();
  }

  /** The service returns text as ASCII; undefined until a probe shows it. */
  get losesCharacters(): boolean | undefined {
    return this.loses;
  }

  sawText(losesCharacters: boolean): void {
    this.loses = losesCharacters;
    this.store();
  }

  /** A response has shown the value. */
  learn<Part extends DialectPart>(part: Part, value: Dialect[Part]): void {
    if (this.shown[part] === value) return;
    this.shown = { ...this.shown, [part]: value };
    this.shownAt = { ...this.shownAt, [part]: this.options.clock.now() };
    this.store();
  }

  /** A response has shown that the value no longer applies. */
  unlearn(...parts: readonly DialectPart[]): void {
    if (parts.every((part) => this.shown[part] === undefined)) return;
    const others = Object.entries(this.shown).filter(([part]) => !parts.includes(part as DialectPart));
    this.shown = Object.fromEntries(others);
    this.refusedUploadNames = [];
    this.store();
  }

  /** Also ends a stop of writes. */
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

  /** Undefined once a changed setting or `forget` has settled it. */
  get writesStopped(): Misplaced | undefined {
    return this.misplaced?.set === this.uploadSetting() ? this.misplaced : undefined;
  }

  stopWrites(misplaced: Misplaced): void {
    this.misplaced = { ...misplaced, set: this.uploadSetting() };
    this.store();
    this.stopped.fire(misplaced);
  }

  requireWritable(): void {
    const stopped = this.writesStopped;
    if (stopped) throw misplacedError(stopped);
  }

  report(): readonly DialectRow[] {
    return dialectParts.map((part) => {
      const certainty = this.certaintyOf(part);
      const shownAt = certainty === "shown" ? this.shownAt[part] : undefined;
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

  private store(): void {
    const { shown, shownAt, misplaced, refusedUploadNames } = this;
    this.options.memory?.write({
      ...{ shown, shownAt, misplaced, refusesUnknown: this.refuses, unpagedLength: this.unpaged },
      ...{ isSizeTried: this.sizeTried, isUploadPathUnknown: this.uploadPathUnknown, refusedUploadNames },
      losesCharacters: this.loses,
    });
  }
}

export function misplacedError({ wanted, landed }: Misplaced): ServiceError {
  return new ServiceError(
    "misplaced",
    `not sent: an upload meant for ${wanted} landed at ${landed}; see wire in the setting service.hosts`,
    { misplaced: { wanted, landed } },
  );
}

function withoutUndefined(dialect: KnownDialect): KnownDialect {
  return Object.fromEntries(Object.entries(dialect).filter(([, value]) => value !== undefined));
}
