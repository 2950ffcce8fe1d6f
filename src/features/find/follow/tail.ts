// What is new in a text that grows, as a log does, from what it was before and what it is now.

/** "grew": `text` was appended. "restarted": the file began again, and `text` is all of it. */
interface TailChange {
  readonly kind: "same" | "grew" | "restarted";
  readonly text: string;
}

/** The end of a text, and how many characters before it were left out. */
export interface TextEnd {
  readonly text: string;
  readonly hiddenLength: number;
}

/** A piece this long at the end of the old text does not stand in another text by chance. */
const overlapLength = 1024;

/** A text of which the last character may still be half written has that character cut off. */
export function settledText(text: string): string {
  return text.replace(/\uFFFD{1,3}$/, "");
}

/**
 * How a text became another. Where only its beginning was cut off, as services do that keep the end of a log, the text
 * still counts as grown.
 */
export function tailChange(before: string, after: string): TailChange {
  if (after === before) return { kind: "same", text: "" };
  if (after.startsWith(before)) return { kind: "grew", text: after.slice(before.length) };
  if (before.length > overlapLength) {
    const at = after.lastIndexOf(before.slice(-overlapLength));
    const rest = after.slice(at + overlapLength);
    if (at >= 0) return { kind: rest === "" ? "same" : "grew", text: rest };
  }
  return { kind: "restarted", text: after };
}

/** The last `maxLength` characters of a text, from the beginning of a line where there is one. */
export function endOf(text: string, maxLength: number): TextEnd {
  if (text.length <= maxLength) return { text, hiddenLength: 0 };
  const cut = text.length - maxLength;
  const lineEnd = text.indexOf("\n", cut - 1);
  const from = lineEnd >= 0 && lineEnd < text.length - 1 ? lineEnd + 1 : cut;
  return { text: text.slice(from), hiddenLength: from };
}
