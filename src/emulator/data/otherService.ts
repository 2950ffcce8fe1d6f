// Whether another service already runs in a data folder: two of them would overwrite each other's state.
import { randomBytes } from "node:crypto";
import { proofOf } from "../http/tokenProof";
import type { DataFolder } from "./dataFolder";
import { readIfThere } from "./jsonFile";

const answerLimitMs = 1_000;
const longestAnswerBytes = 4_096;

/**
 * The process id of this folder's running service, or undefined. The service must prove that it knows the
 * folder's token: after a crash any program may have its port, and could answer with its process id.
 */
export async function runningServicePid(folder: DataFolder): Promise<number | undefined> {
  const note = await readIfThere(folder.serviceFile);
  const token = (await readIfThere(folder.tokenFile))?.trim();
  if (note === undefined || !token) return undefined;
  try {
    const { url, pid } = JSON.parse(note) as { url: string; pid: number };
    const nonce = randomBytes(32).toString("hex");
    const answer = await fetch(new URL(`/-/health?nonce=${nonce}`, url), {
      redirect: "error",
      signal: AbortSignal.timeout(answerLimitMs),
    });
    let text = "";
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.length > longestAnswerBytes) return undefined;
    }
    const health = JSON.parse(text) as { proof?: unknown };
    return health.proof === proofOf(token, nonce, url) ? pid : undefined;
  } catch {
    // No service responds at the noted address, so the note is a leftover.
    return undefined;
  }
}
