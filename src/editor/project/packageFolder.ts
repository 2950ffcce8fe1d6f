// A folder that is a package of a workspace, or that holds the package that an app is.
import * as vscode from "vscode";
import { isWithin } from "../../core/paths/appPath";
import { foldedPath } from "../../core/paths/localNames";
import type { ProjectDefaults } from "../../core/project/detect/projectDefaults";
import { findWorkspace, readPackage } from "../../core/project/workspaces/readWorkspace";
import { appScheme } from "../appUris";
import { localDisk } from "../localDisk";
import { homeFolder } from "./chooseLocalFolder";
import { existsIn, type ProjectFolder } from "./projectFolder";

/** The package as an app of the whole folder. */
export async function packageDefaults(project: ProjectFolder, packagePath: string): Promise<ProjectDefaults> {
  return await readPackage(packagePath, project, existsIn(localDisk(project.uri)));
}

/** Adds what the folder needs of folders around it, in place of what it says of a workspace's dependencies. */
export async function withWorkspace(project: ProjectFolder): Promise<ProjectDefaults> {
  const { uri, defaults } = project;
  // Files of an app have no folders around them.
  if (uri.scheme === appScheme) return defaults;
  const above = (levels: number): vscode.Uri => vscode.Uri.joinPath(uri, ...Array<string>(levels).fill(".."));
  const found = await findWorkspace(project, defaults, {
    names: uri.path.split("/").filter(Boolean).reverse(),
    above: (levels) => localDisk(above(levels)),
    isOpen: (levels) => vscode.workspace.getWorkspaceFolder(above(levels)) !== undefined,
    isPersonal: (levels) => {
      const home = homeFolder();
      return home !== undefined && isWithin(foldedPath(above(levels).path), foldedPath(home.path));
    },
  });
  if (!found) return defaults;
  const isSaid = defaults.findings.filter(
    (each) => each.kind !== "dependencies" || each.from !== "workspace",
  );
  return { ...defaults, findings: [found, ...isSaid] };
}
