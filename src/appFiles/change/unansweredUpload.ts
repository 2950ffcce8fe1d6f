// What became of an upload that had no answer: it may have arrived, it may not, or something else is in its place.

import { isRefusal, isServiceError, ServiceError } from "../../core/errors/serviceError";
import { nameOf } from "../../core/paths/appPath";
import { type ChangeParts, lagWaitsMs, type Observation } from "../changeParts";
import type { Content } from "../read/contents";
import { isSameEntry } from "../serviceTime";
import { type Proved, readBack } from "./prove";

/** What was sent, and the remote file before it. */
interface Unanswered {
  readonly content: Content;
  readonly observed: Observation;
  /** What that held; undefined when nothing was there, or too much to be read. */
  readonly current: Content | undefined;
}

/**
 * The remote file now: ours, the one before the upload, or another. A look that fails is no answer; rejects
 * when they fail for as long as a request may take.
 */
export async function stateAfter(
  parts: ChangeParts,
  path: string,
  sent: Unanswered,
): Promise<Proved | "before" | "other"> {
  const { clock, wire } = parts;
  const giveUpAt = clock.monotonicMs() + wire.timeoutMs;
  for (let round = 0; ; ) {
    const waitMs = lagWaitsMs[round] ?? 0;
    if (waitMs > 0) await clock.sleep(waitMs);
    try {
      const found = await stateNow(parts, path, sent);
      if (found !== "before" || round + 1 >= lagWaitsMs.length) return found;
      round++;
    } catch (error) {
      if (isServiceError(error, "unauthorized", "forbidden") || clock.monotonicMs() >= giveUpAt) throw error;
      round = Math.max(1, round);
    }
  }
}

/** The same after a refusal. A listing that shows the old version may lag, so the old content is read. */
export async function stateAfterRefusal(
  parts: ChangeParts,
  path: string,
  sent: Unanswered,
): Promise<Proved | "before" | "other"> {
  const found = await stateNow(parts, path, sent);
  if (found !== "before" || !sent.current) return found;
  const there = await readBack(parts, path, sent.observed);
  return there?.hash === sent.current.hash ? "before" : "other";
}

async function stateNow(
  parts: ChangeParts,
  path: string,
  { content, observed, current }: Unanswered,
): Promise<Proved | "before" | "other"> {
  const now = await parts.observeByName(path, 0, { priority: "interactive" });
  const { entry, askedAt } = now;
  if (entry?.type === "file" && entry.sizeBytes === content.bytes.byteLength) {
    const there = await readBack(parts, path, now);
    if (there?.hash === content.hash) return { entry, askedAt, isReadBack: true };
    // The listing may lag behind what was read.
    if (current && there && there.hash !== current.hash) return "other";
  }
  return isSameEntry(now.entry, observed.entry) ? "before" : "other";
}

export function changedMeanwhile(path: string, cause: unknown): ServiceError {
  return new ServiceError(
    "conflict",
    "an upload without an answer, and something in its place that is neither old nor new",
    {
      cause,
      outcomeUnknown: true,
      serviceText: `${nameOf(path)}: ${isRefusal(cause) ? "the service refused the upload" : "the connection broke during the upload"}, and the app now has something else in its place. Your copy is unchanged; compare the two before you try again.`,
    },
  );
}

/** The service took an upload, and nobody could look what became of it. */
export function unseenEnd(path: string, cause: unknown): ServiceError {
  const failure = isServiceError(cause) ? cause : (cause as Error).cause;
  const known = isServiceError(failure) ? failure : undefined;
  return new ServiceError(
    known?.kind ?? "network",
    `an upload that could not be looked for: ${known?.message ?? cause}`,
    {
      cause,
      outcomeUnknown: true,
      ...(known?.status === undefined ? {} : { status: known.status }),
      serviceText:
        known?.serviceText ?? `${nameOf(path)} was sent, but the app's files could not be listed afterwards.`,
    },
  );
}
