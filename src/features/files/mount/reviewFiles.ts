// The review of files that act in an editor: what is held back is shown, and accepted or not.
import * as vscode from "vscode";
import type { Clock } from "../../../core/async/clock";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { appUri, ownReadUri } from "../../../editor/appUris";
import { runCommand } from "../../../editor/commands";
import type { AppChoice } from "../../../editor/pickApp";
import { showInformationMessage, showWarningMessage } from "../../../editor/shown/messages";
import type { HostedFileSystem } from "./hostedFileSystem";
import type { ReviewGate } from "./reviewGate";

/** VS Code reads several such files when a window opens: one notice is enough. */
const gatherMs = 1_500;
const shownAtMost = 10;

/** Points out files that are held back, once for each content, until it is disposed. */
export function reviewNotice(
  gate: ReviewGate,
  nameOf: (app: AppKey) => string,
  clock: Clock,
): vscode.Disposable {
  const told = new Set<string>();
  const waiting = new Map<string, () => void>();
  const tell = async (app: AppKey): Promise<void> => {
    waiting.delete(keyText(app));
    const fresh = [...gate.heldOf(app)].filter(([path, hash]) => !told.has(`${keyText(app)}${path} ${hash}`));
    for (const [path, hash] of fresh) told.add(`${keyText(app)}${path} ${hash}`);
    const [first] = fresh;
    if (!first) return;
    const review = vscode.l10n.t("Review");
    const text =
      fresh.length === 1
        ? vscode.l10n.t(
            "{0} of {1} changes how this editor works or what agents in it do. It is not used until you accept it.",
            first[0],
            nameOf(app),
          )
        : vscode.l10n.t(
            "{0} and {1} more files of {2} change how this editor works or what agents in it do. They are not used until you accept them.",
            first[0],
            fresh.length - 1,
            nameOf(app),
          );
    if ((await showWarningMessage(text, review)) === review) await runCommand("files.review", app);
  };
  const listener = gate.onDidHold((app) => {
    if (waiting.has(keyText(app))) return;
    waiting.set(
      keyText(app),
      clock.after(gatherMs, () => void tell(app)),
    );
  });
  return new vscode.Disposable(() => {
    listener.dispose();
    for (const stop of waiting.values()) stop();
  });
}

/** Shows what is held back of an app, and accepts just that content when the user says so. */
export async function reviewFiles(
  app: AppChoice,
  gate: ReviewGate,
  fileSystem: HostedFileSystem,
): Promise<void> {
  const held = [...gate.heldOf(app)];
  const [first] = held;
  if (!first) {
    void showInformationMessage(vscode.l10n.t("No file of {0} is waiting for a review.", app.name));
    return;
  }
  for (const [path] of held.slice(0, shownAtMost))
    await vscode.commands.executeCommand("vscode.open", ownReadUri(appUri({ ...app, path })), {
      preview: false,
    });
  const accept = vscode.l10n.t("Accept");
  const paths = held.map(([path]) => path).join(", ");
  const answer = await showWarningMessage(
    vscode.l10n.t(
      "Use these files of {0} in this editor? Accept them only if you trust the people who write them: {1}",
      app.name,
      paths,
    ),
    accept,
  );
  if (answer !== accept) return;
  await gate.accept(
    app,
    held.map(([, hash]) => hash),
  );
  fileSystem.readAgain(
    app,
    held.map(([path]) => path),
  );
}

/** Forgets what was accepted of an app. */
export async function revokeReview(app: AppChoice, gate: ReviewGate): Promise<void> {
  const text = (await gate.revoke(app))
    ? vscode.l10n.t(
        "Files of {0} that change how this editor works are asked about again. Reload the window to stop using them now.",
        app.name,
      )
    : vscode.l10n.t("No file of {0} that changes how this editor works was accepted.", app.name);
  void showInformationMessage(text);
}
