// The simulated service: its apps' files, its clock, its rate limits, and its handling of requests. Faults of
// the connection are in network.ts.
import { ancestorsOf, joinAppPath, nameOf, normalizeAppPath, parentOf } from "../../src/core/paths/appPath";
import { foldedPath } from "../../src/core/paths/localNames";
import { TooManyRequests } from "../../src/emulator/http/httpErrors";
import { type LimitedRoute, RateLimits, rateLimits } from "../../src/emulator/http/rateLimits";
import { accountOf } from "./appNames";
import { AppTree, type Node, type OddEntry } from "./appTree";
import type { Content, Contents } from "./contents";
import type { FaultKind } from "./faults";
import type { Decoder, FileTimes, Names, UploadPath } from "./operations";
import type { Dice } from "./random";
import type { Cause, Sent, Shown, State, Tree } from "./record";
import type { Life, Scheduler } from "./scheduler";
import { wallStart } from "./virtualClock";

export interface ServiceSettings {
  readonly apps: readonly string[];
  /** Modification times are whole seconds. */
  readonly hasWholeSeconds: boolean;
  /** Longest lag of listings. */
  readonly lagMs: number;
  /** The service's clock minus the machine's, at the start. */
  readonly aheadMs: number;
  readonly filesBehindMs: number;
  readonly filesAheadMs: number;
  readonly fileTimes: FileTimes;
  /** Path that listings never show. */
  readonly unlisted: string;
  readonly decodes: Decoder;
  readonly uploadPath: UploadPath;
  readonly names: Names;
}

/** `shown`: what a look has shown. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly retryAfter?: string;
  readonly shown?: Omit<Shown, "deliveredAt"> | undefined;
}

export interface ServiceEvents {
  readonly onChange: (app: string, path: string, change: { before: State; after: State }) => void;
  readonly onHiddenLost: (
    app: string,
    path: string,
    how: { readonly sent: Sent; readonly lost: readonly OddEntry[] },
  ) => void;
  readonly onRefused: (sent: Sent, why: string) => void;
}

export interface Received {
  readonly sent: Sent;
  readonly token: string;
  /** Undefined for an invalid token. */
  readonly account: string | undefined;
  readonly fault: FaultKind | undefined;
  /** Where the service stores an upload, if not in the folder of its path. */
  readonly folder?: string;
  /** Of a creation. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** What GET /v1/apps says of an app. */
interface ListedApp {
  readonly _id: string;
  readonly name: string;
  readonly userId?: string;
  readonly runtimeEnvironment: string;
  readonly createdAt: string;
}

const limitedRoutes: Partial<Record<Sent["kind"], LimitedRoute>> = {
  upload: "upload",
  delete: "deleteFiles",
  download: "download",
};
/** Longest normal way that the limits must allow for. */
const longestWayMs = 501;
/** Within a minute, of all windows; the engine leaves some for saves. */
const manyDownloads = 15;
/** How long the world closes a limit, in seconds. */
const closedSeconds = 5;
/** Of the windows' user. */
export const userId = "ada";
const forEverMs = 1e12;
const longAgoMs = 365 * 24 * 3_600_000;
/** Resolution of the Date header. */
const headerStepMs = 1_000;

export class SimulatedService {
  readonly trees: Map<string, Tree>;
  /** By id. */
  private readonly apps = new Map<string, ListedApp>();
  /** Which app a request has created. */
  readonly createdBy = new Map<Sent, string>();
  requests = 0;
  private readonly limits: RateLimits;
  private readonly closedUntil = new Map<string, number>();
  /** Last 429 of a window, by account and kind of request. */
  private readonly refusals = new Map<Life, Map<string, number>>();
  /** By route: late arrivals, which use a slot that no window could know of. */
  private readonly oddArrivals = new Map<LimitedRoute, number>();
  private lastStamp = 0;
  private readonly startedAt: number;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly dice: Dice,
    private readonly contents: Contents,
    readonly settings: ServiceSettings,
    private readonly events: ServiceEvents,
  ) {
    this.limits = new RateLimits({ now: () => scheduler.nowMs });
    this.startedAt = this.date - 20_000;
    this.trees = new Map(settings.apps.map((app) => [app, this.newTree(app)]));
  }

  /** Service time, in milliseconds since the epoch. */
  get nowMs(): number {
    return wallStart + this.scheduler.nowMs + this.settings.aheadMs;
  }

  /** Cut to the second. */
  get date(): number {
    return Math.floor(this.nowMs / 1_000) * 1_000;
  }

  tree(app: string): Tree {
    const tree = this.trees.get(app);
    if (!tree) throw new Error(`there is no app ${app}`);
    return tree;
  }

  private downloadsAt: readonly number[] = [];
  /** Later ones had to wait. */
  downloadsUsedUpAt = Number.NEGATIVE_INFINITY;

  /** The window got a 429. */
  pausedBy429({ life, app, kind }: Pick<Sent, "life" | "app" | "kind">): void {
    const refusals = this.refusals.get(life) ?? new Map<string, number>();
    this.refusals.set(life, refusals.set(`${accountOf(app)} ${kind}`, this.scheduler.nowMs));
  }

  receive(received: Received): Reply {
    const { sent, account } = received;
    this.requests++;
    if (account === undefined) return refusal(401, "Unauthorized");
    const limited = this.limit(received, account);
    if (limited) return limited;
    switch (sent.kind) {
      case "look":
        return this.browse(received);
      case "download":
        return this.download(sent);
      case "upload":
        return this.upload(received);
      case "delete":
        return this.remove(received);
      case "create":
        return this.create(received);
      case "apps": {
        const app = this.apps.get(sent.app);
        if (app) return { status: 200, json: { ...app, status: "running" } };
        const mine = [...this.apps.values()];
        return sent.app ? refusal(404, "no app") : { status: 200, json: { applications: mine } };
      }
      case "other":
        return refusal(404, "There is nothing here.");
    }
  }

  private limit({ sent, fault }: Received, account: string): Reply | undefined {
    const route = limitedRoutes[sent.kind];
    if (fault === "limit" || fault === "limitSeconds" || fault === "limitDate") {
      const key = `${account} ${route ?? "look"}`;
      if (fault !== "limit") this.closedUntil.set(key, this.scheduler.nowMs + closedSeconds * 1_000);
      const retryAfter =
        fault === "limitSeconds"
          ? String(closedSeconds)
          : new Date(this.date + closedSeconds * 1_000).toUTCString();
      return { ...refusal(429, "Too many requests."), ...(fault === "limit" ? {} : { retryAfter }) };
    }
    if (!route) return undefined;
    const closedFor = (this.closedUntil.get(`${account} ${route}`) ?? 0) - this.scheduler.nowMs;
    const refusedAt = this.refusals.get(sent.life)?.get(`${account} ${sent.kind}`) ?? Infinity;
    const isOfThisTime = refusedAt >= this.scheduler.nowMs + closedFor - closedSeconds * 1_000;
    if (closedFor > headerStepMs && isOfThisTime && sent.sentAt > refusedAt)
      this.events.onRefused(sent, `the window had been told to wait ${refusedAt - sent.sentAt} ms before`);
    if (closedFor > 0)
      return { ...refusal(429, "Too many requests."), retryAfter: String(Math.ceil(closedFor / 1_000)) };
    const now = this.scheduler.nowMs;
    const isOdd = sent.givenUpAt !== undefined || now - sent.sentAt > longestWayMs;
    const isDisturbed =
      isOdd || now - (this.oddArrivals.get(route) ?? -Infinity) <= rateLimits[route].periodMs;
    if (isOdd) this.oddArrivals.set(route, now);
    try {
      this.limits.admit(account, route);
      return undefined;
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      if (!isDisturbed) this.events.onRefused(sent, error.message);
      return { ...refusal(429, error.message), retryAfter: error.headers["retry-after"] ?? "3" };
    }
  }

  private browse({ sent, fault }: Received): Reply {
    const [path = "/"] = sent.paths;
    const tree = this.tree(sent.app);
    const node = tree.node(path);
    const seen = { path, sentAt: sent.sentAt, evaluatedAt: this.scheduler.nowMs };
    if (!node)
      return {
        ...refusal(404, `There is no "${path}".`),
        shown: { ...seen, entries: new Map(), state: undefined },
      };
    const where = { prevPath: path === "/" ? null : parentOf(path), currentPath: path };
    if (node.type === "file") {
      const content = this.textOf(node.content);
      return {
        status: 200,
        json: { isDirectory: false, content, files: null, ...where },
        shown: { ...seen, entries: undefined, state: tree.state(path) },
      };
    }
    const entries = fault === "emptyListing" ? new Map<string, State>() : tree.listed(path);
    const files = [...entries].map(([name, { node: shown }]) => entryOf(path, name, shown));
    const odd = fault === "emptyListing" ? [] : (tree.odd.get(path) ?? []);
    for (const [name, { content }] of odd)
      files.push(
        entryOf(path, name, { type: "file", content, createdAt: this.nowMs, modifiedAt: this.nowMs }),
      );
    return {
      status: 200,
      json: { isDirectory: true, content: null, files, ...where },
      shown: { ...seen, entries, state: undefined },
    };
  }

  private create({ sent, fields = {} }: Received): Reply {
    const { appName: name = "", runtimeEnvironment = "" } = fields;
    const app = this.addApp({ name, userId, runtimeEnvironment });
    this.createdBy.set(sent, app._id);
    return { status: 200, json: app };
  }

  addApp(app: Pick<ListedApp, "name" | "userId" | "runtimeEnvironment">): ListedApp {
    const _id = `app${this.apps.size + 1}`;
    const added = { ...app, _id, createdAt: new Date(this.nowMs).toISOString() };
    this.apps.set(_id, added);
    this.trees.set(_id, this.newTree(_id));
    return added;
  }

  private textOf({ bytes }: Content): string {
    const { decodes } = this.settings;
    if (decodes === "utf8") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const text = Buffer.from(bytes).toString("latin1");
    return decodes === "latin1" ? text : text.replace(/[\x80-\xff]/g, "\ufffd");
  }

  uploadFolder(query: Readonly<Record<string, string>>): string {
    const { uploadPath } = this.settings;
    return this.real(normalizeAppPath(query[uploadPath === "set" ? "path" : uploadPath] ?? "/"));
  }

  private download(sent: Sent): Reply {
    const now = this.scheduler.nowMs;
    this.downloadsAt = [...this.downloadsAt.filter((time) => time > now - rateLimits.download.periodMs), now];
    if (this.downloadsAt.length >= manyDownloads) this.downloadsUsedUpAt = now;
    const [path = "/"] = sent.paths;
    const node = this.tree(sent.app).node(path);
    if (node?.type !== "file") return refusal(node ? 400 : 404, `There is no file "${path}".`);
    const seen = { path, sentAt: sent.sentAt, evaluatedAt: this.scheduler.nowMs };
    const shown = { ...seen, entries: undefined, state: this.tree(sent.app).state(path) };
    return { status: 200, bytes: node.content.bytes.slice(), shown };
  }

  private upload({ sent, fault, folder }: Received): Reply {
    const [meant = "/"] = sent.paths;
    const asked = joinAppPath(folder ?? parentOf(meant), nameOf(meant));
    const tree = this.tree(sent.app);
    const problem = tree.problemOf(asked);
    if (!sent.content || problem) return refusal(400, problem ?? "The file is missing.");
    const done = { status: 200, json: { message: `The file "${asked}" was uploaded.` } };
    if (fault === "nothing") return done;
    if (sent.archived) {
      this.unpack(sent, sent.archived, fault);
      return done;
    }
    const path =
      fault === "otherFolder" || fault === "otherName" ? this.elsewhere(sent.app, asked, fault) : asked;
    if (path === undefined) return done;
    const bytes = sent.content.bytes;
    const storedBytes = fault === "emptiedThen507" ? 0 : bytes.length >> 1;
    const isWhole = !fault?.startsWith("truncated") && fault !== "emptiedThen507";
    const stored = isWhole ? sent.content : this.contents.of(bytes.slice(0, storedBytes));
    tree.put(path, stored, { by: "request", sent });
    return done;
  }

  /** An archive that cannot be unpacked as a whole stays, beside the files that could be unpacked. */
  private unpack(sent: Sent, archived: ReadonlyMap<string, Content>, fault: FaultKind | undefined): void {
    const tree = this.tree(sent.app);
    const halves: readonly (FaultKind | undefined)[] = [
      "otherFolder",
      "otherName",
      "hang",
      "late",
      "lateReset",
      "emptiedThen507",
    ];
    const isCutOff = fault?.startsWith("truncated") === true || halves.includes(fault);
    const files = [...archived].slice(0, isCutOff ? archived.size >> 1 : archived.size);
    for (const [path, content] of files)
      if (!tree.problemOf(path)) tree.put(path, content, { by: "request", sent });
    if (isCutOff && sent.content) tree.put(sent.paths[0] ?? "/", sent.content, { by: "request", sent });
  }

  /** Another place without a file: the simulated service does not destroy files itself. */
  private elsewhere(app: string, path: string, fault: "otherFolder" | "otherName"): string | undefined {
    const other =
      fault === "otherFolder"
        ? joinAppPath("/", `${nameOf(path)}.stray`)
        : joinAppPath(parentOf(path), `${nameOf(path)}.renamed`);
    const tree = this.tree(app);
    return tree.node(other) || tree.problemOf(other) ? undefined : other;
  }

  private remove({ sent, fault }: Received): Reply {
    const tree = this.tree(sent.app);
    const success: string[] = [];
    const failed: string[] = [];
    for (const [index, path] of sent.paths.entries()) {
      const isSpared = (fault === "notRemoved" || fault === "partlyThen403") && index % 2 === 0;
      if (path === "/" || !tree.node(path)) {
        failed.push(path);
        continue;
      }
      if (!isSpared) this.removeOne(sent, tree, path);
      if (fault === "saysFailed") failed.push(path);
      else if (fault !== "silent") success.push(path);
    }
    if (fault === "emptyAnswer") return { status: 200 };
    return { status: 200, json: { success, failed } };
  }

  private removeOne(sent: Sent, tree: Tree, path: string): void {
    const lost = tree.remove(path, { by: "request", sent });
    if (lost.length > 0) this.events.onHiddenLost(sent.app, path, { sent, lost });
  }

  /** The path under which a file is stored. */
  real(path: string): string {
    return this.settings.names === "folded" ? foldedPath(path) : path;
  }

  private newTree(app: string): Tree {
    return new AppTree<Cause>({
      real: (path) => this.real(path),
      now: () => this.scheduler.nowMs,
      stamp: () => this.stamp(),
      lagMs: (path, { by }) =>
        by === "start" ? 0 : path === this.settings.unlisted ? forEverMs : this.lagOf(path),
      onChange: (path, before, after) => this.events.onChange(app, path, { before, after }),
      start: { by: "start" },
    });
  }

  private lagOf(path: string): number {
    const { lagMs } = this.settings;
    return lagMs === 0 ? 0 : this.dice.int(`lag ${path}`, lagMs);
  }

  private stamp(): number {
    const { fileTimes, filesAheadMs, filesBehindMs } = this.settings;
    if (fileTimes !== "written") return this.startedAt - (fileTimes === "fixed" ? longAgoMs : 0);
    const now = Math.floor(this.nowMs + filesAheadMs - filesBehindMs);
    if (this.settings.hasWholeSeconds) return Math.floor(now / 1_000) * 1_000;
    this.lastStamp = Math.max(this.lastStamp + 1, now);
    return this.lastStamp;
  }

  /** By another author; no effect where it is impossible. */
  write(app: string, path: string, content: Content, by: "start" | "colleague" | "app"): boolean {
    const tree = this.tree(app);
    if (tree.problemOf(path)) return false;
    tree.put(path, content, { by });
    return true;
  }

  /** By a colleague; keeps modification times. */
  move(app: string, asked: string, target: string): boolean {
    const tree = this.tree(app);
    const [from, to] = [this.real(asked), this.real(target)];
    if (!tree.node(from) || tree.node(to) || to.startsWith(`${from}/`)) return false;
    if (ancestorsOf(to).some((folder) => tree.node(folder)?.type === "file")) return false;
    for (const [path, file] of tree.filesWithin(from)) {
      const target = to + path.slice(from.length);
      // Equal time and size with other bytes could be noticed by no client.
      const isAmbiguous = tree
        .history(target)
        .some(({ node }) => node?.type === "file" && node.modifiedAt === file.modifiedAt);
      tree.put(target, file.content, { by: "colleague" }, isAmbiguous ? this.stamp() : file.modifiedAt);
    }
    tree.remove(from, { by: "colleague" });
    return true;
  }
}

export function refusal(status: number, error: string): Reply {
  return { status, json: { error } };
}

function entryOf(folder: string, name: string, node: Node | undefined): unknown {
  return {
    ...{ name, isDirectory: node?.type === "directory", isFile: node?.type === "file" },
    path: folder === "/" ? `/${name}` : `${folder}/${name}`,
    size: node?.type === "file" ? node.content.size : 0,
    createdAt: new Date(node?.createdAt ?? 0).toISOString(),
    modifiedAt: new Date(node?.modifiedAt ?? 0).toISOString(),
  };
}
