// A quick pick of an app's files. It opens at once and fills while folders are listed; closing it ends the listing.
import * as vscode from "vscode";
import { Throttle } from "../../../core/async/throttle";
import { CancelledError } from "../../../core/errors/cancelledError";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import type { MountChoice } from "../../../editor/commands/chooseMount";
import { createQuickPick } from "../../../editor/safeUi/inputs";
import type { FindServices } from "../files/findServices";
import { listFiles } from "../files/listFiles";
import { FileIndex, parseFileQuery } from "./fileIndex";

interface FilePickOptions {
  readonly place: MountChoice;
  readonly title: string;
  readonly services: Pick<FindServices, "openFiles" | "recentFiles" | "clock">;
  readonly canOpenToSide: boolean;
}

interface PickedFile {
  readonly path: string;
  readonly isToSide: boolean;
  /** From 1, if typed. */
  readonly line?: number;
  readonly column?: number;
}

interface FileItem extends vscode.QuickPickItem {
  /** Absent in the row that says that there are no files. */
  readonly path?: string;
}

/** More rows make the list slow, and are not read. */
const mostShown = 512;
const updateIntervalMs = 100;

/** Rejects with CancelledError when the user picks none, and with the failure when the folder cannot be listed. */
export async function pickFile(options: FilePickOptions): Promise<PickedFile> {
  const picker = new FilePicker(options);
  try {
    return await picker.answer();
  } finally {
    picker.dispose();
  }
}

class FilePicker {
  private readonly pick = createQuickPick<FileItem>();
  private readonly index = new FileIndex();
  private readonly items = new Map<string, FileItem>();
  private readonly closed = new AbortController();
  private readonly updates: Throttle;
  private readonly sideButtons: vscode.QuickInputButton[];
  private readonly recentPaths: readonly string[];
  private foldersFailed = 0;
  private shownFor: string | undefined;

  constructor(private readonly options: FilePickOptions) {
    this.recentPaths = options.services.recentFiles.pathsOf(options.place);
    this.updates = new Throttle({
      clock: options.services.clock,
      intervalMs: updateIntervalMs,
      run: () => this.show(),
    });
    this.sideButtons = options.canOpenToSide
      ? [{ iconPath: new vscode.ThemeIcon("split-horizontal"), tooltip: vscode.l10n.t("Open to the Side") }]
      : [];
    // VS Code must not filter or sort: it would hide files whose letters are apart.
    (this.pick as vscode.QuickPick<FileItem> & { sortByLabel: boolean }).sortByLabel = false;
    this.pick.placeholder = vscode.l10n.t(
      "Type part of a name or path. Folders such as node_modules, .git, virtual environments, and caches are skipped.",
    );
    this.pick.keepScrollPosition = true;
    this.pick.busy = true;
    this.show();
  }

  async answer(): Promise<PickedFile> {
    return await new Promise<PickedFile>((resolve, reject) => {
      this.pick.onDidChangeValue(() => this.updates.request());
      this.pick.onDidAccept(() => {
        const item = this.acceptedItem();
        if (item?.path !== undefined) resolve(this.picked(item.path, false));
      });
      this.pick.onDidTriggerItemButton(({ item }) => {
        if (item.path !== undefined) resolve(this.picked(item.path, true));
      });
      this.pick.onDidHide(() => reject(new CancelledError()));
      this.pick.show();
      this.fill().catch(reject);
    });
  }

  dispose(): void {
    this.closed.abort(new CancelledError());
    this.updates.dispose();
    this.pick.dispose();
  }

  private async fill(): Promise<void> {
    const { services, place } = this.options;
    const files = await services.openFiles(place);
    await listFiles({
      root: place.path,
      list: (directory) => files.list(directory),
      signal: this.closed.signal,
      onFiles: (found) => {
        this.index.add(found.map(({ path }) => path));
        this.updates.request();
      },
      onFailure: () => {
        this.foldersFailed++;
        this.updates.request();
      },
    });
    this.pick.busy = false;
    this.updates.runNow();
  }

  /** Enter may be pressed before the list shows the last letters. */
  private acceptedItem(): FileItem | undefined {
    if (this.shownFor === this.pick.value) return this.pick.activeItems[0];
    this.updates.runNow();
    return this.pick.items[0];
  }

  private picked(path: string, isToSide: boolean): PickedFile {
    const { line, column } = parseFileQuery(this.pick.value);
    return { path, isToSide, ...(line && { line }), ...(column && { column }) };
  }

  private show(): void {
    const { value } = this.pick;
    const paths = this.index.find(parseFileQuery(value).text, mostShown, this.recentPaths);
    const items = paths.map((path) => this.itemOf(path));
    this.pick.title = this.titleNow();
    if (items.length === 0 && !this.pick.busy) items.push(this.nothingItem());
    const isSameList =
      items.length === this.pick.items.length && items.every((item, at) => item === this.pick.items[at]);
    const chosen = this.shownFor === value ? this.pick.activeItems[0] : undefined;
    // VS Code makes the first row active: only a row that the user moved to stays active.
    const isMoved = chosen !== undefined && chosen !== this.pick.items[0];
    this.shownFor = value;
    if (isSameList) return;
    this.pick.items = items;
    if (isMoved && items.includes(chosen)) this.pick.activeItems = [chosen];
  }

  private titleNow(): string {
    const { title } = this.options;
    const count = vscode.l10n.t("{0}: {1} files", title, formatCount(this.index.size));
    const base =
      this.index.size === 0 ? title : this.index.size === 1 ? vscode.l10n.t("{0}: 1 file", title) : count;
    if (this.foldersFailed === 0) return base;
    return this.foldersFailed === 1
      ? vscode.l10n.t("{0}. 1 folder couldn't be listed.", base)
      : vscode.l10n.t("{0}. {1} folders couldn't be listed.", base, this.foldersFailed);
  }

  private itemOf(path: string): FileItem {
    const known = this.items.get(path);
    if (known) return known;
    const item: FileItem = {
      iconPath: vscode.ThemeIcon.File,
      label: nameOf(path),
      description: parentOf(path).slice(1),
      alwaysShow: true,
      buttons: this.sideButtons,
      path,
    };
    this.items.set(path, item);
    return item;
  }

  private nothingItem(): FileItem {
    const label = this.index.size === 0 ? vscode.l10n.t("No files") : vscode.l10n.t("No matching files");
    return { label, alwaysShow: true };
  }
}
