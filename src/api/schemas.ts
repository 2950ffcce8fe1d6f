// Reads JSON into core/model/model.ts (docs/interface.md#resources), tolerantly. The single home of zod in
// api/.

import * as z from "zod/mini";
import { isAppId } from "../core/model/appId";
import {
  type App,
  type EnvironmentVariable,
  type FileEntry,
  type PathContent,
  type Permissions,
  permissionNames,
  type User,
} from "../core/model/model";
import { omitUndefined } from "../core/omitUndefined";
import { isSafeEntryName, normalizeAppPath } from "../core/paths/appPath";
import { isObject } from "../core/text/isObject";
import type { AppsPage } from "./dialect/answers";
import { readAmount, readBoolean, readItems, readText, readTimeMs } from "./fields";
import { errorFromShape, type FailedCall } from "./http/toServiceError";

interface ReadContent {
  readonly content: PathContent;
  readonly dropped: number;
  /** As the service reports it, normalized. */
  readonly currentPath: string | undefined;
}

const field = <T>(read: (value: unknown) => T) => z.pipe(z.optional(z.unknown()), z.transform(read));
const text = field(readText);
const boolean = field(readBoolean);
const amount = field(readAmount);
const time = field(readTimeMs);
const isId = (value: unknown): boolean => (readText(value) ?? "") !== "";
const id = z.pipe(
  z.unknown().check(z.refine(isId)),
  z.transform((value) => readText(value) ?? ""),
);
const list = <T>(item: z.ZodMiniType<T>) => field((value): T[] => readItems(value, itemReader(item)).items);
const maybe = <T>(schema: z.ZodMiniType<T>) => field(maybeReader(schema));

const permissions = field((value): Permissions => {
  const flags = isObject(value) ? value : {};
  const known = permissionNames.map((name) => [name, readBoolean(flags[name])] as const);
  return Object.fromEntries(known.filter(([, allowed]) => allowed !== undefined));
});

const teamMember = z.pipe(
  z.object({ _id: text, user: id, permissions }),
  z.transform((raw) => omitUndefined({ id: raw._id, userId: raw.user, permissions: raw.permissions })),
);

// Without the invite's code, which is all that accepting the invite needs.
const teamInvite = z.pipe(
  z.object({ _id: text, email: text, userId: text, invitedAt: time, subscriptionEndsAt: time, permissions }),
  z.transform(({ _id, ...raw }) => omitUndefined({ id: _id, ...raw })),
);

const team = z.pipe(
  z.object({ _id: id, name: text, owner: text, members: list(teamMember), invites: list(teamInvite) }),
  z.transform(({ _id, name, ...raw }) => omitUndefined({ id: _id, name: name ?? _id, ...raw })),
);

// Metrics and apps come by the thousand: one zod parse of the whole, field readers only as a fallback.
const readMetrics = maybeReader(
  z.pipe(
    z.custom<Raw>(isObject),
    z.transform((raw: Raw) =>
      omitUndefined({
        timestamp: readTimeMs(raw["timestamp"]),
        online: readBoolean(raw["online"]),
        uptimeSeconds: readAmount(raw["uptime"]),
        startedAt: readTimeMs(raw["startedAt"]),
        cpuPercent: readAmount(raw["cpuUsagePercent"]),
        memoryBytes: readAmount(raw["memoryUsageBytes"]),
        memoryLimitBytes: readAmount(raw["memoryLimitBytes"]),
        networkRxBytes: readAmount(raw["networkRxBytes"]),
        networkTxBytes: readAmount(raw["networkTxBytes"]),
      }),
    ),
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
    omitUndefined({
      id: _id,
      author: commitedBy,
      committedAt: commitedAt,
      durationSeconds: duration,
      ...raw,
    }),
  ),
);

const repository = z.pipe(
  z.object({ id: text, owner: text, name: text, branch: text }),
  z.transform(omitUndefined),
);

const environmentVariable = z.pipe(
  z.object({ key: id, value: text }),
  z.transform(({ key, value }): EnvironmentVariable => ({ key, value: value ?? "" })),
);

const readNode = maybeReader(z.object({ nodeName: text }));
const readRepository = maybeReader(repository);
const readTeam = maybeReader(team);
const readDeployment = itemReader(deployment);
const readVariable = itemReader(environmentVariable);

const app = z.pipe(
  z.custom<Raw>(isObject).check(z.refine((raw) => isAppId(readText(raw["_id"]) ?? ""), { path: ["_id"] })),
  z.transform((raw: Raw): App => {
    const ownId = readText(raw["_id"]) ?? "";
    const wholeTeam = isObject(raw["teamId"]) ? readTeam(raw["teamId"]) : undefined;
    const variables = raw["environmentVariables"];
    return omitUndefined({
      id: ownId,
      name: readText(raw["name"]) ?? ownId,
      status: readText(raw["status"]) ?? "unknown",
      teamId: wholeTeam?.id ?? readText(raw["teamId"]),
      team: wholeTeam,
      userId: readText(raw["userId"]),
      containerId: readText(raw["containerId"]),
      restartRequired: readBoolean(raw["restartRequired"]) ?? false,
      memoryMB: readAmount(raw["allocatedMemoryMB"]),
      vCpu: readAmount(raw["allocatedVCpu"]),
      workerNodeName: readNode(raw["workerNodeId"])?.nodeName,
      containerImage: readText(raw["containerImage"]),
      exposedViaWeb: readBoolean(raw["exposedViaWeb"]),
      internalPort: readAmount(raw["internalPort"]),
      externalPort: readAmount(raw["externalPort"]),
      subdomain: readText(raw["assignedSubdomain"]),
      customDomain: readText(raw["assignedCustomDomain"]),
      startupCommand: readText(raw["startupCommand"]),
      installCommand: readText(raw["installDependenciesCmd"]),
      runtime: readText(raw["runtimeEnvironment"]),
      autoRestart: readBoolean(raw["autoRestartEnabled"]),
      metrics: readMetrics(raw["currentResourceMetrics"]),
      environment: Array.isArray(variables) ? readItems(variables, readVariable).items : undefined,
      deployments: readItems(raw["repoDeploys"], readDeployment).items,
      repository: readRepository(raw["repository"]),
      createdAt: readTimeMs(raw["createdAt"]),
      updatedAt: readTimeMs(raw["updatedAt"]),
    });
  }),
);

const pagination = z.object({
  hasNextPage: boolean,
  hasPrevPage: boolean,
  totalPages: amount,
  totalItems: amount,
  currentPage: amount,
  itemsPerPage: amount,
});
const paged = z.object({ pagination: maybe(pagination) });

const session = z.pipe(
  z.object({ id, device: text, browser: text, ip: text, lastActive: time }),
  z.transform(omitUndefined),
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
    omitUndefined({
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

/** ServiceError "badResponse" without an id. */
export function readApp(body: unknown, call: FailedCall): App {
  return read(app, body, call);
}

/** Response of GET /v1/apps; ServiceError "badResponse" without a list. */
export function readAppsPage(body: unknown, call: FailedCall): AppsPage {
  const applications = z.object({ applications: z.array(z.unknown()) });
  const raw = read(applications, body, call).applications;
  const [beside, inside] = [body, raw[0]].map((place) => paged.safeParse(place).data);
  return {
    ...readItems(raw, itemReader(app)),
    ...omitUndefined({ ...(beside?.pagination ?? inside?.pagination) }),
  };
}

/** A User, or `{user}`; ServiceError "badResponse" without an id. */
export function readUser(body: unknown, call: FailedCall): User {
  const wrapped = z.object({ user: user }).safeParse(body).data;
  return wrapped?.user ?? read(user, body, call);
}

/** Response of GET files; ServiceError "badResponse" when it is neither a folder nor a file. */
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

/** Response of DELETE files. A path may be in neither list. */
export function readDeletion(body: unknown, call: FailedCall): { deleted: string[]; failed: string[] } {
  if (body === undefined) return { deleted: [], failed: [] };
  const { success, failed } = read(deletion, body, call);
  return { deleted: success, failed };
}

/** Normalizes "src", "./src" and "/src/". */
export function pathAsRead(currentPath: string): string {
  return normalizeAppPath(currentPath.replace(/^\.(?=\/|$)/, ""));
}

type Raw = Readonly<Record<string, unknown>>;

/** Undefined for another shape. Null and absent values are common, so they are not parsed. */
function maybeReader<T>(schema: z.ZodMiniType<T>): (value: unknown) => T | undefined {
  return (value) => (value === undefined || value === null ? undefined : schema.safeParse(value).data);
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

/** Without zod, for speed. Undefined for a name that could leave its folder; `path` is not trusted. */
function readFileEntry(value: unknown): FileEntry | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, isDirectory, isFile, size, createdAt, modifiedAt } = value as Readonly<
    Record<string, unknown>
  >;
  if (typeof name !== "string" || !isSafeEntryName(name)) return undefined;
  const created = readTimeMs(createdAt);
  const modified = readTimeMs(modifiedAt);
  return {
    name,
    type: readBoolean(isDirectory) ? "directory" : readBoolean(isFile) ? "file" : "other",
    sizeBytes: readAmount(size) ?? 0,
    createdAt: created ?? modified ?? 0,
    modifiedAt: modified ?? created ?? 0,
  };
}
