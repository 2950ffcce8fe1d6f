// Signs in to a service in a window, as a user does.
import type { Workbench } from "./workbench";

export interface ServiceAccess {
  readonly url: string;
  readonly token: string;
}

/** By the command; resolves when its last question is answered. */
export async function signIn(window: Workbench, service: ServiceAccess): Promise<void> {
  await window.runCommand("Hosted Apps: Sign In...");
  await answerSignIn(window, service);
}

/** The questions alone, for a sign-in that was begun elsewhere. */
export async function answerSignIn({ quickInput }: Workbench, { url, token }: ServiceAccess): Promise<void> {
  await quickInput.waitForTitle("Address of the Service");
  await quickInput.answer(url);
  await quickInput.waitForTitle("Token for");
  await quickInput.answer(token);
  await quickInput.waitUntilClosed();
}
