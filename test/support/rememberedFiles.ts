// The simulated service behind the engine's FileService for one app: responses can be delayed, changed, or fail.

import type { Deletion, PathAnswer } from "../../src/api/dialect/answers";
import type { DownloadOptions, SendOptions } from "../../src/api/http/exchange";
import { errorFromAnswer } from "../../src/api/http/toServiceError";
import { readDeletion, readPathContent } from "../../src/api/schemas";
import type { FileService } from "../../src/appFiles/read/fileService";
import type { ServiceError } from "../../src/core/errors/serviceError";
import type { FileEntry } from "../../src/core/model/model";
import type { Reply } from "../simulation/service";
import { SimulatedApp } from "./simulatedApp";

const call = { method: "GET", template: "/v1/apps/{appId}/files" } as const;

export class RememberedFiles extends SimulatedApp implements FileService {
  readonly timeoutMs = 30_000;
  /** Number of hidden entries by folder. */
  readonly hidden = new Map<string, number>();
  /** A deletion may be sent at once. */
  isRemoveFree = true;
  /** In order, such as "LIST /" and "UPLOAD /a.txt". */
  readonly requests: string[] = [];
  /** Prefixes of requests that fail. */
  readonly failing = new Set<string>();
  failWith: ServiceError | undefined;
  /** The next listing is empty, like an incomplete response. */
  emptyOnce = false;
  /** Replaces the entries of a listing. */
  onEntries: (directory: string, entries: readonly FileEntry[]) => readonly FileEntry[] = (_, entries) =>
    entries;
  /** Before each request is carried out; may change files, throw, or delay it. */
  onRequest: (request: string) => Promise<void> | void = () => undefined;
  /** After a change is carried out and before its response; a throw loses the response. */
  onCarriedOut: (request: string) => Promise<void> | void = () => undefined;
  /** The wait of a queued change, before its last look. */
  onTurn: (request: string) => Promise<void> | void = () => undefined;
  /** Replaces storing the upload. */
  onUpload: ((path: string, bytes: Uint8Array) => void) | undefined;

  canRemoveNow(): boolean {
    return this.isRemoveFree;
  }

  async observe(path: string): Promise<PathAnswer> {
    await this.request(`${this.files.has(path) ? "READ" : "LIST"} ${path}`);
    const { json } = this.answered("look", [path]);
    const { content, dropped } = readPathContent(json, path, call);
    const answer = { hidden: dropped + (this.hidden.get(path) ?? 0), dateMs: this.date };
    if (!content.isDirectory) return { ...answer, content };
    const entries = this.emptyOnce ? [] : this.onEntries(path, content.entries);
    this.emptyOnce = false;
    return { ...answer, content: { ...content, entries } };
  }

  async download(path: string, _options: DownloadOptions = {}): Promise<Uint8Array> {
    await this.request(`READ ${path}`);
    return this.answered("download", [path]).bytes ?? new Uint8Array();
  }

  async upload(path: string, bytes: Uint8Array, options: SendOptions = {}): Promise<void> {
    const request = `UPLOAD ${path}`;
    await this.begin(request, options);
    if (this.onUpload) this.onUpload(path, bytes);
    else this.store(path, bytes);
    await this.onCarriedOut(request);
  }

  async remove(paths: readonly string[], options: SendOptions = {}): Promise<Deletion> {
    const request = `DELETE ${paths.join(" ")}`;
    await this.begin(request, options);
    const { json } = this.answered("delete", paths);
    await this.onCarriedOut(request);
    return readDeletion(json, call);
  }

  /** Like an upload, at service time. */
  store(path: string, bytes: Uint8Array): void {
    this.answered("upload", [path], bytes);
  }

  serviceNow(): number {
    return this.now;
  }

  private async begin(request: string, options: SendOptions): Promise<void> {
    await this.onTurn(request);
    await options.beforeSend?.();
    options.signal?.throwIfAborted();
    options.onDidSend?.();
    await this.request(request);
  }

  private async request(text: string): Promise<void> {
    this.requests.push(text);
    if ([...this.failing].some((start) => text.startsWith(start)))
      throw this.failWith ?? this.failure({ status: 500, json: { error: text } });
    await this.onRequest(text);
  }

  private answered(...request: Parameters<SimulatedApp["receive"]>): Reply {
    const reply = this.receive(...request);
    if (reply.status >= 300) throw this.failure(reply);
    return reply;
  }

  private failure({ status, json }: Reply): ServiceError {
    const answer = {
      status,
      bodyText: JSON.stringify(json),
      secret: "no token",
      retryAfter: undefined,
      date: undefined,
    };
    return errorFromAnswer(call, answer, this.now);
  }
}
