// The sign-ins as the secret store keeps them, and the user of the local service.
import { field, parseJson, readAs } from "../core/outside/reading";

const localUser = field.object({ userId: field.text, userName: field.text });

const storedSession = field.object({
  accountId: field.text,
  baseUrl: field.webAddress,
  token: field.text,
  userId: field.text,
  userName: field.text,
});

/** What is remembered of a sign-in. */
export type StoredSession = Readonly<ReturnType<typeof storedSession.parse>>;

/** The user of the local service, by whom its account is signed in again without a token being kept. */
export type LocalUser = Readonly<ReturnType<typeof localUser.parse>>;

/** Undefined for what is no sign-in. */
export function readSession(text: string): StoredSession | undefined {
  return readAs(storedSession, parseJson(text));
}

/** Undefined for what is no user. */
export function readLocalUser(value: unknown): LocalUser | undefined {
  return readAs(localUser, value);
}
