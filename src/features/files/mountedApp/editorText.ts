// Compares an editor's text with bytes: VS Code does not say in which encoding it read them.

const largestComparedBytes = 20 * 1024 * 1024;
/** The most frequent encodings; the first is VS Code's default. */
const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const;

/** False for contents so large that comparing them would take too long. */
export function isComparable(bytes: Uint8Array): boolean {
  return bytes.byteLength <= largestComparedBytes;
}

/** Whether an editor that read these bytes shows this text. */
export function isTextOf(bytes: Uint8Array, text: string): boolean {
  // No encoding makes more characters than bytes, nor fewer than one of four; line ends may be twice as long.
  if (!isComparable(bytes) || text.length > bytes.byteLength) return false;
  if (bytes.byteLength > 8 * text.length + 4) return false;
  const shown = inEditor(text);
  return encodings.some((encoding) => inEditor(new TextDecoder(encoding).decode(bytes)) === shown);
}

/** The text as an editor holds it: all line ends are alike. */
export function inEditor(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
