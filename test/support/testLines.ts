// Marks console output of tests inside VS Code, to tell it from VS Code's own.
import { format } from "node:util";

const mark = "tests| ";

/** Like console.log. */
export function logMarked(write: (line: string) => void, values: readonly unknown[]): void {
  for (const line of format(...values).split("\n")) write(mark + line);
}

/** The tests' lines of a console message, without VS Code's prefix. */
export function markedLine(message: string): string | undefined {
  const start = message.indexOf(mark);
  return start < 0 ? undefined : message.slice(start + mark.length);
}
