// The table of endpoints, and what every request passes through.

import { type HttpBindings, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { toFileAnswer } from "./files/fileAnswers";
import {
  createApp,
  deleteApp,
  listApps,
  readApp,
  readUser,
  restartApp,
  updateApp,
} from "./handlers/appHandlers";
import { browseFiles, deleteFiles, downloadFile } from "./handlers/fileHandlers";
import type { Handler, Service } from "./handlers/service";
import { uploadFile } from "./handlers/uploadFileHandler";
import { proofOf, refuseBrowsers, requireToken } from "./http/callerGuard";
import type { Fault, Faults } from "./http/faults";
import { HttpError, NotFound, Stopping } from "./http/httpErrors";
import type { Lifelines } from "./http/lifelines";
import type { LimitedRoute, RateLimits } from "./http/rateLimits";
import { drain } from "./http/requestBody";
import { type LoggedRequest, logRequest } from "./http/requestLog";

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly handle: Handler;
  readonly limit?: LimitedRoute;
}

/** docs/interface.md#endpoints */
const endpoints: readonly Endpoint[] = [
  { method: "POST", path: "/v1/apps/create", handle: createApp },
  { method: "GET", path: "/v1/apps", handle: listApps },
  { method: "GET", path: "/v1/apps/:appId", handle: readApp },
  { method: "POST", path: "/v1/apps/:appId/update", handle: updateApp },
  { method: "POST", path: "/v1/apps/:appId/restart", handle: restartApp },
  { method: "DELETE", path: "/v1/apps/:appId/delete", handle: deleteApp },
  { method: "GET", path: "/v1/apps/:appId/files", handle: browseFiles },
  { method: "POST", path: "/v1/apps/:appId/upload", handle: uploadFile, limit: "upload" },
  { method: "GET", path: "/v1/apps/:appId/download", handle: downloadFile, limit: "download" },
  { method: "DELETE", path: "/v1/apps/:appId/files", handle: deleteFiles, limit: "deleteFiles" },
  { method: "GET", path: "/v1/users/@me", handle: readUser },
];

interface Surroundings {
  readonly service: Service;
  readonly token: string;
  readonly url: () => string;
  readonly limits: RateLimits;
  readonly faults: Faults;
  readonly lifelines: Lifelines;
  readonly requests: LoggedRequest[];
  readonly isStopping: () => boolean;
}

type Env = { Bindings: HttpBindings; Variables: { fault: Fault | undefined } };

export function routes(around: Surroundings): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const { incoming } = c.env;
    const [method, path] = [incoming.method ?? "", incoming.url ?? ""];
    const answered = logRequest(around.requests, { time: around.service.clock.now(), method, path });
    const fault = path.startsWith("/-/") ? undefined : around.faults.take(method, path);
    c.set("fault", fault);
    const isHandled = fault?.answer?.isHandled === true;
    if (fault?.cut === "before" || (fault?.answer && !isHandled)) return spoil(c, fault, answered);
    await next();
    // A cut connection has no response; its log entry keeps status 0.
    if (fault?.cut === "after") c.res = cutConnection(c);
    else if (fault && isHandled) c.res = await spoil(c, fault, answered);
    else answered(c.res.status);
    return undefined;
  });

  app.use(async (c, next) => {
    if (around.isStopping()) throw new Stopping();
    refuseBrowsers(c.env.incoming);
    await next();
  });

  app.get("/-/health", (c) => {
    const url = around.url();
    const nonce = c.req.query("nonce");
    const proof = nonce === undefined ? {} : { proof: proofOf(around.token, nonce, url) };
    return c.json({ pid: process.pid, url, ...proof });
  });

  app.use(async (c, next) => {
    requireToken(c.env.incoming, around.token);
    await next();
  });

  app.get("/-/lifeline", () => around.lifelines.open());

  for (const { method, path, handle, limit } of endpoints) {
    app.on(method, path, async (c) => {
      // Before any wait: limits count arrivals.
      if (limit) around.limits.admit(around.token, limit);
      await hold(c.get("fault"));
      const query = new URL(c.req.url).searchParams;
      return handle(around.service, { incoming: c.env.incoming, query, appId: c.req.param("appId") ?? "" });
    });
  }

  app.notFound((c) => answerError(c, new NotFound()));
  app.onError((error, c) => answerError(c, error));
  return app;
}

/** For a request that the router cannot even parse, such as a malformed host name. */
export function answerUnroutable(error: unknown): Response {
  const status = error instanceof RequestError ? 400 : 500;
  return Response.json({ error: "The request couldn't be understood." }, { status });
}

async function answerError(c: Context<Env>, thrown: unknown): Promise<Response> {
  const error = toFileAnswer(thrown, c.req.path);
  await drain(c.env.incoming);
  if (error instanceof HttpError) {
    return Response.json({ error: error.message }, { status: error.status, headers: error.headers });
  }
  console.error("The local service failed to handle a request:", error);
  return Response.json({ error: "The local service failed to handle this request." }, { status: 500 });
}

async function spoil(c: Context<Env>, fault: Fault, answered: (status: number) => void): Promise<Response> {
  await hold(fault);
  if (!fault.answer || fault.cut === "before") return cutConnection(c);
  const { status, headers = {}, body = "" } = fault.answer;
  await drain(c.env.incoming);
  answered(status);
  if (body === "") return new Response(null, { status, headers });
  const type = body.trimStart().startsWith("<") ? "text/html; charset=utf-8" : "application/json";
  return new Response(body, { status, headers: { "content-type": type, ...headers } });
}

async function hold(fault: Fault | undefined): Promise<void> {
  try {
    await fault?.until;
  } catch {
    // A rejection also ends the wait.
  }
  if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
}

function cutConnection(c: Context<Env>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
