// Texts of many elements in the order in which the user sees them: VS Code keeps rows in the order it drew them.
import type { Locator } from "playwright-core";

/** Reads the texts of all elements that fit, top to bottom; a reload of the window in between is waited out. */
export async function readTopToBottom(elements: Locator): Promise<string[]> {
  const read = () =>
    elements.evaluateAll((found) =>
      found.map((element) => ({ text: element.textContent ?? "", top: element.getBoundingClientRect().top })),
    );
  const rows = await read().catch(async (error: unknown) => {
    // Opening another folder or workspace loads the window again.
    if (!(error instanceof Error && error.message.includes("Execution context was destroyed"))) throw error;
    await elements.page().waitForLoadState();
    return read();
  });
  return rows.sort((a, b) => a.top - b.top).map(({ text }) => text);
}
