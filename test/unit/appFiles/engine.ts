// The files of one app over a service in memory, with a clock of the test's own, and what tests say about them.
import assert from "node:assert/strict";
import type { Base } from "../../../src/appFiles/base";
import { Conflict } from "../../../src/appFiles/base";
import type { PutOptions } from "../../../src/appFiles/put/putJob";
import { ServiceTime } from "../../../src/appFiles/serviceTime";
import { FileProblem } from "../../../src/core/errors/fileProblem";
import { ServiceError } from "../../../src/core/errors/serviceError";
import { appFilesOver, hashNow } from "../../support/appFilesHarness";
import { FakeClock } from "../../support/fakeClock";
import { RememberedFiles } from "../../support/rememberedFiles";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (content: Uint8Array): string => new TextDecoder().decode(content);

export const absent: Base = { kind: "absent" };
export const any: Base = { kind: "any" };

/** The author has seen one of these texts. */
export async function saw(...texts: string[]): Promise<Base> {
  return { kind: "contents", hashes: await Promise.all(texts.map((each) => hashNow(bytes(each)))) };
}

/** `inApp`: the app's files by path. `knowsServiceTime`: answers have shown what time it is at the service. */
export function engine(inApp: Readonly<Record<string, string>> = {}, { knowsServiceTime = false } = {}) {
  const clock = new FakeClock();
  const remote = new RememberedFiles(clock);
  for (const [path, content] of Object.entries(inApp)) remote.put(path, content);
  const serviceTime = new ServiceTime();
  if (knowsServiceTime) serviceTime.saw(remote.serviceNow(), clock.monotonicMs(), clock.monotonicMs());
  const { files, log } = appFilesOver(remote, clock, { serviceTime });
  /** Saves a text; resolves with the texts that are then at the service, by path. */
  const put = async (path: string, content: string, base: Base, options: Partial<PutOptions> = {}) =>
    await files.put(path, bytes(content), { base, author: "one", ...options });
  const texts = () => remote.texts;
  const find = async (path: string, options?: Parameters<typeof files.find>[1]) => {
    const entry = await files.find(path, options);
    assert.ok(entry, path);
    return entry;
  };
  /** The text of a file as an editor reads it. */
  const read = async (path: string, options?: Parameters<typeof files.find>[1]) =>
    text(await files.read(path, await find(path, options)));
  return { clock, remote, files, log, put, texts, find, read };
}

/** The connection breaks, and it is not known whether the request arrived. */
export function breakConnection(): never {
  throw new ServiceError("network", "the connection broke", { outcomeUnknown: true });
}

/** Breaks the connection of each such request. */
export const breaking = (start: string) => (request: string) => {
  if (request.startsWith(start)) breakConnection();
};

export const isConflict = (error: unknown): boolean => error instanceof Conflict;
export const isProblem = (kind: FileProblem["kind"]) => (error: unknown) =>
  error instanceof FileProblem && error.kind === kind;
export const count = (requests: readonly string[], start: string): number =>
  requests.filter((request) => request.startsWith(start)).length;
