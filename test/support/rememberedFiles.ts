// An app's files in memory, as the engine sees the service: answers can be held back, fail, or change behind its back.

import type { SendOptions } from "../../src/api/callOptions";
import type { AppWire, PathAnswer, WireDeletion } from "../../src/appFiles/appWire";
import type { Clock } from "../../src/core/async/clock";
import { ServiceError } from "../../src/core/errors/serviceError";
import type { FileEntry } from "../../src/core/model/model";

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

export class RememberedFiles implements AppWire {
  readonly timeoutMs = 30_000;
  /** Entries that listings of these folders hold and do not show. */
  readonly hidden = new Map<string, number>();
  /** The service's times are whole seconds. */
  hasWholeSeconds = false;
  /** Whether a deletion need not wait. */
  isRemoveFree = true;
  /** What was asked, in order, such as "LIST /" and "UPLOAD /a.txt". */
  readonly requests: string[] = [];
  readonly files = new Map<string, StoredFile>();
  /** Requests that start with one of these fail. */
  readonly failing = new Set<string>();
  /** What they fail with. */
  failWith: ServiceError | undefined;
  /** The next listing shows nothing, as half an answer would. */
  emptyOnce = false;
  /** What a listing shows instead of the entries that are there. */
  onEntries: (directory: string, entries: readonly FileEntry[]) => readonly FileEntry[] = (_, entries) =>
    entries;
  /** Told of each request before it is carried out; may change files, throw, or hold it up. */
  onRequest: (request: string) => Promise<void> | void = () => undefined;
  /** Told of each change when it was carried out and not answered yet; may throw: then the answer is lost. */
  onCarriedOut: (request: string) => Promise<void> | void = () => undefined;
  /** A change waits so long for its turn, before the last look at what it changes. */
  onTurn: (request: string) => Promise<void> | void = () => undefined;
  /** What the service does with an upload; stores it when absent. */
  onUpload: ((path: string, bytes: Uint8Array) => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly serviceClockOffsetMs = 0,
  ) {}

  /** Somebody else writes a file. */
  put(path: string, text: string, modifiedAt = this.stamped(this.serviceNow())): void {
    this.files.set(path, { bytes: new TextEncoder().encode(text), modifiedAt });
  }

  text(path: string): string | undefined {
    const file = this.files.get(path);
    return file && new TextDecoder().decode(file.bytes);
  }

  canRemoveNow(): boolean {
    return this.isRemoveFree;
  }

  async observe(path: string): Promise<PathAnswer> {
    if (this.files.has(path)) {
      await this.request(`READ ${path}`);
      const file = this.files.get(path);
      if (!file) throw new ServiceError("notFound", path, { status: 404 });
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes);
      return { ...this.stamp(), hidden: 0, content: { isDirectory: false, path, text } };
    }
    await this.request(`LIST ${path}`);
    const entries = this.list(path);
    const hidden = this.hidden.get(path) ?? 0;
    return { ...this.stamp(), hidden, content: { isDirectory: true, path, entries } };
  }

  private list(directory: string): readonly FileEntry[] {
    if (this.emptyOnce) {
      this.emptyOnce = false;
      return [];
    }
    const inside = directory === "/" ? "/" : `${directory}/`;
    const entries = new Map<string, FileEntry>();
    for (const [path, { bytes, modifiedAt }] of this.files) {
      if (!path.startsWith(inside)) continue;
      const [name = "", ...below] = path.slice(inside.length).split("/");
      const type = below.length > 0 ? "directory" : "file";
      entries.set(name, {
        name,
        type,
        sizeBytes: type === "file" ? bytes.byteLength : 0,
        createdAt: 1,
        modifiedAt: type === "file" ? modifiedAt : 1,
      });
    }
    if (entries.size === 0 && directory !== "/")
      throw new ServiceError("notFound", directory, { status: 404 });
    return this.onEntries(directory, [...entries.values()]);
  }

  async download(path: string): Promise<Uint8Array> {
    await this.request(`READ ${path}`);
    const file = this.files.get(path);
    if (!file) throw new ServiceError("notFound", path, { status: 404 });
    return file.bytes;
  }

  async upload(path: string, bytes: Uint8Array, options: SendOptions = {}): Promise<void> {
    const request = `UPLOAD ${path}`;
    await this.begin(request, options);
    if (this.onUpload) this.onUpload(path, bytes);
    else this.store(path, bytes);
    await this.onCarriedOut(request);
  }

  async remove(paths: readonly string[], options: SendOptions = {}): Promise<WireDeletion> {
    const request = `DELETE ${paths.join(" ")}`;
    await this.begin(request, options);
    for (const path of paths) {
      for (const file of [...this.files.keys()]) {
        if (file === path || file.startsWith(`${path}/`)) this.files.delete(file);
      }
    }
    await this.onCarriedOut(request);
    return { deleted: paths, failed: [] };
  }

  /** As an upload does, at the service's own time. */
  store(path: string, bytes: Uint8Array): void {
    this.files.set(path, { bytes, modifiedAt: this.nextTime() });
  }

  private async begin(request: string, options: SendOptions): Promise<void> {
    await this.onTurn(request);
    await options.beforeSend?.();
    options.signal?.throwIfAborted();
    options.onDidSend?.();
    await this.request(request);
  }

  private stamp(): { readonly serviceTime: number } {
    return { serviceTime: Math.floor(this.serviceNow() / 1_000) * 1_000 };
  }

  /** No two files are stored at one time. */
  private nextTime(): number {
    this.lastTime = Math.max(this.serviceNow(), this.lastTime + 1);
    return this.stamped(this.lastTime);
  }

  private stamped(time: number): number {
    return this.hasWholeSeconds ? Math.floor(time / 1_000) * 1_000 : time;
  }

  private lastTime = 0;

  private async request(text: string): Promise<void> {
    this.requests.push(text);
    if ([...this.failing].some((start) => text.startsWith(start))) {
      throw this.failWith ?? new ServiceError("server", text, { status: 500 });
    }
    await this.onRequest(text);
  }

  /** Nobody sets the service's clock. */
  serviceNow(): number {
    return this.clock.monotonicMs() + this.serviceClockOffsetMs;
  }
}
