// The files of one app over a service in memory, on a fake clock, with a language for tests.
import assert from "node:assert/strict";
import { it } from "mocha";
import type { BaseVersion } from "../../../src/appFiles/change/base";
import { Conflict } from "../../../src/appFiles/change/base";
import type { PutOptions } from "../../../src/appFiles/change/putJob";
import { ServiceTime } from "../../../src/appFiles/read/serviceTime";
import { FileProblem } from "../../../src/core/errors/fileProblem";
import { ServiceError } from "../../../src/core/errors/serviceError";
import { appFilesOver, hashOf } from "../../support/appFilesHarness";
import { FakeClock } from "../../support/fakeClock";
import { RememberedFiles } from "../../support/rememberedFiles";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const text = (content: Uint8Array): string => new TextDecoder().decode(content);

export const absent: BaseVersion = { kind: "absent" };
export const any: BaseVersion = { kind: "any" };

/** The author has seen one of these texts. */
export const saw = (...texts: string[]): BaseVersion => ({ kind: "contents", hashes: texts.map(hashOf) });

/** `inApp`: by path. `knowsServiceTime`: responses have shown the service's time. */
export function engine(inApp: Readonly<Record<string, string>> = {}, { knowsServiceTime = false } = {}) {
  const clock = new FakeClock();
  const remote = new RememberedFiles(clock);
  for (const [path, content] of Object.entries(inApp)) remote.put(path, content);
  const serviceTime = new ServiceTime();
  if (knowsServiceTime) serviceTime.saw(remote.serviceNow(), clock.monotonicMs(), clock.monotonicMs());
  const repaired: string[] = [];
  const onRepaired = (path: string): void => void repaired.push(path);
  const { files, log } = appFilesOver(remote, clock, { serviceTime, onRepaired });
  /** Resolves with the service's texts by path. */
  const put = async (path: string, content: string, base: BaseVersion, options: Partial<PutOptions> = {}) =>
    await files.put(path, bytes(content), { base, author: "one", ...options });
  const texts = () => remote.texts;
  const find = async (path: string, options?: Parameters<typeof files.find>[1]) => {
    const entry = await files.find(path, options);
    assert.ok(entry, path);
    return entry;
  };
  /** As an editor reads it. */
  const read = async (path: string, options?: Parameters<typeof files.find>[1]) =>
    text(await files.read(path, await find(path, options)));
  return { clock, remote, files, log, repaired, put, texts, find, read };
}

export type Engine = ReturnType<typeof engine>;

/** By a step's first word. */
type Steps = Readonly<Record<string, (...words: string[]) => unknown>>;

/**
 * Plays stories such as "theirs /a.txt one, save /a.txt two over one, wait 5, remove /a.txt". Each step waits
 * for the one before; "&" joins concurrent changes, and "!" at the end expects a conflict.
 */
export function player({ clock, remote, files, put }: Engine, own: Steps = {}) {
  const save =
    (author: string) =>
    async (path = "", content = "", _over?: string, seen?: string) => {
      const base = seen === undefined ? absent : seen === "any" ? any : saw(seen);
      await put(path, content, base, { author });
    };
  const changes: Steps = {
    save: save("one"),
    "other-save": save("two"),
    remove: async (...words) => {
      const [paths = "", seen] = words.join(" ").split(" over ");
      const base = seen === undefined ? any : saw(seen);
      const { left } = await files.remove(paths.split(" ").map((path) => ({ path, base })));
      if (isConflict(left[0]?.error)) throw left[0]?.error;
    },
    "remove-soon": (path = "") => files.removeSoon({ path, base: any }),
    list: (path = "") => files.list(path),
    settle: () => files.settled(),
  };
  const moments: Steps = {
    /** Another client writes or deletes. */
    theirs: (path = "", content = "") => (content ? remote.put(path, content) : remote.files.delete(path)),
    wait: (seconds) => clock.advance(Number(seconds) * 1_000),
    /** From now on each change waits so long for its turn. */
    turns: (seconds) => {
      remote.onTurn = () => clock.sleep(Number(seconds) * 1_000);
    },
    /** Another client writes after a change's first look, before it is sent. */
    "at-turn": (path = "", content = "") => {
      remote.onTurn = async () => {
        remote.put(path, content);
        await clock.sleep(4_000);
      };
    },
    "whole-seconds": () => {
      remote.hasWholeSeconds = true;
    },
    ...own,
  };
  const begin = async (step: string): Promise<unknown> => {
    const [name = "", ...words] = step.replace(/ !$/, "").split(" ");
    const change = async () => await (changes[name] ?? assert.fail(name))(...words);
    return step.endsWith(" !") ? await assert.rejects(change, isConflict) : await change();
  };
  /** Starts changes without waiting. */
  const ask = (step: string) => Promise.all(step.split(" & ").map(begin));
  const play = async (story: string) => {
    for (const step of story.split(", ")) {
      const [name = "", ...words] = step.split(" ");
      const moment = moments[name];
      if (moment) await moment(...words);
      else await clock.finish(ask(step));
    }
  };
  return { ask, play };
}

/** A test per story, which ends with the app's files, such as ": /a.txt two", and optionally "; 1 UPLOAD". */
export function testStories(
  stories: Readonly<Record<string, string>>,
  begin: () => Engine & { own?: Steps } = engine,
) {
  for (const [title, story] of Object.entries(stories))
    it(title, async () => {
      const parts = begin();
      const [steps = "", end = ""] = story.split(": ");
      const [held, requests] = end.split("; ");
      await player(parts, parts.own).play(steps);
      assert.equal(heldIn(parts), held);
      const [times, what = ""] = requests?.split(" ") ?? [];
      if (times) assert.equal(count(parts.remote.requests, what), Number(times), what);
      assert.ok(!parts.log.ends.includes(undefined), "a change was announced and neither made nor given up");
    });
}

/** Such as "/a.txt one, /b.txt two". */
export const heldIn = ({ texts }: Engine): string =>
  Object.entries(texts())
    .map((file) => file.join(" "))
    .join(", ");

/** The connection breaks, and the request may have arrived. */
export function breakConnection(): never {
  throw new ServiceError("network", "the connection broke", { outcomeUnknown: true });
}

/** For each matching request. */
export const breaking = (start: string) => (request: string) => {
  if (request.startsWith(start)) breakConnection();
};

export const isConflict = (error: unknown): boolean => error instanceof Conflict;
export const isProblem = (kind: FileProblem["kind"]) => (error: unknown) =>
  error instanceof FileProblem && error.kind === kind;
export const count = (requests: readonly string[], start: string): number =>
  requests.filter((request) => request.startsWith(start)).length;
