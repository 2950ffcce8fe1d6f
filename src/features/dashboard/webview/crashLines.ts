import { tellingLine } from "../../../core/text/logText";

interface Line {
  readonly offsetTop: number;
  readonly offsetHeight: number;
}

interface Box<Marked> {
  readonly textContent: string | null;
  readonly clientHeight: number;
  scrollTop: number;
  replaceChildren(...parts: (string | Marked)[]): void;
}

/** Shows the log's lines, scrolled to the one that matters, which is marked. */
export function showCrashLog<Marked extends Line>(
  log: Box<Marked>,
  text: string,
  mark: (line: string) => Marked,
): void {
  if (log.textContent === text) return;
  const lines = text.split("\n");
  const index = tellingLine(lines);
  const marked = mark(lines[index] ?? "");
  const part = (from: number, to?: number) => lines.slice(from, to);
  const before = part(0, index).map((line) => `${line}\n`);
  const after = part(index + 1).map((line) => `\n${line}`);
  log.replaceChildren(before.join(""), marked, after.join(""));
  log.scrollTop = marked.offsetTop - (log.clientHeight - marked.offsetHeight) / 2;
}
