export interface AppKey {
  readonly accountId: string;
  readonly appId: string;
}

/** A key for maps: one text for each app. */
export function keyText({ accountId, appId }: AppKey): string {
  return `${accountId}/${appId}`;
}
