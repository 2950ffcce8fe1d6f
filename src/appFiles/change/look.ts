// What a removal looks at: each target with all that lies below it, at first, while it waits for its turn, and once more
// right before the request.

import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import { nameOf, parentOf } from "../../core/paths/appPath";
import { walkTree } from "../../core/paths/walkTree";
import {
  type ChangeParts,
  firstListingMaxAgeMs,
  momentMs,
  type Observation,
  slowReadMs,
} from "../changeParts";
import type { Listing } from "../read/observations";
import { isSameEntry } from "../serviceTime";
import {
  type FoundTargets,
  type PreparedRemoval,
  type RemoveTarget,
  type Snapshot,
  snapshotOfFile,
} from "./change";

/** A target that is not as it was found. */
export interface ChangedTarget {
  readonly prepared: PreparedRemoval;
  /** Somebody else has removed it. */
  readonly isGone: boolean;
}

const mostRounds = 6;

export class RemovalSnapshots {
  constructor(private readonly parts: ChangeParts) {}

  /** That nothing is there must be known of now; whatever is there then was not there at first. */
  async firstSnapshots(
    target: RemoveTarget,
    startedAt: number,
  ): Promise<{ readonly first: Snapshot | undefined; readonly now: Snapshot | undefined }> {
    const sinceStartMs = (): number => Math.max(1, this.parts.clock.monotonicMs() - startedAt);
    const ageMs = Math.max(firstListingMaxAgeMs, sinceStartMs());
    const first = await this.parts.observe(target.path, ageMs);
    if (first.entry || first.askedAt >= startedAt) {
      const snapshot = await this.snapshotOf(target, first, ageMs);
      return { first: snapshot, now: snapshot };
    }
    return { first: undefined, now: await this.snapshot(target, sinceStartMs()) };
  }

  /** What the paths hold now, for removals that have to wait until `turn` aborts. */
  async whileWaiting(targets: readonly RemoveTarget[], turn: AbortSignal): Promise<FoundTargets> {
    const found = new Map<string, Snapshot | undefined>();
    const snapshotOne = async (target: RemoveTarget): Promise<void> => {
      while (!turn.aborted) {
        try {
          // A folder that vanished since it was listed is looked at from above once more.
          const observed = this.snapshot(target, firstListingMaxAgeMs).catch(() => this.snapshot(target, 1));
          found.set(target.path, await observed);
          return;
        } catch {
          // What cannot be looked at before its turn has come is judged by what is found then.
          await this.parts.clock.sleep(slowReadMs, turn).catch(() => undefined);
        }
      }
    };
    await Promise.all(targets.map(snapshotOne));
    return found;
  }

  /** Whether one of them is not as it was found. A look that took long is followed by another. */
  async hasChanged(prepared: readonly PreparedRemoval[]): Promise<boolean> {
    const { clock } = this.parts;
    for (let round = 1; round <= mostRounds; round++) {
      const startedAt = clock.monotonicMs();
      if ((await this.changedSince(prepared)).length > 0) return true;
      if (clock.monotonicMs() - startedAt <= slowReadMs) break;
    }
    return false;
  }

  /** Those that are not as they were found. What was looked at a moment ago is looked at in memory. */
  async changedSince(prepared: readonly PreparedRemoval[]): Promise<ChangedTarget[]> {
    const { parts } = this;
    const now = parts.clock.monotonicMs();
    const changed: ChangedTarget[] = [];
    const same: { readonly prepared: PreparedRemoval; readonly again: Snapshot }[] = [];
    for (const one of prepared) {
      const { snapshot, kept } = one;
      // No folder is listed twice, however long this takes.
      const again = await this.snapshot(snapshot.target, momentMs + parts.clock.monotonicMs() - now);
      if (!again) {
        changed.push({ prepared: one, isGone: true });
        continue;
      }
      if (again.files.length !== snapshot.files.length || again.hidden !== snapshot.hidden) {
        changed.push({ prepared: one, isGone: false });
        continue;
      }
      const before = new Map(snapshot.files.map((file) => [file.path, file.entry]));
      const contents = new Map(kept.map(({ path, current }) => [path, current]));
      let isSame = true;
      for (const { path, entry } of again.files) {
        const current = contents.get(path);
        isSame &&=
          isSameEntry(before.get(path), entry) &&
          (!current ||
            current.isCertain ||
            (await parts.content(path, { entry, askedAt: again.askedAt }, {})).hash === current.hash);
        if (!isSame) break;
      }
      if (isSame) same.push({ prepared: one, again });
      else changed.push({ prepared: one, isGone: false });
    }
    // What others have listed since the first of them was looked at counts too.
    for (const { prepared: one, again } of same)
      if (this.isKnownOtherwise(again)) changed.push({ prepared: one, isGone: false });
    return changed;
  }

  /** Whether a listing that somebody else has asked for since shows something else. */
  private isKnownOtherwise({ target: { path }, entry, askedAt, folders }: Snapshot): boolean {
    const { observations } = this.parts;
    if (entry.type !== "directory") {
      const known = observations.peek(parentOf(path));
      const isNewer = known !== undefined && known.askedAt > askedAt;
      return isNewer && !isSameEntry(known.entries.get(nameOf(path)), entry);
    }
    return [...folders].some(([folder, listing]) => {
      const known = observations.peek(folder);
      return known !== undefined && known.askedAt > listing.askedAt && !holdsTheSame(known, listing);
    });
  }

  /** Undefined when there is nothing at the path. */
  private async snapshot(target: RemoveTarget, ageMs: number): Promise<Snapshot | undefined> {
    return await this.snapshotOf(target, await this.parts.observe(target.path, ageMs), ageMs);
  }

  private async snapshotOf(
    target: RemoveTarget,
    { entry, askedAt }: Observation,
    ageMs: number,
  ): Promise<Snapshot | undefined> {
    const { path } = target;
    if (!entry) return undefined;
    if (entry.type !== "directory") return snapshotOfFile(target, entry, askedAt);
    let hidden = 0;
    let oldest = this.parts.clock.monotonicMs();
    const folders = new Map<string, Listing>();
    const tree = await walkTree(path, {
      list: async (directory) => {
        const listing = await this.listing(directory, ageMs);
        folders.set(directory, listing);
        hidden += listing.hidden;
        oldest = Math.min(oldest, listing.askedAt);
        return [...listing.entries.values()];
      },
    });
    const files = tree.filter((each) => each.entry.type !== "directory");
    return { target, entry, askedAt: oldest, files, folders, hidden };
  }

  private async listing(directory: string, ageMs: number): Promise<Listing> {
    try {
      return await this.parts.observations.get(directory, ageMs);
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      throw new FileProblem("unchecked", directory, undefined, { cause: error });
    }
  }
}

/** A folder's own version tells nothing of what it holds. */
function holdsTheSame(one: Listing, other: Listing): boolean {
  if (one.hidden !== other.hidden || one.entries.size !== other.entries.size) return false;
  return [...one.entries].every(([name, entry]) => {
    const match = other.entries.get(name);
    return entry.type === "directory" ? match?.type === "directory" : isSameEntry(match, entry);
  });
}
