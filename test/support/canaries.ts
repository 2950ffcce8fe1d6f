// Secrets of the tests must be nowhere but where README's "Privacy" says. Each planted text holds `marker`, and the
// tokens of the services are known, so that one search finds all of them.
import fs from "node:fs";
import type { Page } from "playwright-core";
import { filesBelow, unlessDeleted } from "./fileTrees";
import { storedWith } from "./window/browserStorage";

const marker = "canary-of-";
const tokens = new Set<string>();

/** README's "Privacy" and VS Code's own copies of what was edited or typed into its settings. */
const allowedPlaces = [
  /keybindings\.json$/,
  /[\\/]local-service[\\/]/,
  /[\\/]hosted-apps\.hosted-apps[\\/]backups[\\/].*[\\/][0-9a-f]{64}$/,
  /[\\/]User[\\/]History[\\/]/,
  /[\\/]Backups[\\/]/,
];

/** A secret that tells in which place it was. */
export function canary(place: string): string {
  return `${marker}${place}-93b2`;
}

/** Has the token of a service searched for as well. */
export function searchForToken(token: string): void {
  tokens.add(token);
}

/** The files below a folder that hold a secret and may not. */
export function filesWithSecrets(folder: string): string[] {
  return filesBelow(folder)
    .filter((file) => !allowedPlaces.some((place) => place.test(file)))
    .filter((file) => {
      // VS Code deletes its locks and logs while it ends.
      const bytes = unlessDeleted(() => fs.readFileSync(file), Buffer.alloc(0));
      return [marker, ...tokens].some((secret) => bytes.includes(secret));
    });
}

/** What VS Code remembers in the browser that holds a secret: the state of extensions, the layout, histories. */
export async function memoriesWithSecrets(page: Page): Promise<string[]> {
  const found = await Promise.all([marker, ...tokens].map(async (secret) => await storedWith(page, secret)));
  // The secret storage is where tokens belong.
  return found.flat().filter((name) => name !== "localStorage secrets.provider");
}
