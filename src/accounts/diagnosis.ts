// Shapes of the responses to GETs, and the detected dialect (docs/interface.md#dialects), verdict first.

import type { MissingApps } from "../api/dialect/appCollection";
import type { DialectRow } from "../api/dialect/serviceDialect";
import type { Clock } from "../core/async/clock";
import { isServiceError, type ServiceError } from "../core/errors/serviceError";
import { field, readFields } from "../core/parse";
import { joinAppPath } from "../core/paths/appPath";
import type { Account } from "./accounts";

/** No value of the response, only its shape. */
interface DiagnosedCall {
  /** Such as "GET /v1/apps/{appId}/files". */
  readonly call: string;
  /** "200" or, for example, "404 notFound". */
  readonly status: string;
  readonly shape?: string;
}

export type Verdict =
  | { readonly kind: "fine" | "misplaced" | "pathUnknown" | "uploadPathUnknown" }
  | { readonly kind: "failed"; readonly error: ServiceError }
  | { readonly kind: "missing"; readonly missing: MissingApps; readonly listed: number };

export interface Diagnosis {
  readonly verdict: Verdict;
  readonly calls: readonly DiagnosedCall[];
  readonly dialect: readonly DialectRow[];
  /** The service's clock minus this machine's; undefined without a Date header. */
  readonly clockDifferenceSeconds: number | undefined;
  /** Modification times seem to be whole seconds; undefined when too few were seen. */
  readonly hasWholeSeconds: boolean | undefined;
}

type Endpoint = "currentUser" | "apps" | "app" | "files";

const folderEntry = field.object({ name: field.text, isDirectory: field.flag });
const timedEntry = field.object({ modifiedAt: field.text });

/** Sends a few GETs and learns from the responses. Rejects only with the reason of the signal. */
export async function diagnose(
  account: Pick<Account, "client">,
  clock: Clock,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const { client } = account;
  const calls: DiagnosedCall[] = [];
  const failures: ServiceError[] = [];
  let clockDifferenceSeconds: number | undefined;
  const ask = async (endpoint: Endpoint, appId = ""): Promise<unknown> => {
    const { template, answer } = client.inspect(endpoint, appId, {}, { signal });
    try {
      const { status, json, dateMs } = await answer;
      calls.push({ call: `GET ${template}`, status: String(status), shape: jsonShape(json) });
      if (dateMs !== undefined) clockDifferenceSeconds = Math.round((dateMs - clock.now()) / 1_000);
      return json;
    } catch (error) {
      signal.throwIfAborted();
      calls.push({ call: `GET ${template}`, status: statusOf(error) });
      if (isServiceError(error)) failures.push(error);
      return undefined;
    }
  };
  await ask("currentUser");
  await ask("apps");
  const list = await client.listApps({ signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (isServiceError(error)) failures.push(error);
    return undefined;
  });
  const [failure] = failures;
  const appId = list?.apps[0]?.id;
  const root = appId === undefined ? undefined : await askApp(appId, ask);
  const isPathKnown = appId === undefined || (await triesPath(account, appId, { root, signal }));
  const missing = list?.missing;
  const verdict: Verdict = failure
    ? { kind: "failed", error: failure }
    : client.dialect.writesStopped
      ? { kind: "misplaced" }
      : missing
        ? { kind: "missing", missing, listed: list.apps.length }
        : client.dialect.isUploadPathUnknown || client.dialect.uploadNamesToTry.length === 0
          ? { kind: "uploadPathUnknown" }
          : { kind: isPathKnown ? "fine" : "pathUnknown" };
  return {
    verdict,
    calls,
    dialect: client.dialect.report(),
    clockDifferenceSeconds,
    hasWholeSeconds: areWholeSeconds(root),
  };
}

async function askApp(
  appId: string,
  ask: (endpoint: Endpoint, appId: string) => Promise<unknown>,
): Promise<unknown> {
  await ask("app", appId);
  return await ask("files", appId);
}

/** Whether a folder can be listed by its path; true where the app has none. */
async function triesPath(
  { client }: Pick<Account, "client">,
  appId: string,
  { root, signal }: { readonly root: unknown; readonly signal: AbortSignal },
): Promise<boolean> {
  const { files = [] } = readFields({ files: field.readable(folderEntry) }, root);
  const folder = files.find(({ isDirectory }) => isDirectory);
  if (!folder) return true;
  try {
    await client.readPath(appId, joinAppPath("/", folder.name), { signal });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return !isServiceError(error, "dialect");
  }
}

function areWholeSeconds(root: unknown): boolean | undefined {
  const { files = [] } = readFields({ files: field.readable(timedEntry) }, root);
  const times = files.map(({ modifiedAt }) => Date.parse(modifiedAt)).filter((time) => !Number.isNaN(time));
  // One time in a thousand is a whole second by chance.
  return times.length < 2 ? undefined : times.every((time) => time % 1_000 === 0);
}

function statusOf(error: unknown): string {
  return isServiceError(error) ? [error.status, error.kind].filter(Boolean).join(" ") : "failed";
}

const maxDepth = 6;
const maxFields = 60;

const longestLine = 80;

/**
 * Such as `{ _id: string, size: integer, files: 3 × { name: string } }`, one field a line where it is long;
 * "|" joins the variants in a list.
 */
export function jsonShape(value: unknown, depth = 0): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return listShape(value, depth);
  switch (typeof value) {
    case "string":
      return stringShape(value);
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    case "boolean":
      return "boolean";
    case "object":
      return objectShape(Object.entries(value), depth);
    default:
      return "nothing";
  }
}

function listShape(items: readonly unknown[], depth: number): string {
  if (items.length === 0) return "0 items";
  if (depth >= maxDepth) return `${items.length} × …`;
  const shapes = [...new Set(items.map((item) => jsonShape(item, depth + 1)))];
  return `${items.length} × ${shapes.slice(0, 3).join(" | ")}${shapes.length > 3 ? " | …" : ""}`;
}

function objectShape(entries: readonly (readonly [string, unknown])[], depth: number): string {
  if (entries.length === 0) return "{}";
  if (depth >= maxDepth) return "{ … }";
  const fields = entries.slice(0, maxFields).map(([key, value]) => {
    return `${fieldName(key)}: ${jsonShape(value, depth + 1)}`;
  });
  if (entries.length > maxFields) fields.push("…");
  const line = `{ ${fields.join(", ")} }`;
  if (line.length <= longestLine && !line.includes("\n")) return line;
  return `{\n${fields.join(",\n").replaceAll(/^/gm, "  ")}\n}`;
}

/** A key that is no plain word may be a value, such as an id. */
function fieldName(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,40}$/.test(key) ? key : "(other key)";
}

function stringShape(text: string): string {
  if (text === "") return "empty string";
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return "date-time string";
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return "numeric string";
  if (text.startsWith("/")) return "path string";
  return "string";
}
