// Sign-ins as the secret store has them, and the user of the local service.
import { field, parseJson, readAs } from "../core/parse";

const localUser = field.object({ userId: field.text, userName: field.text });

const storedSession = field.object({
  accountId: field.text,
  baseUrl: field.url,
  token: field.text,
  userId: field.text,
  userName: field.text,
});

export type StoredSession = Readonly<ReturnType<typeof storedSession.parse>>;

/** Signs in to the local service without a stored token. */
export type LocalUser = Readonly<ReturnType<typeof localUser.parse>>;

/** Undefined for anything else. */
export function readSession(text: string): StoredSession | undefined {
  return readAs(storedSession, parseJson(text));
}

/** Undefined for anything else. */
export function readLocalUser(value: unknown): LocalUser | undefined {
  return readAs(localUser, value);
}
