// Saves all unsaved files, answers conflicts, and measures time.
import assert from "node:assert/strict";
import { waitUntil } from "../support/waitUntil";
import type { LongWindow } from "./longWindow";
import { keys } from "./roundWorld";
import type { Figures } from "./scenario";

/** Longest time of the next save; each further one adds its slot. */
const firstSaveMs = 10_000;
const firstWaiterGraceMs = 3_200;
/** Longest time to see and answer a question. */
const questionMs = 5_000;

/** Resolves with the number of questions, each answered with Overwrite. */
export async function saveAll(
  window: LongWindow,
  { names, figures }: { readonly names: readonly string[]; readonly figures: Figures },
): Promise<number> {
  const dirty = async (): Promise<string[]> => {
    const tabs = await window.tabs();
    return names.filter((name) => tabs.get(name) === "dirty");
  };
  const waiting = (await dirty()).length;
  if (waiting === 0) return 0;
  let questions = 0;
  const startedAt = performance.now();
  await window.workbench.press(keys.saveAll);
  const { page } = window.workbench;
  const overwrite = page
    .locator(".monaco-dialog-box, .notifications-toasts .notification-list-item")
    .getByRole("button", { name: "Overwrite", exact: true });
  await waitUntil(
    async () => {
      if ((await dirty()).length === 0) return true;
      if (!(await overwrite.first().isVisible())) return false;
      questions += 1;
      await overwrite.first().click();
      return false;
    },
    { what: "everything to be saved", saw: dirty, intervalMs: 100 },
  );
  const tookMs = performance.now() - startedAt;
  const limitMs = firstSaveMs + firstWaiterGraceMs * (waiting - 1) + questionMs;
  assert.ok(tookMs <= limitMs, `${waiting} saves took ${Math.round(tookMs)} ms`);
  figures.longestSaveMs = Math.max(figures.longestSaveMs, tookMs / waiting);
  return questions;
}
