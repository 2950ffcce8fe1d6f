// Copies the sample app that VS Code opens, so that nothing changes the fixture.
import fs from "node:fs";
import path from "node:path";
import { inRepository } from "./repository";

/** Returns the copy's path. */
export function copySampleFolder(into: string): string {
  const copy = path.join(into, "python-app");
  fs.cpSync(inRepository("test", "fixtures", "python-app"), copy, { recursive: true });
  return copy;
}
