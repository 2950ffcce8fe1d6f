// The account part of a hosted-app: address: lower case (VS Code lower-cases authorities) and the same for one user
// of one service for as long as it is signed in, because unsaved work and open tabs are remembered under it.

/** The account id of the local service, whatever its port. */
export const localAccountId = "local";

/** So that the id can be the name of a folder everywhere. */
const longestHost = 60;

/** The id of `userId` on the service at `baseUrl`: a readable host name and 128 bits of a hash. */
export async function accountIdOf(baseUrl: string, userId: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${baseUrl}\n${userId}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hash = [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const host = new URL(baseUrl).hostname
    .toLowerCase()
    .slice(0, longestHost)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${host}-${hash}`;
}
