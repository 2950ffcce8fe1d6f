// The message above the search results: the query, the totals and what was left out.
import { l10n } from "vscode";
import { formatBytes, formatCount } from "../../../core/text/format";
import { type SearchTally, searchBudget } from "./searchFiles";

export type SearchEnd =
  | { readonly kind: "done" | "cancelled" }
  | { readonly kind: "failed"; readonly sentence: string };

/** `end` is undefined while the search runs. */
export function searchMessage(query: string, tally: SearchTally, end: SearchEnd | undefined): string {
  return [totals(query, tally, end), ...endSentences(end), ...leftOut(tally, end)].join(" ");
}

/** "12 results in 3 files". */
export function resultCount({ matches, filesWithMatches }: SearchTally): string {
  if (matches === 1) return l10n.t("1 result");
  return filesWithMatches === 1
    ? l10n.t("{0} results in 1 file", formatCount(matches))
    : l10n.t("{0} results in {1} files", formatCount(matches), formatCount(filesWithMatches));
}

/** "120 files searched". */
export function searchedCount({ files }: SearchTally): string {
  return files === 1 ? l10n.t("1 file searched") : l10n.t("{0} files searched", formatCount(files));
}

function totals(query: string, tally: SearchTally, end: SearchEnd | undefined): string {
  if (!end && tally.matches === 0) return l10n.t('Searching for "{0}": {1}.', query, searchedCount(tally));
  if (!end) return l10n.t('Searching for "{0}": {1}, {2}.', query, resultCount(tally), searchedCount(tally));
  return tally.matches === 0
    ? l10n.t('No results for "{0}"; {1}.', query, searchedCount(tally))
    : l10n.t('{0} for "{1}"; {2}.', resultCount(tally), query, searchedCount(tally));
}

function endSentences(end: SearchEnd | undefined): string[] {
  if (end?.kind === "cancelled") return [l10n.t("Canceled before all files were searched.")];
  if (end?.kind === "failed") return [l10n.t("Stopped before all files were searched. {0}", end.sentence)];
  return [];
}

function leftOut(tally: SearchTally, end: SearchEnd | undefined): string[] {
  const { notText, filesFailed, foldersFailed } = tally;
  const sentences: string[] = [];
  if (tally.spent === "files")
    sentences.push(l10n.t("Stopped after {0} files.", formatCount(searchBudget.files)));
  if (tally.spent === "bytes")
    sentences.push(l10n.t("Stopped after {0} of text.", formatBytes(searchBudget.bytes)));
  if (tally.spent === "matches")
    sentences.push(l10n.t("Stopped after {0} results.", formatCount(searchBudget.matches)));
  if (notText === 1) sentences.push(l10n.t("1 file is too large or not text."));
  if (notText > 1) sentences.push(l10n.t("{0} files are too large or not text.", formatCount(notText)));
  if (filesFailed === 1) sentences.push(l10n.t("1 file couldn't be read."));
  if (filesFailed > 1) sentences.push(l10n.t("{0} files couldn't be read.", formatCount(filesFailed)));
  if (foldersFailed === 1) sentences.push(l10n.t("1 folder couldn't be listed."));
  if (foldersFailed > 1)
    sentences.push(l10n.t("{0} folders couldn't be listed.", formatCount(foldersFailed)));
  if (end && tally.foldersSkipped > 0)
    sentences.push(l10n.t("Folders such as node_modules, .git, and caches were skipped."));
  return sentences;
}
