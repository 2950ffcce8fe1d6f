// Sets the context key `signedIn` for menus and the palette, which offer no app commands before it is known.
import type { Accounts } from "../../accounts/accounts";
import type { Logger } from "../../core/logger";
import { setContext } from "../../editor/contextKeys";

/** Open accounts override what was remembered when the window opened. */
export function followSignedIn(
  accounts: Pick<Accounts, "all" | "isAnySignedIn" | "onDidChange">,
  logger: Pick<Logger, "warn">,
): { dispose(): void } {
  let isKnown = false;
  const listener = accounts.onDidChange(() => {
    isKnown = true;
    setContext("signedIn", accounts.all.length > 0);
  });
  accounts.isAnySignedIn().then(
    (isSignedIn) => {
      if (!isKnown) setContext("signedIn", isSignedIn);
    },
    (error: unknown) => logger.warn(`Whether anybody is signed in is not known yet: ${error}`),
  );
  return listener;
}
