// What the user may do with an app, as words of its rows' contextValue: package.json offers a command where its word is.
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

/** All that the user's flags in the app's team do not rule out, or the service did all the same. */
export function rowFlags(account: Pick<Account, "permissions">, appId: string): RowFlag[] {
  const words = Object.keys(permissions) as RowFlag[];
  return words.filter((word) => !account.permissions.isRuledOut(appId, permissions[word]));
}

/** The same, and whether there is an address to open, for the folders of apps in the Explorer. */
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
