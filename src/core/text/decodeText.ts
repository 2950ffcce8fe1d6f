/** A text as a program reads it that knows the mark at its beginning: PowerShell writes UTF-16 with one. */
export function decodeText(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  const mark = first * 256 + second;
  return new TextDecoder(mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8").decode(bytes);
}
