// Files of apps in this window: registered at the start, loaded at the first use, ended when the window closes.
import * as vscode from "vscode";
import { Lazy } from "../../core/async/lazy";
import { appScheme, mountedLocations } from "../../editor/appUris";
import type { ChooseApp } from "../../editor/commands/chooseMount";
import type { CommandTable } from "../../editor/commands/commands";
import { setContext } from "../../editor/contextKeys";
import { attempt } from "../../editor/host/optionalApis";
import { settings } from "../../editor/settings";
import type { OnAppDeleted } from "../../editor/state/appDeleted";
import type { StateMemory } from "../../editor/state/stateMemory";
import type { WindowServices } from "../../editor/windowServices";
import type { Engine } from "./mount/engine";
import type { HostedFileSystem } from "./mount/hostedFileSystem";
import type { Mounts } from "./mount/mounts";
import type { OpenFiles, OpenFilesContext } from "./openFiles";

interface RegisteredFiles extends vscode.Disposable {
  readonly commands: () => Promise<CommandTable<"files">>;
  readonly mountAt: Mounts["at"];
  readonly chooseSeenApp: ChooseApp;
  readonly refresh: (isInExplorer: boolean) => Promise<void>;
  readonly loadEngine: () => Promise<Engine>;
  readonly loadFiles: () => Promise<Engine["files"]>;
  /** Unfinished transfers; none before the engine is loaded. */
  readonly transfers: Pick<Engine["transfers"], "all">;
  readonly whenLoaded: (work: (engine: Engine) => void) => void;
  /** Resolves when the deletions that VS Code counts as done have run. */
  readonly settled: () => Promise<void>;
  readonly onAppDeleted: OnAppDeleted;
  /** When the next queued request may start (monotonic ms). */
  readonly nextStartAt: () => number | undefined;
  /** Before the window closes: finishes running changes, or writes them to the journal. */
  readonly end: () => Promise<void>;
}

/** When backups are first purged, counted from the start: not while the window opens. */
const purgeAfterMs = 10_000;

export function registerFiles(
  context: Omit<OpenFilesContext, "loadEngine" | "whenLoaded">,
  window: WindowServices,
): RegisteredFiles {
  const engine = newEngine(context, window);
  const loadEngine = (): Promise<Engine> => engine.get();
  const whenLoaded = (work: (made: Engine) => void): void => engine.whenMade(work);
  let loaded: Engine | undefined;
  whenLoaded((made) => {
    loaded = made;
  });
  let used: OpenFiles | undefined;
  const open = new Lazy(async () => {
    const { createOpenFiles } = await import("./openFiles");
    used = createOpenFiles({ ...context, loadEngine, whenLoaded }, window);
    fileSystem.forward(used.fileSystem);
    return used;
  });
  const fileSystem = new LazyFileSystem(async () => (await open.get()).fileSystem);
  const provided = attempt(() =>
    vscode.workspace.registerFileSystemProvider(appScheme, fileSystem, {
      isCaseSensitive: true,
    }),
  );
  const setMountContexts = (): void => {
    const hasMount = mountedLocations().length > 0;
    setContext("hasMount", hasMount);
    if (hasMount) setContext("hasOpenedFiles", true);
  };
  setMountContexts();
  const folders = attempt(() => vscode.workspace.onDidChangeWorkspaceFolders(setMountContexts));
  // The window may have been reloaded to add an app, which has to be continued now.
  const state: StateMemory = window.context.globalState;
  if (state.get("pendingMount") ?? state.get("reopenEditors")) void open.get();
  return {
    commands: async () => (await open.get()).handlers,
    mountAt: async (location) => await (await open.get()).mounts.at(location),
    chooseSeenApp: async (...asked) => await (await open.get()).chooseSeenApp(...asked),
    refresh: async (isInExplorer) => {
      if (used || mountedLocations().length > 0) await (await open.get()).refresh(isInExplorer);
    },
    transfers: {
      get all() {
        return loaded?.transfers.all ?? [];
      },
    },
    whenLoaded,
    loadEngine,
    loadFiles: async () => (await loadEngine()).files,
    settled: async () => await used?.mounts.settled(),
    onAppDeleted: async (app) => {
      const left = await (await import("./closeFilesOf")).closeFilesOf(app);
      used?.mounts.forgetApp(app);
      return left;
    },
    nextStartAt: () => used?.mounts.nextStartAt(),
    end: endOf(engine, context, window),
    dispose: () => vscode.Disposable.from(provided, folders, ...(used ? [used] : []), fileSystem).dispose(),
  };
}

function newEngine(
  { accounts }: Pick<OpenFilesContext, "accounts">,
  { clock, logger, machineFiles, heartbeat }: WindowServices,
): Lazy<Engine> {
  return new Lazy(async () => {
    const { createEngine } = await import("./mount/engine");
    return createEngine({
      ...{ accounts, clock, logger, machineFiles },
      windowId: heartbeat.id,
      isWindowAlive: (id) => heartbeat.isAlive(id),
      requestTimeoutMs: settings.requestTimeoutMs,
    });
  });
}

/** Starts the heartbeat and, later, the purge of backups. The result ends both and waits for running changes. */
function endOf(
  engine: Lazy<Engine>,
  { accounts }: Pick<OpenFilesContext, "accounts">,
  { clock, logger, machineFiles, heartbeat }: WindowServices,
): () => Promise<void> {
  const present = heartbeat.start().catch((error: unknown) => {
    logger.error(`Telling other windows of this one: ${error}`);
  });
  let purging: { dispose(): void } | undefined;
  const purge = async (): Promise<void> => {
    await present;
    const { backups, files } = await engine.get();
    purging = backups.startPurging(() => machineFiles.removeStrays());
    await files.takeOver(accounts.all.map(({ id }) => id));
  };
  const stopWaiting = clock.after(purgeAfterMs, () => {
    purge().catch((error: unknown) => logger.error(`Looking after what was backups: ${error}`));
  });
  return async () => {
    stopWaiting();
    purging?.dispose();
    // VS Code disposes of the accounts while it awaits this, which ends their requests.
    engine.whenMade(({ backups }) => backups.beginEnd());
    if (engine.isUsed) {
      const { files, backups, releases } = await engine.get();
      await files.settled();
      await releases.settled();
      await backups.dispose();
    }
    await present;
    await heartbeat.dispose();
  };
}

/** Loads the file system with the first call. */
class LazyFileSystem implements vscode.FileSystemProvider {
  private readonly events = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.events.event;

  constructor(private readonly load: () => Promise<HostedFileSystem>) {}

  /** Passes on the change events of the loaded file system. */
  forward(fileSystem: HostedFileSystem): void {
    fileSystem.onDidChangeFile((changes) => this.events.fire(changes));
  }

  watch(...args: Parameters<HostedFileSystem["watch"]>): vscode.Disposable {
    const watching = this.load().then((files) => files.watch(...args));
    watching.catch(() => undefined);
    return new vscode.Disposable(() =>
      watching.then(
        (watch) => watch.dispose(),
        () => undefined,
      ),
    );
  }

  async stat(...args: Parameters<HostedFileSystem["stat"]>) {
    return await (await this.load()).stat(...args);
  }

  async readDirectory(...args: Parameters<HostedFileSystem["readDirectory"]>) {
    return await (await this.load()).readDirectory(...args);
  }

  async readFile(...args: Parameters<HostedFileSystem["readFile"]>) {
    return await (await this.load()).readFile(...args);
  }

  async writeFile(...args: Parameters<HostedFileSystem["writeFile"]>) {
    await (await this.load()).writeFile(...args);
  }

  async createDirectory(...args: Parameters<HostedFileSystem["createDirectory"]>) {
    await (await this.load()).createDirectory(...args);
  }

  async delete(...args: Parameters<HostedFileSystem["delete"]>) {
    await (await this.load()).delete(...args);
  }

  async rename(...args: Parameters<HostedFileSystem["rename"]>) {
    await (await this.load()).rename(...args);
  }

  async copy(...args: Parameters<HostedFileSystem["copy"]>) {
    await (await this.load()).copy(...args);
  }

  dispose(): void {
    this.events.dispose();
  }
}
