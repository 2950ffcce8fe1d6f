// The client of the service: one method for each endpoint of interface.md. What is written here is what each call
// sends and reads; limits, retries and the stop at a 401 are in calls.ts and what it uses.
import { normalizeAppPath } from "../core/appPath";
import type { Clock } from "../core/clock";
import type { Event } from "../core/emitter";
import type { Logger } from "../core/logger";
import type { App, AppSettingsChange, NewAppSettings, PathContent, User } from "../core/model";
import { isServiceError, ServiceError } from "../core/serviceError";
import type { Wire } from "../core/wire";
import { readAllPages } from "./appPages";
import { AuthGate } from "./authGate";
import type { CallOptions } from "./callOptions";
import { Calls } from "./calls";
import { DeleteQueue, type Deletion } from "./deleteQueue";
import { downloadRule, Lane, threeSecondRule } from "./lane";
import { createForm, requireFilePath, updateBody } from "./requestBodies";
import { type Route, routes } from "./routes";
import { readApp, readAppsPage, readPathContent, readUser } from "./schemas";
import { withTransferTime } from "./transferTime";
import { type HttpAnswer, type HttpRequest, Transport } from "./transport";
import { type UploadOptions, UploadQueue } from "./uploadQueue";

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
  /** An upload or deletion may have been sent a moment ago, before this window was reloaded: the first waits for it. */
  readonly afterReload?: boolean | undefined;
  /** Replaces globalThis.fetch, in tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Every method rejects with a ServiceError, or with the reason of the caller's signal. */
export class ServiceClient {
  private readonly gate: AuthGate;
  private readonly calls: Calls;
  private readonly uploadQueue: UploadQueue;
  private readonly deleteQueue: DeleteQueue;
  private provenPathParameter: string | undefined;

  /** Fired once for each token that the service refuses, at its first 401. */
  readonly onDidStop: Event<ServiceError>;
  /** Uploads and creations: 1 start every 3 s. */
  readonly uploads: Lane;
  /** Deletions of files: 1 start every 3 s. */
  readonly deletes: Lane;
  /** Downloads: 20 starts in any 60 s, two of them held back for "interactive". */
  readonly downloads: Lane;

  constructor(private readonly options: ServiceClientOptions) {
    const { clock } = options;
    this.gate = new AuthGate(options.token);
    this.onDidStop = this.gate.onDidStop;
    this.calls = new Calls(new Transport(options), this.gate, clock);
    this.uploads = new Lane(threeSecondRule, clock, options.afterReload);
    this.deletes = new Lane(threeSecondRule, clock, options.afterReload);
    this.downloads = new Lane(downloadRule, clock);
    this.uploadQueue = new UploadQueue(this.calls, this.uploads, options.wire, (o) => this.timeoutMs(o));
    this.deleteQueue = new DeleteQueue(this.calls, this.deletes, (o) => this.timeoutMs(o));
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
    const { answer, call } = await this.read(routes.currentUser, {}, options);
    return readUser(answer.json, call);
  }

  /** interface.md GET /v1/apps: all pages; of one team when `teamId` is given. ServiceError "wire" as in appPages.ts. */
  async listApps(options: CallOptions & { readonly teamId?: string | undefined } = {}): Promise<App[]> {
    return readAllPages(this.options.wire(), options.teamId, async (query) => {
      const { answer, call } = await this.read(routes.apps, query, options);
      const page = readAppsPage(answer.json, call);
      this.logDropped(page.dropped, call.template);
      return page;
    });
  }

  /** interface.md GET /v1/apps/{appId}. */
  async getApp(appId: string, options: CallOptions = {}): Promise<App> {
    const { answer, call } = await this.read(routes.app(appId), {}, options);
    return readApp(answer.json, call);
  }

  /** interface.md POST /v1/apps/create. `archive` is a zip. Never sent twice unless the service answered 429. */
  async createApp(settings: NewAppSettings, archive: Blob, options: CallOptions = {}): Promise<App> {
    const route = routes.createApp;
    // The service unpacks and places the app before it answers.
    const timeoutMs = withTransferTime(3 * this.timeoutMs(options), archive.size);
    const request = () => this.post(route, timeoutMs, { form: createForm(settings, archive) });
    const answer = await this.calls.run({ lane: this.uploads, request }, options);
    return readApp(answer.json, { method: "POST", template: route.template });
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
    const request = { method: "DELETE", route: routes.deleteApp(appId), answer: "json" } as const;
    await this.calls.run({ request: () => ({ ...request, timeoutMs: this.timeoutMs(options) }) }, options);
  }

  /** interface.md GET /v1/apps/{appId}/files. ServiceError "wire" when another path than `path` was read. */
  async readPath(appId: string, path: string, options: CallOptions = {}): Promise<PathContent> {
    const asked = normalizeAppPath(path);
    if (asked !== "/") requireFilePath(asked);
    const { pathParameter } = this.options.wire();
    const query = asked === "/" ? {} : { [pathParameter]: asked };
    try {
      const { answer, call } = await this.read(routes.files(appId), query, options);
      const { content, currentPath, dropped } = readPathContent(answer.json, asked, call);
      if (currentPath !== asked && (asked !== "/" || currentPath !== undefined))
        throw pathIgnored(pathParameter);
      this.logDropped(dropped, call.template);
      if (asked !== "/") this.provenPathParameter = pathParameter;
      return content;
    } catch (error) {
      // Had the parameter been ignored, the app's own folder would have been the answer.
      if (asked !== "/" && isServiceError(error, "notFound", "refused"))
        this.provenPathParameter = pathParameter;
      throw error;
    }
  }

  /**
   * interface.md POST /v1/apps/{appId}/upload. A newer upload to the same path that finds this one waiting takes its
   * place, and both settle with it. ServiceError "badInput", before anything is sent, for a name that cannot be sent.
   */
  async uploadFile(
    appId: string,
    path: string,
    bytes: Uint8Array,
    options: UploadOptions = {},
  ): Promise<void> {
    await this.uploadQueue.upload({ appId, path: normalizeAppPath(path) }, bytes, options);
  }

  /** interface.md GET /v1/apps/{appId}/download. `expectedBytes` lengthens the time limit. */
  async downloadFile(
    appId: string,
    path: string,
    options: CallOptions & { readonly expectedBytes?: number | undefined } = {},
  ): Promise<Uint8Array> {
    requireFilePath(path);
    const query = { [this.options.wire().pathParameter]: normalizeAppPath(path) };
    const timeoutMs = withTransferTime(this.timeoutMs(options), options.expectedBytes ?? 0);
    const request = {
      method: "GET",
      route: routes.download(appId),
      query,
      answer: "bytes",
      timeoutMs,
    } as const;
    const answer = await this.calls.run({ lane: this.downloads, request: () => request }, options);
    return answer.bytes;
  }

  /** interface.md DELETE /v1/apps/{appId}/files. Those that wait become one request; each is told of its own paths. */
  async deleteFiles(appId: string, paths: readonly string[], options: CallOptions = {}): Promise<Deletion> {
    return this.deleteQueue.remove(appId, paths, options);
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
    const answer = this.read(route, query, options).then(({ answer: { status, json } }) => ({
      status,
      json,
    }));
    return { template: route.template, answer };
  }

  private async read(
    route: Route,
    query: Readonly<Record<string, string>>,
    options: CallOptions,
  ): Promise<{ answer: HttpAnswer; call: { method: "GET"; template: string } }> {
    const request = {
      method: "GET",
      route,
      query,
      answer: "json",
      timeoutMs: this.timeoutMs(options),
    } as const;
    const answer = await this.calls.run({ request: () => request }, options);
    return { answer, call: { method: "GET", template: route.template } };
  }

  private async change(route: Route, body: { readonly json?: unknown }, options: CallOptions): Promise<App> {
    const request = () => this.post(route, this.timeoutMs(options), body);
    const answer = await this.calls.run({ request }, options);
    return readApp(answer.json, { method: "POST", template: route.template });
  }

  private post(route: Route, timeoutMs: number, body: Pick<HttpRequest, "json" | "form">): HttpRequest {
    return { method: "POST", route, answer: "json", timeoutMs, ...body };
  }

  private timeoutMs(options: CallOptions): number {
    return options.timeoutMs ?? this.options.requestTimeoutMs();
  }

  private logDropped(dropped: number, template: string): void {
    if (dropped === 0) return;
    this.options.logger.warn(
      `GET ${template}: left out ${dropped} items that are not in the documented shape`,
    );
  }
}

function pathIgnored(pathParameter: string): ServiceError {
  return new ServiceError(
    "wire",
    `GET /v1/apps/{appId}/files: the service read another path than the one asked for with the parameter ` +
      `"${pathParameter}"; see the setting service.wire.pathParameter`,
  );
}
