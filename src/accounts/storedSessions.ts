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

const sessions = field.readable(storedSession);

/** Those that can be read; throws when none of the text can. */
export function readSessions(text: string): readonly StoredSession[] {
  const read = readAs(sessions, parseJson(text));
  if (!read) throw new Error("not a list of sign-ins");
  return read;
}

/** Undefined for what is no user. */
export function readLocalUser(value: unknown): LocalUser | undefined {
  return readAs(localUser, value);
}
