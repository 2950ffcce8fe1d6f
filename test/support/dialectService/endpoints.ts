// Implements docs/interface.md#endpoints.
import { type DialectApp, pageOf, showApp } from "./apps";
import { type Incoming, readForm, readJson } from "./body";
import type { Answer, DialectService } from "./dialectService";
import { Refusal } from "./refusal";

export interface Endpoint {
  /** Its query parameters. */
  readonly parameters: readonly string[];
  readonly limit?: "upload" | "delete" | "download";
  readonly answer: (query: URLSearchParams, incoming: Incoming) => Promise<Answer>;
}

/** Refuses unknown endpoints. */
export function endpointOf(service: DialectService, method: string, pathname: string): Endpoint {
  const fixed = accountEndpoints(service)[`${method} ${pathname}`];
  if (fixed) return fixed;
  const [, id, rest] = /^\/v1\/apps\/([^/]+)(\/[a-z]+)?$/.exec(pathname) ?? [];
  const app = service.apps.find((one) => id !== undefined && one.id === decodeURIComponent(id));
  if (!app) throw new Refusal(404, "Not found");
  const key = `${method} ${rest ?? ""}`;
  const found = appEndpoints(service, app)[key] ?? fileEndpoints(service, app)[key];
  if (!found) throw new Refusal(404, "Not found");
  return found;
}

function accountEndpoints(service: DialectService): Readonly<Record<string, Endpoint>> {
  const { dialect } = service;
  const { pageParameter, sizeParameter, teamParameter } = dialect;
  return {
    "GET /v1/users/@me": {
      parameters: [],
      answer: async () => {
        const user = {
          _id: "user-1",
          name: "Ada",
          isEmail2FAEnabled: false,
          hasClaimedFreePlan: true,
          activeSessions: [],
        };
        return { status: 200, body: dialect.userWrapped ? { user } : user };
      },
    },
    "GET /v1/apps": {
      parameters: [pageParameter, teamParameter, ...(sizeParameter === undefined ? [] : [sizeParameter])],
      answer: async (query) => ({ status: 200, body: pageOf(dialect, service.apps, query) }),
    },
    "POST /v1/apps/create": {
      parameters: [],
      answer: async (_query, incoming) => {
        const { fields, file } = await readForm(incoming);
        const id = await service.addApp({
          name: fields.get("appName") ?? "",
          memoryMB: Number(fields.get("memoryMB")),
          runtime: fields.get("runtimeEnvironment") ?? "",
          exposedViaWeb: fields.get("exposedViaWeb") === "true",
          autoRestart: fields.get("autoRestartEnabled") === "true",
          startupCommand: fields.get("startupCommand") ?? "",
          teamId: fields.get("team") ?? null,
        });
        await service.filesOf(id).extract(file.bytes, []);
        return { status: dialect.created, body: shownById(service, id) };
      },
    },
  };
}

function appEndpoints(service: DialectService, app: DialectApp): Readonly<Record<string, Endpoint>> {
  const show = (): Answer => ({ status: 200, body: showApp(service.dialect, app) });
  return {
    "GET ": { parameters: [], answer: async () => show() },
    "POST /update": {
      parameters: [],
      answer: async (_query, incoming) => {
        const body = await readJson(incoming);
        if (typeof body["appName"] === "string") app.name = body["appName"];
        if (typeof body["memoryMB"] === "number") app.memoryMB = body["memoryMB"];
        if (typeof body["startupCommand"] === "string") app.startupCommand = body["startupCommand"];
        if (typeof body["runtimeEnvironment"] === "string") app.runtime = body["runtimeEnvironment"];
        if (typeof body["exposedViaWeb"] === "boolean") app.exposedViaWeb = body["exposedViaWeb"];
        if (typeof body["autoRestartEnabled"] === "boolean") app.autoRestart = body["autoRestartEnabled"];
        app.updatedAt = service.clock.now();
        return done(service, show().body);
      },
    },
    "POST /restart": {
      parameters: [],
      answer: async () => {
        app.restarts++;
        return show();
      },
    },
    "DELETE /delete": {
      parameters: [],
      answer: async () => {
        await service.forget(app);
        return done(service, { message: "Deleted" });
      },
    },
  };
}

function fileEndpoints(service: DialectService, app: DialectApp): Readonly<Record<string, Endpoint>> {
  const { listPathParameter, downloadPathParameter, uploadPathParameter } = service.dialect;
  const files = service.filesOf(app.id);
  return {
    "GET /files": {
      parameters: [listPathParameter],
      answer: async (query) => ({ status: 200, body: await files.browse(query.get(listPathParameter)) }),
    },
    "POST /upload": {
      parameters: [uploadPathParameter],
      limit: "upload",
      answer: async (query, incoming) => {
        const { file } = await readForm(incoming);
        await files.upload(query.get(uploadPathParameter), file);
        return done(service, { message: "Uploaded" });
      },
    },
    "GET /download": {
      parameters: [downloadPathParameter],
      limit: "download",
      answer: async (query) => ({
        status: 200,
        body: await files.download(query.get(downloadPathParameter)),
      }),
    },
    "DELETE /files": {
      parameters: [],
      limit: "delete",
      answer: async (_query, incoming) => {
        const { files: paths } = await readJson(incoming);
        if (!Array.isArray(paths) || !paths.every((one) => typeof one === "string"))
          throw new Refusal(400, "files must be a list of paths");
        return done(service, await files.remove(paths));
      },
    },
  };
}

function done({ dialect }: DialectService, body: object | undefined): Answer {
  return dialect.done === 204 ? { status: 204 } : { status: 200, body };
}

function shownById({ apps, dialect }: DialectService, id: string): object | undefined {
  const app = apps.find((one) => one.id === id);
  return app && showApp(dialect, app);
}
