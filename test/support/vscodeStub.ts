// `vscode` for unit tests: what texts and rows of features need. Anything beyond text and plain objects is
// tested inside VS Code. Replaced parts are restored after each test.
import { posix } from "node:path";

type Arguments = readonly unknown[];

function filled(text: string, values: Arguments | Readonly<Record<string, unknown>>): string {
  const all = values as Readonly<Record<string, unknown>>;
  return text.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => (name in all ? String(all[name]) : whole));
}

export const l10n = {
  t(message: string | { readonly message: string; readonly args?: Arguments }, ...values: Arguments): string {
    if (typeof message !== "string") return filled(message.message, message.args ?? []);
    const [first] = values;
    return filled(message, typeof first === "object" && first ? (first as Record<string, unknown>) : values);
  },
};

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  static readonly File = new ThemeIcon("file");
  static readonly Folder = new ThemeIcon("folder");

  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export class FileDecoration {
  constructor(
    readonly badge?: string,
    readonly tooltip?: string,
    readonly color?: ThemeColor,
  ) {}
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;

export class TreeItem {
  readonly label: unknown;

  constructor(
    labelOrUri: unknown,
    readonly collapsibleState?: number,
  ) {
    this.label = labelOrUri;
  }
}

export class MarkdownString {
  isTrusted: unknown;

  constructor(readonly value = "") {}
}

export class Disposable {
  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const each of all) each.dispose();
    });
  }

  constructor(private readonly onDispose: () => void) {}

  dispose(): void {
    this.onDispose();
  }
}

export class CancellationError extends Error {}

export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };

  fire(value: T): void {
    for (const listener of this.listeners) listener(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

export class FileSystemError extends Error {
  static FileNotFound = (about: unknown) => new FileSystemError(String(about), "FileNotFound");
  static FileExists = (about: unknown) => new FileSystemError(String(about), "FileExists");
  static FileNotADirectory = (about: unknown) => new FileSystemError(String(about), "FileNotADirectory");
  static FileIsADirectory = (about: unknown) => new FileSystemError(String(about), "FileIsADirectory");
  static NoPermissions = (about: unknown) => new FileSystemError(String(about), "NoPermissions");
  static Unavailable = (about: unknown) => new FileSystemError(String(about), "Unavailable");

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;

  private constructor({ scheme, authority = "", path = "", query = "" }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
  }

  get fsPath(): string {
    return this.path.replace(/^\/(?=[A-Za-z]:)/, "");
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static joinPath(base: Uri, ...names: readonly string[]): Uri {
    return new Uri({ ...base, path: posix.join(base.path, ...names) });
  }

  static file(path: string): Uri {
    const hasDrive = /^[A-Za-z]:\\/.test(path);
    return new Uri({ scheme: "file", path: hasDrive ? `/${path.replaceAll("\\", "/")}` : path });
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname, search } = new URL(text);
    return new Uri({
      scheme: protocol.slice(0, -1),
      authority: host,
      path: decodeURIComponent(pathname),
      query: decodeURIComponent(search.slice(1)),
    });
  }

  with(changed: Partial<UriParts>): Uri {
    return new Uri({ ...this, ...changed });
  }

  toString(): string {
    const query = this.query === "" ? "" : `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}://${this.authority}${encodeURI(this.path)}${query}`;
  }
}

const unanswered = async (): Promise<undefined> => undefined;

const unheard = () => new Disposable(() => undefined);

export const window = {
  activeTextEditor: undefined,
  tabGroups: { all: [], onDidChangeTabs: unheard },
  showErrorMessage: unanswered,
  showInformationMessage: unanswered,
  showQuickPick: unanswered,
  showWarningMessage: unanswered,
  withProgress: async (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
    await task({ report: () => undefined }, { onCancellationRequested: unheard }),
};

export const StatusBarAlignment = { Left: 1, Right: 2 } as const;

/** What an edit of a whole document needs. */
export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}
export class Range {
  constructor(
    readonly start?: Position,
    readonly end?: Position,
  ) {}
}
export class WorkspaceEdit {
  readonly texts = new Map<string, string>();

  replace(uri: Uri, _range: Range, text: string): void {
    this.texts.set(uri.path, text);
  }
}

export class TabInputText {}
export class TabInputCustom {
  constructor(
    readonly uri: Uri,
    readonly viewType: string,
  ) {}
}

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } as const;

export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 } as const;

export const FilePermission = { Readonly: 1 } as const;

export const QuickInputButtons = { Back: {} } as const;

export const UIKind = { Desktop: 1, Web: 2 } as const;

export const env = { uiKind: UIKind.Web };

export const ProgressLocation = { Notification: 15 } as const;
export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;

export const workspace = {
  ...{ isTrusted: true, workspaceFolders: undefined, textDocuments: [] as unknown[] },
  ...{ notebookDocuments: [] as unknown[], onDidSaveNotebookDocument: unheard },
  ...{ onDidSaveTextDocument: unheard, onWillSaveTextDocument: unheard, onDidOpenTextDocument: unheard },
  ...{ onDidChangeTextDocument: unheard, onDidCloseTextDocument: unheard },
  ...{ onDidChangeWorkspaceFolders: unheard, onDidDeleteFiles: unheard },
  getConfiguration: () => ({
    get: (_key: string, usual: unknown) => usual,
    inspect: (): unknown => undefined,
  }),
};

export class ShellExecution {
  constructor(readonly commandLine: string) {}
}

export class ProcessExecution {
  constructor(readonly process: string) {}
}

export const tasks = { registerTaskProvider: () => new Disposable(() => undefined) };

export const languages = { createDiagnosticCollection: unheard };

export const authentication: Record<string, unknown> = {};

export const lm: Record<string, unknown> = {};

export const extensions = { getExtension: (): unknown => undefined };

export const commands = { executeCommand: unanswered };

const parts = [window, env, workspace, tasks, extensions, commands].map((part) => ({
  part,
  own: { ...part },
}));

// The bench loads this without tests.
(globalThis as { readonly afterEach?: (work: () => void) => void }).afterEach?.(() => {
  for (const { part, own } of parts) {
    for (const name of Object.keys(part)) if (!(name in own)) Reflect.deleteProperty(part, name);
    Object.assign(part, own);
  }
});
