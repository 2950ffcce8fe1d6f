// The folder that VS Code opens for a suite or a demonstration: a copy, so that nothing can change the fixture.
import fs from "node:fs";
import path from "node:path";
import { inRepository } from "./repository";

/** The sample apps under test/fixtures. */
export type SampleApp = "python-app" | "node-app";

/** Copies a sample app into a folder and says where the copy is. */
export function copySampleFolder(into: string, sample: SampleApp = "python-app"): string {
  const copy = path.join(into, sample);
  fs.cpSync(inRepository("test", "fixtures", sample), copy, { recursive: true });
  return copy;
}
