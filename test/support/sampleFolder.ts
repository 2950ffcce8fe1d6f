// The folder that VS Code opens for a suite or a demonstration: a copy, so that nothing can change the fixture.
import fs from "node:fs";
import path from "node:path";
import { inRepository } from "./repository";

/** Copies the sample app into a folder and says where the copy is. */
export function copySampleFolder(into: string): string {
  const copy = path.join(into, "python-app");
  fs.cpSync(inRepository("test", "fixtures", "python-app"), copy, { recursive: true });
  return copy;
}
