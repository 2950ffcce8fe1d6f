// The four calls on an app's files (docs/interface.md#endpoints), in the dialect that responses show.

import { type Clock, stopwatch } from "../core/async/clock";
import { isServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import { nameOf, normalizeAppPath, parentOf } from "../core/paths/appPath";
import type { Calls } from "./calls";
import { type Deletion, deletionOf, type PathAnswer } from "./dialect/answers";
import { type Attempt, PathNames } from "./dialect/pathNames";
import type { ServiceDialect } from "./dialect/serviceDialect";
import { NotReady, UploadDialect } from "./dialect/uploadDialect";
import type { ProbeCalls, ProbeUpload } from "./dialect/uploadProbe";
import type { CallOptions, DownloadOptions, HttpAnswer, HttpRequest, SendOptions } from "./http/exchange";
import type { FailedCall } from "./http/toServiceError";
import type { AccountLimits } from "./limits/accountLimits";
import { requireFilePath, requireUploadPath } from "./requestBodies";
import { routes } from "./routes";
import { readDeletion, readPathContent } from "./schemas";
import { TransferSpeed } from "./transferSpeed";

interface FileCallsParts {
  readonly calls: Calls;
  readonly limits: AccountLimits;
  readonly dialect: ServiceDialect;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeoutMs: (options: CallOptions) => number;
}

/** A file may have grown since its listing, as a log does. */
const growthSlackBytes = 64 * 1024 * 1024;
/** With an unproven path parameter a download is held in memory until its length matches the listing. */
const mostHeldBytes = 64 * 1024 * 1024;

export class FileCalls implements ProbeCalls {
  readonly uploads: UploadDialect;
  private readonly upSpeed = new TransferSpeed();
  private readonly downSpeed = new TransferSpeed();
  private readonly names: PathNames;

  constructor(private readonly parts: FileCallsParts) {
    this.names = new PathNames(parts.dialect);
    this.uploads = new UploadDialect({ ...parts, calls: this });
  }

  sendTimeoutMs(timeoutMs: number, bytes: number): number {
    return this.upSpeed.limitMs(timeoutMs, bytes);
  }

  /** docs/interface.md#read-a-path. ServiceError "dialect" when no name of the path parameter is applied. */
  async readPath(appId: string, path: string, options: CallOptions): Promise<PathAnswer> {
    const asked = normalizeAppPath(path);
    if (asked !== "/") requireFilePath(asked);
    const { clock } = this.parts;
    const askedAt = clock.monotonicMs();
    const answer =
      asked === "/"
        ? (await this.readOnce(appId, asked, { query: {}, options })).answer
        : await this.names.find({ part: "listPathParameter", isThere: false }, async (name) =>
            this.readOnce(appId, asked, { query: { [name]: asked }, options }),
          );
    this.uploads.saw(appId, asked, answer, askedAt);
    return answer;
  }

  /**
   * docs/interface.md#upload-a-file: one request, unless the response is 429 or the dialect must be probed
   * first. `bytes` must not change until it settles. ServiceError "badInput", before anything is sent, for a
   * name that no upload can carry; "misplaced" while writes are stopped.
   */
  async uploadFile(appId: string, path: string, bytes: Uint8Array, options: SendOptions): Promise<void> {
    const file = normalizeAppPath(path);
    requireUploadPath(file);
    const { dialect } = this.parts;
    const target = () => (dialect.get("uploadTarget") === "file" ? file : parentOf(file));
    const query = (): Readonly<Record<string, string>> =>
      target() === "/" || parentOf(file) === "/" ? {} : { [dialect.get("uploadPathParameter")]: target() };
    for (;;) {
      try {
        return await this.send(
          appId,
          { query, name: nameOf(file), bytes },
          {
            ...options,
            beforeSend: async () => {
              await this.uploads.requireReady(appId, file);
              const elapsedMs = stopwatch(this.parts.clock);
              await options.beforeSend?.();
              // It may have waited for downloads: another client may have put a file where this one could land.
              if (elapsedMs() > 1_000) await this.uploads.requireReady(appId, file);
              this.uploads.begin(appId, file);
            },
          },
        );
      } catch (error) {
        if (!(error instanceof NotReady)) throw error;
        await error.until();
      }
    }
  }

  async uploadAs(appId: string, upload: ProbeUpload, options: CallOptions): Promise<void> {
    await this.send(appId, { ...upload, query: () => upload.query }, options);
  }

  /** docs/interface.md#download-a-file. */
  async downloadFile(appId: string, path: string, options: DownloadOptions): Promise<Uint8Array> {
    requireFilePath(path);
    const { dialect } = this.parts;
    const file = normalizeAppPath(path);
    const { expectedBytes, onChunk } = options;
    if (dialect.isKnown("downloadPathParameter")) {
      try {
        return await this.download(appId, { [dialect.get("downloadPathParameter")]: file }, options);
      } catch (error) {
        // A listed file was refused: the service's dialect may have changed.
        if (!isServiceError(error, "refused") || !expectedBytes) throw error;
        dialect.unlearn("downloadPathParameter");
        if (dialect.isKnown("downloadPathParameter")) throw error;
      }
    }
    const isHeld = (expectedBytes ?? 0) <= mostHeldBytes;
    const held = isHeld ? { ...options, onChunk: undefined } : options;
    const attempt = async (name: string): Promise<Attempt<Uint8Array>> => {
      const answer = await this.download(appId, { [name]: file }, held);
      const isProved = isHeld && answer.byteLength === expectedBytes && expectedBytes > 0;
      return { answer, isApplied: isProved || "perhaps" };
    };
    const isThere = expectedBytes !== undefined && isHeld;
    const bytes = await this.names.find({ part: "downloadPathParameter", isThere }, attempt);
    if (!onChunk || !isHeld) return bytes;
    await onChunk(bytes);
    return new Uint8Array();
  }

  /** docs/interface.md#delete-files: one request, unless the response is 429; none for no paths. */
  async deleteFiles(appId: string, paths: readonly string[], options: SendOptions): Promise<Deletion> {
    for (const path of paths) requireFilePath(path);
    if (paths.length === 0) return { deleted: [], failed: [] };
    const route = routes.deleteFiles(appId);
    const files = [...new Set(paths)];
    const timeoutMs = this.parts.timeoutMs(options);
    const request = (): HttpRequest => ({
      method: "DELETE",
      route,
      json: { files },
      answer: "json",
      timeoutMs,
    });
    const { beforeSend: prepare, onDidSend } = options;
    const understand = ({ json }: HttpAnswer) =>
      deletionOf(paths, readDeletion(json, { method: "DELETE", template: route.template }));
    const { calls, limits } = this.parts;
    return await calls.run({ limiter: limits.deletes, request, prepare, onDidSend, understand }, options);
  }

  private async readOnce(
    appId: string,
    asked: string,
    { query, options }: { readonly query: Readonly<Record<string, string>>; readonly options: CallOptions },
  ): Promise<Attempt<PathAnswer>> {
    const { calls, logger, timeoutMs } = this.parts;
    const route = routes.files(appId);
    const call: FailedCall = { method: "GET", template: route.template };
    const request = (): HttpRequest => ({
      method: "GET",
      route,
      query,
      answer: "json",
      timeoutMs: timeoutMs(options),
    });
    const understand = ({ json, dateMs }: HttpAnswer) => ({ ...readPathContent(json, asked, call), dateMs });
    const { content, dropped, currentPath, dateMs } = await calls.run({ request, understand }, options);
    logDropped(logger, route.template, dropped);
    const isApplied = currentPath === asked || (asked === "/" && currentPath === undefined);
    return { answer: { content, hidden: dropped, dateMs }, isApplied };
  }

  private async send(
    appId: string,
    upload: {
      readonly query: () => Readonly<Record<string, string>>;
      readonly name: string;
      readonly bytes: Uint8Array;
    },
    options: SendOptions,
  ): Promise<void> {
    const route = routes.upload(appId);
    const { bytes, name } = upload;
    const { calls, limits, timeoutMs } = this.parts;
    const request = (): HttpRequest => ({
      method: "POST",
      route,
      answer: "json",
      timeoutMs: this.upSpeed.limitMs(timeoutMs(options), bytes.length),
      query: upload.query(),
      file: { name, bytes },
    });
    const { beforeSend: prepare, onDidSend } = options;
    const transfer = { speed: this.upSpeed, bytes: bytes.length };
    const understand = () => undefined;
    await calls.run({ limiter: limits.uploads, request, prepare, onDidSend, transfer, understand }, options);
  }

  private async download(
    appId: string,
    query: Readonly<Record<string, string>>,
    options: DownloadOptions,
  ): Promise<Uint8Array> {
    const { expectedBytes, onChunk } = options;
    const { calls, limits, timeoutMs } = this.parts;
    let isTaken = false;
    const take = (bytes: Uint8Array): Promise<void> | void => {
      isTaken = true;
      return onChunk?.(bytes);
    };
    const request = (): HttpRequest => ({
      method: "GET",
      route: routes.download(appId),
      query,
      answer: "bytes",
      onChunk: onChunk && take,
      longestAnswerBytes: expectedBytes === undefined ? undefined : expectedBytes + growthSlackBytes,
      timeoutMs: this.downSpeed.limitMs(timeoutMs(options), expectedBytes ?? 0),
    });
    const transfer = { speed: this.downSpeed, bytes: expectedBytes ?? 0 };
    const understand = ({ bytes }: HttpAnswer) => bytes;
    const plan = { limiter: limits.downloads, request, canRepeat: () => !isTaken, transfer, understand };
    return await calls.run(plan, options);
  }
}

export function logDropped(logger: Logger, template: string, dropped: number): void {
  if (dropped > 0)
    logger.warn(`GET ${template}: left out ${dropped} items that are not in the documented shape`);
}
