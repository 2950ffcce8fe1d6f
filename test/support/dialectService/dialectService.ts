// A test implementation of docs/interface.md#endpoints in any dialect. It shares nothing with src/emulator,
// so that the two can disagree.
import { mkdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import { listenLocally } from "../freePort";
import { removeTemporaryFolder, temporaryFolder } from "../temporaryFolder";
import type { DialectApp } from "./apps";
import type { Incoming } from "./body";
import type { Dialect } from "./dialect";
import { endpointOf } from "./endpoints";
import { DialectFiles, setTime } from "./files";
import { Limits } from "./limits";
import { Refusal, refusalOf } from "./refusal";

export interface LoggedRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
}

export interface Answer {
  readonly status: number;
  /** Bytes as they are, other values as JSON; absent: no body. */
  readonly body?: object | undefined;
  /** For a 429. */
  readonly retryAfterSeconds?: number | undefined;
}

export class DialectService {
  readonly token = "dialect-token";
  readonly requests: LoggedRequest[] = [];
  readonly apps: DialectApp[] = [];
  readonly limits: Limits;
  /** Contains only the apps' folders. */
  readonly dataFolder = temporaryFolder("dialect");
  private readonly server: Server;
  private lastId = 0;

  /** `clock`: for rate limits and modification times. */
  constructor(
    readonly dialect: Dialect,
    readonly clock: { now(): number },
  ) {
    this.limits = new Limits(() => clock.now());
    this.server = createServer(async (incoming, outgoing) => {
      const { status, headers, body } = await this.respond(incoming);
      // An unread body must not block the connection.
      incoming.resume();
      outgoing.writeHead(status, headers).end(body);
    });
  }

  async start(): Promise<void> {
    await listenLocally(this.server);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
    removeTemporaryFolder(this.dataFolder);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  appFolder(id: string): string {
    return path.join(this.dataFolder, id);
  }

  filesOf(id: string): DialectFiles {
    return new DialectFiles(this.dialect, this.appFolder(id), () => this.clock.now());
  }

  /** With files that are an hour old; resolves with its id. */
  async addApp(
    app: Partial<DialectApp> & Pick<DialectApp, "name">,
    files: Readonly<Record<string, string | Uint8Array>> = {},
  ): Promise<string> {
    const now = this.clock.now();
    const id = `app-${++this.lastId}`;
    const usual = { memoryMB: 256, runtime: "python", exposedViaWeb: false, autoRestart: false };
    const times = { createdAt: now, updatedAt: now };
    const rest = { startupCommand: "", teamId: null, status: "active", restarts: 0 };
    this.apps.push({ id, ...usual, ...rest, ...times, ...app });
    await mkdir(this.appFolder(id), { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      await this.filesOf(id).write(name.split("/"), Buffer.from(content));
      await setTime(path.join(this.appFolder(id), name), now - 60 * 60_000);
    }
    return id;
  }

  /** Removes an app and its files. */
  async forget(app: DialectApp): Promise<void> {
    this.apps.splice(this.apps.indexOf(app), 1);
    await rm(this.appFolder(app.id), { recursive: true });
  }

  /**
   * Counts since the `from`-th request: downloads and other reads, uploads, and requests refused by a limit.
   */
  count(from = 0): { readonly reads: number; readonly uploads: number; readonly limited: number } {
    const since = this.requests.slice(from);
    return {
      reads: since.filter(({ method }) => method === "GET").length,
      uploads: since.filter(({ method, path: asked }) => method === "POST" && asked.endsWith("/upload"))
        .length,
      limited: since.filter(({ status }) => status === 429).length,
    };
  }

  /** Responds without a socket. */
  readonly fetch = (async (...asked) => {
    const request = new Request(...asked);
    const { method, url } = request;
    const headers = Object.fromEntries(request.headers);
    const incoming = Object.assign(Readable.from([Buffer.from(await request.arrayBuffer())]), {
      method,
      url,
      headers,
    });
    const { status, headers: answered, body } = await this.respond(incoming);
    return new Response(body as string | Buffer<ArrayBuffer> | undefined, { status, headers: answered });
  }) satisfies typeof globalThis.fetch;

  private async respond(incoming: Incoming) {
    const url = new URL(incoming.url ?? "/", "http://localhost");
    const answer = await this.answer(incoming, url).catch((error: unknown) => this.failure(error));
    const { status, body, retryAfterSeconds } = answer;
    // Before the response, so that its receiver can rely on the log.
    const query = Object.fromEntries(url.searchParams);
    this.requests.push({ method: incoming.method ?? "", path: url.pathname, query, status });
    const isBytes = Buffer.isBuffer(body);
    return {
      status,
      headers: {
        date: new Date(this.clock.now()).toUTCString(),
        ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
        ...(body ? { "content-type": isBytes ? "application/octet-stream" : "application/json" } : {}),
      },
      body: isBytes ? body : body && JSON.stringify(body),
    };
  }

  private async answer(incoming: Incoming, url: URL): Promise<Answer> {
    if (incoming.headers.authorization !== `Bearer ${this.token}`) throw new Refusal(401, "Unauthorized");
    const endpoint = endpointOf(this, incoming.method ?? "", url.pathname);
    const unknown = [...url.searchParams.keys()].find((name) => !endpoint.parameters.includes(name));
    if (unknown !== undefined && this.dialect.unknownParameters === "refused")
      throw new Refusal(400, `Unknown parameter ${unknown}`);
    if (endpoint.limit) this.limits.admit(endpoint.limit);
    return await endpoint.answer(url.searchParams, incoming);
  }

  private failure(error: unknown): Answer {
    let refusal: Refusal;
    try {
      refusal = refusalOf(error);
    } catch (other) {
      refusal = new Refusal(500, String(other));
    }
    const { status, message, retryAfterSeconds } = refusal;
    return { status, body: { [this.dialect.errors]: message }, retryAfterSeconds };
  }
}
