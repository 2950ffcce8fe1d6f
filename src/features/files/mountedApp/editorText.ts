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
  // A character has one to four bytes in every encoding, and each line end may lose one of two characters.
  if (!isComparable(bytes) || text.length > bytes.byteLength) return false;
  if (bytes.byteLength > 8 * text.length + 4) return false;
  const shown = withEditorLineEnds(text);
  return encodings.some((encoding) => withEditorLineEnds(new TextDecoder(encoding).decode(bytes)) === shown);
}

/** VS Code gives all lines of a document the same line end. */
export function withEditorLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
