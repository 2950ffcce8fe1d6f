// Forgets what is kept of accounts that were signed out: at once in the windows that are open, at the next start in the
// others, which have a memory of their own. An account whose token could not be read is not one that was signed out.
import type { Accounts } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import { Lazy } from "../../../core/async/lazy";
import type { Logger } from "../../../core/logger";
import type { TracePlaces } from "./accountTraces";

interface ForgetOptions extends TracePlaces {
  readonly accounts: Pick<Accounts, "onDidChange" | "signedInIds">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The path of the workspace that is open, when it is a file. */
  readonly workspaceFile: () => string | undefined;
  /** Whether no other window of this machine is there. */
  readonly isAlone: () => Promise<boolean>;
}

/** Nobody waits for it while a window opens. */
const firstAfterMs = 15_000;
/** After the longest of the service's limits, which must be kept also by who signs in again; and for what came late. */
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

/** False when something could not be forgotten yet. */
async function forget(options: ForgetOptions): Promise<boolean> {
  const { accountsWithTraces, forgetTraces } = await traces.get();
  // In this order: an account is signed in before anything is kept of it.
  const found = await accountsWithTraces(options);
  // The keyring, which may ask the user for a password, is not touched for nothing.
  if (found.size === 0) return true;
  const signedIn = await options.accounts.signedInIds();
  const gone = new Set([...found].filter((id) => !signedIn.has(id)));
  if (gone.size === 0) return true;
  const isInUse = async (name: string): Promise<boolean> =>
    name.startsWith("pace/")
      ? await isYoung(options, name)
      : name.startsWith("workspaces/") && (await isOpen(options, name));
  return await forgetTraces(options, { isGone: (id) => gone.has(id), isInUse });
}

/** Whether the limits of a service may still count what is written there. */
async function isYoung({ files, clock }: ForgetOptions, name: string): Promise<boolean> {
  for (const { modifiedAt } of await files.list(name))
    if (Math.abs(clock.now() - modifiedAt) < againAfterMs - 5_000) return true;
  return false;
}

/** A window without its workspace's file loses what was typed in it: those of other windows cannot be known. */
async function isOpen({ workspaceFile, isAlone }: ForgetOptions, name: string): Promise<boolean> {
  return workspaceFile()?.includes(`/${name}/`) === true || !(await isAlone());
}
