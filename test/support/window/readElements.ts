// Texts of elements in visual order: VS Code's DOM has rows in drawing order.
import type { Locator } from "playwright-core";

/** Top to bottom; empty while the window loads. */
export async function readTopToBottom(elements: Locator): Promise<string[]> {
  const rows = await elements
    .evaluateAll((found) =>
      found.map((element) => ({ text: element.textContent ?? "", top: element.getBoundingClientRect().top })),
    )
    .catch((error: unknown) => {
      // Opening another folder or workspace reloads the window.
      if (error instanceof Error && error.message.includes("Execution context was destroyed")) return [];
      throw error;
    });
  return rows.sort((a, b) => a.top - b.top).map(({ text }) => text);
}
