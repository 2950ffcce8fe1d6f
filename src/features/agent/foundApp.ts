// The app that a language model named.
import type { Account, Accounts } from "../../accounts/accounts";
import type { App } from "../../core/model/model";
import { asUntrusted } from "./untrustedText";

export interface FoundApp {
  readonly account: Account;
  readonly app: App;
}

/** The app of this name or id, or the sentence for the model that says why it is none. */
export function findApp(accounts: Accounts, wanted: string): FoundApp | string {
  if (wanted === "") return 'Say which app, by its name or id, as "app".';
  const all = accounts.all.flatMap((account) =>
    (account.apps.snapshot.apps ?? []).map((app) => ({ account, app })),
  );
  const byId = all.filter(({ app }) => app.id === wanted);
  const named = all.filter(({ app }) => app.name.toLowerCase() === wanted.toLowerCase());
  const [only, ...more] = new Set([...byId, ...named]);
  if (!only) return "No app has this name or id. List the apps to see them.";
  if (more.length === 0) return only;
  if (byId.length > 1)
    return "Several accounts have an app with this id. Ask the user to do it in the Apps view, where they see whose it is.";
  // Others choose names: one that is another app's id means neither of the two.
  if (byId.length === 1)
    return "One app has this id and another has it as its name. Ask the user to do it in the Apps view.";
  return `Several apps have this name; use an id. ${asUntrusted("their ids", named.map(({ app }) => app.id).join(", "))}`;
}
