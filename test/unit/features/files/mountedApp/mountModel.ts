// Random histories of a mounted app against a model of what must be true: people, faults, reloads and others who
// write to the same app. The client is the real one; the service is in memory and its clock is the test's.
import assert from "node:assert/strict";
import fc from "fast-check";
import { it } from "mocha";
import { ServiceClient } from "../../../../../src/api/serviceClient";
import { clientWire } from "../../../../../src/appFiles/clientWire";
import { isFileProblem } from "../../../../../src/core/errors/fileProblem";
import { isServiceError } from "../../../../../src/core/errors/serviceError";
import { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import { PendingFolders } from "../../../../../src/features/files/mountedApp/pendingFolders";
import { appFilesOver, type RememberedChanges } from "../../../../support/appFilesHarness";
import { MemoryMachineFiles } from "../../../../support/memoryMachineFiles";
import { failedFetch, json, SimulatedHttp } from "../../../../support/simulatedHttp";
import { startTimeoutMs } from "../../../../support/waitUntil";
import { quietMount, save } from "./mountHarness";

const cutOff = (): never => {
  throw failedFetch("ECONNRESET");
};
/** What is answered instead of an answer of the service. */
const faults = {
  cutBefore: cutOff,
  cutAfter: cutOff,
  busy: () => json({ error: "Slow down" }, 429),
  broken: () => new Response("<h1>Oops</h1>", { status: 500, headers: { "content-type": "text/html" } }),
  unauthorized: () => json({ error: "Unauthorized" }, 401),
  refused: () => json({ error: "No" }, 400),
};
type Fault = keyof typeof faults;

/** One history: the service, the mount, and what its user has seen and was told. */
class History {
  readonly service = new SimulatedHttp();
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

  async apply([name, args]: Step): Promise<void> {
    if (this.service.token === undefined) this.service.token = "again";
    // What was looked at a moment ago counts as seen now: no person is quicker than that.
    await this.service.clock.advance(301);
    const step = this[name] as (...given: readonly unknown[]) => unknown;
    await this.service.clock.finish(Promise.resolve(step.apply(this, args)), 60 * 60_000);
    for (const [file, { bytes }] of this.service.files) this.remember(file, bytes);
    this.requireLimits();
    this.requireSilenceAfter401();
  }

  remoteDelete(file: string): void {
    this.service.files.delete(file);
  }

  reload(): void {
    this.mount.dispose();
    this.mount.files.dispose();
    this.mount = this.newMount();
    // Editors keep what they show, but the provider has not seen it.
    this.seen.clear();
  }

  wait(ms: number): Promise<void> {
    return this.service.clock.sleep(ms);
  }

  async createFolder(folder: string): Promise<void> {
    await this.attempt(() => this.mount.createDirectory(folder));
  }

  rename(from: string, to: string): Promise<void> {
    return this.move(from, to, true);
  }

  copy(from: string, to: string): Promise<void> {
    return this.move(from, to, false);
  }

  async open(file: string): Promise<void> {
    await this.attempt(async () => {
      const bytes = await this.mount.readFile(file);
      // What is shown may be as old as a listing.
      const versions = [...(this.past.get(file) ?? []), this.bytesOf(file)];
      assert.ok(
        versions.some((version) => isSame(version, bytes)),
        `${file} was read as ${bytes}`,
      );
      this.seen.set(file, bytes);
    });
  }

  private readonly past = new Map<string, Uint8Array[]>();

  /** What an editor does: it looks, asks its user about what it can see, and writes. */
  async save(file: string, bytes: Uint8Array): Promise<void> {
    const before = this.bytesOf(file);
    const askedBefore = this.asked;
    let editorAsked = false;
    const saved = await this.attempt(async () => {
      this.mount.expectWrite(file);
      const shown = await this.mount.stat(file).catch((error: unknown) => {
        // VS Code takes any failure for a file that is not there.
        if (!isFileProblem(error) && !isServiceError(error)) throw error;
        return undefined;
      });
      editorAsked =
        shown !== undefined &&
        this.seen.has(file) &&
        before !== undefined &&
        shown.sizeBytes === before.length;
      await this.mount.writeFile(file, bytes, save);
    });
    const after = this.bytesOf(file);
    if (!saved) return;
    assert.ok(isSame(after, bytes), `${file} was said to be saved as ${bytes} and holds ${after}`);
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

  async saveTwice(file: string, first: Uint8Array, second: Uint8Array): Promise<void> {
    const before = this.bytesOf(file);
    const outcomes = await Promise.all(
      [first, second].map((bytes) => this.attempt(() => this.mount.writeFile(file, bytes, save))),
    );
    const after = this.bytesOf(file);
    this.remember(file, before);
    this.remember(file, first);
    if (outcomes[1]) assert.ok(isSame(after, second), `${file} lost its second save`);
    else if (outcomes[0])
      assert.ok(after && (isSame(after, first) || isSame(after, second)), `${file} lost its first save`);
    // A save that failed takes nothing away from what its user has seen; what arrived all the same is their own.
    const isOwn = after !== undefined && (isSame(after, first) || isSame(after, second));
    if (isOwn) this.seen.set(file, after);
    else if (!before || !isSame(after, before)) this.seen.delete(file);
  }

  /** "New File" of the Explorer, which VS Code performs even when its own look failed. */
  async create(file: string): Promise<void> {
    const before = this.bytesOf(file);
    const knew = this.seen.has(file);
    const done = await this.attempt(() => this.mount.writeFile(file, new Uint8Array(), save));
    const after = this.bytesOf(file);
    if (before && before.length > 0 && !knew)
      assert.ok(after && isSame(before, after), `${file} was emptied`);
    this.remember(file, before);
    if (done && after) this.seen.set(file, after);
  }

  private async move(from: string, to: string, isMove: boolean): Promise<void> {
    const source = this.below(from);
    const target = this.below(to);
    const act = isMove ? "rename" : "copy";
    const done = await this.attempt(() => this.mount[act](from, to, { overwrite: false }));
    for (const [file, bytes] of source) {
      const copy = to + file.slice(from.length);
      const stored = [file, copy].map(this.bytesOf, this);
      assert.ok(
        stored.some((each) => isSame(each, bytes)),
        `the ${act} of ${from} to ${to} lost ${file}`,
      );
      if (done && isMove) assert.equal(stored[0], undefined, `${file} was moved and is still there`);
      if (done) assert.ok(isSame(stored[1], bytes), `${copy} is not the copy of ${file}`);
      if (!isMove || !done) assert.ok(isSame(stored[0], bytes), `${file} was harmed`);
    }
    for (const [file, bytes] of target) {
      assert.ok(isSame(this.bytesOf(file), bytes), `${file} was in the way of ${from} and was harmed`);
    }
    for (const [file, bytes] of source) {
      this.remember(file, bytes);
      if (done) this.seen.delete(to + file.slice(from.length));
    }
  }

  async delete(target: string): Promise<void> {
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

  remoteWrite(file: string, bytes: Uint8Array, olderMs: number): void {
    // A service has no file where a folder is.
    if ([...this.service.files.keys()].some((other) => other.startsWith(`${file}/`))) return;
    this.remember(file, this.bytesOf(file));
    const before = this.service.files.get(file)?.modifiedAt;
    const modifiedAt = Math.max(1, (before ?? 0) + 1_000 - olderMs * 2);
    // A change that has neither a new time nor a new size cannot be seen.
    this.service.files.set(file, { bytes, modifiedAt: modifiedAt === before ? modifiedAt + 1 : modifiedAt });
  }

  planFault(fault: Fault, on: "upload" | "any"): void {
    let isDone = false;
    this.service.fault = async (asked) => {
      const isUpload = asked.path.endsWith("/upload");
      if (isDone || (on === "upload" && !isUpload)) return undefined;
      isDone = true;
      if (fault === "cutAfter" && isUpload) await this.service.store(asked);
      // Requests of the same moment are already sent.
      if (fault === "unauthorized")
        setImmediate(() => {
          this.refusedAt = this.service.asked.length;
        });
      return faults[fault]();
    };
  }

  /** True when it was done; a refusal in words is fine, any other error is not. */
  private async attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isFileProblem(error) || isServiceError(error)) return false;
      throw error;
    }
  }

  private bytesOf(file: string): Uint8Array | undefined {
    return this.service.files.get(file)?.bytes;
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
      ...quietMount(service.clock, log),
      onDeletionFailed: (left) => {
        for (const { path: still } of left) this.notDeleted.add(still);
      },
      askConflict: async () => this.answers[this.asked++ % this.answers.length] ?? "cancel",
      pendingFolders: new PendingFolders(this.pending, (saved) => {
        this.pending = saved;
      }),
    });
  }
}

function isSame(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index]);
}

type StepName = Exclude<keyof History, "service" | "apply">;
type Step = readonly [name: StepName, args: unknown[]];

/** A step and where its arguments are drawn from. */
function step<Name extends StepName, Args extends unknown[] = Parameters<History[Name]>>(
  weight: number,
  name: Name,
  ...args: { [Index in keyof Args]: fc.Arbitrary<Args[Index]> }
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> } {
  return { weight, arbitrary: fc.tuple(fc.constant(name), fc.tuple(...args)) };
}

const paths = ["/a.txt", "/b #%.txt", "/d/a.txt", "/d/e/c.bin", "/é/x.txt"];
const folders = ["/d", "/d/e", "/n", "/n/m"];
const path = fc.constantFrom(...paths);
const folder = fc.constantFrom(...folders);
const place = fc.constantFrom(...paths, ...folders);
const content = fc.oneof(
  fc.string({ maxLength: 6 }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 6 }),
);
const steps = fc.oneof(
  step(4, "open", path),
  step(5, "save", path, content),
  step(2, "saveTwice", path, content, content),
  step(1, "create", path),
  step(1, "createFolder", folder),
  step(1, "rename", place, place),
  step(1, "copy", place, place),
  step(2, "delete", place),
  step(3, "remoteWrite", path, content, fc.constantFrom(0, 0, 60_000)),
  step(1, "remoteDelete", path),
  step(
    3,
    "planFault",
    fc.constantFrom(...(Object.keys(faults) as Fault[])),
    fc.constantFrom("upload", "any"),
  ),
  step(1, "reload"),
  step(2, "wait", fc.constantFrom(1, 1_500, 12_000)),
);

/** Declares the test that runs this many random histories. */
export function testMountHistories(count: number): void {
  it(`loses nothing, invents nothing and keeps the limits in ${count} random histories`, async function () {
    this.timeout(startTimeoutMs);
    const answers = fc.array(fc.constantFrom("overwrite", "cancel"), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 14 }), answers, async (all, answers) => {
        const history = new History(answers);
        for (const each of all) await history.apply(each);
      }),
      { numRuns: count },
    );
  });
}
