// Searches the text of an app's files, which VS Code's search does not see. A new search ends the previous one.

import * as vscode from "vscode";
import { CancelledError, isCancellation } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { appUri } from "../../../editor/appUris";
import { chooseMount, labelOf, type MountChoice } from "../../../editor/commands/chooseMount";
import { readArgument } from "../../../editor/commands/commandArguments";
import { fileSentence } from "../../../editor/fileErrors";
import { type Progress, withProgress } from "../../../editor/progress";
import { createInputBox } from "../../../editor/safeUi/inputs";
import { type FindableFiles, type FindServices, isSignedOut } from "../files/findServices";
import { type FileMatches, type SearchTally, SlowPatternError, searchFiles } from "./searchFiles";
import { resultCount, searchedCount } from "./searchMessages";
import { SearchResults, type ShownSearch } from "./searchResults";
import { compileQuery, queryProblem, type TextMatch, type TextQuery } from "./textQuery";
import { withTimeLimit } from "./timeLimit";

/** The result of `files.search`; `line` and `column` count from 1. */
interface SearchAnswer {
  readonly files: readonly {
    readonly path: string;
    readonly matches: readonly Omit<TextMatch, "textStart">[];
  }[];
  /** False when the budget ended the search, or when a file or folder could not be read. */
  readonly isComplete: boolean;
  /** Not searched: too large, not text, or not readable. */
  readonly skipped: number;
}

/** For one file, of at most 1 MB. Meanwhile the extension host is blocked for all extensions. */
const longestMatchingMs = 2_000;

export class TextSearch implements vscode.Disposable {
  private readonly results: SearchResults;
  private running: AbortController | undefined;
  private last: TextQuery = { query: "", isCaseSensitive: false, isRegExp: false };

  constructor(private readonly services: FindServices) {
    this.results = new SearchResults(services.clock);
  }

  /** Asks for the text unless the argument has it; shows the results and resolves with them. */
  async search(argument: unknown): Promise<SearchAnswer> {
    const given = queryOfArgument(argument);
    const place = await chooseMount(
      argument,
      vscode.l10n.t("Select an app to search in"),
      this.services.chooseApp,
    );
    const query = given ?? (await this.ask(place));
    const problem = queryProblemSentence(query);
    if (problem) throw new Error(problem);
    this.running?.abort(new CancelledError());
    const running = new AbortController();
    this.running = running;
    const shown = this.results.begin(place, query.query);
    this.showResults(given !== undefined);
    const title = vscode.l10n.t('Searching for "{0}" in {1}', query.query, labelOf(place));
    try {
      return await withProgress(title, (progress) => this.run(shown, query, progress, running.signal));
    } catch (caught) {
      const error = caught instanceof SlowPatternError ? new Error(tooSlow(caught.path)) : caught;
      this.results.finish(
        shown,
        isCancellation(error) ? { kind: "cancelled" } : { kind: "failed", sentence: fileSentence(error) },
      );
      throw error;
    }
  }

  /** Ends a running search and removes the results. */
  clear(): void {
    this.running?.abort(new CancelledError());
    this.results.clear();
  }

  /** After a sign-out, nothing of the account stays on the screen. */
  async clearWhenSignedOut(): Promise<void> {
    const { place } = this.results;
    if (place && (await isSignedOut(this.services, place)) && place === this.results.place) this.clear();
  }

  /** Removes the results if they are of such an app. */
  clearWhere(isMeant: (app: AppKey) => boolean): void {
    if (this.results.place && isMeant(this.results.place)) this.clear();
  }

  dispose(): void {
    this.running?.abort(new CancelledError());
    this.results.dispose();
  }

  private async ask(place: MountChoice): Promise<TextQuery> {
    const selected = selectedText();
    this.last = await askTextQuery(
      place.path === "/"
        ? vscode.l10n.t("Search in {0}'s Files", place.appName)
        : vscode.l10n.t("Search in {0} in {1}", place.path.slice(1), place.appName),
      { ...this.last, query: selected ?? this.last.query },
    );
    return this.last;
  }

  private async run(
    shown: ShownSearch,
    query: TextQuery,
    progress: Progress,
    replaced: AbortSignal,
  ): Promise<SearchAnswer> {
    const found: FileMatches[] = [];
    const signal = AbortSignal.any([progress.signal, replaced]);
    const files = withOpenDocuments(shown.place, await this.services.openFiles(shown.place));
    const tally = await searchFiles({
      root: shown.place.path,
      pattern: compileQuery(query),
      limitTime: query.isRegExp ? (work) => withTimeLimit(longestMatchingMs, work) : undefined,
      files,
      signal,
      onMatches: (matches) => {
        found.push(matches);
        this.results.found(shown, matches);
      },
      onProgress: (now) => {
        this.results.progress(shown, now);
        progress.report(`${searchedCount(now)}, ${resultCount(now)}`);
      },
    });
    this.results.finish(shown, { kind: "done" });
    return answerOf(found, tally);
  }

  private showResults(preserveFocus: boolean): void {
    const shown = vscode.commands.executeCommand("hostedApps.searchResults.focus", { preserveFocus });
    shown.then(undefined, (error: unknown) => {
      this.services.logger.debug(`showing the search results: ${error}`);
    });
  }
}

function tooSlow(path: string): string {
  return vscode.l10n.t(
    "This regular expression takes too long on {0}. Simplify it, for example by removing nested repetitions.",
    path,
  );
}

function answerOf(found: readonly FileMatches[], tally: SearchTally): SearchAnswer {
  return {
    files: found
      .map(({ path, matches }) => ({
        path,
        matches: matches.map(({ line, column, length, text }) => ({ line, column, length, text })),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    isComplete: tally.spent === undefined && tally.filesFailed === 0 && tally.foldersFailed === 0,
    skipped: tally.notText + tally.filesFailed,
  };
}

function queryOfArgument(argument: unknown): TextQuery | undefined {
  const fields = { query: field.text, isCaseSensitive: field.flag, isRegExp: field.flag };
  const { query = "", isCaseSensitive = false, isRegExp = false } = readArgument(fields, argument);
  return query === "" ? undefined : { query, isCaseSensitive, isRegExp };
}

/** The selected text in the active editor, if it is within one line. */
function selectedText(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.selection.isEmpty || !editor.selection.isSingleLine) return undefined;
  return editor.document.getText(editor.selection);
}

/** An open editor's text is searched, saved or not: it is what the user sees. */
function withOpenDocuments(place: MountChoice, files: FindableFiles): FindableFiles {
  return {
    list: (directory) => files.list(directory),
    readText: async (path, entry, options) => {
      const address = appUri({ ...place, path }).toString();
      const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
      return document ? document.getText() : await files.readText(path, entry, options);
    },
  };
}

/** Rejects with CancelledError when the user cancels. */
async function askTextQuery(title: string, initial: TextQuery): Promise<TextQuery> {
  const box = createInputBox();
  let { isCaseSensitive, isRegExp } = initial;
  let caseButton: vscode.QuickInputButton;
  const query = (): TextQuery => ({ query: box.value, isCaseSensitive, isRegExp });
  const show = (): void => {
    caseButton = switchButton("case-sensitive", vscode.l10n.t("Match Case"), isCaseSensitive);
    box.buttons = [caseButton, switchButton("regex", vscode.l10n.t("Use Regular Expression"), isRegExp)];
    box.prompt = promptFor(isCaseSensitive, isRegExp);
    box.validationMessage = box.value === "" ? undefined : queryProblemSentence(query());
  };
  box.title = title;
  box.placeholder = vscode.l10n.t("Text to find");
  box.value = initial.query;
  box.valueSelection = [0, initial.query.length];
  show();
  try {
    return await new Promise((resolve, reject) => {
      box.onDidChangeValue(show);
      box.onDidTriggerButton((button) => {
        if (button === caseButton) isCaseSensitive = !isCaseSensitive;
        else isRegExp = !isRegExp;
        show();
      });
      box.onDidAccept(() => {
        if (box.value !== "" && queryProblemSentence(query()) === undefined) resolve(query());
      });
      box.onDidHide(() => reject(new CancelledError()));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

/** Why the query is invalid, in a sentence; undefined when it is valid. */
function queryProblemSentence(query: TextQuery): string | undefined {
  const problem = queryProblem(query);
  return problem && vscode.l10n.t("Invalid regular expression: {0}.", problem);
}

/** A button cannot look pressed: its tooltip shows its state, and the prompt both states. */
function switchButton(icon: string, label: string, isOn: boolean): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon(icon),
    tooltip: isOn ? vscode.l10n.t("{0}: on", label) : vscode.l10n.t("{0}: off", label),
  };
}

function promptFor(isCaseSensitive: boolean, isRegExp: boolean): string {
  if (isCaseSensitive && isRegExp) return vscode.l10n.t("Regular expression, case-sensitive");
  if (isRegExp) return vscode.l10n.t("Regular expression, not case-sensitive");
  return isCaseSensitive
    ? vscode.l10n.t("Plain text, case-sensitive")
    : vscode.l10n.t("Plain text, not case-sensitive");
}
