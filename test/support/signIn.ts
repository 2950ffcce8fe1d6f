// Signs in to a service in a window, as a user does.
import type { Workbench } from "./workbench";

export interface ServiceAccess {
  readonly url: string;
  readonly token: string;
}

/** By the command; resolves when the Apps view is open and lists these. */
export async function signIn(
  window: Workbench,
  service: ServiceAccess,
  ...apps: readonly string[]
): Promise<void> {
  await window.runUntilAsked("Hosted Apps: Sign In", "Address of the Service");
  await answerSignIn(window, service);
  await window.openView("Hosted Apps");
  for (const app of apps) await window.tree("Apps").waitForRow(app);
}

/** The questions alone, for a sign-in that was begun elsewhere. */
export async function answerSignIn({ quickInput }: Workbench, { url, token }: ServiceAccess): Promise<void> {
  await quickInput.waitForTitle("Address of the Service");
  await quickInput.answer(url);
  await quickInput.waitForTitle("Token for");
  await quickInput.answer(token);
  await quickInput.waitUntilClosed();
}
