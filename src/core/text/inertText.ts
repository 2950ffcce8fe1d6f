// Text that others wrote (names, error texts, file names, ids) and that VS Code would take for more than text.

/** Control characters but tab and line feed, and marks that turn the direction of text around. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be taken out.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Whether a character is a control character or turns direction around. */
export function isUnseen(character: string): boolean {
  return character.replace(unseen, "") === "";
}

/** Without control and direction characters, at most `maxLength` characters: what is too long lacks its middle. */
export function plainText(text: string, maxLength = 10_000): string {
  return shortened(shortened(text, 4 * maxLength).replaceAll(unseen, ""), maxLength);
}

/** `plainText` in which `[label](address)` is no link and `$(name)` no icon. */
export function inertText(text: string, maxLength = 1_000): string {
  return plainText(text, maxLength).replaceAll("](", "]\u200b(").replaceAll("$(", "$\u200b(");
}

/** `inertText` in one line. */
export function inertLine(text: string, maxLength = 300): string {
  return inertText(text.slice(0, 4 * maxLength), maxLength).replaceAll(/[\n\t]+/g, " ");
}

/**
 * Characters that end a line, turn direction or show nothing, and spaces that could move a text to the next line. Those
 * that join letters or choose how a symbol looks stay, as spaces that no line ends at do: words need them.
 */
const hidden =
  /(?<=[ \u00a0\u202f])[ \u00a0\u202f]|(?!\u200c|\u200d|[\ufe0e\ufe0f \u00a0\u202f])[\p{Cc}\p{Cf}\p{Z}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const shortCodes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The whole text in one line, for a question: what would not be seen is shown as its code, such as \u{202e}. */
export function visibleLine(text: string): string {
  const line = text.replaceAll(
    hidden,
    (each) => shortCodes[each] ?? `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return line.replaceAll("](", "]\u200b(").replaceAll("$(", "$\u200b(");
}

/** A text as the name of a document: a tab shows it, and notices of VS Code's own name it. */
export function documentName(text: string): string {
  return inertLine(text, 80).replaceAll(/[/\\]/g, "_");
}

/** As every system takes it for the beginning of a file's name: "Shop 2026-11-23", by the day here. */
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
