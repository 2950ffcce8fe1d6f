// Marks what the tests inside VS Code say on the console, to tell it from what VS Code says there itself.
import { format } from "node:util";

const mark = "tests| ";

/** Writes to the console as console.log does, each line marked. */
export function logMarked(write: (line: string) => void, values: readonly unknown[]): void {
  for (const line of format(...values).split("\n")) write(mark + line);
}

/** The lines of the tests in a console message, without what VS Code put before the mark. */
export function markedLine(message: string): string | undefined {
  const start = message.indexOf(mark);
  return start < 0 ? undefined : message.slice(start + mark.length);
}
