// The simulated service behind fetch, with the extension's client: records requests, and lets a test respond
// itself.
import { ServiceClient } from "../../src/api/serviceClient";
import type { AppFiles } from "../../src/appFiles/appFiles";
import type { Logger } from "../../src/core/logger";
import { type Dialect, defaultDialect } from "../../src/core/model/dialect";
import { joinAppPath } from "../../src/core/paths/appPath";
import { appFilesOver, fileServiceOver, type RememberedChanges } from "./appFilesHarness";
import { FakeClock } from "./fakeClock";
import { SimulatedApp } from "./simulatedApp";

export const canary = "canary-token-7f3a";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly body: unknown;
  readonly atMs: number;
}

export type Answering = (asked: Asked) => Response | undefined | Promise<Response | undefined>;

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** As Node's fetch throws it. */
export function failedFetch(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

export const appBody = {
  _id: "app1",
  name: "Shop",
  status: "active",
  allocatedMemoryMB: 512,
  exposedViaWeb: true,
  autoRestartEnabled: false,
  startupCommand: "node .",
  runtimeEnvironment: "nodejs",
};

export class SimulatedHttp {
  readonly clock = new FakeClock();
  readonly asked: Asked[] = [];
  readonly log: string[] = [];
  readonly app = new SimulatedApp(this.clock);
  readonly files = this.app.files;
  token: string | undefined = canary;
  wire: Dialect = defaultDialect;
  /** A returned response replaces the service's; a throw breaks the connection. */
  fault: Answering = () => undefined;

  readonly fetch = (async (input: string, init: RequestInit): Promise<Response> => {
    const url = new URL(input);
    const asked: Asked = {
      method: init.method ?? "GET",
      path: decodeURIComponent(url.pathname),
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers as Record<string, string>),
      body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
      atMs: this.clock.now(),
    };
    this.asked.push(asked);
    const response = (await this.fault(asked)) ?? (await this.answer(asked));
    if (!response.headers.has("Date")) response.headers.set("Date", new Date(this.app.date).toUTCString());
    return response;
  }) as typeof globalThis.fetch;

  readonly logger: Logger = {
    trace: (message) => void this.log.push(message),
    debug: (message) => void this.log.push(message),
    info: (message) => void this.log.push(message),
    warn: (message) => void this.log.push(message),
    error: (message) => void this.log.push(message),
  };

  readonly client = new ServiceClient({
    baseUrl: "https://service.test/",
    token: () => this.token,
    hosts: () => ({ "https://service.test": { wire: this.wire } }),
    requestTimeoutMs: () => 30_000,
    clock: this.clock,
    logger: this.logger,
    fetch: this.fetch,
  });

  /** Backups of the changes by `appFiles`. */
  readonly changes: RememberedChanges;
  readonly appFiles: AppFiles;

  constructor() {
    const service = fileServiceOver(() => this.client);
    const unpacksArchives = (): boolean => this.wire.archiveUploads === "extracted";
    const { files, log } = appFilesOver(service, this.clock, { unpacksArchives });
    this.appFiles = files;
    this.changes = log;
  }

  put(path: string, content: string | Uint8Array): void {
    this.app.put(path, content);
  }

  textOf(path: string): string | undefined {
    return this.app.text(path);
  }

  /** In order, such as "GET files" and "POST upload". */
  get calls(): string[] {
    return this.asked.map(({ method, path }) => `${method} ${path.replace(/^\/v1\/(apps\/app1\/)?/, "")}`);
  }

  /** In milliseconds after `start`. */
  timesSince(start: number): number[] {
    return this.asked.map(({ atMs }) => atMs - start);
  }

  count(call: string): number {
    return this.calls.filter((other) => other === call).length;
  }

  async store({ body, query }: Asked): Promise<Response> {
    const file = (body as FormData).get("file") as File;
    const asked = query[this.wire.uploadPathParameter] ?? "/";
    const path = this.wire.uploadTarget === "file" ? asked : joinAppPath(asked, file.name);
    return this.receive("upload", [path], new Uint8Array(await file.arrayBuffer()));
  }

  private async answer(asked: Asked): Promise<Response> {
    const { query } = asked;
    switch (`${asked.method} ${asked.path.replace(/^\/v1\/apps\/app1/, "")}`) {
      case "GET /files":
        return this.receive("look", [query[this.wire.listPathParameter] ?? "/"]);
      case "POST /upload":
        return await this.store(asked);
      case "GET /download":
        return this.receive("download", [query[this.wire.downloadPathParameter] ?? "/"]);
      case "DELETE /files":
        return this.receive("delete", (asked.body as { files: string[] }).files);
      case "GET /v1/users/@me":
        return json({ _id: "u1", name: "Ada", activeSessions: [] });
      case "GET /v1/apps":
        return json({ applications: [appBody] });
      default:
        return json(appBody);
    }
  }

  private receive(...request: Parameters<SimulatedApp["receive"]>): Response {
    const { status, bytes, json: body } = this.app.receive(...request);
    return bytes ? new Response(bytes as Uint8Array<ArrayBuffer>, { status }) : json(body, status);
  }
}
