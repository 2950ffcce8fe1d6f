// Signs in to a service like a user.
import type { Workbench } from "./workbench";

export interface ServiceAccess {
  readonly url: string;
  readonly token: string;
}

/** By the command; resolves when the Apps view lists these. */
export async function signIn(
  window: Workbench,
  service: ServiceAccess,
  ...apps: readonly string[]
): Promise<void> {
  await window.runUntilAsked("Hosted Apps: Sign In", "Service URL");
  await answerSignIn(window, service);
  await window.openView("Hosted Apps");
  for (const app of apps) await window.tree("Apps").waitForRow(app);
}

/** Only the questions, for a sign-in that was started elsewhere. */
export async function answerSignIn(window: Workbench, service: ServiceAccess): Promise<void> {
  await window.quickInput.waitForTitle("Service URL");
  await window.quickInput.answer(service.url);
  await answerToken(window, service);
}

/** For an account that is signed in again. */
export async function answerToken(
  { quickInput }: Workbench,
  { token }: Pick<ServiceAccess, "token">,
): Promise<void> {
  await quickInput.waitForTitle("Token for");
  await quickInput.answer(token);
  await quickInput.waitUntilClosed();
}
