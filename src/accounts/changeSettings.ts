import { lookAfterChange, mayBeDone } from "../core/errors/serviceError";
import type { App, AppSettingsChange } from "../core/model/model";
import type { Account } from "./accounts";

/**
 * Resolves with the app as the service has it then (docs/interface.md#update-an-app). After an update without a
 * response, or a refused one, the app's settings show whether it was made. Rejects with a ServiceError; then no change
 * is known to have been made.
 */
export async function changeSettings(
  { client, apps }: Pick<Account, "client" | "apps">,
  current: App,
  change: AppSettingsChange,
): Promise<App> {
  const saved = await client.updateApp(current, change).catch(async (error: unknown) => {
    if (!mayBeDone(error)) throw error;
    const now = await lookAfterChange(apps.refreshApp(current.id));
    const isMade = Object.entries(change).every(([property, to]) => now[property as keyof App] === to);
    if (!isMade) throw error;
    return now;
  });
  apps.put(saved);
  return saved;
}
