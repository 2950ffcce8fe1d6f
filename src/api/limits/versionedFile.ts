// A small file that several windows change at once, without locks: each version is a file of its own with the next
// number, and only one window can make it. The second window looks again. Nothing stays locked by a window that dies.
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";

/** The file: version 0 is no file. */
export interface Version {
  readonly number: number;
  readonly text: string | undefined;
}

export interface VersionedFileOptions {
  readonly files: MachineFiles;
  /** Holds the versions and nothing else. */
  readonly folder: string;
  readonly clock: Clock;
  /** False for a text that is cut off: on some disks a file can be read while it is still being made. */
  readonly isWhole: (text: string) => boolean;
}

/** Older versions are removed when they were seen this long ago, but for the last few: a listing takes its time. */
const removedAfterMs = 5_000;
const keptVersions = 4;
/** A change that took longer is looked at again: versions may have come and gone meanwhile. */
const quickMs = 1_000;
/** What is still cut off after this time stays so. */
const patienceMs = 2_000;
const rereadAfterMs = 20;
const mostReads = 20;

export class VersionedFile {
  private newest: Version = { number: 0, text: undefined };
  private newestSeenAt = Number.NEGATIVE_INFINITY;
  /** Versions that may be removed, with when they were first seen. */
  private readonly seen = new Map<number, number>();

  constructor(private readonly options: VersionedFileOptions) {}

  /** The newest version. Text that is still not whole after two seconds comes as it is: its window must be gone. */
  async read(): Promise<Version> {
    const { clock, isWhole } = this.options;
    const giveUpAt = clock.monotonicMs() + patienceMs;
    for (;;) {
      const checkedAt = clock.monotonicMs();
      const version = await this.readNewest();
      const isUsable = version.text === undefined || version === this.newest || isWhole(version.text);
      if (isUsable || checkedAt >= giveUpAt) {
        this.note(version, checkedAt);
        return version;
      }
      await clock.sleep(rereadAfterMs);
    }
  }

  /** Makes the version after `base`, which was just read. False, and nothing is changed, when somebody else has. */
  async replace(base: Version, text: string): Promise<boolean> {
    const { files, clock } = this.options;
    const checkedAt = this.newestSeenAt;
    const next = { number: base.number + 1, text };
    const isMade = await files.create(this.nameOf(next.number), new TextEncoder().encode(text));
    if (!isMade) return false;
    const madeAt = clock.monotonicMs();
    if (madeAt - checkedAt > quickMs && (await this.highest()) !== next.number) return false;
    this.note(next, madeAt);
    return true;
  }

  /** Removes versions that nobody can need any more. */
  async removeOld(): Promise<void> {
    const { files, clock } = this.options;
    const now = clock.monotonicMs();
    for (const [number, seenAt] of [...this.seen]) {
      if (number > this.newest.number - keptVersions || now - seenAt < removedAfterMs) continue;
      this.seen.delete(number);
      await files.remove(this.nameOf(number));
    }
  }

  private async readNewest(): Promise<Version> {
    for (let look = 0; look < mostReads; look++) {
      const number = await this.highest();
      if (number === 0) return { number, text: undefined };
      if (number === this.newest.number) return this.newest;
      const version = await this.readVersion(number);
      // It may be removed meanwhile, when there are newer ones.
      if (version.text !== undefined) return version;
    }
    throw new Error(`${this.options.folder} changes all the time`);
  }

  private async readVersion(number: number): Promise<Version> {
    const bytes = await this.options.files.read(this.nameOf(number));
    return { number, text: bytes && new TextDecoder().decode(bytes) };
  }

  private async highest(): Promise<number> {
    const now = this.options.clock.monotonicMs();
    let highest = 0;
    for (const { name } of await this.options.files.list(this.options.folder)) {
      const number = Number(/^(\d{1,15})\.json$/.exec(name)?.[1] ?? 0);
      if (number > 0 && !this.seen.has(number)) this.seen.set(number, now);
      highest = Math.max(highest, number);
    }
    return highest;
  }

  private note(version: Version, seenAt: number): void {
    this.newest = version;
    this.newestSeenAt = seenAt;
    if (version.number > 0 && !this.seen.has(version.number)) this.seen.set(version.number, seenAt);
  }

  private nameOf(number: number): string {
    return `${this.options.folder}/${number}.json`;
  }
}
