// What a test puts into the stub of `vscode` is gone after it.
import { afterEach, beforeEach } from "mocha";
import * as vscode from "vscode";

const parts = ["window", "workspace", "commands"] as const;
type Parts = Record<(typeof parts)[number], Record<string, unknown>>;

/** The parts of the stub that a block's tests may set; each is as before after every test of that block. */
export function stubVscode(): Parts {
  const stub = vscode as unknown as Parts;
  let before: Record<string, unknown>[];
  beforeEach(() => {
    before = parts.map((part) => ({ ...stub[part] }));
  });
  afterEach(() => {
    for (const [index, part] of parts.entries()) {
      for (const key of Object.keys(stub[part])) delete stub[part][key];
      Object.assign(stub[part], before[index]);
    }
  });
  return stub;
}
