// The client of the service: one method for each of docs/interface.md#endpoints. What is written here is what each call
// sends and reads; limits, retries and the stop at a 401 are in calls.ts and what it uses.

import type { Clock } from "../core/async/clock";
import { Emitter, type Event } from "../core/async/emitter";
import { isServiceError, lookAfterChange, type ServiceError } from "../core/errors/serviceError";
import type { Logger } from "../core/logger";
import type { App, AppSettingsChange, NewAppSettings, User } from "../core/model/model";
import type { KnownWire } from "../core/model/wire";
import { hostSettings } from "../core/settings/hostSettings";
import { AuthGate } from "./authGate";
import { type CallEnd, Calls } from "./calls";
import { FileCalls } from "./fileCalls";
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
import { AccountLimits, type AccountPace } from "./limits/accountLimits";
import type { RateLimiter } from "./limits/rateLimiter";
import { archiveNameFor, createFields, updateBody } from "./requestBodies";
import { routes } from "./routes";
import { readApp, readAppsPage, readUser } from "./schemas";
import type { Deletion, PathAnswer } from "./wire/answers";
import type { AppList } from "./wire/appCollection";
import { AppPages } from "./wire/appPages";
import { Spelling, type SpellingMemory } from "./wire/spelling";
import type { UploadSpelling } from "./wire/uploadSpelling";

export interface ServiceClientOptions {
  /** The service's address; requests go to its origin only. */
  readonly baseUrl: string;
  /** The token as it is now; undefined when signed out, and then nothing is sent. */
  readonly token: () => string | undefined;
  /** The setting service.hosts as the user has written it: what it says of this service's spelling is not learnt. */
  readonly hosts: () => unknown;
  /** Where it is kept what the service has shown; this client's own memory when absent. */
  readonly wireMemory?: SpellingMemory | undefined;
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

/** Every method rejects with a ServiceError, or with the reason of the caller's signal. */
export class ServiceClient {
  private readonly gate: AuthGate;
  private readonly calls: Calls;
  private readonly files: FileCalls;
  private readonly pages: AppPages;
  private readonly uploaded = new Emitter<string>();
  private readonly ended = new Emitter<CallEnd>();

  /** Fired once for each token that the service refuses, at its first 401. */
  readonly onDidStop: Event<ServiceError>;
  /** Fires with an app's id after each file that was uploaded to it. */
  readonly onDidUpload = this.uploaded.event;
  /** Fires with what the service made of each request. */
  readonly onDidEnd = this.ended.event;
  readonly uploads: RateLimiter;
  readonly deletes: RateLimiter;
  readonly downloads: RateLimiter;
  /** The service's dialect (docs/interface.md#dialects), as far as it is known. */
  readonly spelling: Spelling;

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
    const set = (): KnownWire => hostSettings(options.hosts(), options.baseUrl).wire ?? {};
    this.spelling = new Spelling({ set, memory: options.wireMemory, clock });
    this.pages = new AppPages(this.spelling);
    const timeoutMs = (call: CallOptions): number => this.timeoutMs(call);
    this.files = new FileCalls({ ...options, calls: this.calls, limits, spelling: this.spelling, timeoutMs });
  }

  /** True after a 401 until there is another token: every call rejects "unauthorized" and nothing is sent. */
  get isStopped(): boolean {
    return this.gate.isStopped;
  }

  /** Sends again: the token that was refused has been accepted since. */
  resume(): void {
    this.gate.reopen();
  }

  /** docs/interface.md#read-the-user. */
  async getCurrentUser(options: CallOptions = {}): Promise<User> {
    return this.read({ route: routes.currentUser }, options, ({ json }, call) => readUser(json, call));
  }

  /** docs/interface.md#list-apps: all pages; of one team when `teamId` is given. */
  async listApps(options: CallOptions & { readonly teamId?: string | undefined } = {}): Promise<AppList> {
    const { apps: route } = routes;
    const reading = this.pages.readAll(options.teamId, async (query) => {
      const page = await this.read({ route, query }, options, ({ json }, call) => readAppsPage(json, call));
      this.logDropped(page.dropped, route.template);
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

  /** docs/interface.md#read-an-app. */
  async getApp(appId: string, options: CallOptions = {}): Promise<App> {
    return this.read({ route: routes.app(appId) }, options, ({ json }, call) => readApp(json, call));
  }

  /** docs/interface.md#create-an-app. `archive` is a zip. Never sent twice unless the service answered 429. */
  async createApp(settings: NewAppSettings, archive: Blob, options: CallOptions = {}): Promise<App> {
    const route = routes.createApp;
    const fields = createFields(settings);
    const file = { name: archiveNameFor(settings.name), content: archive };
    const request = (): HttpRequest => {
      // The service unpacks and places the app before it answers.
      const timeoutMs = this.files.sendTimeoutMs(3 * this.timeoutMs(options), archive.size);
      return { method: "POST", route, answer: "json", timeoutMs, fields, archive: file };
    };
    const understand = ({ json }: HttpAnswer) => readApp(json, { method: "POST", template: route.template });
    return this.calls.run({ request, understand }, options);
  }

  /** docs/interface.md#update-an-app. `current` gives the values that an update has to repeat. */
  async updateApp(current: App, change: AppSettingsChange, options: CallOptions = {}): Promise<App> {
    const body = { json: updateBody(current, change) };
    return (
      (await this.change(routes.updateApp(current.id), body, options)) ??
      (await lookAfterChange(this.getApp(current.id, options)))
    );
  }

  /** docs/interface.md#restart-an-app. */
  async restartApp(appId: string, options: CallOptions = {}): Promise<App> {
    return (
      (await this.change(routes.restartApp(appId), {}, options)) ??
      (await lookAfterChange(this.getApp(appId, options)))
    );
  }

  /** docs/interface.md#delete-an-app. */
  async deleteApp(appId: string, options: CallOptions = {}): Promise<void> {
    const route = routes.deleteApp(appId);
    const timeoutMs = this.timeoutMs(options);
    const request = (): HttpRequest => ({ method: "DELETE", route, answer: "json", timeoutMs });
    await this.calls.run({ request, understand: () => undefined }, options);
  }

  /** docs/interface.md#read-a-path, as `FileCalls.readPath`. */
  async readPath(appId: string, path: string, options: CallOptions = {}): Promise<PathAnswer> {
    return await this.files.readPath(appId, path, options);
  }

  /** docs/interface.md#upload-a-file, as `FileCalls.uploadFile`. */
  async uploadFile(appId: string, path: string, bytes: Uint8Array, options: SendOptions = {}): Promise<void> {
    await this.files.uploadFile(appId, path, bytes, options);
    this.uploaded.fire(appId);
  }

  /** docs/interface.md#download-a-file. */
  async downloadFile(appId: string, path: string, options: DownloadOptions = {}): Promise<Uint8Array> {
    return await this.files.downloadFile(appId, path, options);
  }

  /** docs/interface.md#delete-files, as `FileCalls.deleteFiles`. */
  async deleteFiles(appId: string, paths: readonly string[], options: SendOptions = {}): Promise<Deletion> {
    return await this.files.deleteFiles(appId, paths, options);
  }

  /** Told what became of the uploads that were answered: they show how the service spells them. */
  get uploadSpelling(): UploadSpelling {
    return this.files.uploads;
  }

  /** A read-only call with its answer as it came, for a diagnosis: nothing of it is kept or understood. */
  inspect(
    endpoint: "currentUser" | "apps" | "app" | "files",
    appId: string,
    query: Readonly<Record<string, string>>,
    options: CallOptions,
  ): { readonly template: string; readonly answer: Promise<Omit<HttpAnswer, "bytes">> } {
    const found = routes[endpoint];
    const route = typeof found === "function" ? found(appId) : found;
    const answer = this.read({ route, query }, options, ({ status, json, serviceTime }) => ({
      status,
      json,
      serviceTime,
    }));
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

  /** Undefined when the service did it and does not say what the app is now, as with 204. */
  private async change(
    route: Route,
    body: { readonly json?: unknown },
    options: CallOptions,
  ): Promise<App | undefined> {
    const timeoutMs = this.timeoutMs(options);
    const request = (): HttpRequest => ({ method: "POST", route, answer: "json", timeoutMs, ...body });
    const call: FailedCall = { method: "POST", template: route.template };
    const understand = ({ json }: HttpAnswer) => (json === undefined ? undefined : readApp(json, call));
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
