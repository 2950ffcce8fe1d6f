// Secrets of tests must appear only where README's "Privacy" says. Each contains `marker`, and the services'
// tokens are known, so that one search finds them all.
import fs from "node:fs";
import type { Page } from "playwright-core";
import { filesBelow, unlessDeleted } from "./fileTrees";
import { storedWith } from "./window/browserStorage";

const marker = "canary-of-";
const tokens = new Set<string>();

/** Places of README's "Privacy", and VS Code's own copies of edited text and settings. */
const allowedPlaces = [
  /keybindings\.json$/,
  /[\\/]local-service[\\/]/,
  /[\\/]hosted-apps\.hosted-apps[\\/]backups[\\/].*[\\/][0-9a-f]{64}$/,
  /[\\/]User[\\/]History[\\/]/,
  /[\\/]Backups[\\/]/,
];

/** A release keeps the pushed files, except those that may contain secrets. */
const releasedFile = /[\\/]hosted-apps\.hosted-apps[\\/]releases[\\/][^\\/]+[\\/]contents[\\/][0-9a-f]{64}$/;
/** Canaries in ordinary files of apps. */
const ordinaryText = /canary-of-(?:pushed-file|saved-file|created-app|file-of-(?:a-target|the-app))-/g;

/** A secret that names its place. */
export function canary(place: string): string {
  return `${marker}${place}-93b2`;
}

export function searchForToken(token: string): void {
  tokens.add(token);
}

/** Files below a folder that contain a secret without being allowed to. */
export function filesWithSecrets(folder: string): string[] {
  return filesBelow(folder)
    .filter((file) => !allowedPlaces.some((place) => place.test(file)))
    .filter((file) => {
      // VS Code deletes its locks and logs while it ends.
      const content = unlessDeleted(() => fs.readFileSync(file), Buffer.alloc(0));
      const bytes = releasedFile.test(file) ? content.toString("latin1").replace(ordinaryText, "") : content;
      return [marker, ...tokens].some((secret) => bytes.includes(secret));
    });
}

/** Entries of the browser's storage with a secret: extensions' state, layout, histories. */
export async function memoriesWithSecrets(page: Page): Promise<string[]> {
  const found = await Promise.all([marker, ...tokens].map(async (secret) => await storedWith(page, secret)));
  // Tokens belong into the secret storage.
  return found.flat().filter((name) => name !== "localStorage secrets.provider");
}
