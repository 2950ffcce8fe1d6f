// Text from others (names, error texts, file names, ids) of which VS Code would make more than text.

/** Control characters except tab and line feed, and marks that change the direction of text. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be taken out.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The character is a control character or changes the direction of text. */
export function isUnseen(character: string): boolean {
  return character.replace(unseen, "") === "";
}

/** Removes control and direction characters; a text over `maxLength` characters loses its middle. */
export function plainText(text: string, maxLength = 10_000): string {
  return shortened(shortened(text, 4 * maxLength).replaceAll(unseen, ""), maxLength);
}

/** `plainText` in which `[label](address)` is no link and `$(name)` no icon. */
export function inertText(text: string, maxLength = 1_000): string {
  return plainText(text, maxLength).replaceAll("](", "]\u200b(").replaceAll("$(", "$\u200b(");
}

/** `inertText` on one line. */
export function inertLine(text: string, maxLength = 300): string {
  return inertText(text.slice(0, 4 * maxLength), maxLength).replaceAll(/[\n\t]+/g, " ");
}

// Characters that end a line, change direction or are invisible, and spaces that could push text to the next line.
// Joiners, variation selectors and no-break spaces stay: words need them.
const hidden =
  /(?<=[ \u00a0\u202f])[ \u00a0\u202f]|(?!\u200c|\u200d|[\ufe0e\ufe0f \u00a0\u202f])[\p{Cc}\p{Cf}\p{Z}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const shortCodes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The whole text on one line, for a question: an invisible character is shown as its code, such as \u{202e}. */
export function visibleLine(text: string): string {
  const line = text.replaceAll(
    hidden,
    (each) => shortCodes[each] ?? `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return line.replaceAll("](", "]\u200b(").replaceAll("$(", "$\u200b(");
}

/** A text as the name of a document: tabs show it, and VS Code's own notices name it. */
export function documentName(text: string): string {
  return inertLine(text, 80).replaceAll(/[/\\]/g, "_");
}

/** The beginning of a file name that every system allows: "Shop 2026-11-23", by the local date. */
export function datedName(text: string, date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  const safe = documentName(text)
    .replaceAll(/[<>:"|?*]/g, "_")
    .replace(/^\.+/, "_")
    .trim();
  return `${safe} ${day}`;
}

/** Text in Markdown: no character of it is markup, a link or an icon, and it stays in its table cell. */
export function escapeMarkdown(text: string, maxLength = 1_000): string {
  const line = plainText(text, maxLength).replaceAll(/[\n\t]+/g, " ");
  return line.replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
}

function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = Math.floor(maxLength / 3);
  return `${text.slice(0, maxLength - end - 1)}…${text.slice(text.length - end)}`;
}
