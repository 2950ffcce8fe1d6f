// Whether the text that an editor shows is that of certain bytes: which encoding it was read in, nobody says.

/** Texts of larger files are not compared. */
const largestComparedBytes = 20 * 1024 * 1024;
/** What editors most often read files as; the first is VS Code's own choice. */
const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const;

/** Whether the texts of these bytes may be compared: larger ones would take too long. */
export function isComparable(bytes: Uint8Array): boolean {
  return bytes.byteLength <= largestComparedBytes;
}

/** Whether an editor that has read these bytes shows this text. */
export function isTextOf(bytes: Uint8Array, text: string): boolean {
  // No encoding makes more characters than bytes, nor fewer than one of four; line ends may be twice as long.
  if (!isComparable(bytes) || text.length > bytes.byteLength) return false;
  if (bytes.byteLength > 8 * text.length + 4) return false;
  const shown = inEditor(text);
  return encodings.some((encoding) => inEditor(new TextDecoder(encoding).decode(bytes)) === shown);
}

/** As an editor holds it, which makes all line ends of a document alike. */
export function inEditor(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
