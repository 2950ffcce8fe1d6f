// Whether another service already runs in a data folder: two of them would overwrite each other's state.
import type { DataFolder } from "./dataFolder";
import { readIfThere } from "./jsonFile";

const answerLimitMs = 1_000;

/** The process id of the service that answers for this folder, or undefined. A note left by a killed one doesn't count. */
export async function runningServicePid(folder: DataFolder): Promise<number | undefined> {
  const note = await readIfThere(folder.serviceFile);
  if (note === undefined) return undefined;
  try {
    const { url, pid } = JSON.parse(note) as { url: string; pid: number };
    const answer = await fetch(new URL("/-/health", url), { signal: AbortSignal.timeout(answerLimitMs) });
    const health = (await answer.json()) as { pid?: unknown };
    return health.pid === pid ? pid : undefined;
  } catch {
    // Nobody answers there, or somebody else does: the note is a leftover.
    return undefined;
  }
}
