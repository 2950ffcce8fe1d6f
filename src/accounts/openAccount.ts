// Builds a signed-in account and its client. Loaded with the first: nothing is sent before a sign-in.
import { ServiceClient } from "../api/serviceClient";
import { localAccountId } from "../core/model/accountId";
import { AccountApps } from "./accountApps";
import { AccountPermissions } from "./accountPermissions";
import type { AccountsOptions } from "./accountsOptions";
import type { StoredSession } from "./storedSessions";

export interface Account {
  readonly id: string;
  /** Unique and stable: VS Code stores grants by it. */
  readonly label: string;
  readonly baseUrl: string;
  readonly userId: string;
  readonly isLocal: boolean;
  readonly client: ServiceClient;
  readonly apps: AccountApps;
  readonly permissions: AccountPermissions;
}

interface OpenAccountParts {
  /** A newer sign-in changes token or URL. */
  readonly current: () => StoredSession | undefined;
  readonly others: readonly Account[];
  /** The service answered 401. */
  readonly onDidStop: (account: Account) => void;
}

export function openAccount(
  session: StoredSession,
  options: AccountsOptions,
  { current, others, onDidStop }: OpenAccountParts,
): Account {
  const { accountId: id, baseUrl, userId } = session;
  const sessionNow = () => {
    const now = current();
    return now?.baseUrl === baseUrl ? now : { baseUrl, token: undefined };
  };
  const client = newClient(options, sessionNow, id);
  const apps = new AccountApps(client, options.clock, options.changedFiles?.(id));
  const owner = { id, baseUrl, userId, apps };
  const permissions = new AccountPermissions(owner, options.permissions?.(id));
  const account: Account = {
    ...owner,
    label: accountLabel(session, others),
    isLocal: id === localAccountId,
    client,
    permissions,
  };
  client.onDidEnd(({ route: { appId, permission }, error }) => {
    if (appId === undefined) return;
    if (error) error.app = permissions.named(appId);
    if (permission && (!error || error.kind === "forbidden")) permissions.answered(appId, permission, !error);
  });
  client.onDidStop(() => onDidStop(account));
  client.onDidUpload((appId) => apps.announceUpload(appId));
  return account;
}

/** Without an account id: for one request, with nothing kept or shared with other windows. */
export function newClient(
  { hosts, dialectMemory, requestTimeoutMs, clock, logger, machineFiles: files, windowId }: AccountsOptions,
  session: () => { readonly baseUrl: string; readonly token: string | undefined },
  accountId?: string,
): ServiceClient {
  return new ServiceClient({
    baseUrl: session().baseUrl,
    token: () => session().token,
    hosts,
    dialectMemory: accountId === undefined ? undefined : dialectMemory?.(accountId),
    requestTimeoutMs,
    clock,
    logger,
    sharedLimits:
      accountId === undefined || windowId === undefined ? undefined : { accountId, files, windowId },
  });
}

/** User and host, made different from the label of any other account. */
function accountLabel(
  { accountId, baseUrl, userName }: StoredSession,
  others: readonly { readonly id: string; readonly label: string }[],
): string {
  const host = accountId === localAccountId ? "local service" : new URL(baseUrl).host;
  const label = `${userName} (${host})`;
  const isTaken = others.some((other) => other.id !== accountId && other.label === label);
  return isTaken ? `${label} ${accountId.slice(-4)}` : label;
}
