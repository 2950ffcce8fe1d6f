// The files of apps in this window: what VS Code is told of them at the start, and the end of what is under way when the
// window closes. What works with them is loaded with the first look at one.
import * as vscode from "vscode";
import { FirstUse } from "../../core/async/firstUse";
import { appScheme } from "../../editor/appUris";
import { accountOfArgument } from "../../editor/arguments/commandArguments";
import { mountedLocations } from "../../editor/chooseMount";
import type { CommandHandler, CommandHandlers } from "../../editor/commands";
import { setContext } from "../../editor/contextKeys";
import { attempt } from "../../editor/host/optionalApis";
import { settings } from "../../editor/settings";
import type { LetGo } from "../../editor/state/lettingGo";
import type { StateMemory } from "../../editor/state/stateMemory";
import type { WindowServices } from "../../editor/windowServices";
import { LazyFileSystem } from "./lazyFileSystem";
import type { Engine } from "./mount/engine";
import { pendingMountKey, reopenEditorsKey } from "./mount/pendingMountKey";
import type { OpenFiles, OpenFilesContext } from "./openFiles";

/** The files of apps, for what else works with them. */
interface RegisteredFiles extends vscode.Disposable {
  readonly handlers: OpenFiles["handlers"] & Pick<CommandHandlers, "files.goToHere" | "files.searchHere">;
  readonly loadEngine: () => Promise<Engine>;
  readonly loadFiles: () => Promise<Engine["files"]>;
  /** Resolves when what was answered as deleted is gone. */
  readonly settled: () => Promise<void>;
  readonly letGo: LetGo;
  /** When the next of the waiting requests may start; monotonic. */
  readonly nextStartAt: () => number | undefined;
  /** Finishes what is under way, or writes it down: the window is about to close. */
  readonly end: () => Promise<void>;
}

/** When what was kept for a day is first looked through: nobody waits for it while a window opens. */
const purgeAfterMs = 10_000;

export function registerFiles(
  context: Omit<OpenFilesContext, "loadEngine">,
  window: WindowServices,
): RegisteredFiles {
  const engine = newEngine(context, window);
  const loadEngine = (): Promise<Engine> => engine.get();
  let used: OpenFiles | undefined;
  const open = new FirstUse(async () => {
    const { createOpenFiles } = await import("./openFiles");
    used = createOpenFiles({ ...context, loadEngine }, window);
    fileSystem.forward(used.fileSystem);
    return used;
  });
  const fileSystem = new LazyFileSystem(async () => (await open.get()).fileSystem);
  const provided = attempt(() =>
    vscode.workspace.registerFileSystemProvider(appScheme, fileSystem, {
      isCaseSensitive: true,
    }),
  );
  const tellMounts = (): void => {
    const hasMount = mountedLocations().length > 0;
    setContext("hasMount", hasMount);
    if (hasMount) setContext("hasOpenedFiles", true);
  };
  tellMounts();
  const folders = attempt(() => vscode.workspace.onDidChangeWorkspaceFolders(tellMounts));
  // A window that opens because an app was put into it has that to go on with.
  const state: StateMemory = window.context.globalState;
  if (state.get(pendingMountKey) ?? state.get(reopenEditorsKey)) void open.get();
  const run =
    (id: keyof OpenFiles["handlers"]): CommandHandler =>
    async (argument, more) =>
      await (await open.get()).handlers[id](argument, more);
  return {
    handlers: {
      "files.mount": run("files.mount"),
      "files.openInNewWindow": run("files.openInNewWindow"),
      "files.tryAnyway": run("files.tryAnyway"),
      "files.unmount": run("files.unmount"),
      "files.refresh": async (argument, isInExplorer) => {
        const isOfRow = accountOfArgument(argument) !== undefined;
        if (mountedLocations().length > 0 && !isOfRow) await run("files.refresh")(argument, isInExplorer);
      },
      "files.delete": run("files.delete"),
      "files.review": run("files.review"),
      "files.revokeReview": run("files.revokeReview"),
      "app.showLog": run("app.showLog"),
      "files.goTo": run("files.goTo"),
      "files.goToHere": run("files.goTo"),
      "files.search": run("files.search"),
      "files.searchHere": run("files.search"),
      "files.clearSearch": run("files.clearSearch"),
      "files.follow": run("files.follow"),
      "files.stopFollowing": run("files.stopFollowing"),
    },
    loadEngine,
    loadFiles: async () => (await loadEngine()).files,
    settled: async () => await used?.mounts.settled(),
    letGo: async (app) => {
      const left = await (await import("./letGoOfFiles")).closeFilesOf(app);
      await used?.letGo(app);
      return left;
    },
    nextStartAt: () => used?.mounts.nextStartAt(),
    end: endOf(engine, context, window),
    dispose: () => vscode.Disposable.from(provided, folders, ...(used ? [used] : []), fileSystem).dispose(),
  };
}

function newEngine(
  { accounts }: Pick<OpenFilesContext, "accounts">,
  { clock, logger, machineFiles, presence }: WindowServices,
): FirstUse<Engine> {
  return new FirstUse(async () => {
    const { createEngine } = await import("./mount/engine");
    return createEngine({
      ...{ accounts, clock, logger, machineFiles },
      windowId: presence.id,
      isWindowAlive: (id) => presence.isAlive(id),
      requestTimeoutMs: settings.requestTimeoutMs,
    });
  });
}

/** Tells other windows of this one and, after a while, removes what was kept for a day; until the end that is returned. */
function endOf(
  engine: FirstUse<Engine>,
  { accounts }: Pick<OpenFilesContext, "accounts">,
  { clock, logger, machineFiles, presence }: WindowServices,
): () => Promise<void> {
  const present = presence.start().catch((error: unknown) => {
    logger.error(`Telling other windows of this one: ${error}`);
  });
  let purging: { dispose(): void } | undefined;
  const purge = async (): Promise<void> => {
    await present;
    const { kept, files } = await engine.get();
    purging = kept.startPurging(() => machineFiles.removeStrays());
    await files.takeOver(accounts.all.map(({ id }) => id));
  };
  const stopWaiting = clock.after(purgeAfterMs, () => {
    purge().catch((error: unknown) => logger.error(`Looking after what was kept: ${error}`));
  });
  return async () => {
    stopWaiting();
    purging?.dispose();
    if (engine.isUsed) {
      const { files, kept } = await engine.get();
      await files.settled();
      await kept.dispose();
    }
    await present;
    await presence.dispose();
  };
}
