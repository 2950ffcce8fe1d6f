// axe, which finds what keeps people out, on a page of the window or a part of it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "playwright-core";

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** A rule of axe that is broken. */
export interface Violation {
  /** The rule, and what about it. */
  readonly problem: string;
  /** The element. */
  readonly html: string;
}

/**
 * What axe finds in a frame, or in the parts of it that `selector` names. The page's policy lets in no script of others,
 * so axe comes by the way of the debugger.
 */
export async function violations(frame: Frame | Page, selector?: string): Promise<readonly Violation[]> {
  await frame.evaluate(readFileSync(createRequire(__filename).resolve("axe-core/axe.min.js"), "utf8"));
  const context = selector === undefined ? "document" : `{ include: [${JSON.stringify(selector)}] }`;
  const result = (await frame.evaluate(`axe.run(${context})`)) as AxeResult;
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ problem: `${id}: ${failureSummary ?? ""}`, html })),
  );
}
