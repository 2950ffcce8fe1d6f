// The user's permissions for an app as words in the contextValue of its rows: package.json offers commands by them.
import type { Account, Accounts } from "../../../accounts/accounts";
import type { AppKey } from "../../../core/model/appKey";
import type { PermissionName } from "../../../core/model/model";
import { webAddressOf } from "../../../core/settings/hostSettings";
import { setFolders } from "../../../editor/contextKeys";
import { settings } from "../../../editor/settings";

const permissions = {
  readable: "canSeeApplicationFiles",
  editable: "canEditApplicationFiles",
  restartable: "canChangeStatusApplication",
  configurable: "canUpdateApplicationSettings",
  deletable: "canDeleteApplication",
} as const satisfies Readonly<Record<string, PermissionName>>;

type RowFlag = keyof typeof permissions;

/** All permissions that are not ruled out, by the user's flags in the app's team or by the service's responses. */
export function rowFlags(account: Pick<Account, "permissions">, appId: string): RowFlag[] {
  const words = Object.keys(permissions) as RowFlag[];
  return words.filter((word) => !account.permissions.isRuledOut(appId, permissions[word]));
}

/** The same, and whether the app has a web address, for the folders of apps in the Explorer. */
export function setFolderFlags(accounts: Pick<Accounts, "get">): void {
  const lacks = (word: RowFlag) => (app: AppKey) =>
    accounts.get(app.accountId)?.permissions.isRuledOut(app.appId, permissions[word]) === true;
  setFolders("notReadable", lacks("readable"));
  setFolders("notRestartable", lacks("restartable"));
  setFolders("notConfigurable", lacks("configurable"));
  setFolders("notDeletable", lacks("deletable"));
  const hosts = settings.hosts();
  setFolders("notOnWeb", ({ accountId, appId }) => {
    const account = accounts.get(accountId);
    const app = account?.apps.find(appId);
    return account && app ? !webAddressOf(account, app, hosts) : false;
  });
}
