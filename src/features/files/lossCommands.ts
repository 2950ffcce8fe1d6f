// Deleting many files of an app by one request, and bringing back what was deleted or overwritten within a day.
// A bundle of its own (esbuild.js).
import * as vscode from "vscode";
import { isWithin, nameOf, parentOf } from "../../core/appPath";
import type { Clock } from "../../core/clock";
import { formatBytes, formatDuration } from "../../core/format";
import { type AppLocation, appUri, parseAppUri } from "../../editor/appUris";
import { sentenceFor } from "../../editor/errorSentences";
import { withProgress } from "../../editor/progress";
import { CancelledError } from "../../editor/showError";
import { type ChooseApp, chooseMount, selectedUris } from "./chooseMount";
import type { HostedFileSystem } from "./hostedFileSystem";
import type { AppKey } from "./mounts";
import type { KeptFile, TrashFolder } from "./trashFolder";

/** What the commands work with. */
export interface LossOptions {
  readonly fileSystem: HostedFileSystem;
  readonly trash: TrashFolder;
  readonly chooseApp: ChooseApp;
  readonly clock: Clock;
}

/** The argument object of files.delete: with `paths`, nothing is asked. */
interface DeleteArgument extends AppKey {
  readonly paths: readonly string[];
}

const mostNamed = 8;

/** files.delete: with `paths` in its argument, nothing is asked. */
export async function deleteFiles(argument: unknown, more: unknown, options: LossOptions): Promise<unknown> {
  const given = deleteArgument(argument);
  if (given) return await deletePaths(options, given, given.paths);
  const locations = await chosenLocations(argument, more);
  for (const [app, paths] of byApp(locations)) {
    if (await confirmDelete(paths)) await deletePaths(options, app, paths);
  }
  return undefined;
}

/**
 * files.restoreDeleted: with `paths` in its argument, or `all`, the newest of each of those deleted files is restored
 * and nothing is asked.
 */
export async function restoreDeleted(argument: unknown, options: LossOptions): Promise<unknown> {
  const app = await chooseMount(argument, vscode.l10n.t("Restore files of which app?"), options.chooseApp);
  const kept = await options.trash.list(app);
  const given = argument as { readonly all?: unknown; readonly paths?: unknown } | undefined;
  if (given?.all === true) return await restore(options, app, newestDeleted(kept));
  if (Array.isArray(given?.paths)) {
    const paths: readonly unknown[] = given.paths;
    return await restore(
      options,
      app,
      newestDeleted(kept).filter(({ path }) => paths.includes(path)),
    );
  }
  return await restore(options, app, await pickKept(options, kept));
}

function newestDeleted(newestFirst: readonly KeptFile[]): KeptFile[] {
  const newest = new Map<string, KeptFile>();
  for (const file of newestFirst)
    if (file.why === "deleted" && !newest.has(file.path)) newest.set(file.path, file);
  return [...newest.values()];
}

function deleteArgument(argument: unknown): DeleteArgument | undefined {
  if (typeof argument !== "object" || argument === null || argument instanceof vscode.Uri) return undefined;
  const { accountId, appId, paths } = argument as Partial<DeleteArgument>;
  if (typeof accountId !== "string" || typeof appId !== "string" || !Array.isArray(paths)) return undefined;
  return { accountId, appId, paths: paths.map(String) };
}

async function chosenLocations(argument: unknown, more: unknown): Promise<AppLocation[]> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const uris = selectedUris(argument, more);
  const chosen = uris.length > 0 ? uris : active ? [active] : [];
  const locations = chosen.flatMap((uri) => parseAppUri(uri) ?? []);
  if (locations.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Select files of an app in the Explorer, then choose Delete from App."),
    );
    throw new CancelledError();
  }
  return locations;
}

function byApp(locations: readonly AppLocation[]): [AppKey, string[]][] {
  const apps = new Map<string, [AppKey, string[]]>();
  for (const { accountId, appId, path } of locations) {
    const name = `${accountId}/${appId}`;
    const entry = apps.get(name) ?? [{ accountId, appId }, []];
    entry[1].push(path);
    apps.set(name, entry);
  }
  return [...apps.values()];
}

async function confirmDelete(paths: readonly string[]): Promise<boolean> {
  const go = vscode.l10n.t("Delete");
  const named = paths.slice(0, mostNamed).join("\n");
  const more = paths.length > mostNamed ? vscode.l10n.t("\nand {0} more", paths.length - mostNamed) : "";
  const answer = await vscode.window.showWarningMessage(
    paths.length === 1
      ? vscode.l10n.t("Delete {0} from the app?", nameOf(paths[0] ?? ""))
      : vscode.l10n.t("Delete {0} items from the app?", paths.length),
    {
      modal: true,
      detail: `${named}${more}\n\n${vscode.l10n.t("Files up to 5 MB are kept on this machine for a day: Restore Deleted or Overwritten File brings them back.")}`,
    },
    go,
  );
  return answer === go;
}

async function deletePaths(
  { fileSystem, trash, clock }: LossOptions,
  app: AppKey,
  paths: readonly string[],
): Promise<{ readonly deleted: string[]; readonly left: readonly string[] }> {
  const before = clock.now();
  const title =
    paths.length === 1
      ? vscode.l10n.t("Deleting {0}", nameOf(paths[0] ?? ""))
      : vscode.l10n.t("Deleting {0} items", paths.length);
  const { left, error } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title },
    () => fileSystem.deleteAll(app, paths),
  );
  const deleted = paths.filter((path) => !left.some((kept) => isWithin(kept, path)));
  if (left.length > 0) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        "{0} of {1} could not be deleted, {2} among them. {3}",
        left.length,
        paths.length,
        left[0] ?? "",
        sentenceFor(error),
      ),
    );
  }
  void offerRestore(trash, app, before, deleted.length);
  return { deleted, left };
}

async function offerRestore(trash: TrashFolder, app: AppKey, since: number, count: number): Promise<void> {
  const kept = (await trash.list(app)).filter(({ lostAt, why }) => lostAt >= since && why === "deleted");
  if (count === 0 || kept.length === 0) return;
  const restoreAll = vscode.l10n.t("Restore...");
  const answer = await vscode.window.showInformationMessage(
    count === 1 ? vscode.l10n.t("1 item was deleted.") : vscode.l10n.t("{0} items were deleted.", count),
    restoreAll,
  );
  if (answer === restoreAll) await vscode.commands.executeCommand("hostedApps.files.restoreDeleted", app);
}

async function pickKept({ clock }: LossOptions, kept: readonly KeptFile[]): Promise<readonly KeptFile[]> {
  if (kept.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Nothing of this app was deleted or overwritten from here within the last day."),
    );
    throw new CancelledError();
  }
  const picked = await vscode.window.showQuickPick(
    kept.map((file) => {
      const ago = formatDuration((clock.now() - file.lostAt) / 1000);
      const what =
        file.why === "deleted"
          ? vscode.l10n.t("deleted {0} ago", ago)
          : vscode.l10n.t("overwritten {0} ago", ago);
      return {
        label: `$(${file.why === "deleted" ? "trash" : "history"}) ${nameOf(file.path)}`,
        description: [parentOf(file.path), what, formatBytes(file.sizeBytes)].join(" · "),
        file,
      };
    }),
    {
      canPickMany: true,
      matchOnDescription: true,
      title: vscode.l10n.t("Restore Deleted or Overwritten Files"),
      placeHolder: vscode.l10n.t("What is there now under the same name is kept in this list too"),
    },
  );
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map(({ file }) => file);
}

async function restore(
  { fileSystem, trash }: LossOptions,
  app: AppKey & { readonly appName: string },
  chosen: readonly KeptFile[],
): Promise<{ readonly restored: string[] }> {
  const restored: string[] = [];
  await withProgress(vscode.l10n.t("Restoring files of {0}", app.appName), async ({ signal, report }) => {
    for (const [index, file] of chosen.entries()) {
      signal.throwIfAborted();
      report(
        vscode.l10n.t("{0} of {1}: {2}", index + 1, chosen.length, nameOf(file.path)),
        index / chosen.length,
      );
      const bytes = await trash.read(app, file.id);
      await fileSystem.writeFile(appUri({ ...app, path: file.path }), bytes, {
        create: true,
        overwrite: true,
        signal,
      });
      restored.push(file.path);
      if (file.why === "deleted") await trash.remove(app, file.id);
    }
  });
  const [only] = restored;
  if (restored.length === 1 && only)
    await vscode.commands.executeCommand("vscode.open", appUri({ ...app, path: only }));
  return { restored };
}
