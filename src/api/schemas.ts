// Reads the service's JSON into core/model.ts (interface.md "Resources and their fields"): unknown fields are ignored,
// null and malformed optional fields are absent, one malformed item of a list does not lose the others.
// The single home of zod in api/.
import * as z from "zod/mini";
import { normalizeAppPath } from "../core/appPath";
import {
  type App,
  type EnvironmentVariable,
  type PathContent,
  type Permissions,
  permissionNames,
  type User,
} from "../core/model";
import { readAmount, readBoolean, readItems, readText, readTimeMs } from "./fields";
import { readFileEntry } from "./fileEntry";
import { present } from "./present";
import { errorFromShape, type FailedCall } from "./toServiceError";

/** A list as it was read, with how many of its items were not in the documented shape and are left out. */
export interface ReadList<T> {
  readonly items: readonly T[];
  readonly dropped: number;
}

/** One page of GET /v1/apps. What the service did not say of its pages is absent. */
export interface AppsPage extends ReadList<App> {
  readonly hasNextPage?: boolean;
  readonly totalPages?: number;
}

/** What GET files said, and how many entries of a folder were left out. */
export interface ReadContent {
  readonly content: PathContent;
  readonly dropped: number;
  /** The path that the service says it read, in our form; absent when it does not say. */
  readonly currentPath: string | undefined;
}

const field = <T>(read: (value: unknown) => T) => z.pipe(z.optional(z.unknown()), z.transform(read));
const text = field(readText);
const boolean = field(readBoolean);
const amount = field(readAmount);
const time = field(readTimeMs);
const id = z.pipe(
  z.unknown().check(z.refine((value) => (readText(value) ?? "") !== "")),
  z.transform((value) => readText(value) ?? ""),
);
const list = <T>(item: z.ZodMiniType<T>) => field((value): T[] => readItems(value, itemReader(item)).items);
const maybe = <T>(schema: z.ZodMiniType<T>) => field((value): T | undefined => schema.safeParse(value).data);

const permissions = field((value): Permissions => {
  const flags = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const known = permissionNames.map((name) => [name, readBoolean(flags[name])] as const);
  return Object.fromEntries(known.filter(([, allowed]) => allowed !== undefined));
});

const teamMember = z.pipe(
  z.object({ _id: text, user: id, permissions }),
  z.transform((raw) => present({ id: raw._id, userId: raw.user, permissions: raw.permissions })),
);

// The invite's code is left out on purpose: whoever has it can accept the invite.
const teamInvite = z.pipe(
  z.object({ _id: text, email: text, userId: text, invitedAt: time, subscriptionEndsAt: time, permissions }),
  z.transform(({ _id, ...raw }) => present({ id: _id, ...raw })),
);

const team = z.pipe(
  z.object({ _id: id, name: text, owner: text, members: list(teamMember), invites: list(teamInvite) }),
  z.transform(({ _id, name, ...raw }) => present({ id: _id, name: name ?? _id, ...raw })),
);

const metrics = z.pipe(
  z.object({
    timestamp: time,
    online: boolean,
    uptime: amount,
    startedAt: time,
    cpuUsagePercent: amount,
    memoryUsageBytes: amount,
    memoryLimitBytes: amount,
    networkRxBytes: amount,
    networkTxBytes: amount,
  }),
  z.transform(({ uptime, cpuUsagePercent, memoryUsageBytes, ...raw }) =>
    present({ uptimeSeconds: uptime, cpuPercent: cpuUsagePercent, memoryBytes: memoryUsageBytes, ...raw }),
  ),
);

const deployment = z.pipe(
  z.object({
    _id: text,
    commitId: text,
    branch: text,
    status: text,
    message: text,
    commitedBy: text,
    commitedAt: time,
    createdAt: time,
    duration: amount,
  }),
  z.transform(({ _id, commitedBy, commitedAt, duration, ...raw }) =>
    present({ id: _id, author: commitedBy, committedAt: commitedAt, durationSeconds: duration, ...raw }),
  ),
);

const repository = z.pipe(
  z.object({ id: text, owner: text, name: text, branch: text }),
  z.transform(present),
);

const environmentVariable = z.pipe(
  z.object({ key: id, value: text }),
  z.transform(({ key, value }): EnvironmentVariable => ({ key, value: value ?? "" })),
);

const app = z.pipe(
  z.object({
    _id: id,
    containerId: text,
    teamId: z.optional(z.unknown()),
    restartRequired: boolean,
    userId: text,
    name: text,
    allocatedMemoryMB: amount,
    allocatedVCpu: amount,
    workerNodeId: maybe(z.object({ nodeName: text })),
    containerImage: text,
    exposedViaWeb: boolean,
    internalPort: amount,
    assignedSubdomain: text,
    assignedCustomDomain: text,
    startupCommand: text,
    installDependenciesCmd: text,
    runtimeEnvironment: text,
    autoRestartEnabled: boolean,
    status: text,
    currentResourceMetrics: maybe(metrics),
    environmentVariables: field((value) =>
      Array.isArray(value) ? readItems(value, itemReader(environmentVariable)).items : undefined,
    ),
    createdAt: time,
    updatedAt: time,
    repoDeploys: list(deployment),
    externalPort: amount,
    repository: maybe(repository),
  }),
  z.transform((raw): App => {
    const wholeTeam = typeof raw.teamId === "object" ? team.safeParse(raw.teamId).data : undefined;
    return present({
      id: raw._id,
      name: raw.name ?? raw._id,
      status: raw.status ?? "unknown",
      teamId: wholeTeam?.id ?? readText(raw.teamId),
      team: wholeTeam,
      userId: raw.userId,
      containerId: raw.containerId,
      restartRequired: raw.restartRequired ?? false,
      memoryMB: raw.allocatedMemoryMB,
      vCpu: raw.allocatedVCpu,
      workerNodeName: raw.workerNodeId?.nodeName,
      containerImage: raw.containerImage,
      exposedViaWeb: raw.exposedViaWeb,
      internalPort: raw.internalPort,
      externalPort: raw.externalPort,
      subdomain: raw.assignedSubdomain,
      customDomain: raw.assignedCustomDomain,
      startupCommand: raw.startupCommand,
      installCommand: raw.installDependenciesCmd,
      runtime: raw.runtimeEnvironment,
      autoRestart: raw.autoRestartEnabled,
      metrics: raw.currentResourceMetrics,
      environment: raw.environmentVariables,
      deployments: raw.repoDeploys,
      repository: raw.repository,
      createdAt: raw.createdAt,
      updatedAt: raw.updatedAt,
    });
  }),
);

const pagination = z.object({ hasNextPage: boolean, totalPages: amount });
const paged = z.object({ pagination: maybe(pagination) });

const session = z.pipe(
  z.object({ id, device: text, browser: text, ip: text, lastActive: time }),
  z.transform(present),
);

const user = z.pipe(
  z.object({
    _id: id,
    name: text,
    isEmail2FAEnabled: boolean,
    hasClaimedFreePlan: boolean,
    activeSessions: list(session),
  }),
  z.transform((raw) =>
    present({
      id: raw._id,
      name: raw.name ?? raw._id,
      emailTwoFactorEnabled: raw.isEmail2FAEnabled,
      claimedFreePlan: raw.hasClaimedFreePlan,
      sessions: raw.activeSessions,
    }),
  ),
);

const pathContent = z.object({
  isDirectory: boolean,
  content: z.optional(z.unknown()),
  files: z.optional(z.unknown()),
  currentPath: text,
});

const deletion = z.object({ success: list(z.string()), failed: list(z.string()) });

/** An Application; ServiceError "badResponse" when it has no id. */
export function readApp(body: unknown, call: FailedCall): App {
  return read(app, body, call);
}

/** The answer of GET /v1/apps; ServiceError "badResponse" when it holds no list of applications. */
export function readAppsPage(body: unknown, call: FailedCall): AppsPage {
  const applications = z.object({ applications: z.array(z.unknown()) });
  const raw = read(applications, body, call).applications;
  const pages = paged.safeParse(body).data?.pagination ?? paged.safeParse(raw[0]).data?.pagination;
  return { ...readItems(raw, itemReader(app)), ...present({ ...pages }) };
}

/** A User, also when it comes as `{user}`; ServiceError "badResponse" when it has no id. */
export function readUser(body: unknown, call: FailedCall): User {
  const wrapped = z.object({ user: user }).safeParse(body).data;
  return wrapped?.user ?? read(user, body, call);
}

/** The answer of GET files for `path`; ServiceError "badResponse" when it is neither a folder nor a file. */
export function readPathContent(body: unknown, path: string, call: FailedCall): ReadContent {
  const raw = read(pathContent, body, call);
  const currentPath = raw.currentPath === undefined ? undefined : pathAsRead(raw.currentPath);
  const isDirectory = raw.isDirectory ?? Array.isArray(raw.files);
  if (isDirectory) {
    if (!Array.isArray(raw.files)) throw errorFromShape(call, "a folder without a list of files");
    const seen = new Set<string>();
    const { items, dropped } = readItems(raw.files, readFileEntry);
    const entries = items.filter(({ name }) => !seen.has(name) && seen.add(name));
    const doubles = items.length - entries.length;
    return { content: { isDirectory, path, entries }, dropped: dropped + doubles, currentPath };
  }
  const isText = typeof raw.content === "string";
  if (!isText && raw.isDirectory === undefined) throw errorFromShape(call, "neither a folder nor a file");
  const content = { isDirectory, path, text: isText ? (raw.content as string) : undefined };
  return { content, dropped: 0, currentPath };
}

/** The answer of DELETE files. A path may be missing from both lists. */
export function readDeletion(body: unknown, call: FailedCall): { deleted: string[]; failed: string[] } {
  if (body === undefined) return { deleted: [], failed: [] };
  const { success, failed } = read(deletion, body, call);
  return { deleted: success, failed };
}

function pathAsRead(currentPath: string): string {
  return normalizeAppPath(currentPath.replace(/^\.(?=\/|$)/, ""));
}

function itemReader<T>(schema: z.ZodMiniType<T>): (value: unknown) => T | undefined {
  return (value) => schema.safeParse(value).data;
}

function read<T>(schema: z.ZodMiniType<T>, body: unknown, call: FailedCall): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => issue.path.join(".")).filter((path) => path !== "");
  throw errorFromShape(call, fields.length > 0 ? `no usable ${fields.join(", ")}` : "not an object");
}
