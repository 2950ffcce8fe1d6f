/** A text as a program reads it that knows the mark at its beginning: PowerShell writes UTF-16 with one. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(markedEncoding(bytes) ?? "utf-8").decode(bytes);
}

export function markedEncoding([first = 0, second = 0]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const mark = first * 256 + second;
  return mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : undefined;
}
