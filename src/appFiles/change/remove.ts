// Removes files and folders (docs/engine.md#a-remove): look, compare with what the author had seen, back up, look again,
// one request for all, and a listing that proves each path, whatever the response says.

import { onAbort } from "../../core/async/onAbort";
import { FileProblem } from "../../core/errors/fileProblem";
import { isRefusal, isServiceError, ServiceError } from "../../core/errors/serviceError";
import { isWithin } from "../../core/paths/appPath";
import type { ChangeEnd } from "../backups/changeLog";
import { Conflict } from "../base";
import type { ChangeParts } from "../changeParts";
import type { Release } from "../pathLocks";
import {
  type LeftPath,
  Overtaken,
  type PreparedRemoval,
  type RemoveOptions,
  type RemoveResult,
  type RemoveTarget,
} from "./change";
import { type ChangedTarget, RemovalSnapshots } from "./look";
import { RemovalPreparation } from "./removalPreparation";
import { proveRemoved } from "./removalProof";

const mostRounds = 6;

export class Removals {
  readonly snapshots: RemovalSnapshots;
  readonly preparation: RemovalPreparation;

  constructor(private readonly parts: ChangeParts) {
    this.snapshots = new RemovalSnapshots(parts);
    this.preparation = new RemovalPreparation(parts, this.snapshots);
  }

  /** `AppFiles.remove`, for paths in normal form of which none lies in another. */
  async remove(targets: readonly RemoveTarget[], options: RemoveOptions): Promise<RemoveResult> {
    const { asked, release } = await this.hold(targets, options);
    try {
      return await this.removeHeld(targets, { ...options, asked });
    } finally {
      release();
    }
  }

  /** Waits for the turn of the paths; when it has to, the removal means what they hold now. */
  async hold(
    targets: readonly RemoveTarget[],
    options: RemoveOptions,
  ): Promise<{ readonly asked: RemoveOptions["asked"]; readonly release: Release }> {
    const { locks } = this.parts;
    const paths = targets.map(({ path }) => path);
    const mustCheck = !options.asked && paths.some((path) => locks.isBusy(path));
    const turn = new AbortController();
    const asked = mustCheck ? this.snapshots.whileWaiting(targets, turn.signal) : options.asked;
    const release = await locks.acquire(paths, options).finally(() => turn.abort());
    return { asked: await asked, release };
  }

  /** As `remove`, for a caller that holds the locks of all paths. */
  async removeHeld(targets: readonly RemoveTarget[], options: RemoveOptions): Promise<RemoveResult> {
    const paths = targets.map(({ path }) => path);
    const leftOf = ({ left }: RemoveResult) => left.map(({ path }) => path);
    return await this.parts.own.whileChanging(paths, () => this.removeLocked(targets, options), leftOf);
  }

  private async removeLocked(
    targets: readonly RemoveTarget[],
    options: RemoveOptions,
  ): Promise<RemoveResult> {
    const gone: string[] = [];
    const left: LeftPath[] = [];
    let open = await this.preparation.prepareAll(targets, options, { gone, left });
    for (let round = 1; open.length > 0; round++) {
      try {
        const result = await this.send(open, options);
        gone.push(...result.gone);
        left.push(...result.left);
        break;
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        if (round === mostRounds) throw new FileProblem("unchecked", targets[0]?.path ?? "/");
        // What changed meanwhile is no longer what its author agreed to lose; the others go on as they were found.
        const changed = await this.snapshots.changedSince(open);
        await this.leaveOut(changed, options, { gone, left });
        open = open.filter((prepared) => !changed.some((each) => each.prepared === prepared));
      }
    }
    return { gone, left };
  }

  /** Tells what became of targets that are not removed, since they are not as they were found. */
  async leaveOut(
    changed: readonly ChangedTarget[],
    options: RemoveOptions,
    { gone, left }: { readonly gone: string[]; readonly left: LeftPath[] },
  ): Promise<void> {
    const log = options.log ?? this.parts.log();
    for (const { prepared, isGone } of changed) {
      const { target, entry } = prepared.snapshot;
      for (const { change } of prepared.kept) await log.did(change, "notDone");
      if (isGone) {
        this.parts.gone(target.path, entry);
        gone.push(target.path);
      } else left.push({ path: target.path, error: new Conflict(target.path, { entry, hash: undefined }) });
    }
  }

  /** One request for all. Rejects with Overtaken, and nothing is sent, when one of them is not as it was found. */
  async send(prepared: readonly PreparedRemoval[], options: RemoveOptions): Promise<RemoveResult> {
    const { parts } = this;
    const log = options.log ?? parts.log();
    const paths = prepared.map(({ snapshot }) => snapshot.target.path);
    const finish = async (isMeant: (path: string) => boolean, end: ChangeEnd): Promise<void> => {
      for (const { snapshot, kept } of prepared)
        if (isMeant(snapshot.target.path)) for (const { change } of kept) await log.did(change, end);
    };
    let sentAt: number | undefined;
    let failure: unknown;
    // What is on its way cannot be taken back: a caller that cancels then waits for its end.
    const cancel = new AbortController();
    const leave = (): void => {
      if (sentAt === undefined) cancel.abort(options.signal?.reason);
    };
    if (options.signal?.aborted) leave();
    const unfollow = onAbort(options.signal, leave);
    try {
      await parts.wire.remove(paths, {
        priority: options.priority,
        signal: cancel.signal,
        beforeSend: async () => {
          if (options.isOutdated?.() || (await this.snapshots.hasChanged(prepared))) throw new Overtaken();
          cancel.signal.throwIfAborted();
          sentAt = parts.clock.monotonicMs();
        },
      });
    } catch (error) {
      if (error instanceof Overtaken) throw error;
      // A refusal may be of some of the paths only: what is listed decides.
      const isToBeSeen = isServiceError(error) && (error.outcomeUnknown || isRefusal(error));
      if (sentAt === undefined || !isToBeSeen) {
        await finish(() => true, "notDone");
        throw error;
      }
      if (error.outcomeUnknown) parts.late.watchRemove(paths);
      failure = error;
    } finally {
      unfollow();
    }
    const snapshots = prepared.map(({ snapshot }) => snapshot);
    const { gone, replaced, left } = await proveRemoved(
      parts,
      snapshots,
      failure === undefined ? sentAt : undefined,
    ).catch(async (error: unknown) => {
      await finish(() => true, "unknown");
      throw failure ?? error;
    });
    for (const { target, entry } of snapshots) if (gone.includes(target.path)) parts.gone(target.path, entry);
    // The file there instead may be of an upload that had been given up.
    for (const path of replaced) parts.late.acknowledged(path, undefined);
    await finish((path) => !left.includes(path), "done");
    await finish((path) => left.includes(path), "unknown");
    await parts.late.told();
    return {
      gone: [...gone, ...replaced],
      left: left.map((path) => ({ path, error: failure ?? notRemoved(path) })),
    };
  }
}

function notRemoved(path: string): ServiceError {
  return new ServiceError("refused", "a path is still there after it was to be deleted", {
    serviceText: `The service did not delete ${path}.`,
  });
}

/** The outermost of the paths: what lies below another of them goes with it. */
export function outermostOf(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isWithin(other, path)));
}
