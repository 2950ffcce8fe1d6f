// The connection between a window and the service, with delays and faults. Replaces the client's transport.

import type { Exchange, HttpAnswer, HttpRequest } from "../../src/api/http/exchange";
import {
  errorFromAnswer,
  errorFromFailure,
  errorFromShape,
  errorFromTimeout,
  type FailedCall,
} from "../../src/api/http/toServiceError";
import { onAbort } from "../../src/core/async/onAbort";
import { joinAppPath, normalizeAppPath } from "../../src/core/paths/appPath";
import { accountOf, nameOfKey } from "./appNames";
import type { Checks } from "./checks";
import type { Contents } from "./contents";
import type { FaultKind, PlannedFaults } from "./faults";
import type { Dice } from "./random";
import type { Sent, Record as WorldRecord } from "./record";
import type { Life, Scheduler } from "./scheduler";
import type { Reply, SimulatedService } from "./service";

export interface NetworkParts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly record: WorldRecord;
  readonly checks: Checks;
  readonly contents: Contents;
  readonly service: SimulatedService;
  readonly faults: PlannedFaults;
  /** Longest normal delay in each direction. */
  readonly jitterMs: number;
  readonly accountOf: (token: string) => string | undefined;
}

/** Error responses after the request was carried out. */
const refusalsAfterwards = {
  "302": { status: 302 },
  "400": { status: 400, json: { error: "Bad request." } },
  "403": { status: 403, json: { error: "Not yours." } },
  "404": { status: 404, json: { error: "Not found." } },
  "409": { status: 409, json: { error: "Busy." } },
  "413": { status: 413, json: { error: "Too large." } },
  "500": { status: 500, json: { error: "Internal error" } },
  "507": { status: 507, json: { error: "Disk quota exceeded" } },
} as const satisfies Record<string, Reply>;
type Refusal = keyof typeof refusalsAfterwards;

interface Course {
  /** Delay until it reaches the service; undefined when it never does. */
  readonly arrivesInMs: number | undefined;
  /** What happens to the response. */
  readonly answer: "comes" | "lost" | "never" | Refusal | "html" | "brokenJson" | "shape" | "empty";
  /** The connection breaks so long after sending, whatever the service does. */
  readonly breaksInMs?: number;
  readonly code?: string;
  /** Additional delay of the response. */
  readonly comesAfterMs?: number;
}

/** Faults of the response only. */
const answers: Partial<Record<FaultKind, Course["answer"]>> = {
  answerLost: "lost",
  doneThen500: "500",
  doneThen400: "400",
  doneThen403: "403",
  doneThen404: "404",
  doneThen409: "409",
  doneThen413: "413",
  doneThenRedirect: "302",
  partlyThen403: "403",
  truncatedThen403: "403",
  emptiedThen507: "507",
  html: "html",
  brokenJson: "brokenJson",
  shape: "shape",
  emptyAnswer: "empty",
};

/** Refusals before anything is done. */
const refusals: Partial<Record<FaultKind, Reply>> = {
  error500: { status: 500, json: { error: "Internal error" } },
  error503: { status: 503 },
  htmlNotDone: { status: 502 },
  redirect: { status: 302 },
  refused: { status: 400, json: { error: "No." } },
  forbidden: { status: 403, json: { error: "Your role does not include this." } },
};

const longestLateMs = 60_000;
const slowMs = 12_000;

export class WindowNetwork implements Exchange {
  requests = 0;
  readonly sentCreates: Sent[] = [];
  private readonly recent: number[] = [];
  private readonly closing = new AbortController();

  constructor(
    private readonly parts: NetworkParts,
    private readonly life: Life,
  ) {}

  send(request: HttpRequest, token: string): Promise<HttpAnswer> {
    const { signal } = request;
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const exchange = new OneExchange(this.parts, this.life, { request, token, resolve, reject });
      this.count(exchange.sent);
      exchange.start(this.closing.signal);
    });
  }

  /** A request may still arrive at the service. */
  close(): void {
    this.closing.abort();
  }

  private count(sent: Sent): void {
    this.requests++;
    const { checks, scheduler } = this.parts;
    if (sent.kind === "create") this.sentCreates.push(sent);
    this.recent.push(scheduler.nowMs);
    if (this.recent.length <= mostRequestsAMinute) return;
    const first = this.recent.shift() ?? 0;
    if (scheduler.nowMs - first < 60_000)
      checks.fail(
        10,
        "wrong",
        `${this.life.name} sends ${this.recent.length} requests a minute (${sent.kind})`,
      );
  }
}

const mostRequestsAMinute = 600;

interface Exchanged {
  readonly request: HttpRequest;
  readonly token: string;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

class OneExchange {
  readonly sent: Sent;
  private readonly call: FailedCall;
  private isSettled = false;
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly parts: NetworkParts,
    private readonly life: Life,
    private readonly exchanged: Exchanged,
  ) {
    const { request } = exchanged;
    this.call = { method: request.method, template: request.route.template };
    const { scheduler, contents, checks, faults } = parts;
    const { app: appId, kind, paths: asked } = readRequest(request);
    const app = nameOfKey({ appId, accountId: accountOf(exchanged.token) });
    const { service } = parts;
    const paths = asked.map((path) => service.real(path));
    const content = request.file ? contents.of(request.file.bytes) : undefined;
    const fault = kind === "other" || kind === "apps" ? undefined : faults.take(kind);
    const packed = content && contents.filesIn(content);
    const archived = packed && new Map([...packed].map(([path, each]) => [service.real(path), each]));
    const bare = {
      ...{ life, app, kind, paths, asked, content, archived, fault, sentAt: scheduler.nowMs },
      ...{ givenUpAt: undefined, arrivedAt: undefined },
    };
    const changes = checks.attribute(bare);
    this.sent = { ...bare, changes };
    checks.sending(this.sent);
    for (const change of changes) change.sent.push(this.sent);
    scheduler.note(
      `${life.name} sends ${kind} ${paths.join(" ")}${content ? ` = ${content.name}` : ""}${fault ? ` (${fault})` : ""}`,
    );
  }

  start(closing: AbortSignal): void {
    const { scheduler } = this.parts;
    const { request } = this.exchanged;
    const course = this.course();
    const { kind, paths } = this.sent;
    const name = `${this.life.name} ${kind} ${paths[0]}`;
    if (kind === "look" && course.answer === "never") this.parts.record.unanswered(this.sent);
    this.ends.push(
      scheduler.schedule(this.life, request.timeoutMs, `${name} times out`, () =>
        this.giveUp(errorFromTimeout(this.call, request.timeoutMs)),
      ),
    );
    if (request.signal) this.ends.push(onAbort(request.signal, () => this.giveUp(request.signal?.reason)));
    const closed = errorFromFailure(this.call, failedFetch("ECONNRESET"));
    if (closing.aborted) {
      this.giveUp(closed);
      return;
    }
    this.ends.push(onAbort(closing, () => this.giveUp(closed)));
    if (course.breaksInMs !== undefined) {
      const failure = errorFromFailure(this.call, failedFetch(course.code ?? "ECONNRESET"));
      this.ends.push(
        scheduler.schedule(this.life, course.breaksInMs, `${name} breaks`, () => this.giveUp(failure)),
      );
    }
    if (course.arrivesInMs !== undefined)
      scheduler.schedule(undefined, course.arrivesInMs, `${name} arrives`, () => this.arrive(course));
  }

  private course(): Course {
    const { dice } = this.parts;
    const { request } = this.exchanged;
    const key = `${this.life.name} ${this.sent.kind} ${this.sent.paths[0]}`;
    const there = this.delay(`${key} there`);
    const late = (): number => dice.int(`${key} late`, longestLateMs);
    const fault = this.sent.fault as FaultKind | undefined;
    switch (fault) {
      case "lost":
        return { arrivesInMs: undefined, answer: "never", breaksInMs: there };
      case "notSent":
        return { arrivesInMs: undefined, answer: "never", breaksInMs: 1, code: "ECONNREFUSED" };
      case "hang":
        return { arrivesInMs: dice.chance(`${key} hang`, 0.5) ? there : undefined, answer: "never" };
      case "late":
        return { arrivesInMs: request.timeoutMs + late(), answer: "never" };
      case "lateReset":
        return { arrivesInMs: there + 500 + late(), answer: "never", breaksInMs: there + 400 };
      case "slow": {
        const inMs = dice.int(`${key} slow`, slowMs);
        return dice.chance(`${key} slow there`, 0.3)
          ? { arrivesInMs: there + inMs, answer: "comes" }
          : { arrivesInMs: there, answer: "comes", comesAfterMs: inMs };
      }
      default:
        return { arrivesInMs: there, answer: (fault && answers[fault]) ?? "comes" };
    }
  }

  private arrive(course: Course): void {
    const { scheduler, service, dice } = this.parts;
    const { token } = this.exchanged;
    const { sent } = this;
    // An abandoned request has no connection, but may still arrive.
    if (sent.givenUpAt !== undefined && course.answer === "comes" && dice.chance("given up", 0.5)) return;
    sent.arrivedAt = scheduler.nowMs;
    if (!this.life.isAlive) sent.givenUpAt ??= this.life.diedAt;
    const fault = sent.fault as FaultKind | undefined;
    const early = fault && refusals[fault];
    const folder = service.uploadFolder(this.exchanged.request.query ?? {});
    const reply =
      early ??
      service.receive({
        sent,
        token,
        account: this.parts.accountOf(token),
        fault,
        folder,
        fields: this.exchanged.request.fields,
      });
    if (course.answer === "never") return;
    const key = `${this.life.name} ${sent.kind} ${sent.paths[0]} back`;
    const backInMs = this.delay(key) + (course.comesAfterMs ?? 0);
    const name = `${this.life.name} ${sent.kind} ${sent.paths[0]} answered ${reply.status}`;
    scheduler.schedule(this.life, backInMs, name, () => this.answer(reply, course.answer));
  }

  private answer(reply: Reply, how: Course["answer"]): void {
    if (this.isSettled) return;
    const failure = this.failureOf(reply, how);
    if (failure) {
      if (this.sent.kind === "look" && reply.status !== 404) this.parts.record.unanswered(this.sent);
      if (failure.isAnswer) this.deliver(reply);
      else this.sent.givenUpAt = this.parts.scheduler.nowMs;
      this.settle(() => this.exchanged.reject(failure.error));
      return;
    }
    // Unreadable JSON shows nothing; bytes of a download need none.
    if (reply.bytes || (how !== "shape" && how !== "empty")) this.deliver(reply);
    const { request } = this.exchanged;
    const bytes = reply.bytes ?? new Uint8Array();
    const dateMs = this.parts.service.date;
    if (request.onChunk) {
      void this.takeChunk(bytes, dateMs);
      return;
    }
    const json = how === "empty" ? undefined : how === "shape" ? { ok: true } : reply.json;
    this.settle(() => this.exchanged.resolve({ status: reply.status, json, bytes, dateMs }));
  }

  private failureOf(
    reply: Reply,
    how: Course["answer"],
  ): { readonly error: unknown; readonly isAnswer: boolean } | undefined {
    const { call } = this;
    if (how === "lost") return { error: errorFromFailure(call, failedFetch("ECONNRESET")), isAnswer: false };
    if (how in refusalsAfterwards)
      return { error: this.refusal(refusalsAfterwards[how as Refusal]), isAnswer: false };
    if (reply.status === 429 && reply.retryAfter !== undefined) this.parts.service.pausedBy429(this.sent);
    if (reply.status >= 300) return { error: this.refusal(reply), isAnswer: true };
    if (how === "html") return { error: errorFromShape(call, "a web page, not JSON", 200), isAnswer: false };
    if (how === "brokenJson") return { error: errorFromShape(call, "not JSON", 200), isAnswer: false };
    return undefined;
  }

  private async takeChunk(bytes: Uint8Array, dateMs: number): Promise<void> {
    const { request, resolve, reject } = this.exchanged;
    try {
      await request.onChunk?.(bytes);
      this.settle(() => resolve({ status: 200, json: undefined, bytes: new Uint8Array(), dateMs }));
    } catch (error) {
      this.settle(() => reject(error));
    }
  }

  private refusal(reply: Reply): unknown {
    const { service } = this.parts;
    const answer = {
      status: reply.status,
      bodyText: reply.json === undefined ? "<html>" : JSON.stringify(reply.json),
      secret: this.exchanged.token,
      retryAfter: reply.retryAfter,
      date: new Date(service.date).toUTCString(),
    };
    return errorFromAnswer(this.call, answer, service.nowMs);
  }

  private deliver({ shown }: Reply): void {
    const { record, scheduler } = this.parts;
    if (shown) record.delivered(this.life, this.sent.app, { ...shown, deliveredAt: scheduler.nowMs });
  }

  private giveUp(reason: unknown): void {
    if (this.isSettled) return;
    this.sent.givenUpAt = this.parts.scheduler.nowMs;
    this.settle(() => this.exchanged.reject(reason));
  }

  private settle(how: () => void): void {
    if (this.isSettled) return;
    this.isSettled = true;
    for (const end of this.ends) end();
    how();
  }

  /** Mostly short, sometimes the longest. */
  private delay(key: string): number {
    const { dice, jitterMs } = this.parts;
    const luck = dice.roll(key);
    return 1 + Math.floor(luck * luck * jitterMs);
  }
}

function readRequest({
  method,
  route,
  query,
  json,
  file,
}: HttpRequest): Pick<Sent, "app" | "kind" | "paths"> {
  const [, , , app = "", what = ""] = route.path.split("/");
  if (app === "create" && method === "POST") return { app: "", kind: "create", paths: [] };
  if (what === "" && method === "GET") return { app, kind: "apps", paths: [] };
  // A probe has several, each with its own folder.
  const path = normalizeAppPath(Object.values(query ?? {})[0] ?? "/");
  if (what === "files" && method === "GET") return { app, kind: "look", paths: [path] };
  if (what === "download") return { app, kind: "download", paths: [path] };
  if (what === "upload") return { app, kind: "upload", paths: [joinAppPath(path, file?.name ?? "")] };
  if (what === "files" && method === "DELETE") {
    const { files } = json as { files: string[] };
    return { app, kind: "delete", paths: files.map(normalizeAppPath) };
  }
  return { app, kind: "other", paths: [path] };
}

/** As Node's fetch throws it. */
function failedFetch(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}
