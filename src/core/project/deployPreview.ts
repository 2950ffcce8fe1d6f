// Files that a deploy would send and leave out, as rows for the picker.
import type { FolderChoices } from "./folderRules";
import type { IgnoreRule } from "./ignoreRules";
import type { LeftOut } from "./readFolder";

export interface PreviewedFolder {
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
  readonly leftOut: readonly LeftOut[];
  readonly secrets: readonly { readonly path: string; readonly reason: string }[];
}

/** The user has not decided yet whether it is sent. */
export const undecidedRule: IgnoreRule = { source: "undecided", pattern: "" };

export interface PreviewRow {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly sizeBytes?: number;
  readonly isSent: boolean;
  readonly secret?: string;
  readonly rule?: IgnoreRule;
}

export interface Preview {
  /** Files that may contain secrets, sent or not. */
  readonly secrets: readonly PreviewRow[];
  readonly sent: readonly PreviewRow[];
  readonly leftOut: readonly PreviewRow[];
  readonly notShown: number;
}

/** The rows, of at most `limit` files: the largest of those that are sent, and as many of those left out as fit. */
export function previewOf(folder: PreviewedFolder, choices: FolderChoices, limit: number): Preview {
  const paths = new Set([...folder.files, ...folder.leftOut].map(({ path }) => path));
  const reasons = reasonsByPath(folder);
  const rows: PreviewRow[] = [
    ...folder.files.map(({ path, sizeBytes }) => ({ path, isDirectory: false, sizeBytes, isSent: true })),
    ...folder.leftOut.map((each) => ({ ...each, isSent: false })),
    // A folder that the user included has a row, so that the choice can be undone; its files have rows of their own.
    ...[...choices.included]
      .filter((path) => !paths.has(path) && folder.files.some((file) => file.path.startsWith(`${path}/`)))
      .map((path) => ({ path, isDirectory: true, isSent: true })),
  ].map((row) => {
    const secret = reasons.get(row.path);
    return secret === undefined ? row : { ...row, secret };
  });
  const secrets = rows.filter(({ secret }) => secret !== undefined).sort(byPath);
  const others = rows.filter(({ secret }) => secret === undefined);
  const sent = others.filter(({ isSent, isDirectory }) => isSent && !isDirectory).sort(bySize);
  const leftOut = others.filter(({ isSent, isDirectory }) => !isSent || isDirectory).sort(byPath);
  const shownSecrets = secrets.slice(0, limit);
  const shownSent = sent.slice(0, Math.max(0, limit - shownSecrets.length));
  const shownLeftOut = leftOut.slice(0, Math.max(0, limit - shownSecrets.length - shownSent.length));
  const shown = shownSecrets.length + shownSent.length + shownLeftOut.length;
  return { secrets: shownSecrets, sent: shownSent, leftOut: shownLeftOut, notShown: rows.length - shown };
}

/** The choices after rows were selected or cleared. What was decided stays decided, also where a rule comes to say the same. */
export function choicesAfter(
  choices: FolderChoices,
  changed: readonly { readonly path: string; readonly isDirectory: boolean; readonly willBeSent: boolean }[],
): FolderChoices {
  const excluded = new Set(choices.excluded);
  const included = new Set(choices.included);
  for (const { path, isDirectory, willBeSent } of changed) {
    excluded.delete(path);
    included.delete(path);
    if (willBeSent) included.add(path);
    // A folder is a row only because a rule leaves it out: without our word the rule holds again.
    else if (!isDirectory) excluded.add(path);
  }
  return { excluded, included };
}

export interface PossibleSecret {
  readonly path: string;
  readonly reason: string;
  readonly sizeBytes: number;
}

/** Files that would be sent, may hold a secret, and were not decided on. */
export function undecidedSecrets(folder: PreviewedFolder, choices: FolderChoices): PossibleSecret[] {
  const reasons = reasonsByPath(folder);
  for (const path of choices.included) reasons.delete(path);
  const files = reasons.size === 0 ? [] : folder.files.filter(({ path }) => reasons.has(path));
  return files.map(({ path, sizeBytes }) => ({ path, sizeBytes, reason: reasons.get(path) ?? "" }));
}

function reasonsByPath({ secrets }: PreviewedFolder): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { path, reason } of secrets) {
    const known = reasons.get(path);
    reasons.set(path, known === undefined ? reason : `${known}, ${reason}`);
  }
  return reasons;
}

function bySize(a: PreviewRow, b: PreviewRow): number {
  return (b.sizeBytes ?? 0) - (a.sizeBytes ?? 0) || byPath(a, b);
}

function byPath(a: PreviewRow, b: PreviewRow): number {
  return a.path < b.path ? -1 : 1;
}
