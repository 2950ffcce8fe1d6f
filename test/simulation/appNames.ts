// Names of the world's apps, each with its account: two accounts may have an app of the same id.
import type { AppKey } from "../../src/core/model/appKey";

export const firstAccount = "acc1";
export const secondAccount = "acc2";

/** "shop", or "shop@acc2" for the second account's app of the same id. A token names its account like that. */
export function appKeyOf(name: string): AppKey {
  const [appId = "", accountId = firstAccount] = name.split("@");
  return { accountId, appId };
}

export function accountOf(name: string): string {
  return appKeyOf(name).accountId;
}

export function nameOfKey({ accountId, appId }: AppKey): string {
  return accountId === firstAccount ? appId : `${appId}@${accountId}`;
}
