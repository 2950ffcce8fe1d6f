// The first half of a removal: look at every target and below it, compare with what its author agrees to, keep what goes
// and write it down.

import { forEachParallel } from "../../core/async/parallel";
import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import { parentOf } from "../../core/paths/appPath";
import type { TreeEntry } from "../../core/paths/walkTree";
import { type Before, largestKeptBytes } from "../backups/changeLog";
import type { ChangeParts } from "../changeParts";
import type { Content } from "../read/contents";
import {
  type FoundTargets,
  type KeptFile,
  type LeftPath,
  type NotKept,
  Overtaken,
  type PreparedRemoval,
  type RemoveOptions,
  type RemoveTarget,
  type Snapshot,
} from "./change";
import type { RemovalSnapshots } from "./look";
import { type ReadContents, RemovalAgreement, requireAgreed } from "./removalAgreement";

const keptAtOnce = 8;
const mostRounds = 6;

export class RemovalPreparation {
  private readonly agreement: RemovalAgreement;

  constructor(
    private readonly parts: ChangeParts,
    private readonly snapshots: RemovalSnapshots,
  ) {
    this.agreement = new RemovalAgreement(parts);
  }

  /** Looks, compares, keeps and writes down; those that are gone or cannot go are in the result. */
  async prepareAll(
    targets: readonly RemoveTarget[],
    options: RemoveOptions,
    result: { readonly gone: string[]; readonly left: LeftPath[] },
  ): Promise<PreparedRemoval[]> {
    // What the first look found is what goes, however often something else makes it look again.
    const found = new Map<string, Snapshot | undefined>();
    for (let round = 1; ; round++) {
      const gone: string[] = [];
      const left: LeftPath[] = [];
      try {
        const asked = options.asked ?? found;
        const prepared = await this.prepareOnce(targets, { ...options, asked }, { found, gone, left });
        result.gone.push(...gone);
        result.left.push(...left);
        return prepared;
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        if (round === mostRounds) throw new FileProblem("unchecked", targets[0]?.path ?? "/");
      }
    }
  }

  private async prepareOnce(
    targets: readonly RemoveTarget[],
    options: RemoveOptions,
    result: {
      readonly found: Map<string, Snapshot | undefined>;
      readonly gone: string[];
      readonly left: LeftPath[];
    },
  ): Promise<PreparedRemoval[]> {
    const startedAt = this.parts.clock.monotonicMs();
    // At the same time: one that the service is slow to show does not let the others be looked at later.
    const snapshots = await Promise.allSettled(
      targets.map((target) => this.snapshots.firstSnapshots(target, startedAt)),
    );
    const found = new Map<string, Snapshot | undefined>();
    for (const [index, observed] of snapshots.entries()) {
      const path = targets[index]?.path ?? "/";
      if (observed.status === "rejected") {
        const error: unknown = observed.reason;
        if (targets.length === 1 || isServiceError(error, "unauthorized", "forbidden")) throw error;
        result.left.push({ path, error });
        continue;
      }
      const { first, now } = observed.value;
      found.set(path, now);
      if (!result.found.has(path)) result.found.set(path, first);
      if (now) continue;
      this.parts.late.acknowledged(path, undefined, options.order);
      result.gone.push(path);
    }
    this.agreement.requireShown(found, options);
    return await this.keepAll(found, options, result.left);
  }

  private async keepAll(
    found: FoundTargets,
    options: RemoveOptions,
    left: LeftPath[],
  ): Promise<PreparedRemoval[]> {
    const snapshots = [...found.values()].filter((snapshot) => snapshot !== undefined);
    const all = snapshots.flatMap((snapshot) => snapshot.files.map((file) => ({ snapshot, file })));
    const read = new Map<TreeEntry, Content | NotKept>();
    let kept = 0;
    await forEachParallel(
      all,
      keptAtOnce,
      async ({ snapshot, file }) => {
        read.set(file, await this.contentToKeep(file, snapshot, options));
        options.onKept?.(++kept, all.length);
      },
      options.signal,
    );
    const lost = all.flatMap(({ file }) => {
      const found = read.get(file);
      return typeof found === "string" ? [{ path: file.path, why: found }] : [];
    });
    requireAgreed(lost, found, options);
    const prepared: PreparedRemoval[] = [];
    for (const snapshot of snapshots) {
      const conflict = this.agreement.conflict(snapshot, read, options);
      if (conflict && snapshots.length === 1 && left.length === 0) throw conflict;
      if (conflict) left.push({ path: snapshot.target.path, error: conflict });
      else prepared.push({ snapshot, kept: await this.writeDown(snapshot, read, options) });
    }
    return prepared;
  }

  private async contentToKeep(
    { path, entry }: TreeEntry,
    { askedAt }: Snapshot,
    { priority, signal, isKept, isElsewhere }: RemoveOptions,
  ): Promise<Content | NotKept> {
    if (isKept?.(path) === false) return "generated";
    if (entry.type !== "file") return "unreadable";
    if (entry.sizeBytes > largestKeptBytes && !isElsewhere) return "tooLarge";
    try {
      return await this.parts.content(path, { entry, askedAt }, { priority, signal });
    } catch (error) {
      if (!isServiceError(error) || isServiceError(error, "unauthorized", "forbidden", "wire")) throw error;
      if (!isServiceError(error, "notFound", "badInput")) return "unreadable";
      // It vanished, or became a folder, since it was listed.
      this.parts.observations.markStale(parentOf(path));
      throw new Overtaken();
    }
  }

  private async writeDown(
    { files }: Snapshot,
    read: ReadContents,
    { log = this.parts.log() }: RemoveOptions,
  ): Promise<KeptFile[]> {
    const kept: KeptFile[] = [];
    for (const file of files) {
      const found = read.get(file) ?? "unreadable";
      const { path, entry } = file;
      const before: Before =
        typeof found === "object"
          ? { bytes: found.bytes, hash: found.hash, entry }
          : { notKept: found, sizeBytes: entry.sizeBytes };
      const change = await log.will({ side: "app", path, what: "remove", before });
      kept.push({ path, current: typeof found === "object" ? found : undefined, change });
    }
    return kept;
  }
}
