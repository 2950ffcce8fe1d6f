// The page's storage in the browser, where VS Code keeps the state of the window and of extensions.
import type { Page } from "playwright-core";

/** Entries with all of these texts: "localStorage KEY" or "DATABASE STORE KEY". */
export async function storedWith(page: Page, ...texts: readonly string[]): Promise<string[]> {
  return await page.evaluate<string[]>(`(${search})(${JSON.stringify(texts)})`);
}

/** Runs in the page. */
const search = `async (texts) => {
  const opened = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const textOf = (value) => {
    if (typeof value === "string") return value;
    return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : JSON.stringify(value) ?? "";
  };
  const isHolding = (value) => texts.every((text) => textOf(value).includes(text));
  const found = Object.keys(localStorage).filter((key) => isHolding(localStorage[key])).map((key) => "localStorage " + key);
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
