// Text as the user reads it.
import type { Locator } from "playwright-core";

/** The text that a part of the window shows: with its line breaks, without what is hidden, every space a plain one. */
export async function shownText(part: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: only innerText leaves out what is hidden.
  return (await part.innerText()).replaceAll("\u00a0", " ").trim();
}
