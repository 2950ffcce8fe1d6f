// One method per docs/interface.md#endpoints. Rate limits, retries and the stop at a 401 are in calls.ts.

import type { Clock } from "../core/async/clock";
import { Emitter, type Event } from "../core/async/emitter";
import { isServiceError, lookAfterChange, type ServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import type { KnownDialect } from "../core/model/dialect";
import type { App, AppSettingsChange, NewAppSettings, User } from "../core/model/model";
import { hostSettings } from "../core/settings/hostSettings";
import { AuthGate } from "./authGate";
import { type CallEnd, Calls } from "./calls";
import type { Deletion, PathAnswer } from "./dialect/answers";
import type { AppList } from "./dialect/appCollection";
import { AppPages } from "./dialect/appPages";
import { type DialectMemory, ServiceDialect } from "./dialect/serviceDialect";
import type { UploadDialect } from "./dialect/uploadDialect";
import { FileCalls, logDropped } from "./fileCalls";
import type {
  CallOptions,
  DownloadOptions,
  Exchange,
  HttpAnswer,
  HttpRequest,
  Route,
  SendOptions,
} from "./http/exchange";
import type { FailedCall } from "./http/toServiceError";
import { Transport } from "./http/transport";
import { AccountLimits, type SharedLimits } from "./limits/accountLimits";
import type { RateLimiter } from "./limits/rateLimiter";
import { archiveNameFor, createFields, updateBody } from "./requestBodies";
import { routes } from "./routes";
import { readApp, readAppsPage, readUser } from "./schemas";

export interface ServiceClientOptions {
  /** Requests go to its origin only. */
  readonly baseUrl: string;
  /** Undefined when signed out: nothing is sent. */
  readonly token: () => string | undefined;
  /** The setting service.hosts. A dialect that it sets is not detected. */
  readonly hosts: () => unknown;
  /** Detected dialect; in memory when absent. */
  readonly dialectMemory?: DialectMemory | undefined;
  /** For responses without file content. */
  readonly requestTimeoutMs: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Shares the rate limits with other windows; absent: this window alone. */
  readonly sharedLimits?: SharedLimits | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly exchange?: Exchange | undefined;
}

const shortestTimeoutMs = 100;
const longestTimeoutMs = 600_000;

/** Every method rejects with a ServiceError, or with the reason of the caller's signal. */
export class ServiceClient {
  private readonly gate: AuthGate;
  private readonly calls: Calls;
  private readonly files: FileCalls;
  private readonly pages: AppPages;
  private readonly uploaded = new Emitter<string>();
  private readonly ended = new Emitter<CallEnd>();

  /** Once for each token, at its first 401. */
  readonly onDidStop: Event<ServiceError>;
  /** The app's id, after each uploaded file. */
  readonly onDidUpload = this.uploaded.event;
  readonly onDidEnd = this.ended.event;
  readonly uploads: RateLimiter;
  readonly deletes: RateLimiter;
  readonly downloads: RateLimiter;
  readonly dialect: ServiceDialect;

  constructor(private readonly options: ServiceClientOptions) {
    const { clock } = options;
    this.gate = new AuthGate(options.token);
    this.onDidStop = this.gate.onDidStop;
    const { host } = new URL(options.baseUrl);
    this.calls = new Calls({
      ...{ clock, host, gate: this.gate, exchange: options.exchange ?? new Transport(options) },
      onDidEnd: (end) => this.ended.fire(end),
    });
    const limits = new AccountLimits(options);
    this.uploads = limits.uploads;
    this.deletes = limits.deletes;
    this.downloads = limits.downloads;
    let [readText, wire]: [string, KnownDialect] = ["", {}];
    const set = (): KnownDialect => {
      const hosts = options.hosts();
      const text = JSON.stringify(hosts);
      // Validated once for each value: a request asks for many parts of the dialect.
      if (text !== readText) [readText, wire] = [text, hostSettings(hosts, options.baseUrl).wire ?? {}];
      return wire;
    };
    this.dialect = new ServiceDialect({ set, memory: options.dialectMemory, clock });
    this.pages = new AppPages(this.dialect);
    const timeoutMs = (call: CallOptions): number => this.timeoutMs(call);
    this.files = new FileCalls({ ...options, calls: this.calls, limits, dialect: this.dialect, timeoutMs });
  }

  /** After a 401, until the token changes: every call rejects "unauthorized". */
  get isStopped(): boolean {
    return this.gate.isStopped;
  }

  resume(): void {
    this.gate.reopen();
  }

  async getCurrentUser(options: CallOptions = {}): Promise<User> {
    return this.read({ route: routes.currentUser }, options, ({ json }, call) => readUser(json, call));
  }

  /** All pages, of one team when `teamId` is given. */
  async listApps(options: CallOptions & { readonly teamId?: string | undefined } = {}): Promise<AppList> {
    const { apps: route } = routes;
    const reading = this.pages.readAll(options.teamId, async (query) => {
      const page = await this.read({ route, query }, options, ({ json }, call) => readAppsPage(json, call));
      logDropped(this.options.logger, route.template, page.dropped);
      return page;
    });
    reading.catch((error: unknown) => {
      if (isServiceError(error, "badResponse")) this.options.logger.warn(error.message);
    });
    const list = await reading;
    const { missing } = list;
    if (missing)
      this.options.logger.warn(
        `GET ${route.template}: ${missing.count ?? "some"} apps could not be listed (${missing.cause})`,
      );
    return list;
  }

  async getApp(appId: string, options: CallOptions = {}): Promise<App> {
    return this.read({ route: routes.app(appId) }, options, ({ json }, call) => readApp(json, call));
  }

  /** docs/interface.md#create-an-app. `archive` is a zip. Retried only after a 429. */
  async createApp(settings: NewAppSettings, archive: Blob, options: CallOptions = {}): Promise<App> {
    const route = routes.createApp;
    const fields = createFields(settings);
    const file = { name: archiveNameFor(settings.name), content: archive };
    const request = (): HttpRequest => {
      // The service unpacks the archive before it responds.
      const timeoutMs = this.files.sendTimeoutMs(3 * this.timeoutMs(options), archive.size);
      return { method: "POST", route, answer: "json", timeoutMs, fields, archive: file };
    };
    const understand = ({ json }: HttpAnswer) => readApp(json, { method: "POST", template: route.template });
    return this.calls.run({ request, understand }, options);
  }

  /** `current` has the values that an update must repeat. */
  async updateApp(current: App, change: AppSettingsChange, options: CallOptions = {}): Promise<App> {
    const body = { json: updateBody(current, change) };
    return (
      (await this.change(routes.updateApp(current.id), body, options)) ??
      (await lookAfterChange(this.getApp(current.id, options)))
    );
  }

  async restartApp(appId: string, options: CallOptions = {}): Promise<App> {
    return (
      (await this.change(routes.restartApp(appId), {}, options)) ??
      (await lookAfterChange(this.getApp(appId, options)))
    );
  }

  async deleteApp(appId: string, options: CallOptions = {}): Promise<void> {
    const route = routes.deleteApp(appId);
    const timeoutMs = this.timeoutMs(options);
    const request = (): HttpRequest => ({ method: "DELETE", route, answer: "json", timeoutMs });
    await this.calls.run({ request, understand: () => undefined }, options);
  }

  async readPath(appId: string, path: string, options: CallOptions = {}): Promise<PathAnswer> {
    return await this.files.readPath(appId, path, options);
  }

  async uploadFile(appId: string, path: string, bytes: Uint8Array, options: SendOptions = {}): Promise<void> {
    await this.files.uploadFile(appId, path, bytes, options);
    this.uploaded.fire(appId);
  }

  async downloadFile(appId: string, path: string, options: DownloadOptions = {}): Promise<Uint8Array> {
    return await this.files.downloadFile(appId, path, options);
  }

  async deleteFiles(appId: string, paths: readonly string[], options: SendOptions = {}): Promise<Deletion> {
    return await this.files.deleteFiles(appId, paths, options);
  }

  get uploadDialect(): UploadDialect {
    return this.files.uploads;
  }

  /** A GET whose response is returned unparsed, for the diagnosis. */
  inspect(
    endpoint: "currentUser" | "apps" | "app" | "files",
    appId: string,
    query: Readonly<Record<string, string>>,
    options: CallOptions,
  ): { readonly template: string; readonly answer: Promise<Omit<HttpAnswer, "bytes">> } {
    const found = routes[endpoint];
    const route = typeof found === "function" ? found(appId) : found;
    const answer = this.read({ route, query }, options, (whole) => whole);
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
    const { onDidSend } = options;
    return this.calls.run({ request, understand: (answer) => understand(answer, call), onDidSend }, options);
  }

  /** Undefined for a success without the app, such as 204. */
  private async change(
    route: Route,
    body: { readonly json?: unknown },
    options: CallOptions,
  ): Promise<App | undefined> {
    const timeoutMs = this.timeoutMs(options);
    const request = (): HttpRequest => ({ method: "POST", route, answer: "json", timeoutMs, ...body });
    const call: FailedCall = { method: "POST", template: route.template };
    const understand = ({ json }: HttpAnswer) => (json === undefined ? undefined : readApp(json, call));
    return this.calls.run({ request, understand, onDidSend: options.onDidSend }, options);
  }

  private timeoutMs(options: CallOptions): number {
    const ms = options.timeoutMs ?? this.options.requestTimeoutMs();
    return Math.min(
      longestTimeoutMs,
      Math.max(shortestTimeoutMs, Number.isFinite(ms) ? ms : longestTimeoutMs),
    );
  }
}
