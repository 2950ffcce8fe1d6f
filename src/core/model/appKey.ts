export interface AppKey {
  readonly accountId: string;
  readonly appId: string;
}

/** One text for each app, for maps. */
export function keyText({ accountId, appId }: AppKey): string {
  return `${accountId}/${appId}`;
}
