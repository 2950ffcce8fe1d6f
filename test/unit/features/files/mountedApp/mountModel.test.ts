// Random histories of a mounted app against a model of what must be true: people, faults, reloads and others who
// write to the same app. The client is the real one; the service is in memory and its clock is the test's.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { ServiceClient } from "../../../../../src/api/serviceClient";
import { clientWire } from "../../../../../src/appFiles/clientWire";
import { isFileProblem } from "../../../../../src/core/errors/fileProblem";
import { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import { PendingFolders } from "../../../../../src/features/files/mountedApp/pendingFolders";
import { appFilesOver, type RememberedChanges } from "../../../../support/appFilesHarness";
import { MemoryMachineFiles } from "../../../../support/memoryMachineFiles";
import { quietCopy } from "../../../../support/quietCopy";
import { FakeService, failedFetch, json } from "../../../api/fakeService";

const sequences = 2_000;

const paths = ["/a.txt", "/b #%.txt", "/d/a.txt", "/d/e/c.bin", "/é/x.txt"] as const;
const folders = ["/d", "/d/e", "/n", "/n/m"] as const;
const places = [...paths, ...folders] as const;

type Fault = "cutBefore" | "cutAfter" | "busy" | "broken" | "unauthorized" | "refused";
type Operation =
  | { readonly do: "open"; readonly path: string }
  | { readonly do: "save"; readonly path: string; readonly bytes: Uint8Array }
  | {
      readonly do: "saveTwice";
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly second: Uint8Array;
    }
  | { readonly do: "create"; readonly path: string }
  | { readonly do: "createFolder"; readonly path: string }
  | { readonly do: "rename" | "copy"; readonly from: string; readonly to: string }
  | { readonly do: "delete"; readonly path: string }
  | {
      readonly do: "remoteWrite";
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly olderMs: number;
    }
  | { readonly do: "remoteDelete"; readonly path: string }
  | { readonly do: "fault"; readonly fault: Fault; readonly on: "upload" | "any" }
  | { readonly do: "reload" }
  | { readonly do: "wait"; readonly ms: number };

const content = fc.oneof(
  fc.string({ maxLength: 6 }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 6 }),
);
const path = fc.constantFrom(...paths);
const place = fc.constantFrom(...places);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("open" as const), path }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("save" as const), path, bytes: content }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("saveTwice" as const), path, bytes: content, second: content }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("create" as const), path }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("createFolder" as const), path: fc.constantFrom(...folders) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("rename" as const, "copy" as const), from: place, to: place }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), path: place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("remoteWrite" as const),
      path,
      bytes: content,
      olderMs: fc.constantFrom(0, 0, 60_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remoteDelete" as const), path }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("fault" as const),
      fault: fc.constantFrom<Fault[]>("cutBefore", "cutAfter", "busy", "broken", "unauthorized", "refused"),
      on: fc.constantFrom("upload" as const, "any" as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "reload" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, 1_500, 12_000) }),
  },
);

/** One history: the service, the mount, and what its user has seen and was told. */
class History {
  readonly service = new FakeService();
  private pending: Readonly<Record<string, number>> = {};
  /** What all windows of the machine share, also those that come after a reload. */
  private readonly machine = new MemoryMachineFiles();
  private windows = 0;
  private readonly notDeleted = new Set<string>();
  private readonly logs: RememberedChanges[] = [];
  private mount = this.newMount();
  /** What the user's editor last showed of a path, or was told is stored there. */
  private readonly seen = new Map<string, Uint8Array>();
  private asked = 0;
  private refusedAt: number | undefined;

  constructor(private readonly answers: readonly ("overwrite" | "cancel")[]) {
    this.service.put("/a.txt", "first");
    this.service.put("/d/a.txt", "second");
    this.service.put("/d/e/c.bin", Uint8Array.of(0, 255, 1));
    for (const [file, { bytes }] of this.service.files) this.remember(file, bytes);
  }

  async apply(step: Operation): Promise<void> {
    if (this.service.token === undefined) this.service.token = "again";
    // What was looked at a moment ago counts as seen now: nobody is quicker than that.
    await this.service.clock.advance(301);
    await this.run(this.perform(step));
    for (const [file, { bytes }] of this.service.files) this.remember(file, bytes);
    this.requireLimits();
    this.requireSilenceAfter401();
  }

  private perform(step: Operation): Promise<unknown> {
    switch (step.do) {
      case "open":
        return this.open(step.path);
      case "save":
        return this.save(step.path, step.bytes);
      case "saveTwice":
        return this.saveTwice(step.path, step.bytes, step.second);
      case "create":
        return this.create(step.path);
      case "createFolder":
        return this.attempt(() => this.mount.createDirectory(step.path));
      case "rename":
        return this.move(step.from, step.to, true);
      case "copy":
        return this.move(step.from, step.to, false);
      case "delete":
        return this.delete(step.path);
      case "remoteWrite":
        this.remoteWrite(step.path, step.bytes, step.olderMs);
        return Promise.resolve();
      case "remoteDelete":
        this.service.files.delete(step.path);
        return Promise.resolve();
      case "fault":
        this.plan(step.fault, step.on);
        return Promise.resolve();
      case "reload":
        this.mount.dispose();
        this.mount.files.dispose();
        this.mount = this.newMount();
        // Editors keep what they show, but the provider has not seen it.
        this.seen.clear();
        return Promise.resolve();
      case "wait":
        return this.service.clock.sleep(step.ms);
    }
  }

  private async open(file: string): Promise<void> {
    await this.attempt(async () => {
      const bytes = await this.mount.readFile(file);
      const stored = this.service.files.get(file);
      // Nothing was changed meanwhile: what is shown may be old only by as much as a listing may be.
      const versions = [...(this.past.get(file) ?? []), ...(stored ? [stored.bytes] : [])];
      assert.ok(
        versions.some((version) => isSame(version, bytes)),
        `${file} was read as ${bytes}`,
      );
      this.seen.set(file, bytes);
    });
  }

  private readonly past = new Map<string, Uint8Array[]>();

  /** What an editor does: it looks, asks its user about what it can see, and writes. */
  private async save(file: string, bytes: Uint8Array): Promise<void> {
    const before = this.service.files.get(file)?.bytes;
    const askedBefore = this.asked;
    let editorAsked = false;
    const saved = await this.attempt(async () => {
      this.mount.expectWrite(file);
      const shown = await this.mount.stat(file).catch((error: unknown) => {
        // VS Code takes any failure for a file that is not there.
        if (!isFileProblem(error) && !isService(error)) throw error;
        return undefined;
      });
      editorAsked =
        shown !== undefined &&
        this.seen.has(file) &&
        before !== undefined &&
        shown.sizeBytes === before.length;
      await this.mount.writeFile(file, bytes, { create: true, overwrite: true });
    });
    const after = this.service.files.get(file)?.bytes;
    if (!saved) return;
    assert.ok(after && isSame(after, bytes), `${file} was said to be saved as ${bytes} and holds ${after}`);
    if (before && !isSame(before, bytes)) this.requireKept(file, before);
    const seen = this.seen.get(file);
    const isBlind =
      before !== undefined && seen !== undefined && !isSame(before, seen) && !isSame(before, bytes);
    if (isBlind && this.asked === askedBefore) {
      // Then VS Code itself has asked: it saw another size and a newer time.
      assert.ok(editorAsked && before.length !== seen.length, `${file} was overwritten unseen`);
    }
    this.remember(file, before);
    this.seen.set(file, bytes);
  }

  private async saveTwice(file: string, first: Uint8Array, second: Uint8Array): Promise<void> {
    const before = this.service.files.get(file)?.bytes;
    const outcomes = await Promise.all(
      [first, second].map((bytes) =>
        this.attempt(() => this.mount.writeFile(file, bytes, { create: true, overwrite: true })),
      ),
    );
    const after = this.service.files.get(file)?.bytes;
    this.remember(file, before);
    this.remember(file, first);
    if (outcomes[1]) assert.ok(after && isSame(after, second), `${file} lost its second save`);
    else if (outcomes[0])
      assert.ok(after && (isSame(after, first) || isSame(after, second)), `${file} lost its first save`);
    // A save that failed takes nothing away from what its user has seen; what arrived all the same is their own.
    const isOwn = after !== undefined && (isSame(after, first) || isSame(after, second));
    if (isOwn) this.seen.set(file, after);
    else if (!before || !after || !isSame(before, after)) this.seen.delete(file);
  }

  /** "New File" of the Explorer, which VS Code performs even when its own look failed. */
  private async create(file: string): Promise<void> {
    const before = this.service.files.get(file)?.bytes;
    const knew = this.seen.has(file);
    const done = await this.attempt(() =>
      this.mount.writeFile(file, new Uint8Array(), { create: true, overwrite: true }),
    );
    const after = this.service.files.get(file)?.bytes;
    if (before && before.length > 0 && !knew)
      assert.ok(after && isSame(before, after), `${file} was emptied`);
    this.remember(file, before);
    if (done && after) this.seen.set(file, after);
  }

  private async move(from: string, to: string, isMove: boolean): Promise<void> {
    const source = this.below(from);
    const target = this.below(to);
    const done = await this.attempt(() =>
      isMove
        ? this.mount.rename(from, to, { overwrite: false })
        : this.mount.copy(from, to, { overwrite: false }),
    );
    for (const [file, bytes] of source) {
      const copy = to + file.slice(from.length);
      const stored = [file, copy].map((each) => this.service.files.get(each)?.bytes);
      assert.ok(
        stored.some((each) => each && isSame(each, bytes)),
        `${isMove ? "moving" : "copying"} ${from} to ${to} lost ${file}`,
      );
      if (done && isMove)
        assert.equal(this.service.files.has(file), false, `${file} was moved and is still there`);
      if (done) assert.ok(stored[1] && isSame(stored[1], bytes), `${copy} is not the copy of ${file}`);
      if (!isMove || !done) assert.ok(stored[0] && isSame(stored[0], bytes), `${file} was harmed`);
    }
    for (const [file, bytes] of target) {
      const now = this.service.files.get(file)?.bytes;
      assert.ok(now && isSame(now, bytes), `${file} was in the way of ${from} and was harmed`);
    }
    for (const [file, bytes] of source) {
      this.remember(file, bytes);
      if (done) this.seen.delete(to + file.slice(from.length));
    }
  }

  private async delete(target: string): Promise<void> {
    const before = this.below(target);
    this.notDeleted.clear();
    const answered = await this.attempt(() => this.mount.delete(target, { recursive: true }));
    // It may be answered before the service has done it; when that fails it is told.
    await this.mount.files.settled();
    const done = answered && this.notDeleted.size === 0;
    if (done) assert.deepEqual([...this.below(target).keys()], [], `${target} was said to be deleted`);
    for (const [file, bytes] of before) this.remember(file, bytes);
    if (done) for (const [file, bytes] of before) this.requireKept(file, bytes);
    if (done) for (const file of before.keys()) this.seen.delete(file);
  }

  private remoteWrite(file: string, bytes: Uint8Array, olderMs: number): void {
    // A service has no file where a folder is.
    if ([...this.service.files.keys()].some((other) => other.startsWith(`${file}/`))) return;
    this.remember(file, this.service.files.get(file)?.bytes);
    const before = this.service.files.get(file);
    this.service.put(file, bytes);
    const now = this.service.files.get(file);
    // Without a new time or size a change cannot be seen by anybody.
    const modifiedAt = Math.max(1, (before?.modifiedAt ?? 0) + 1_000 - olderMs * 2);
    const isAsBefore = modifiedAt === before?.modifiedAt;
    if (now) this.service.files.set(file, { ...now, modifiedAt: isAsBefore ? modifiedAt + 1 : modifiedAt });
  }

  private plan(fault: Fault, on: "upload" | "any"): void {
    let isDone = false;
    this.service.fault = async (asked) => {
      const isMeant = on === "any" || asked.path.endsWith("/upload");
      if (isDone || !isMeant) return undefined;
      isDone = true;
      switch (fault) {
        case "cutBefore":
          throw failedFetch("ECONNRESET");
        case "cutAfter":
          if (asked.path.endsWith("/upload")) await this.service.store(asked);
          throw failedFetch("ECONNRESET");
        case "busy":
          return json({ error: "Slow down" }, 429);
        case "broken":
          return new Response("<h1>Oops</h1>", { status: 500, headers: { "content-type": "text/html" } });
        case "refused":
          return json({ error: "No" }, 400);
        case "unauthorized":
          // What was sent at the same time is on its way already.
          setImmediate(() => {
            this.refusedAt = this.service.asked.length;
          });
          return json({ error: "Unauthorized" }, 401);
      }
    };
  }

  /** True when it was done; a refusal in words is fine, any other error is not. */
  private async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isFileProblem(error) || isService(error)) return false;
      throw error;
    }
  }

  private below(root: string): Map<string, Uint8Array> {
    const found = [...this.service.files].filter(([file]) => file === root || file.startsWith(`${root}/`));
    return new Map(found.map(([file, { bytes }]) => [file, bytes]));
  }

  private remember(file: string, bytes: Uint8Array | undefined): void {
    if (bytes) this.past.set(file, [...(this.past.get(file) ?? []), bytes]);
  }

  /** What was overwritten or deleted can be brought back. */
  private requireKept(file: string, bytes: Uint8Array): void {
    const isKept = this.logs.some(({ changes }) =>
      changes.some(
        ({ path: where, before }) =>
          where === file && typeof before === "object" && "bytes" in before && isSame(before.bytes, bytes),
      ),
    );
    assert.ok(isKept, `${bytes} of ${file} was not kept`);
  }

  private requireLimits(): void {
    for (const what of ["upload", "DELETE"]) {
      const times = this.service.asked
        .filter(({ method, path: where }) => where.endsWith(`/${what}`) || method === what)
        .map(({ atMs }) => atMs);
      for (const [index, time] of times.entries())
        if (index > 0) assert.ok(time - (times[index - 1] ?? 0) >= 3_000, `${what} at ${times}`);
    }
  }

  private requireSilenceAfter401(): void {
    if (this.refusedAt === undefined) return;
    assert.equal(this.service.asked.length, this.refusedAt, "a request was sent after a 401");
    this.refusedAt = undefined;
    // The user signs in again.
    this.service.token = `token ${this.service.asked.length}`;
  }

  private newMount(): MountedApp {
    const { service } = this;
    const client = new ServiceClient({
      baseUrl: "https://service.test/",
      token: () => service.token,
      wire: () => service.wire,
      requestTimeoutMs: () => 30_000,
      clock: service.clock,
      logger: service.logger,
      pace: {
        accountId: "one",
        files: this.machine,
        windowId: `window ${++this.windows}`,
        isWindowAlive: (id) => id === `window ${this.windows}`,
      },
      fetch: service.fetch,
    });
    const wire = clientWire(
      "app1",
      () => client,
      () => 30_000,
    );
    const { files, log } = appFilesOver(wire, service.clock);
    this.logs.push(log);
    return new MountedApp(files, {
      clock: service.clock,
      maxOpenBytes: () => 1_000_000,
      copyDialog: quietCopy,
      askLoss: async () => false,
      beginOperation: async () => log,
      onDeletionFailed: (left) => {
        for (const { path: still } of left) this.notDeleted.add(still);
      },
      askConflict: async () => this.answers[this.asked++ % this.answers.length] ?? "cancel",
      pendingFolders: new PendingFolders(this.pending, (saved) => {
        this.pending = saved;
      }),
    });
  }

  /** Lets time pass whenever everybody only waits for it. */
  private async run(work: Promise<unknown>): Promise<void> {
    let isSettled = false;
    const note = (): void => {
      isSettled = true;
    };
    work.then(note, note);
    const until = this.service.clock.now() + 60 * 60_000;
    while (!isSettled) {
      await this.service.clock.settle();
      if (isSettled) break;
      assert.ok(this.service.clock.now() < until, "an operation did not end within an hour");
      // Hashing goes on in a thread of its own and needs no time of this clock.
      if (this.service.clock.sleeping > 0) await this.service.clock.advance(200);
    }
    await work;
  }
}

function isService(error: unknown): boolean {
  return error instanceof Error && error.name === "ServiceError";
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

describe("a mounted app in any history", () => {
  it(`loses nothing, invents nothing and keeps the limits in ${sequences} random sequences`, async function () {
    this.timeout(300_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 3, maxLength: 14 }),
        fc.array(fc.constantFrom("overwrite" as const, "cancel" as const), { minLength: 1, maxLength: 3 }),
        async (steps, answers) => {
          const history = new History(answers);
          for (const step of steps) await history.apply(step);
        },
      ),
      { numRuns: sequences },
    );
  });
});
