// An app's files in memory, as a mount sees the service: answers can be held back, fail, or change behind its back.

import { nameOf, parentOf } from "../../src/core/appPath";
import type { Clock } from "../../src/core/clock";
import type { FileEntry } from "../../src/core/model";
import { ServiceError } from "../../src/core/serviceError";
import type { RemoteFiles, RemoteWriteOptions } from "../../src/features/files/remoteFiles";

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

export class RememberedFiles implements RemoteFiles {
  /** What was asked, in order, such as "LIST /" and "UPLOAD /a.txt". */
  readonly requests: string[] = [];
  readonly files = new Map<string, StoredFile>();
  /** Requests that start with one of these fail. */
  readonly failing = new Set<string>();
  /** What they fail with. */
  failWith: ServiceError | undefined;
  /** The next listing shows nothing, as half an answer would. */
  emptyOnce = false;
  /** Told of each request before it is answered; may change files, or throw. */
  onRequest: (request: string) => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly serviceClockOffsetMs = 0,
  ) {}

  /** Somebody else writes a file. */
  put(path: string, text: string, modifiedAt = this.serviceNow()): void {
    this.files.set(path, { bytes: new TextEncoder().encode(text), modifiedAt });
  }

  text(path: string): string | undefined {
    const file = this.files.get(path);
    return file && new TextDecoder().decode(file.bytes);
  }

  async list(directory: string): Promise<readonly FileEntry[]> {
    this.request(`LIST ${directory}`);
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
    return [...entries.values()];
  }

  async readBytes(path: string): Promise<Uint8Array> {
    this.request(`READ ${path}`);
    const file = this.files.get(path);
    if (!file) throw new ServiceError("notFound", path, { status: 404 });
    return file.bytes;
  }

  async readText(path: string): Promise<string | undefined> {
    return new TextDecoder().decode(await this.readBytes(path));
  }

  async write(path: string, bytes: Uint8Array, options: RemoteWriteOptions): Promise<FileEntry> {
    await options.beforeSend?.();
    this.request(`UPLOAD ${path}`);
    this.files.set(path, { bytes, modifiedAt: this.serviceNow() });
    const entry = (await this.list(parentOf(path))).find(({ name }) => name === nameOf(path));
    if (!entry) throw new Error(`${path} was not stored`);
    return entry;
  }

  async remove(paths: readonly string[]): Promise<void> {
    this.request(`DELETE ${paths.join(" ")}`);
    for (const path of paths) {
      for (const file of [...this.files.keys()]) {
        if (file === path || file.startsWith(`${path}/`)) this.files.delete(file);
      }
    }
  }

  private request(text: string): void {
    this.requests.push(text);
    if ([...this.failing].some((start) => text.startsWith(start))) {
      throw this.failWith ?? new ServiceError("server", text, { status: 500 });
    }
    this.onRequest(text);
  }

  private serviceNow(): number {
    return this.clock.now() + this.serviceClockOffsetMs;
  }
}
