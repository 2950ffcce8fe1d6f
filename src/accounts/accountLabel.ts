// What an account is called.
import { localAccountId } from "../core/model/accountId";
import type { StoredSession } from "./storedSessions";

/** The user and the host of the service, told apart from the label of any other account. */
export function accountLabel(
  { accountId, baseUrl, userName }: StoredSession,
  others: readonly { readonly id: string; readonly label: string }[],
): string {
  const host = accountId === localAccountId ? "local service" : new URL(baseUrl).host;
  const label = `${userName} (${host})`;
  const isTaken = others.some((other) => other.id !== accountId && other.label === label);
  return isTaken ? `${label} ${accountId.slice(-4)}` : label;
}
