export const localAccountId = "local";

/** A longer host would make the id too long for a folder name on some systems. */
const longestHost = 60;

/**
 * The id of `userId` on the service at `baseUrl`: a readable host name and 128 bits of a SHA-256 hash. It is lower
 * case, because VS Code lower-cases authorities, and the same for one user of one service while signed in, because
 * unsaved work and open tabs are stored under it.
 */
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
