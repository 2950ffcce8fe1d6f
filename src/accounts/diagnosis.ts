// Shapes of the responses to GETs, and the detected dialect (docs/interface.md#dialects), verdict first.

import type { MissingApps } from "../api/dialect/appCollection";
import type { DialectRow } from "../api/dialect/serviceDialect";
import type { Clock } from "../core/async/clock";
import { isServiceError, type ServiceError } from "../core/errors/serviceError";
import { field, readFields } from "../core/parse";
import { joinAppPath } from "../core/paths/appPath";
import type { Account } from "./accounts";
import { jsonShape } from "./jsonShape";

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
      const { status, json, serviceTime } = await answer;
      calls.push({ call: `GET ${template}`, status: String(status), shape: jsonShape(json) });
      if (serviceTime !== undefined) clockDifferenceSeconds = Math.round((serviceTime - clock.now()) / 1_000);
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
