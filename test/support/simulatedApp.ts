// One app of the simulated service on a fake clock. Requests arrive at once, each on its own account, so that
// no rate limit applies.
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

function contentOf(bytes: Uint8Array): Content {
  return { bytes: bytes.slice(), size: bytes.length, name: "", isDebris: false };
}

/** By path; a test's changes count as another author's. */
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
  private readonly settings: {
    hasWholeSeconds: boolean;
    filesBehindMs: number;
    filesAheadMs: number;
    names: "distinct" | "folded";
    aheadMs: number;
  };
  private readonly scheduler = new Scheduler(1);
  private readonly service: SimulatedService;
  private readonly life = new Life("test", 0, 1);
  private lastId = 0;

  /** `aheadMs`: the service's clock minus the test's. */
  constructor(
    private readonly clock: Clock,
    aheadMs = 0,
  ) {
    const settings = {
      names: "distinct" as "distinct" | "folded",
      ...{ apps: ["app"], hasWholeSeconds: false, lagMs: 0, aheadMs: aheadMs - wallStart },
      ...({ filesBehindMs: 0, filesAheadMs: 0, fileTimes: "written", unlisted: "" } as const),
      ...({ decodes: "utf8", uploadPath: "set" } as const),
    };
    this.settings = settings;
    const nothing = (): void => undefined;
    const events = { onChange: nothing, onHiddenLost: nothing, onRefused: nothing };
    this.passTime();
    this.service = new SimulatedService(this.scheduler, new Dice(1), new Contents(), settings, events);
    this.tree = this.service.tree("app");
    this.files = new StoredFiles(this.tree);
  }

  /** Service time; unaffected by the machine's wall clock. */
  get now(): number {
    this.passTime();
    return this.service.nowMs;
  }

  /** In milliseconds since the epoch. */
  get date(): number {
    this.passTime();
    return this.service.date;
  }

  /** Modification times are whole seconds. */
  get hasWholeSeconds(): boolean {
    return this.settings.hasWholeSeconds;
  }

  /** Files' clock behind the Date header. */
  set filesBehindMs(value: number) {
    this.settings.filesBehindMs = value;
  }

  /** Files' clock ahead of it. */
  set filesAheadMs(value: number) {
    this.settings.filesAheadMs = value;
  }

  /** Time passes here, but not for the machine's monotonic clock: the machine sleeps. */
  passUncounted(ms: number): void {
    this.settings.aheadMs += ms;
  }

  /** Takes names that differ only in letter case for one, and lists the lower-case name. */
  set foldsNames(value: boolean) {
    this.settings.names = value ? "folded" : "distinct";
  }

  set hasWholeSeconds(value: boolean) {
    this.settings.hasWholeSeconds = value;
  }

  /** By another author, at service time by default: two files may have one time. */
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

  /** By path. */
  get texts(): Record<string, string> {
    return Object.fromEntries(
      this.files
        .keys()
        .sort()
        .map((path) => [path, this.text(path) ?? ""]),
    );
  }

  receive(kind: Sent["kind"], paths: readonly string[], bytes?: Uint8Array): Reply {
    this.passTime();
    const id = ++this.lastId;
    const sent: Sent = {
      ...{ life: this.life, app: "app", kind, paths, asked: paths, changes: [], fault: undefined },
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
