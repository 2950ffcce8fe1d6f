// VS Code's calls to a mount in a recorded cold start (coldStartCalls.jsonl), before any action of the user.
import { readFileSync } from "node:fs";
import type { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import { inRepository } from "./repository";

/** `t`: milliseconds after the window's start. */
interface RecordedCall {
  readonly t: number;
  readonly op: string;
  readonly u?: string;
}

function recordedCalls(): RecordedCall[] {
  const lines = readFileSync(inRepository("test", "support", "coldStartCalls.jsonl"), "utf8")
    .trim()
    .split("\n");
  const calls = lines.map((line): RecordedCall => JSON.parse(line));
  return calls.slice(
    0,
    calls.findIndex(({ op }) => op.startsWith("---")),
  );
}

/** At the recorded times; resolves with results and error messages. */
export async function replayColdStart(
  mount: MountedApp,
  waitUntil: (elapsedMs: number) => Promise<unknown>,
): Promise<unknown[]> {
  const answers: Promise<unknown>[] = [];
  const note = (call: Promise<unknown>): void =>
    void answers.push(call.catch((error: Error) => error.message));
  for (const { t, op, u } of recordedCalls()) {
    await waitUntil(t);
    const path = new URL(u ?? "app://demo/").pathname;
    if (op === "stat") note(mount.stat(path));
    if (op === "readFile") note(mount.readFile(path));
    if (op === "readDirectory") note(mount.readDirectory(path));
  }
  return await Promise.all(answers);
}
