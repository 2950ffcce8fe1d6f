// A folder that is a package of a workspace, or that holds the package that an app is.
import * as vscode from "vscode";
import { isWithin } from "../../core/paths/appPath";
import { foldedPath } from "../../core/paths/localNames";
import type { OuterEntry } from "../../core/project/detect/hostFileFormats";
import type { ProjectDefaults } from "../../core/project/detect/projectDefaults";
import type { KeptFolder } from "../../core/project/keptFolder";
import { findWorkspace, saidAbove } from "../../core/project/workspaces/readWorkspace";
import { appScheme } from "../appUris";
import { homeFolder } from "./chooseLocalFolder";
import { defaultsIn, keptFolder, type ProjectFolder } from "./projectFolder";

/** Adds what the package needs from folders around it, in place of its own finding. `own` as in `detectPackage`. */
export async function withWorkspace(
  project: ProjectFolder,
  kept: KeptFolder,
  said: readonly OuterEntry[],
  own: readonly OuterEntry[],
): Promise<ProjectDefaults> {
  const { uri } = project;
  const defaults = said.length > 0 ? await defaultsIn(project, kept, said) : project.defaults;
  const around = foldersAround(uri, kept);
  const started = own.length > 0 ? await defaultsIn(project, kept, [...own, ...said]) : defaults;
  const found = around && (await findWorkspace(project, started, around));
  if (!found) return defaults;
  const isSaid = defaults.findings.filter(
    (each) => each.kind !== "dependencies" || each.from !== "workspace",
  );
  return { ...defaults, findings: [found, ...isSaid] };
}

export async function saidAround({ uri }: ProjectFolder, kept: KeptFolder): Promise<OuterEntry[]> {
  const around = foldersAround(uri, kept);
  return around ? await saidAbove(around) : [];
}

/** Undefined for the files of an app, around which lies nothing. */
function foldersAround(uri: vscode.Uri, kept: KeptFolder): Parameters<typeof saidAbove>[0] | undefined {
  if (uri.scheme === appScheme) return undefined;
  const above = (levels: number): vscode.Uri => vscode.Uri.joinPath(uri, ...Array<string>(levels).fill(".."));
  return {
    names: uri.path.split("/").filter(Boolean).reverse(),
    above: (levels) => keptFolder(above(levels), kept),
    isOpen: (levels) => vscode.workspace.getWorkspaceFolder(above(levels)) !== undefined,
    isPersonal: (levels) => {
      const { path } = above(levels);
      const home = foldedPath(homeFolder()?.path ?? "");
      return /^\/(?:[a-z]:\/?)?$/i.test(path) || isWithin(foldedPath(path), home);
    },
  };
}
