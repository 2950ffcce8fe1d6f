// Runs axe, the accessibility checker, on a page or a part of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

export interface Violation {
  /** Rule and details. */
  readonly problem: string;
  readonly html: string;
}

/**
 * In a frame, or its parts by `selector`. Injected through the debugger, since the page's policy forbids
 * foreign scripts.
 */
export async function violations(frame: Frame | Page, selector?: string): Promise<readonly Violation[]> {
  if (!(await frame.evaluate("'axe' in globalThis")))
    await frame.evaluate(readFileSync(createRequire(__filename).resolve("axe-core/axe.min.js"), "utf8"));
  const context = selector === undefined ? "document" : `{ include: [${JSON.stringify(selector)}] }`;
  const result = (await frame.evaluate(`axe.run(${context}, { resultTypes: ["violations"] })`)) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ problem: `${id}: ${failureSummary ?? ""}`, html })),
  );
}
