// Text as the user reads it.
import type { Locator } from "playwright-core";

/** With line breaks, without hidden parts and non-breaking spaces. */
export async function shownText(part: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: only innerText leaves out what is hidden.
  return (await part.innerText()).replaceAll("\u00a0", " ").trim();
}
