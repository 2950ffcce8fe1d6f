// Where the files of an app are copied to before it is deleted: where people look for what is theirs, in no workspace.
import * as vscode from "vscode";
import type { Clock } from "../../core/async/clock";
import { documentName } from "../../core/text/inertText";

/** A new zip with the app's name and the date, in the user's documents. Undefined where nobody has a home. */
export async function copyPlace(appName: string, clock: Pick<Clock, "now">): Promise<vscode.Uri | undefined> {
  const { HOME, USERPROFILE } = globalThis.process?.env ?? {};
  const home = USERPROFILE || HOME;
  if (!home) return undefined;
  const documents = vscode.Uri.joinPath(vscode.Uri.file(home), "Documents");
  const base = (await isThere(documents)) ? documents : vscode.Uri.file(home);
  const name = folderName(appName, new Date(clock.now()));
  for (let number = 1; ; number++) {
    const place = vscode.Uri.joinPath(
      base,
      "Hosted Apps",
      number === 1 ? `${name}.zip` : `${name} (${number}).zip`,
    );
    if (!(await isThere(place))) return place;
  }
}

/** As every system takes it: "Shop 2026-11-23 06.12". */
function folderName(appName: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-");
  const safe = documentName(appName).replaceAll(/[<>:"|?*]/g, "_");
  return `${safe.replace(/^\.+/, "_").trim()} ${day} ${two(now.getHours())}.${two(now.getMinutes())}`;
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
