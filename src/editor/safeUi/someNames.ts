import { l10n } from "vscode";

const namedAtMost = 4;

/** Many names on one line: "A, B and 3 more". */
export function someNames(names: readonly string[]): string {
  const shown = names.slice(0, namedAtMost).join(", ");
  const more = names.length - namedAtMost;
  return more > 0 ? l10n.t("{0} and {1} more", shown, more) : shown;
}
