// The path for a copy of an app's files before it is deleted: in no workspace, where users look for their documents.
import * as vscode from "vscode";
import type { Clock } from "../../core/async/clock";
import { datedName } from "../../core/text/inertText";
import { isThere } from "../../editor/localDisk";

/** A new zip in the user's documents, with the app's name and the date. Undefined if the user has no home folder. */
export async function copyPlace(appName: string, clock: Pick<Clock, "now">): Promise<vscode.Uri | undefined> {
  const { HOME, USERPROFILE } = globalThis.process?.env ?? {};
  const home = USERPROFILE || HOME;
  if (!home) return undefined;
  const documents = vscode.Uri.joinPath(vscode.Uri.file(home), "Documents");
  const base = (await isThere(documents)) ? documents : vscode.Uri.file(home);
  const date = new Date(clock.now());
  const name = `${datedName(appName, date)} ${date.toTimeString().slice(0, 5).replace(":", ".")}`;
  for (let number = 1; ; number++) {
    const zip = `${number === 1 ? name : `${name} (${number})`}.zip`;
    const place = vscode.Uri.joinPath(base, "Hosted Apps", zip);
    if (!(await isThere(place))) return place;
  }
}
