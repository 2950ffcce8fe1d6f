// A service in memory in the dialect that a test chooses (docs/interface.md#dialects), as the client's exchange.

import type { Exchange, HttpAnswer, HttpRequest } from "../../../../src/api/http/exchange";
import { ServiceClient } from "../../../../src/api/serviceClient";
import type { SpellingMemory } from "../../../../src/api/wire/spelling";
import { clientWire } from "../../../../src/appFiles/clientWire";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { type Logger, silentLogger } from "../../../../src/core/logger";
import { defaultWire, type Wire } from "../../../../src/core/model/wire";
import { nameOf, normalizeAppPath, parentOf } from "../../../../src/core/paths/appPath";
import { appFilesOver } from "../../../support/appFilesHarness";
import { FakeClock } from "../../../support/fakeClock";

export interface ServiceSpelling extends Wire {
  /** A parameter that it does not know is answered with 400. */
  readonly refusesUnknown: boolean;
  readonly appCount: number;
  /** Apps on a page that asks for no size. */
  readonly pageSize: number;
  readonly mostOnPage: number;
  readonly says: readonly ("totalItems" | "hasNextPage" | "currentPage" | "itemsPerPage" | "totalPages")[];
}

const plain: ServiceSpelling = {
  ...defaultWire,
  refusesUnknown: false,
  appCount: 150,
  pageSize: 20,
  mostOnPage: 100,
  says: ["totalItems", "hasNextPage", "currentPage", "itemsPerPage"],
};

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

export class SpelledService implements Exchange {
  readonly clock = new FakeClock();
  readonly files = new Map<string, StoredFile>();
  readonly asked: HttpRequest[] = [];
  /** Uploads that were stored, the others were refused. */
  storedUploads = 0;
  readonly spelling: ServiceSpelling;
  stored: unknown;
  /** Deletions are answered and not carried out. */
  keepsDeleted = false;
  /** Called with the path of each listing; what it throws is the answer. */
  onRead: ((path: string) => void) | undefined;
  client: ServiceClient;
  readonly memory: SpellingMemory = {
    read: () => this.stored,
    write: (value) => {
      this.stored = JSON.parse(JSON.stringify(value));
    },
  };

  constructor(
    spelling: Partial<ServiceSpelling> = {},
    readonly set: object = {},
    readonly logger: Logger = silentLogger,
  ) {
    this.spelling = { ...plain, ...spelling };
    this.client = this.newClient();
  }

  /** As after a restart of the window: what was learnt is read from memory. */
  newClient(): ServiceClient {
    this.client = new ServiceClient({
      baseUrl: "https://service.test",
      token: () => "token",
      wire: () => this.set,
      wireMemory: this.memory,
      requestTimeoutMs: () => 30_000,
      clock: this.clock,
      logger: this.logger,
      exchange: this,
    });
    return this.client;
  }

  get appFiles() {
    const wire = clientWire(
      "app1",
      () => this.client,
      () => 30_000,
    );
    return appFilesOver(wire, this.clock).files;
  }

  put(path: string, text: string): void {
    this.files.set(path, { bytes: new TextEncoder().encode(text), modifiedAt: this.clock.now() });
  }

  /** Everything on the service, as texts by path. */
  get tree(): Record<string, string> {
    const sorted = [...this.files].sort(([a], [b]) => a.localeCompare(b));
    return Object.fromEntries(sorted.map(([path, { bytes }]) => [path, new TextDecoder().decode(bytes)]));
  }

  count(call: string): number {
    return this.asked.filter(({ method, route }) => `${method} ${route.template.split("/").at(-1)}` === call)
      .length;
  }

  async send(request: HttpRequest): Promise<HttpAnswer> {
    this.asked.push(request);
    this.clock.now();
    const { method, route, query = {} } = request;
    const call = `${method} ${route.template.split("/").at(-1)}`;
    switch (call) {
      case "GET apps":
        return this.apps(query);
      case "GET files":
        return this.list(this.pathIn(query, this.spelling.listPathParameter) ?? "/");
      case "POST upload":
        return this.upload(this.pathIn(query, this.spelling.uploadPathParameter), request);
      case "GET download":
        return this.download(this.pathIn(query, this.spelling.downloadPathParameter));
      default:
        return this.remove((request.json as { files: string[] }).files);
    }
  }

  private pathIn(query: Readonly<Record<string, string>>, known: string): string | undefined {
    this.refuseUnknown(query, [known]);
    const path = query[known];
    return path === undefined ? undefined : normalizeAppPath(path);
  }

  private refuseUnknown(query: Readonly<Record<string, string>>, known: readonly string[]): void {
    const unknown = Object.keys(query).find((name) => !known.includes(name));
    if (this.spelling.refusesUnknown && unknown !== undefined) refuse(`unknown parameter ${unknown}`);
  }

  private apps(query: Readonly<Record<string, string>>): HttpAnswer {
    const { pageParameter, limitParameter, teamParameter, firstPage, says } = this.spelling;
    const { appCount, pageSize, mostOnPage } = this.spelling;
    this.refuseUnknown(
      query,
      [pageParameter, limitParameter, teamParameter].filter((name) => name !== ""),
    );
    const size = Math.min(mostOnPage, Number(query[limitParameter] ?? pageSize));
    const page = Number(query[pageParameter] ?? firstPage);
    const start = (page - firstPage) * size;
    const all = Array.from({ length: appCount }, (_, index) => ({ _id: `a${index}`, name: `App ${index}` }));
    const pages = Math.ceil(appCount / size);
    const said = {
      totalItems: appCount,
      hasNextPage: start + size < appCount,
      currentPage: page,
      itemsPerPage: size,
      totalPages: pages,
    };
    const pagination = Object.fromEntries(says.map((name) => [name, said[name]]));
    return answer({ applications: all.slice(start, start + size), pagination });
  }

  private list(path: string): HttpAnswer {
    this.onRead?.(path);
    const file = this.files.get(path);
    if (file)
      return answer({
        isDirectory: false,
        content: new TextDecoder().decode(file.bytes),
        files: null,
        currentPath: path,
      });
    const below = [...this.files].filter(([each]) => each.startsWith(path === "/" ? "/" : `${path}/`));
    if (below.length === 0 && path !== "/") notFound();
    const entries = new Map<string, object>();
    for (const [each, { bytes, modifiedAt }] of below) {
      const [name = "", ...rest] = each.slice(path === "/" ? 1 : path.length + 1).split("/");
      const isDirectory = rest.length > 0;
      const times = {
        createdAt: new Date(modifiedAt).toISOString(),
        modifiedAt: new Date(modifiedAt).toISOString(),
      };
      entries.set(name, {
        name,
        isDirectory,
        isFile: !isDirectory,
        size: isDirectory ? 0 : bytes.length,
        ...times,
      });
    }
    return answer({ isDirectory: true, content: null, files: [...entries.values()], currentPath: path });
  }

  private upload(path: string | undefined, { file }: HttpRequest): HttpAnswer {
    const name = file?.name ?? "";
    const isFolder = (each: string): boolean =>
      [...this.files.keys()].some((key) => key.startsWith(`${each}/`));
    const target =
      path === undefined || path === "/"
        ? `/${name}`
        : this.spelling.uploadTarget === "file"
          ? path
          : normalizeAppPath(`${path}/${name}`);
    if (isFolder(target)) refuse("a folder");
    for (let each = parentOf(target); each !== "/"; each = parentOf(each))
      if (this.files.has(each)) refuse("below a file");
    this.storedUploads++;
    if (this.spelling.archiveUploads === "extracted" && name.endsWith(".zip")) {
      // What a probe holds is stored without a folder; the test only needs that the zip itself is not there.
      this.files.set(`${parentOf(target) === "/" ? "" : parentOf(target)}/${innerNameOf(file?.bytes)}`, {
        bytes: new Uint8Array(1),
        modifiedAt: this.clock.now(),
      });
      return answer({ message: "unpacked" });
    }
    this.files.set(target, { bytes: file?.bytes.slice() ?? new Uint8Array(), modifiedAt: this.clock.now() });
    return answer({ message: `stored ${nameOf(target)}` });
  }

  private download(path: string | undefined): HttpAnswer {
    if (path === undefined) refuse("no path");
    const file = this.files.get(path ?? "");
    if (!file) notFound();
    return { status: 200, json: undefined, bytes: file?.bytes ?? new Uint8Array() };
  }

  private remove(paths: readonly string[]): HttpAnswer {
    if (this.keepsDeleted) return answer({ success: [], failed: paths });
    for (const path of paths)
      for (const each of [...this.files.keys()])
        if (each === path || each.startsWith(`${path}/`)) this.files.delete(each);
    return answer({ success: paths, failed: [] });
  }
}

/** The name of the first entry of a zip. */
function innerNameOf(zip: Uint8Array | undefined): string {
  const view = new DataView((zip ?? new Uint8Array(30)).buffer);
  return new TextDecoder().decode(zip?.slice(30, 30 + view.getUint16(26, true)));
}

function answer(json: unknown): HttpAnswer {
  return { status: 200, json, bytes: new Uint8Array() };
}

function refuse(why: string): never {
  throw new ServiceError("refused", why, { status: 400 });
}

function notFound(): never {
  throw new ServiceError("notFound", "not there", { status: 404 });
}
