// The view of search results: a row for each file, its matches below, filled during the search. It shows the latest
// search; results of an earlier one are dropped.
import * as vscode from "vscode";
import type { Clock } from "../../../core/async/clock";
import { Throttle } from "../../../core/async/throttle";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { appUri } from "../../../editor/appUris";
import type { MountChoice } from "../../../editor/commands/chooseMount";
import { setContext } from "../../../editor/contextKeys";
import { createTreeView } from "../../../editor/safeUi/treeView";
import { emptyTally, type FileMatches, type SearchTally } from "./searchFiles";
import { type SearchEnd, searchMessage } from "./searchMessages";
import { matchLabel, type TextMatch } from "./textQuery";

interface FileNode extends FileMatches {
  readonly kind: "file";
  readonly place: MountChoice;
  readonly children: readonly MatchNode[];
}

interface MatchNode {
  readonly kind: "match";
  readonly file: FileMatches;
  readonly place: MountChoice;
  readonly match: TextMatch;
}

type ResultNode = FileNode | MatchNode;

export interface ShownSearch {
  readonly place: MountChoice;
  readonly query: string;
  readonly files: FileNode[];
  tally: SearchTally;
  end: SearchEnd | undefined;
}

const updateIntervalMs = 300;
/** A file with more matches is collapsed. */
const mostOpened = 10;

export class SearchResults implements vscode.TreeDataProvider<ResultNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly updates: Throttle;
  private view: vscode.TreeView<ResultNode> | undefined;
  private shown: ShownSearch | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(clock: Clock) {
    this.updates = new Throttle({ clock, intervalMs: updateIntervalMs, run: () => this.update() });
  }

  get place(): MountChoice | undefined {
    return this.shown?.place;
  }

  /** Replaces the shown search by a new one. */
  begin(place: MountChoice, query: string): ShownSearch {
    const search: ShownSearch = { place, query, files: [], tally: emptyTally, end: undefined };
    this.shown = search;
    this.view ??= createTreeView("hostedApps.searchResults", {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    setContext("hasSearchResults", true);
    this.updates.runNow();
    return search;
  }

  found(search: ShownSearch, { path, matches }: FileMatches): void {
    const file: FileMatches = { path, matches };
    const { place } = search;
    search.files.push({
      ...file,
      kind: "file",
      place,
      children: matches.map((match) => ({ kind: "match", file, place, match })),
    });
    if (search === this.shown) this.updates.request();
  }

  progress(search: ShownSearch, tally: SearchTally): void {
    search.tally = tally;
    if (search === this.shown) this.updates.request();
  }

  finish(search: ShownSearch, end: SearchEnd): void {
    search.end = end;
    if (search === this.shown) this.updates.runNow();
  }

  clear(): void {
    const wasSeen = this.view?.visible === true;
    this.shown = undefined;
    this.update();
    const hide = (): void => {
      if (!this.shown) setContext("hasSearchResults", false);
    };
    // When a view is hidden, VS Code's panel would show another one, such as a terminal.
    if (wasSeen) vscode.commands.executeCommand("workbench.action.closePanel").then(hide, hide);
    else hide();
  }

  getChildren(node?: ResultNode): ResultNode[] {
    if (!node) return (this.shown?.files ?? []).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return node.kind === "file" ? [...node.children] : [];
  }

  getTreeItem(node: ResultNode): vscode.TreeItem {
    return node.kind === "file" ? fileItem(node) : matchItem(node);
  }

  dispose(): void {
    this.updates.dispose();
    this.view?.dispose();
    this.changed.dispose();
  }

  private update(): void {
    if (this.view) {
      const { shown } = this;
      this.view.message = shown
        ? `${shown.place.appName}: ${searchMessage(shown.query, shown.tally, shown.end)}`
        : "";
    }
    this.changed.fire(undefined);
  }
}

function fileItem({ path, matches, place }: FileNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    nameOf(path),
    matches.length > mostOpened
      ? vscode.TreeItemCollapsibleState.Collapsed
      : vscode.TreeItemCollapsibleState.Expanded,
  );
  const folder = parentOf(path).slice(1);
  const count = formatCount(matches.length);
  item.resourceUri = appUri({ ...place, path });
  item.iconPath = vscode.ThemeIcon.File;
  item.description = folder === "" ? count : `${folder} · ${count}`;
  item.tooltip = path;
  item.contextValue = "searchFile";
  item.accessibilityInformation = {
    label:
      matches.length === 1
        ? vscode.l10n.t("{0}, 1 result", path)
        : vscode.l10n.t("{0}, {1} results", path, count),
  };
  return item;
}

function matchItem({ file, place, match }: MatchNode): vscode.TreeItem {
  const { label, highlight } = matchLabel(match);
  const [start, end] = highlight;
  const item = new vscode.TreeItem({ label, ...(end > start && { highlights: [[start, end]] }) });
  const line = match.line - 1;
  const column = match.column - 1;
  item.description = String(match.line);
  item.tooltip = match.text;
  item.contextValue = "searchMatch";
  item.accessibilityInformation = {
    label: vscode.l10n.t("Line {0} of {1}: {2}", match.line, nameOf(file.path), label),
  };
  item.command = {
    command: "vscode.open",
    title: vscode.l10n.t("Open"),
    arguments: [
      appUri({ ...place, path: file.path }),
      {
        selection: new vscode.Range(line, column, line, column + match.length),
      } satisfies vscode.TextDocumentShowOptions,
    ],
  };
  return item;
}
