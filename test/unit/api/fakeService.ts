// A service in memory behind a fetch function: files with times, a record of what was asked and when, and faults.

import { ServiceClient } from "../../../src/api/serviceClient";
import type { AppFiles } from "../../../src/appFiles/appFiles";
import { clientWire } from "../../../src/appFiles/clientWire";
import type { Logger } from "../../../src/core/logger";
import { defaultWire, type Wire } from "../../../src/core/model/wire";
import { appFilesOver, type RememberedChanges } from "../../support/appFilesHarness";
import { FakeClock } from "../../support/fakeClock";

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

/** A failed fetch as Node throws it. */
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

export class FakeService {
  readonly clock = new FakeClock();
  readonly asked: Asked[] = [];
  readonly log: string[] = [];
  readonly files = new Map<string, { bytes: Uint8Array; modifiedAt: number }>();
  token: string | undefined = canary;
  wire: Wire = defaultWire;
  /** Answers instead of the service when it returns something; throws for a broken connection. */
  fault: Answering = () => undefined;
  /** How `content` is made of bytes. */
  decode: (bytes: Uint8Array) => string = (bytes) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

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
    if (!response.headers.has("Date")) response.headers.set("Date", new Date(this.clock.now()).toUTCString());
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
    wire: () => this.wire,
    requestTimeoutMs: () => 30_000,
    clock: this.clock,
    logger: this.logger,
    fetch: this.fetch,
  });

  /** What is kept of the files that `appFiles` changes. */
  readonly changes: RememberedChanges;
  readonly appFiles: AppFiles;

  constructor() {
    const wire = clientWire(
      "app1",
      () => this.client,
      () => 30_000,
    );
    const unpacksArchives = (): boolean => this.wire.archiveUploads === "extracted";
    const { files, log } = appFilesOver(wire, this.clock, { unpacksArchives });
    this.appFiles = files;
    this.changes = log;
  }

  put(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    this.files.set(path, { bytes, modifiedAt: this.clock.now() });
  }

  textOf(path: string): string | undefined {
    const file = this.files.get(path);
    return file && new TextDecoder().decode(file.bytes);
  }

  /** "GET files", "POST upload", ...: what was asked, in order. */
  get calls(): string[] {
    return this.asked.map(({ method, path }) => `${method} ${path.replace(/^\/v1\/(apps\/app1\/)?/, "")}`);
  }

  count(call: string): number {
    return this.calls.filter((other) => other === call).length;
  }

  async store(asked: Asked): Promise<void> {
    const file = (asked.body as FormData).get("file") as File;
    const directory = asked.query[this.wire.uploadPathParameter] ?? "/";
    this.put(`${directory === "/" ? "" : directory}/${file.name}`, new Uint8Array(await file.arrayBuffer()));
  }

  private async answer(asked: Asked): Promise<Response> {
    const path = asked.query[this.wire.listPathParameter] ?? "/";
    const route = `${asked.method} ${asked.path.replace(/^\/v1\/apps\/app1/, "")}`;
    switch (route) {
      case "GET /files":
        return this.read(path);
      case "POST /upload":
        await this.store(asked);
        return json({ message: "stored" });
      case "GET /download": {
        const file = this.files.get(path);
        return file ? new Response(file.bytes as Uint8Array<ArrayBuffer>) : json({ error: "Not found" }, 404);
      }
      case "DELETE /files":
        return json(this.remove((asked.body as { files: string[] }).files));
      case "GET /v1/users/@me":
        return json({ _id: "u1", name: "Ada", activeSessions: [] });
      case "GET /v1/apps":
        return json({ applications: [appBody] });
      default:
        return json(appBody);
    }
  }

  private read(path: string): Response {
    const file = this.files.get(path);
    if (file) {
      const content = this.decode(file.bytes);
      return json({ isDirectory: false, content, files: null, prevPath: "/", currentPath: path });
    }
    const prefix = path === "/" ? "/" : `${path}/`;
    const entries = new Map<string, object>();
    for (const [filePath, { bytes, modifiedAt }] of this.files) {
      if (!filePath.startsWith(prefix)) continue;
      const [name = "", ...rest] = filePath.slice(prefix.length).split("/");
      const isFile = rest.length === 0;
      const time = new Date(modifiedAt).toISOString();
      const size = isFile ? bytes.length : 0;
      entries.set(name, { name, isDirectory: !isFile, isFile, size, createdAt: time, modifiedAt: time });
    }
    if (path !== "/" && entries.size === 0) return json({ error: "Not found" }, 404);
    return json({
      isDirectory: true,
      content: null,
      files: [...entries.values()],
      prevPath: null,
      currentPath: path,
    });
  }

  private remove(paths: readonly string[]): { success: string[]; failed: string[] } {
    const isBelow = (path: string) => (file: string) => file === path || file.startsWith(`${path}/`);
    const found = (path: string): string[] => [...this.files.keys()].filter(isBelow(path));
    const success = paths.filter((path) => found(path).length > 0);
    const failed = paths.filter((path) => !success.includes(path));
    for (const path of success) for (const file of found(path)) this.files.delete(file);
    return { success, failed };
  }
}
