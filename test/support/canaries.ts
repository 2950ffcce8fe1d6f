// Secrets of the tests must be nowhere but where README's "Privacy" says. Each planted text holds `marker`, and the
// tokens of the services are known, so that one search finds all of them.
import fs from "node:fs";
import type { Page } from "playwright-core";
import { filesBelow } from "./diskSource";

const marker = "canary-of-";
const tokens = new Set<string>();

/** README's "Privacy" and VS Code's own copies of what was edited or typed into its settings. */
const allowedPlaces = [
  /keybindings\.json$/,
  /[\\/]local-service[\\/]/,
  /[\\/]hosted-apps\.hosted-apps[\\/]contents[\\/]/,
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
      const bytes = fs.readFileSync(file);
      return [marker, ...tokens].some((secret) => bytes.includes(secret));
    });
}

/** What VS Code remembers in the browser that holds a secret: the state of extensions, the layout, histories. */
export async function memoriesWithSecrets(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(${search})(${JSON.stringify([marker, ...tokens])})`);
}

/** Runs in the page: the names of what is stored and holds one of the texts. */
const search = `async (texts) => {
  const opened = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const textOf = (value) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : JSON.stringify(value) ?? "";
  const isHolding = (value) => texts.some((text) => textOf(value).includes(text));
  // The secret storage, where tokens belong.
  const entries = Object.entries(localStorage).filter(([key]) => key !== "secrets.provider");
  const found = entries.filter(isHolding).map(([key]) => "localStorage " + key);
  for (const { name } of await indexedDB.databases()) {
    const database = await opened(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([opened(objects.getAllKeys()), opened(objects.getAll())]);
        found.push(...keys.filter((_, index) => isHolding(values[index])).map((key) => [name, store, key].join(" ")));
      }
    } finally {
      database.close();
    }
  }
  return found;
}`;
