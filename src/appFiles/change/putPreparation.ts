// The first half of a put: look, compare with what its author had seen, back up the remote file, write the change down.
// And the second look, right before the request.

import { FileProblem } from "../../core/errors/fileProblem";
import { isServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { ancestorsOf, joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";
import { foldedPath } from "../../core/paths/localNames";
import { type Before, type ChangeId, type ChangeLog, largestKeptBytes } from "../backups/changeLog";
import { Conflict, isBaseMet } from "../base";
import { type ChangeParts, momentMs, type Observation, slowReadMs } from "../changeParts";
import type { Content, Observed } from "../read/contents";
import type { Observations } from "../read/observations";
import { isUnlisted } from "../read/pathLookup";
import { isSameEntry } from "../serviceTime";
import { CannotKeep, Overtaken, snapshotOfFile } from "./change";
import type { PutJob } from "./putJob";

/** A put whose base is met, as it was found. */
export interface PreparedPut {
  readonly observed: Observation;
  /** The remote file; undefined when there is none, or when it is too large to be kept. */
  readonly current: Content | undefined;
  readonly content: Content;
  readonly log: ChangeLog;
  /** Kept and written down once it resolves; meanwhile the put may wait for its slot. */
  readonly change: Promise<ChangeId>;
}

const mostRounds = 6;

export class PutPreparation {
  constructor(private readonly parts: ChangeParts) {}

  /** Rejects with a Conflict when the base is not met, with Overtaken when the remote file changed meanwhile. */
  async prepare(job: PutJob, listingMaxAgeMs: number): Promise<PreparedPut> {
    const { parts } = this;
    const { path, bytes, options } = job;
    const read = { priority: options.priority, signal: job.cancel.signal };
    const observed = await parts.observeByName(path, listingMaxAgeMs, read);
    const { entry } = observed;
    if (entry?.type === "directory") throw new FileProblem("isDirectory", path);
    if (entry?.type === "other") throw new FileProblem("special", path);
    options.require?.(entry);
    const content = { bytes, hash: await parts.hash(bytes), isCertain: false };
    const current = await this.current(job, observed);
    const base = typeof options.base === "function" ? options.base() : options.base;
    const found = { entry, hash: current?.hash };
    if (current?.hash !== content.hash && !isBaseMet(base, found, parts.serviceTime))
      throw new Conflict(path, found);
    if (entry) requireKept(job, { entry, askedAt: observed.askedAt }, current);
    else requireUnlike(job, parts.observations);
    job.cancel.signal.throwIfAborted();
    const log = options.log ?? parts.log();
    const before = beforeOf(entry, current);
    const change = log.will({ side: "app", path, what: "put", before, afterHash: content.hash });
    change.catch(() => undefined);
    return { observed, current, content, log, change };
  }

  /** The content that would be replaced; undefined when there is none, or when it is too large to be kept. */
  private async current(job: PutJob, { entry, askedAt }: Observation): Promise<Content | undefined> {
    if (!entry || entry.sizeBytes > largestKeptBytes) return undefined;
    const { priority } = job.options;
    try {
      return await this.parts.content(job.path, { entry, askedAt }, { priority, signal: job.cancel.signal });
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden", "wire") || !isServiceError(error)) throw error;
      if (isServiceError(error, "notFound", "badInput")) {
        // It vanished, or became a folder, since it was listed.
        this.parts.observations.markStale(parentOf(job.path));
        throw new Overtaken();
      }
      throw new FileProblem("unchecked", job.path, undefined, { cause: error });
    }
  }

  /** The second look, right before the request: nobody may have come in between. */
  async isStillSo(job: PutJob, { observed, current }: PreparedPut): Promise<boolean> {
    const { parts } = this;
    const { path, options } = job;
    if (parts.clock.monotonicMs() - observed.askedAt <= momentMs) return true;
    for (let round = 1; ; round++) {
      // Where nothing was, the listing is enough: one request for a new path.
      const now = await (observed.entry && isUnlisted(observed.entry)
        ? parts.observeByName(path, momentMs, { priority: options.priority })
        : parts.observe(path, momentMs));
      if (!isSameEntry(now.entry, observed.entry)) return false;
      if (!now.entry || !current || current.isCertain) return true;
      const again = await parts.content(
        path,
        { entry: now.entry, askedAt: now.askedAt },
        { priority: options.priority },
      );
      if (again.hash !== current.hash) return false;
      if (parts.clock.monotonicMs() - now.askedAt <= slowReadMs) return true;
      // It may change faster than it can be read.
      if (round === mostRounds) throw new FileProblem("unchecked", path);
    }
  }
}

/** Throws CannotKeep when the remote file cannot be backed up and no person has agreed to lose it. */
function requireKept(
  { path, options: { lossAgreed } }: PutJob,
  { entry, askedAt }: Observed,
  current: Content | undefined,
): void {
  if (current || lossAgreed === true || isSameEntry(lossAgreed?.found.get(path)?.entry, entry)) return;
  const found = snapshotOfFile({ path, base: { kind: "any" } }, entry, askedAt);
  throw new CannotKeep([{ path, why: "tooLarge" }], new Map([[path, found]]));
}

/** Some disks take names that differ only in letter case or accents for one file. Throws FileProblem "alike". */
function requireUnlike({ path, options }: PutJob, observations: Observations): void {
  for (const each of [...ancestorsOf(path), path]) {
    const entries = observations.peek(parentOf(each))?.entries;
    if (!entries) return;
    if (entries.has(nameOf(each))) continue;
    const folded = foldedPath(nameOf(each));
    const name = [...entries.keys()].find((other) => foldedPath(other) === folded);
    const alike = name && joinAppPath(parentOf(each), name);
    if (alike && !options.mayStandBeside?.(alike)) throw new FileProblem("alike", path, alike);
    return;
  }
}

function beforeOf(entry: FileEntry | undefined, current: Content | undefined): Before {
  if (!entry) return "absent";
  if (!current) return { notKept: "tooLarge", sizeBytes: entry.sizeBytes };
  return { bytes: current.bytes, hash: current.hash, entry };
}
