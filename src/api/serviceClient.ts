// The client of the service: one method for each endpoint of interface.md. What is written here is what each call
// sends and reads; limits, retries and the stop at a 401 are in calls.ts and what it uses.

import type { Clock } from "../core/async/clock";
import type { Event } from "../core/async/emitter";
import { isServiceError, type ServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import type { App, AppSettingsChange, NewAppSettings, User } from "../core/model/model";
import type { Wire } from "../core/model/wire";
import { nameOf, normalizeAppPath, parentOf } from "../core/paths/appPath";
import { readAllPages } from "./appPages";
import { AuthGate } from "./authGate";
import type { CallOptions, DownloadOptions, SendOptions } from "./callOptions";
import { Calls } from "./calls";
import { type Deletion, deletionOf } from "./deletion";
import type { Exchange, HttpAnswer, HttpRequest } from "./http/exchange";
import type { FailedCall } from "./http/toServiceError";
import { Transport } from "./http/transport";
import { AccountLimits, type AccountPace } from "./limits/accountLimits";
import type { RateLimiter } from "./limits/rateLimiter";
import { type PathAnswer, pathIgnored } from "./pathAnswer";
import {
  archiveNameFor,
  createFields,
  requireFilePath,
  requireUploadPath,
  updateBody,
} from "./requestBodies";
import { type Route, routes } from "./routes";
import { readApp, readAppsPage, readDeletion, readPathContent, readUser } from "./schemas";
import { TransferSpeed } from "./transferSpeed";

export interface ServiceClientOptions {
  /** The service's address; requests go to its origin only. */
  readonly baseUrl: string;
  /** The token as it is now; undefined when signed out, and then nothing is sent. */
  readonly token: () => string | undefined;
  readonly wire: () => Wire;
  /** Longest wait for one answer that carries no file. */
  readonly requestTimeoutMs: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How the limits are kept with the other windows of this machine; alone when absent. */
  readonly pace?: AccountPace | undefined;
  /** Replaces globalThis.fetch, in tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Replaces all that carries requests, in simulations. */
  readonly exchange?: Exchange | undefined;
}

/** Whatever the settings say, in milliseconds. */
const shortestTimeoutMs = 100;
const longestTimeoutMs = 600_000;

/** A file may have grown since it was listed, as a log does. */
const growthSlackBytes = 64 * 1024 * 1024;

/** Every method rejects with a ServiceError, or with the reason of the caller's signal. */
export class ServiceClient {
  private readonly gate: AuthGate;
  private readonly calls: Calls;
  private readonly upSpeed = new TransferSpeed();
  private readonly downSpeed = new TransferSpeed();
  private provenPathParameter: string | undefined;

  /** Fired once for each token that the service refuses, at its first 401. */
  readonly onDidStop: Event<ServiceError>;
  readonly uploads: RateLimiter;
  readonly deletes: RateLimiter;
  readonly downloads: RateLimiter;

  constructor(private readonly options: ServiceClientOptions) {
    const { clock } = options;
    this.gate = new AuthGate(options.token);
    this.onDidStop = this.gate.onDidStop;
    this.calls = new Calls(options.exchange ?? new Transport(options), this.gate, clock);
    const limits = new AccountLimits(options);
    this.uploads = limits.uploads;
    this.deletes = limits.deletes;
    this.downloads = limits.downloads;
  }

  /** True after a 401 until there is another token: every call rejects "unauthorized" and nothing is sent. */
  get isStopped(): boolean {
    return this.gate.isStopped;
  }

  /** Sends again: the token that was refused has been accepted since. */
  resume(): void {
    this.gate.reopen();
  }

  /** True once an answer has shown that the service heeds `service.wire.pathParameter` as it is set now. */
  get isPathParameterProven(): boolean {
    return this.provenPathParameter === this.options.wire().pathParameter;
  }

  /** interface.md GET /v1/users/@me. */
  async getCurrentUser(options: CallOptions = {}): Promise<User> {
    return this.read({ route: routes.currentUser }, options, ({ json }, call) => readUser(json, call));
  }

  /** interface.md GET /v1/apps: all pages; of one team when `teamId` is given. ServiceError "wire" as in appPages.ts. */
  async listApps(options: CallOptions & { readonly teamId?: string | undefined } = {}): Promise<App[]> {
    const { apps: route } = routes;
    return readAllPages(this.options.wire(), options.teamId, async (query) => {
      const page = await this.read({ route, query }, options, ({ json }, call) => readAppsPage(json, call));
      this.logDropped(page.dropped, route.template);
      return page;
    });
  }

  /** interface.md GET /v1/apps/{appId}. */
  async getApp(appId: string, options: CallOptions = {}): Promise<App> {
    return this.read({ route: routes.app(appId) }, options, ({ json }, call) => readApp(json, call));
  }

  /** interface.md POST /v1/apps/create. `archive` is a zip. Never sent twice unless the service answered 429. */
  async createApp(settings: NewAppSettings, archive: Blob, options: CallOptions = {}): Promise<App> {
    const route = routes.createApp;
    const fields = createFields(settings);
    const file = { name: archiveNameFor(settings.name), content: archive };
    const request = (): HttpRequest => {
      // The service unpacks and places the app before it answers.
      const timeoutMs = this.upSpeed.limitMs(3 * this.timeoutMs(options), archive.size);
      return { method: "POST", route, answer: "json", timeoutMs, fields, archive: file };
    };
    const understand = ({ json }: HttpAnswer) => readApp(json, { method: "POST", template: route.template });
    return this.calls.run({ limiter: this.uploads, request, understand }, options);
  }

  /** interface.md POST /v1/apps/{appId}/update. `current` gives the values that an update has to repeat. */
  async updateApp(current: App, change: AppSettingsChange, options: CallOptions = {}): Promise<App> {
    return this.change(routes.updateApp(current.id), { json: updateBody(current, change) }, options);
  }

  /** interface.md POST /v1/apps/{appId}/restart. */
  async restartApp(appId: string, options: CallOptions = {}): Promise<App> {
    return this.change(routes.restartApp(appId), {}, options);
  }

  /** interface.md DELETE /v1/apps/{appId}/delete. */
  async deleteApp(appId: string, options: CallOptions = {}): Promise<void> {
    const route = routes.deleteApp(appId);
    const timeoutMs = this.timeoutMs(options);
    const request = (): HttpRequest => ({ method: "DELETE", route, answer: "json", timeoutMs });
    await this.calls.run({ request, understand: () => undefined }, options);
  }

  /** interface.md GET /v1/apps/{appId}/files. ServiceError "wire" when another path than `path` was read. */
  async readPath(appId: string, path: string, options: CallOptions = {}): Promise<PathAnswer> {
    const asked = normalizeAppPath(path);
    if (asked !== "/") requireFilePath(asked);
    const { pathParameter } = this.options.wire();
    const query = asked === "/" ? {} : { [pathParameter]: asked };
    try {
      const route = routes.files(appId);
      const { content, dropped, serviceTime } = await this.read({ route, query }, options, (answer, call) => {
        const { currentPath, ...read } = readPathContent(answer.json, asked, call);
        if (currentPath !== asked && (asked !== "/" || currentPath !== undefined))
          throw pathIgnored(pathParameter);
        return { ...read, serviceTime: answer.serviceTime };
      });
      this.logDropped(dropped, route.template);
      if (asked !== "/") this.provenPathParameter = pathParameter;
      return { content, hidden: dropped, serviceTime };
    } catch (error) {
      // Had the parameter been ignored, the app's own folder would have been the answer.
      if (asked !== "/" && isServiceError(error, "notFound", "refused"))
        this.provenPathParameter = pathParameter;
      throw error;
    }
  }

  /**
   * interface.md POST /v1/apps/{appId}/upload: one request, unless the service answers 429. `bytes` must stay as they
   * are until it settles. ServiceError "badInput", before anything is sent, for a name that cannot be sent.
   */
  async uploadFile(appId: string, path: string, bytes: Uint8Array, options: SendOptions = {}): Promise<void> {
    const file = normalizeAppPath(path);
    requireUploadPath(file);
    const route = routes.upload(appId);
    const request = (): HttpRequest => {
      const wire = this.options.wire();
      const target = wire.uploadTarget === "file" ? file : parentOf(file);
      return {
        method: "POST",
        route,
        answer: "json",
        timeoutMs: this.upSpeed.limitMs(this.timeoutMs(options), bytes.length),
        query: target === "/" ? {} : { [wire.pathParameter]: target },
        file: { name: nameOf(file), bytes },
      };
    };
    const { beforeSend: prepare, onDidSend } = options;
    const transfer = { speed: this.upSpeed, bytes: bytes.length };
    const plan = {
      limiter: this.uploads,
      request,
      prepare,
      onDidSend,
      transfer,
      understand: () => undefined,
    };
    await this.calls.run(plan, options);
  }

  /** interface.md GET /v1/apps/{appId}/download. */
  async downloadFile(appId: string, path: string, options: DownloadOptions = {}): Promise<Uint8Array> {
    requireFilePath(path);
    const { expectedBytes, onChunk } = options;
    let isTaken = false;
    const take = (bytes: Uint8Array): Promise<void> | void => {
      isTaken = true;
      return onChunk?.(bytes);
    };
    const request = (): HttpRequest => ({
      method: "GET",
      route: routes.download(appId),
      query: { [this.options.wire().pathParameter]: normalizeAppPath(path) },
      answer: "bytes",
      onChunk: onChunk && take,
      longestAnswerBytes: expectedBytes === undefined ? undefined : expectedBytes + growthSlackBytes,
      timeoutMs: this.downSpeed.limitMs(this.timeoutMs(options), expectedBytes ?? 0),
    });
    const transfer = { speed: this.downSpeed, bytes: expectedBytes ?? 0 };
    const understand = ({ bytes }: HttpAnswer) => bytes;
    const plan = { limiter: this.downloads, request, canRepeat: () => !isTaken, transfer, understand };
    return this.calls.run(plan, options);
  }

  /** interface.md DELETE /v1/apps/{appId}/files: one request, unless the service answers 429; none for no paths. */
  async deleteFiles(appId: string, paths: readonly string[], options: SendOptions = {}): Promise<Deletion> {
    for (const path of paths) requireFilePath(path);
    if (paths.length === 0) return { deleted: [], failed: [] };
    const route = routes.files(appId);
    const files = [...new Set(paths)];
    const timeoutMs = this.timeoutMs(options);
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
    return this.calls.run({ limiter: this.deletes, request, prepare, onDidSend, understand }, options);
  }

  /** A read-only call with its answer as it came, for a diagnosis: nothing of it is kept or understood. */
  inspect(
    endpoint: "currentUser" | "apps" | "app" | "files",
    appId: string,
    query: Readonly<Record<string, string>>,
    options: CallOptions,
  ): { readonly template: string; readonly answer: Promise<Pick<HttpAnswer, "status" | "json">> } {
    const found = routes[endpoint];
    const route = typeof found === "function" ? found(appId) : found;
    const answer = this.read({ route, query }, options, ({ status, json }) => ({ status, json }));
    return { template: route.template, answer };
  }

  private async read<T>(
    asked: { readonly route: Route; readonly query?: Readonly<Record<string, string>> },
    options: CallOptions,
    understand: (answer: HttpAnswer, call: FailedCall) => T,
  ): Promise<T> {
    const timeoutMs = this.timeoutMs(options);
    const call: FailedCall = { method: "GET", template: asked.route.template };
    const request = (): HttpRequest => ({ method: "GET", ...asked, answer: "json", timeoutMs });
    return this.calls.run({ request, understand: (answer) => understand(answer, call) }, options);
  }

  private async change(route: Route, body: { readonly json?: unknown }, options: CallOptions): Promise<App> {
    const timeoutMs = this.timeoutMs(options);
    const request = (): HttpRequest => ({ method: "POST", route, answer: "json", timeoutMs, ...body });
    const understand = ({ json }: HttpAnswer) => readApp(json, { method: "POST", template: route.template });
    return this.calls.run({ request, understand }, options);
  }

  private timeoutMs(options: CallOptions): number {
    const ms = options.timeoutMs ?? this.options.requestTimeoutMs();
    return Math.min(
      longestTimeoutMs,
      Math.max(shortestTimeoutMs, Number.isFinite(ms) ? ms : longestTimeoutMs),
    );
  }

  private logDropped(dropped: number, template: string): void {
    if (dropped === 0) return;
    this.options.logger.warn(
      `GET ${template}: left out ${dropped} items that are not in the documented shape`,
    );
  }
}
