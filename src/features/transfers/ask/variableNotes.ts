// The note above the plan of a push about variables that the code reads and the app lacks. Names only.
import { l10n } from "vscode";
import { localDisk } from "../../../editor/localDisk";
import { type CodeFile, missingVariables, neededVariables } from "../../../editor/project/neededVariables";
import { someNames } from "../../../editor/safeUi/someNames";
import type { TransferPlace } from "../place/transferPlace";

/** None where the service does not show the app's variables. */
export async function variableNotes(
  { folder, account, appId, appName }: Pick<TransferPlace, "folder" | "account" | "appId" | "appName">,
  { local: files }: { readonly local: readonly CodeFile[] },
): Promise<readonly string[]> {
  const needed = await neededVariables({ files, read: localDisk(folder).read });
  if (missingVariables(needed, { files }).length === 0) return [];
  // Lists omit variables (docs/interface.md#application); the values are dropped at once.
  const app = await account.client.getApp(appId).catch(() => undefined);
  if (!app?.environment) return [];
  const known = app.environment.map(({ key }) => key);
  const missing = missingVariables(needed, { files }, known);
  if (missing.length === 0) return [];
  return [l10n.t("Not set in {0}: {1}. Set them on the service's website.", appName, someNames(missing))];
}
