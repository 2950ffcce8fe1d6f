// What is new in a growing text, such as a log.

/** "grew": `text` was appended. "restarted": `text` is the whole new content. */
interface TailChange {
  readonly kind: "same" | "grew" | "restarted";
  readonly text: string;
}

/** `hiddenLength`: characters before `text`. */
interface TextEnd {
  readonly text: string;
  readonly hiddenLength: number;
}

/** In characters: text of this length is not found in another text by chance. */
const overlapLength = 1024;

/** Cuts off a last character of which only some bytes were written. */
export function settledText(text: string): string {
  return text.replace(/\uFFFD{1,3}$/, "");
}

/**
 * How the text changed. When only its beginning was cut off, as by services that keep the end of a log, it counts as
 * grown.
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

/** The last `maxLength` characters, from the beginning of a line if there is one. */
export function endOf(text: string, maxLength: number): TextEnd {
  if (text.length <= maxLength) return { text, hiddenLength: 0 };
  const cut = text.length - maxLength;
  const lineEnd = text.indexOf("\n", cut - 1);
  const from = lineEnd >= 0 && lineEnd < text.length - 1 ? lineEnd + 1 : cut;
  return { text: text.slice(from), hiddenLength: from };
}
