// Forgets what is stored of accounts that were signed out: at once in open windows, at the next start in others, which
// have state of their own. An account with an unreadable token is not signed out.
import type { Accounts } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import { Lazy } from "../../../core/async/lazy";
import type { Logger } from "../../../core/logger";
import type { TracePlaces } from "./accountTraces";

interface ForgetOptions extends TracePlaces {
  readonly accounts: Pick<Accounts, "onDidChange" | "signedInIds">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Path of the open workspace, if it is a file. */
  readonly workspaceFile: () => string | undefined;
  /** Whether this machine has no other window open. */
  readonly isAlone: () => Promise<boolean>;
}

/** Not while the window opens. */
const firstAfterMs = 15_000;
/** After the service's longest rate limit, which has to be kept for a new sign-in; also for what was written late. */
const againAfterMs = 65_000;

const traces = new Lazy(() => import("./accountTraces"));

export function forgetSignedOut(options: ForgetOptions): { dispose(): void } {
  const { accounts, clock, logger } = options;
  let stop = (): void => undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (isAgain: boolean): void => {
    last = last
      .then(() => forget(options))
      .then(
        (isAll) => {
          if (!isAll && !isAgain) later();
        },
        (error: unknown) => logger.warn(`What is kept of signed-out accounts could not be removed: ${error}`),
      );
  };
  const later = (): void => {
    stop();
    stop = clock.after(againAfterMs, () => inTurn(true));
  };
  stop = clock.after(firstAfterMs, () => inTurn(false));
  const listener = accounts.onDidChange(({ removed }) => {
    if (removed.length === 0) return;
    inTurn(false);
    later();
  });
  return {
    dispose: () => {
      listener.dispose();
      stop();
    },
  };
}

/** False when some of it is still in use. */
async function forget(options: ForgetOptions): Promise<boolean> {
  const { accountsWithTraces, forgetTraces } = await traces.get();
  // In this order: nothing is stored of an account before it is signed in.
  const found = await accountsWithTraces(options);
  // The keyring may ask the user for a password: it is read only when needed.
  if (found.size === 0) return true;
  const signedIn = await options.accounts.signedInIds();
  const gone = new Set([...found].filter((id) => !signedIn.has(id)));
  if (gone.size === 0) return true;
  const isInUse = async (name: string): Promise<boolean> =>
    name.startsWith("limits/")
      ? await isYoung(options, name)
      : name.startsWith("workspaces/") && (await isOpen(options, name));
  return await forgetTraces(options, { isGone: (id) => gone.has(id), isInUse });
}

/** Whether the service's rate limits may still count the requests noted there. */
async function isYoung({ files, clock }: ForgetOptions, name: string): Promise<boolean> {
  for (const { modifiedAt } of await files.list(name))
    if (Math.abs(clock.now() - modifiedAt) < againAfterMs - 5_000) return true;
  return false;
}

/** A window whose workspace file is removed loses unsaved text; which files other windows have open is not known. */
async function isOpen({ workspaceFile, isAlone }: ForgetOptions, name: string): Promise<boolean> {
  return workspaceFile()?.includes(`/${name}/`) === true || !(await isAlone());
}
