// Signing in: the address when none is set, then the token, checked with the service while the box stays open.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { findService } from "../../accounts/findService";
import { CancelledError } from "../../core/errors/cancelledError";
import { isServiceError } from "../../core/errors/serviceError";
import type { User } from "../../core/model/model";
import { sentenceFor } from "../../editor/errorSentences";
import { settings } from "../../editor/settings";
import { createInputBox, showInputBox } from "../../editor/shown/inputs";
import { parseServiceAddress, type ServiceAddressProblem } from "./serviceAddress";

/** Asks for what is missing and stores the session. Rejects with CancelledError when the user leaves. */
export async function signIn(accounts: Accounts): Promise<Account> {
  const baseUrl = await serviceAddress();
  const verified = await askToken(accounts, baseUrl);
  return await accounts.add(verified.baseUrl, verified.token, verified.user);
}

async function serviceAddress(): Promise<string> {
  const configured = settings.serviceUrl();
  if (configured !== "") {
    const parsed = parseServiceAddress(configured);
    if ("problem" in parsed) {
      throw new Error(
        vscode.l10n.t(
          "hostedApps.service.url cannot be used: {0} Nothing was sent.",
          addressProblem(parsed.problem),
        ),
      );
    }
    return parsed.baseUrl;
  }
  const text = await showInputBox({
    title: vscode.l10n.t("Sign In (1/2): Address of the Service"),
    prompt: vscode.l10n.t("The address of your hosting service's API"),
    placeHolder: "https://api.example.com",
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (value.trim() === "") return undefined;
      const parsed = parseServiceAddress(value);
      return "problem" in parsed ? addressProblem(parsed.problem) : undefined;
    },
  });
  const parsed = text === undefined || text.trim() === "" ? undefined : parseServiceAddress(text);
  if (!parsed || "problem" in parsed) throw new CancelledError();
  return parsed.baseUrl;
}

function addressProblem(problem: ServiceAddressProblem): string {
  switch (problem) {
    case "notAnAddress":
      return vscode.l10n.t("Enter a web address such as https://api.example.com.");
    case "notSecure":
      return vscode.l10n.t("The token is sent only over https, or over http to this machine.");
    case "extraParts":
      return vscode.l10n.t("Remove the user name, password, query (?), and fragment (#).");
  }
}

interface Verified {
  /** Another one on the same origin when the user has chosen it. */
  readonly baseUrl: string;
  readonly token: string;
  readonly user: User;
}

/** A box for the token that stays open, busy, while the service is asked whose it is. */
async function askToken(accounts: Accounts, baseUrl: string): Promise<Verified> {
  let address = baseUrl;
  const box = createInputBox();
  const tokenPage: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("link-external"),
    tooltip: vscode.l10n.t("Open the page where you create tokens"),
  };
  box.title = vscode.l10n.t("Sign In (2/2): Token for {0}", new URL(baseUrl).host);
  box.prompt = vscode.l10n.t("The token is kept in VS Code's secret storage and sent to this service only.");
  box.placeholder = vscode.l10n.t("Paste your token");
  box.password = true;
  box.ignoreFocusOut = true;
  if (settings.tokenPage() !== "") box.buttons = [tokenPage];
  const controller = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      box.onDidChangeValue(() => {
        box.validationMessage = undefined;
      });
      box.onDidTriggerButton(() => {
        void vscode.env.openExternal(vscode.Uri.parse(settings.tokenPage()));
      });
      box.onDidHide(() => {
        controller.abort(new CancelledError());
        reject(new CancelledError());
      });
      box.onDidAccept(async () => {
        const token = box.value.trim().replace(/^Bearer\s+/i, "");
        const problem = tokenProblem(token);
        if (problem) {
          box.validationMessage = problem;
          return;
        }
        box.busy = true;
        box.enabled = false;
        try {
          const user = await accounts.verify(address, token, controller.signal);
          resolve({ baseUrl: address, token, user });
        } catch (error) {
          const found = isOtherAnswer(error)
            ? await findService(accounts, address, controller.signal).catch(() => undefined)
            : undefined;
          if (found !== undefined) address = found;
          box.validationMessage = found === undefined ? refusalOf(error, address) : suggestionOf(found);
        } finally {
          box.busy = false;
          box.enabled = true;
        }
      });
      box.show();
    });
  } finally {
    box.dispose();
  }
}

/** Whatever answered is not the interface. */
function isOtherAnswer(error: unknown): boolean {
  return isServiceError(error, "badResponse", "notFound");
}

function refusalOf(error: unknown, address: string): string {
  const { host } = new URL(address);
  if (isServiceError(error, "unauthorized"))
    return vscode.l10n.t(
      "The service does not accept this token. Check that it is complete and not expired.",
    );
  if (isOtherAnswer(error))
    return vscode.l10n.t(
      "{0} does not answer like the API of a hosting service. Press Escape and check the address.",
      address,
    );
  if (isServiceError(error, "network") && (error.problem === undefined || error.problem === "refused"))
    return vscode.l10n.t("Nothing answers at {0}. Check the address, its port, and your connection.", host);
  return sentenceFor(error);
}

function suggestionOf(found: string): string {
  return vscode.l10n.t("This is not the address of the API, but {0} is. Press Enter to use it.", found);
}

function tokenProblem(token: string): string | undefined {
  if (token === "") return vscode.l10n.t("Paste the token.");
  // A header can carry nothing else.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return vscode.l10n.t("A token has no spaces, line breaks, or accented letters. Copy it again.");
  }
  return undefined;
}
