// A limit for saves: VS Code closes no window while one is pending, and has no way to give it up.
import type { Clock } from "../../core/clock";
import { ServiceError } from "../../core/serviceError";

const deadlineMs = 90_000;
/** What each upload that is ahead of it in the queue takes. */
const uploadPaceMs = 3_040;

/**
 * Runs `work`, whose signal also aborts when 90 s and the time of the `queued` uploads ahead of it have passed: it then
 * rejects with a ServiceError "timeout" that says whether the upload had started and so may have arrived.
 */
export async function withWriteDeadline<T>(
  { clock, queued, signal }: { readonly clock: Clock; readonly queued: number; readonly signal: AbortSignal },
  work: (signal: AbortSignal, didStart: () => void) => Promise<T>,
): Promise<T> {
  const limitMs = deadlineMs + queued * uploadPaceMs;
  const late = new AbortController();
  let hasStarted = false;
  const stopTimer = clock.after(limitMs, () =>
    late.abort(
      new ServiceError("timeout", `not confirmed within ${limitMs} ms`, { outcomeUnknown: hasStarted }),
    ),
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]), () => {
      hasStarted = true;
    });
  } finally {
    stopTimer();
  }
}
