// Puts files (docs/engine.md#a-put), one change of a path at a time: what an author sends last takes the place of what it
// sent before, and a put that another change overtakes begins again.

import { FileProblem } from "../../core/errors/fileProblem";
import { nameOf, uploadNameProblem } from "../../core/paths/appPath";
import { type ChangeParts, firstListingMaxAgeMs, momentMs } from "../changeParts";
import { Overtaken } from "./change";
import { PutDelivery } from "./putDelivery";
import { PutJob, type PutOptions, type Stored } from "./putJob";
import { PutPreparation } from "./putPreparation";

const mostRounds = 6;

export class Puts {
  /** The last of each author for a path, until it is over. */
  private readonly latest = new Map<string, PutJob>();
  private readonly preparation: PutPreparation;
  private readonly delivery: PutDelivery;

  constructor(private readonly parts: ChangeParts) {
    this.preparation = new PutPreparation(parts);
    this.delivery = new PutDelivery(parts, this.preparation);
  }

  /** `AppFiles.put`, for a path in normal form. */
  put(path: string, bytes: Uint8Array, options: PutOptions): Promise<Stored> {
    options.signal?.throwIfAborted();
    const key = JSON.stringify([options.author, path]);
    // The caller may go on using its array while this waits.
    const own = bytes.slice();
    let job = this.latest.get(key);
    // What others asked for in between has its turn before what is asked for now.
    if (job?.isOpen && this.parts.locks.isLast(path, job)) {
      job.bytes = own;
      job.options = options;
    } else {
      job = new PutJob(path, own, options);
      this.latest.set(key, job);
      job.outcome = this.run(job, key);
    }
    return job.follow(options);
  }

  private async run(job: PutJob, key: string): Promise<Stored> {
    const { path } = job;
    job.tell("waiting");
    try {
      const release = await this.parts.locks.acquire([path], {
        signal: job.cancel.signal,
        owner: job,
        order: job.options.order,
      });
      try {
        return await this.parts.own.whileChanging([path], () => this.attempt(job));
      } finally {
        release();
      }
    } finally {
      if (this.latest.get(key) === job) this.latest.delete(key);
    }
  }

  private async attempt(job: PutJob): Promise<Stored> {
    for (let round = 1; ; round++) {
      try {
        const prepared = await this.preparation.prepare(job, round === 1 ? firstListingMaxAgeMs : momentMs);
        return await this.delivery.send(job, prepared);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        if (round === mostRounds) throw new FileProblem("unchecked", job.path);
      }
    }
  }
}

/** Throws a FileProblem for a path that cannot be uploaded to. */
export function requireUploadable(path: string): void {
  if (path === "/") throw new FileProblem("root", path);
  const problem = uploadNameProblem(nameOf(path));
  if (problem) throw new FileProblem("badName", path, problem);
}
