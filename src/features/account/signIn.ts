// Signs in: asks for the address when none is set, then the token; each is checked with the service while its box stays
// open.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { CancelledError } from "../../core/errors/cancelledError";
import { isServiceError } from "../../core/errors/serviceError";
import type { User } from "../../core/model/model";
import { parseServiceAddress, type ServiceAddressProblem, withScheme } from "../../core/model/serviceAddress";
import { hostSettings } from "../../core/settings/hostSettings";
import { sentenceFor } from "../../editor/errorSentences";
import { createInputBox } from "../../editor/safeUi/inputs";
import { settings } from "../../editor/settings";
import { answerOf, askSteps, named, type Step, type StepFrame } from "../../editor/steps";

interface SignInAnswers {
  readonly baseUrl: string;
  readonly verified?: Verified;
}

interface Verified {
  readonly token: string;
  readonly user: User;
}

/**
 * Asks for what is missing and stores the session. `again`: an account to sign in again, for which only the token is
 * asked. Rejects with CancelledError when the user cancels.
 */
export async function signIn(accounts: Accounts, again?: Account): Promise<Account> {
  const known = again?.baseUrl ?? configuredAddress();
  const steps: Step<SignInAnswers>[] = [
    async (answers, frame) => await askToken(accounts, answers.baseUrl, frame),
  ];
  if (known === undefined)
    steps.unshift(async ({ baseUrl }, frame) => ({ baseUrl: await askAddress(accounts, baseUrl, frame) }));
  const title = vscode.l10n.t("Sign In");
  const { baseUrl, verified } = await askSteps(title, steps, { baseUrl: known ?? "" });
  if (!verified) throw new CancelledError();
  return await accounts.add(baseUrl, verified.token, verified.user);
}

/** Undefined when the user has set none. Throws a sentence for one that cannot be used. */
function configuredAddress(): string | undefined {
  const configured = settings.serviceUrl();
  if (configured === "") return undefined;
  const parsed = parseServiceAddress(configured);
  if ("baseUrl" in parsed) return parsed.baseUrl;
  throw new Error(
    vscode.l10n.t(
      "hostedApps.service.url can't be used: {0} Nothing was sent.",
      addressProblem(parsed.problem),
    ),
  );
}

/** Its box stays open and busy while the address is checked. */
async function askAddress(accounts: Accounts, before: string, frame: StepFrame): Promise<string> {
  const box = createInputBox();
  box.prompt = vscode.l10n.t("The URL of your hosting service's API");
  box.placeholder = "api.example.com";
  box.value = before;
  const step = named(frame, vscode.l10n.t("Service URL"));
  return await answerChecked(box, step, async (signal) => {
    const parsed = parseServiceAddress(withScheme(box.value));
    if ("problem" in parsed) throw new Error(addressProblem(parsed.problem));
    const { baseUrl } = parsed;
    try {
      await accounts.verify(baseUrl, noToken, signal);
    } catch (error) {
      signal.throwIfAborted();
      // Any other failure may be the API's: the token will show.
      if (!isServiceError(error, "badResponse", "notFound", "network", "certificate", "timeout"))
        return baseUrl;
      const found = await findNear(accounts, baseUrl, error, signal);
      if (found === undefined) throw new Error(refusalOf(error, baseUrl));
      box.value = found;
      throw new Error(suggestionOf(found));
    }
    return baseUrl;
  });
}

/** Its box stays open and busy while the service checks the token. */
async function askToken(accounts: Accounts, baseUrl: string, frame: StepFrame): Promise<SignInAnswers> {
  let address = baseUrl;
  const box = createInputBox();
  const tokenPage: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("link-external"),
    tooltip: vscode.l10n.t("Open the page where you create tokens"),
  };
  box.prompt = vscode.l10n.t("The token is kept in VS Code's secret storage and sent only to this service.");
  box.placeholder = vscode.l10n.t("Paste your token");
  box.password = true;
  const page = hostSettings(settings.hosts(), baseUrl).tokenPage;
  if (page !== undefined) box.buttons = [tokenPage];
  box.onDidTriggerButton((button) => {
    if (button === tokenPage && page !== undefined) void vscode.env.openExternal(vscode.Uri.parse(page));
  });
  const name = vscode.l10n.t("Token for {0}", new URL(baseUrl).host);
  return await answerChecked(box, named(frame, name), async (signal) => {
    const token = box.value.trim().replace(/^Bearer\s+/i, "");
    const problem = tokenProblem(token);
    if (problem) throw new Error(problem);
    try {
      const user = await accounts.verify(address, token, signal);
      return { baseUrl: address, verified: { token, user } };
    } catch (error) {
      const found = await findNear(accounts, address, error, signal);
      address = found ?? address;
      throw new Error(found === undefined ? refusalOf(error, address) : suggestionOf(found));
    }
  });
}

/** The box is busy while `check` runs, and shows the sentence of its rejection. */
async function answerChecked<T>(
  box: vscode.InputBox,
  frame: StepFrame,
  check: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  box.onDidChangeValue(() => {
    box.validationMessage = undefined;
  });
  try {
    return await answerOf(box, frame, async () => {
      box.busy = true;
      box.enabled = false;
      try {
        return await check(controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) box.validationMessage = sentenceFor(error);
        return undefined;
      } finally {
        box.busy = false;
        box.enabled = true;
      }
    });
  } finally {
    controller.abort(new CancelledError());
  }
}

/** The address of the API nearby, when something else responded at `baseUrl`. */
async function findNear(
  accounts: Accounts,
  baseUrl: string,
  error: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  return isOtherAnswer(error)
    ? await findService(accounts, baseUrl, signal).catch(() => undefined)
    : undefined;
}

function addressProblem(problem: ServiceAddressProblem): string {
  switch (problem) {
    case "notAnAddress":
      return vscode.l10n.t("Enter a URL such as https://api.example.com.");
    case "notSecure":
      return vscode.l10n.t("The token is sent only over https, or over http to this machine.");
    case "extraParts":
      return vscode.l10n.t("Remove the user name, password, query (?), and fragment (#).");
  }
}

/** What responded is not the API. */
function isOtherAnswer(error: unknown): boolean {
  return isServiceError(error, "badResponse", "notFound");
}

function refusalOf(error: unknown, address: string): string {
  const { host } = new URL(address);
  if (isServiceError(error, "unauthorized"))
    return vscode.l10n.t("The service doesn't accept this token. Check that it's complete and not expired.");
  if (isOtherAnswer(error))
    return vscode.l10n.t("{0} doesn't respond like a hosting service's API. Check the URL.", address);
  if (isServiceError(error, "network") && (error.problem === undefined || error.problem === "refused"))
    return vscode.l10n.t("Nothing responds at {0}. Check the URL, its port, and your connection.", host);
  return sentenceFor(error);
}

function suggestionOf(found: string): string {
  return vscode.l10n.t("The API is at {0}. Press Enter to use it.", found);
}

function tokenProblem(token: string): string | undefined {
  if (token === "") return vscode.l10n.t("Paste the token.");
  // An HTTP header can carry no other characters.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return vscode.l10n.t("A token has no spaces, line breaks, or accented letters. Copy it again.");
  }
  return undefined;
}

/** Never a real token: an API refuses it in its own words, a website ignores it. */
const noToken = "none";
const longestAskMs = 5_000;

/** A URL of the same origin that responds like the API; undefined when none does. Sends no token. */
export async function findService(
  accounts: Pick<Accounts, "verify">,
  baseUrl: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Where every path needs a token, a 401 proves nothing of the path.
  const { origin } = new URL(baseUrl);
  if (await answersAsService(accounts, `${origin}/${crypto.randomUUID()}`, signal)) return undefined;
  for (const candidate of addressesNear(baseUrl)) {
    if (await answersAsService(accounts, candidate, signal)) return candidate;
  }
  return undefined;
}

function addressesNear(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/+$/, "");
  const near = [path.replace(/\/v1(\/.*)?$/, ""), `${path}/api`, "/api", ""];
  return [...new Set(near)].filter((each) => each !== path).map((each) => `${origin}${each}`);
}

async function answersAsService(
  accounts: Pick<Accounts, "verify">,
  baseUrl: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await accounts.verify(baseUrl, noToken, AbortSignal.any([signal, AbortSignal.timeout(longestAskMs)]));
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return isServiceError(error, "unauthorized", "forbidden") && error.serviceText !== undefined;
  }
}
