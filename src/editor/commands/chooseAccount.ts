import { choose, type PickOptions } from "../safeUi/inputs";
import { accountOfArgument } from "./commandArguments";

interface PickableAccount {
  readonly label: string;
  readonly baseUrl: string;
}

interface KnownAccounts<Account> {
  readonly all: readonly Account[];
  get(accountId: string): Account | undefined;
}

/**
 * The account that the argument names, else the only one, else the one that the user picks; undefined when there are
 * no accounts. Rejects with CancelledError when the user picks none.
 */
export async function chooseAccount<Account extends PickableAccount>(
  accounts: KnownAccounts<Account>,
  argument: unknown,
  options: PickOptions,
): Promise<Account | undefined> {
  const { all } = accounts;
  const accountId = accountOfArgument(argument);
  const named = accountId === undefined ? undefined : accounts.get(accountId);
  if (named || all.length < 2) return named ?? all[0];
  const picked = await choose(
    all.map((account) => ({ label: account.label, description: account.baseUrl, account })),
    options,
  );
  return picked.account;
}
