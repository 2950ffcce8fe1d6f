// Requests for apps and for the user; settings arrive as JSON or as form fields.
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { newAppRecord } from "../data/newApp";
import type { AppRecord, Runtime } from "../data/records";
import { normalizePath } from "../files/appFolder";
import { unzip } from "../files/unzip";
import { BadRequest } from "../http/httpErrors";
import { type UploadedForm, withForm } from "../http/multipart";
import { readJsonObject } from "../http/requestBody";
import { requireApp, requireTeamPermission } from "./permissions";
import { answerJson, type Handler, type Service, showApp } from "./service";

/** A failing step leaves nothing of the app. */
export const createApp: Handler = async (service, { incoming }) => {
  const { folders, sizes } = service;
  const form = { temporaryPath: folders.temporaryPath(), maxFileBytes: sizes.archiveBytes };
  const app = await withForm(incoming, form, (received) => createFrom(service, received));
  await service.runner.start(app._id);
  return answerJson(service, await showApp(service, app, "create"));
};

async function createFrom(service: Service, { fields, file }: UploadedForm): Promise<AppRecord> {
  const app = newAppRecord(
    {
      userId: service.state.user._id,
      name: checkName(fields.get("appName")),
      mainFile: checkMainFile(fields.get("mainFile")),
      memoryMB: checkMemoryMB(numberFromText(fields.get("memoryMB"))),
      runtime: checkRuntime(fields.get("runtimeEnvironment")),
      exposedViaWeb: checkBoolean("exposedViaWeb", booleanFromText(fields.get("exposedViaWeb"))),
      autoRestart: checkBoolean("autoRestartEnabled", booleanFromText(fields.get("autoRestartEnabled"))),
      startupCommand: checkCommand(fields.get("startupCommand") ?? ""),
      teamId: checkTeam(service, fields.get("team")),
      status: "starting",
    },
    service.clock,
  );
  if (!file) throw new BadRequest('The archive is missing: it must be a file in the field "file".');

  const unpacked = service.folders.temporaryPath();
  try {
    await mkdir(unpacked);
    await unzip(file.path, unpacked, service.sizes);
    await requireFile(unpacked, app.mainFile);
    await rename(unpacked, service.folders.app(app._id));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  service.state.addApp(app);
  return app;
}

function checkMainFile(value: string | undefined): string {
  const path = normalizePath(value ?? "").slice(1);
  if (path === "") throw new BadRequest("mainFile must name the application's main file.");
  return path;
}

function checkTeam(service: Service, teamId: string | undefined): string | null {
  if (teamId === undefined || teamId === "") return null;
  const team = service.state.team(teamId);
  if (!team) throw new BadRequest("There is no team with this id.");
  requireTeamPermission(service.state, team, "canCreateApplication");
  return teamId;
}

async function requireFile(folder: string, mainFile: string): Promise<void> {
  const isFile = await stat(join(folder, mainFile)).then(
    (found) => found.isFile(),
    // Missing, or below a file.
    () => false,
  );
  if (!isFile) throw new BadRequest(`The archive doesn't hold the main file "${mainFile}".`);
}

const defaultLimit = 20;
const maxLimit = 100;

/** One page. Each item carries the page's figures. */
export const listApps: Handler = async (service, { query }) => {
  const page = wholeNumber(query, "page", 1);
  const itemsPerPage = Math.min(maxLimit, wholeNumber(query, "limit", defaultLimit));
  const teamId = query.get("teamId");
  const apps = service.state.apps().filter((app) => teamId === null || app.teamId === teamId);

  const totalPages = Math.ceil(apps.length / itemsPerPage);
  const pagination = {
    totalItems: apps.length,
    totalPages,
    currentPage: page,
    itemsPerPage,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1,
  };
  const totalUsedRAM = apps.reduce((sum, app) => sum + app.memoryMB, 0);
  const shown = apps.slice((page - 1) * itemsPerPage, page * itemsPerPage);
  const applications = await Promise.all(
    shown.map(async (app) => ({ ...(await showApp(service, app, "list")), totalUsedRAM, pagination })),
  );
  return answerJson(service, { applications });
};

function wholeNumber(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadRequest(`${name} must be a whole number from 1.`);
  return Number(text);
}

export const deleteApp: Handler = async (service, { appId }) => {
  const app = requireApp(service.state, appId, "canDeleteApplication");
  // Removed from the list first, so that nothing starts or reads it during the deletion.
  service.state.removeApp(appId);
  await service.runner.remove(appId);
  for (const folder of [service.folders.app(appId), service.folders.appHome(appId)]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
  return answerJson(service, { message: `The application "${app.name}" was deleted.` });
};

/** Also starts an app that is stopped or has crashed. */
export const restartApp: Handler = async (service, { appId }) => {
  const app = requireApp(service.state, appId, "canChangeStatusApplication");
  await service.runner.start(appId);
  return answerJson(service, await showApp(service, app, "restart"));
};

export const readApp: Handler = async (service, { appId }) => {
  const app = requireApp(service.state, appId);
  return answerJson(service, await showApp(service, app, "read"));
};

export const readUser: Handler = (service) => answerJson(service, service.state.user);

/** Have no effect before the next start. */
const needRestart = ["memoryMB", "startupCommand", "runtime", "exposedViaWeb"] as const;

export const updateApp: Handler = async (service, { appId, incoming }) => {
  requireApp(service.state, appId, "canUpdateApplicationSettings");
  const changes = readChanges(await readJsonObject(incoming, service.sizes.jsonBytes));
  const before = requireApp(service.state, appId, "canUpdateApplicationSettings");
  const after = { ...before, ...changes };
  const restartRequired = before.restartRequired || needRestart.some((name) => before[name] !== after[name]);
  service.state.patchApp(appId, { ...changes, restartRequired }, "settings");
  return answerJson(service, await showApp(service, after, "update"));
};

function readChanges(body: Record<string, unknown>): Partial<AppRecord> {
  const { appName, memoryMB, startupCommand, runtimeEnvironment, exposedViaWeb, autoRestartEnabled } = body;
  return {
    ...(appName !== undefined && { name: checkName(appName) }),
    ...(memoryMB !== undefined && { memoryMB: checkMemoryMB(memoryMB) }),
    // Null means "unchanged" for these two.
    ...(startupCommand != null && { startupCommand: checkCommand(startupCommand) }),
    ...(runtimeEnvironment != null && { runtime: checkRuntime(runtimeEnvironment) }),
    ...(exposedViaWeb !== undefined && {
      exposedViaWeb: checkBoolean("exposedViaWeb", exposedViaWeb),
    }),
    ...(autoRestartEnabled !== undefined && {
      autoRestart: checkBoolean("autoRestartEnabled", autoRestartEnabled),
    }),
  };
}

const memoryRangeMB = { min: 64, max: 65_536 };
const maxNameLength = 100;

export function checkName(value: unknown): string {
  const name = typeof value === "string" ? value.trim() : "";
  if (name === "" || name.length > maxNameLength) {
    throw new BadRequest(`appName must be a name of 1 to ${maxNameLength} characters.`);
  }
  return name;
}

export function checkMemoryMB(value: unknown): number {
  if (
    typeof value !== "number" ||
    !Number.isInteger(value) ||
    value < memoryRangeMB.min ||
    value > memoryRangeMB.max
  ) {
    throw new BadRequest(
      `memoryMB must be a whole number from ${memoryRangeMB.min} to ${memoryRangeMB.max}.`,
    );
  }
  return value;
}

export function checkRuntime(value: unknown): Runtime {
  if (value === "python" || value === "nodejs") return value;
  throw new BadRequest("runtimeEnvironment must be python or nodejs.");
}

function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new BadRequest(`${name} must be true or false.`);
}

export function checkCommand(value: unknown): string {
  if (typeof value === "string" && !value.includes("\0")) return value;
  throw new BadRequest("startupCommand must be a text.");
}

function numberFromText(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** False for an absent field. */
function booleanFromText(text: string | undefined): boolean | undefined {
  if (text === undefined || text === "false") return false;
  return text === "true" ? true : undefined;
}
