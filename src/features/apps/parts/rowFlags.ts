// What the user may do with an app, as words of its rows' contextValue: package.json offers a command where its word is.
import type { Account } from "../../../accounts/accounts";
import type { App, PermissionName } from "../../../core/model/model";
import { isRuledOut } from "../../../core/model/teamRole";

const permissions = {
  readable: "canSeeApplicationFiles",
  editable: "canEditApplicationFiles",
  restartable: "canChangeStatusApplication",
  configurable: "canUpdateApplicationSettings",
  deletable: "canDeleteApplication",
} as const satisfies Readonly<Record<string, PermissionName>>;

export type RowFlag = keyof typeof permissions;

/** All that the user's flags in the app's team do not rule out. */
export function rowFlags(account: Account, app: App | undefined): RowFlag[] {
  const team = account.apps.teamOf(app);
  const words = Object.keys(permissions) as RowFlag[];
  return words.filter((word) => !isRuledOut(team, account.userId, permissions[word]));
}
