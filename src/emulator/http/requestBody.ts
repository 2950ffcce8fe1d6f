// Reads a request's body: JSON up to a limit, or nothing.
import type { IncomingMessage } from "node:http";
import { shownSize } from "../base/sizeLimits";
import { BadRequest, TooLarge } from "./httpErrors";

const drainLimitMs = 5_000;

export async function readJsonObject(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw new TooLarge(`The request is larger than ${shownSize(maxBytes)}.`);
    chunks.push(bytes);
  }
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new BadRequest("The request's body isn't valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new BadRequest("The request's body must be a JSON object.");
  }
  return body as Record<string, unknown>;
}

/** Discards the rest: a caller that is still sending would not read its response. */
export async function drain(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed || incoming.complete) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, drainLimitMs);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    incoming.once("end", done).once("close", done).once("error", done);
    incoming.resume();
  });
}
