// The question about a folder of pages for a browser: the service runs programs, so one that serves them is offered.
import * as vscode from "vscode";
import type { ProjectFinding } from "../../../core/project/detect/projectFinding";
import { isThere } from "../../../editor/localDisk";
import { type AskedProject, askProject, goOn, type ProjectAnswer, recommended } from "./askProject";
import { siteServer } from "./siteServer";

/** An ending that is CommonJS whatever package.json says. */
const names = ["server.cjs", "site-server.cjs"] as const;

export async function askStaticSite(
  project: AskedProject,
  { folder: pages }: ProjectFinding & { readonly kind: "staticSite" },
): Promise<ProjectAnswer> {
  const { folder } = project;
  const file = names.find((name) => !folder.project.files.some(({ path }) => path === name)) ?? names[0];
  const answer = await askProject<"server">(project, {
    question: vscode.l10n.t("This folder has web pages, but nothing to serve them"),
    items: folder.isMount
      ? []
      : [
          {
            label: vscode.l10n.t("Add a Small Server"),
            iconPath: new vscode.ThemeIcon("server"),
            description: recommended(),
            detail:
              pages === ""
                ? vscode.l10n.t("Writes {0}, which serves this folder's files", file)
                : vscode.l10n.t('Writes {0}, which serves the files of "{1}"', file, pages),
            value: "server",
          },
        ],
    offersFolder: true,
  });
  if (answer.kind !== "own") return answer;
  const uri = vscode.Uri.joinPath(folder.uri, file);
  if (await isThere(uri)) return goOn;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(siteServer(pages)));
  await folder.reread();
  return {
    kind: "chosen",
    settings: { mainFile: file, runtime: "nodejs", startupCommand: "", exposedViaWeb: true },
  };
}
