// Texts of many elements in the order in which the user sees them: VS Code keeps rows in the order it drew them.
import type { Locator } from "playwright-core";

/** Reads the texts of all elements that fit, top to bottom; none while the window is being loaded. */
export async function readTopToBottom(elements: Locator): Promise<string[]> {
  const rows = await elements
    .evaluateAll((found) =>
      found.map((element) => ({ text: element.textContent ?? "", top: element.getBoundingClientRect().top })),
    )
    .catch((error: unknown) => {
      // Opening another folder or workspace loads the window again.
      if (error instanceof Error && error.message.includes("Execution context was destroyed")) return [];
      throw error;
    });
  return rows.sort((a, b) => a.top - b.top).map(({ text }) => text);
}
