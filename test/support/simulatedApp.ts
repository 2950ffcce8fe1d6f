// One app of the simulated service on a test's clock. Requests arrive at once, and each is of an account of its own, so
// that no rate limit refuses it.
import type { Clock } from "../../src/core/async/clock";
import { type Content, Contents } from "../simulation/contents";
import { Dice } from "../simulation/random";
import type { Sent, Tree } from "../simulation/record";
import { Life, Scheduler } from "../simulation/scheduler";
import { type Reply, SimulatedService } from "../simulation/service";
import { wallStart } from "../simulation/virtualClock";

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

const byOthers = { by: "colleague" } as const;

/** Bytes of which it does not matter who wrote the same before. */
function contentOf(bytes: Uint8Array): Content {
  return { bytes: bytes.slice(), size: bytes.length, name: "", isDebris: false };
}

/** The files of an app as a map by path; what a test changes here, other people change. */
class StoredFiles {
  constructor(private readonly tree: Tree) {}

  get(path: string): StoredFile | undefined {
    const node = this.tree.node(path);
    return node?.type === "file" ? { bytes: node.content.bytes, modifiedAt: node.modifiedAt } : undefined;
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  set(path: string, { bytes, modifiedAt }: StoredFile): void {
    this.tree.put(path, contentOf(bytes), byOthers, modifiedAt);
  }

  delete(path: string): void {
    this.tree.remove(path, byOthers);
  }

  clear(): void {
    for (const path of this.keys()) this.delete(path);
  }

  keys(): string[] {
    return this.tree.filesWithin("/").map(([path]) => path);
  }

  *[Symbol.iterator](): Iterator<[string, StoredFile]> {
    for (const [path, { content, modifiedAt }] of this.tree.filesWithin("/"))
      yield [path, { bytes: content.bytes, modifiedAt }];
  }

  get size(): number {
    return this.keys().length;
  }
}

export class SimulatedApp {
  readonly files: StoredFiles;
  readonly tree: Tree;
  private readonly settings: { hasWholeSeconds: boolean; filesBehindMs: number; filesAheadMs: number };
  private readonly scheduler = new Scheduler(1);
  private readonly service: SimulatedService;
  private readonly life = new Life("test", 0, 1);
  private lastId = 0;

  /** `aheadMs`: the service's clock less the test's. */
  constructor(
    private readonly clock: Clock,
    aheadMs = 0,
  ) {
    const settings = {
      ...{ apps: ["app"], hasWholeSeconds: false, lagMs: 0, aheadMs: aheadMs - wallStart },
      ...({ filesBehindMs: 0, filesAheadMs: 0, unlisted: "", decodes: "utf8", uploadPath: "set" } as const),
    };
    this.settings = settings;
    const nothing = (): void => undefined;
    const events = { onChange: nothing, onHiddenLost: nothing, onRefused: nothing };
    this.passTime();
    this.service = new SimulatedService(this.scheduler, new Dice(1), new Contents(), settings, events);
    this.tree = this.service.tree("app");
    this.files = new StoredFiles(this.tree);
  }

  /** The service's own time; a test that sets the machine's clock leaves it alone. */
  get now(): number {
    this.passTime();
    return this.service.nowMs;
  }

  /** The Date header of an answer, in milliseconds since the epoch. */
  get date(): number {
    this.passTime();
    return this.service.date;
  }

  /** Whether modification times are whole seconds. */
  get hasWholeSeconds(): boolean {
    return this.settings.hasWholeSeconds;
  }

  /** Files are stamped so far behind the service's `Date`. */
  set filesBehindMs(value: number) {
    this.settings.filesBehindMs = value;
  }

  /** Files are stamped so far ahead of it. */
  set filesAheadMs(value: number) {
    this.settings.filesAheadMs = value;
  }

  set hasWholeSeconds(value: boolean) {
    this.settings.hasWholeSeconds = value;
  }

  /** Other people write a file, at the time of the service unless told: two files may have one time. */
  put(path: string, content: string | Uint8Array, modifiedAt?: number): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const exact = this.now + this.settings.filesAheadMs - this.settings.filesBehindMs;
    const now = this.hasWholeSeconds ? Math.floor(exact / 1_000) * 1_000 : exact;
    this.files.set(path, { bytes, modifiedAt: modifiedAt ?? now });
  }

  text(path: string): string | undefined {
    const file = this.files.get(path);
    return file && new TextDecoder().decode(file.bytes);
  }

  /** All files as texts by path. */
  get texts(): Record<string, string> {
    return Object.fromEntries(
      this.files
        .keys()
        .sort()
        .map((path) => [path, this.text(path) ?? ""]),
    );
  }

  /** Carries out a request and answers it. */
  receive(kind: Sent["kind"], paths: readonly string[], bytes?: Uint8Array): Reply {
    this.passTime();
    const id = ++this.lastId;
    const sent: Sent = {
      ...{ life: this.life, app: "app", kind, paths, changes: [], fault: undefined },
      content: bytes && contentOf(bytes),
      archived: undefined,
      ...{ sentAt: this.scheduler.nowMs, arrivedAt: this.scheduler.nowMs, givenUpAt: undefined },
    };
    return this.service.receive({ sent, token: "", account: `account ${id}`, fault: undefined });
  }

  private passTime(): void {
    this.scheduler.nowMs = this.clock.monotonicMs();
  }
}
