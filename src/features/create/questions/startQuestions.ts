// Questions about how the app starts, one per kind of finding.
import * as vscode from "vscode";
import type { IgnoreRule } from "../../../core/project/ignoreRules";
import { parseProjectFile, projectFileName } from "../../../core/project/projectFile";
import { changeFile, isThere } from "../../../editor/localDisk";
import { ruleWords } from "../../../editor/project/folderWords";
import { runPreDeployTask, severalTasks } from "../../../editor/project/preDeployTask";
import { projectFileText } from "../../../editor/project/projectFileIn";
import { changeProjectFileIn } from "../projectFile/offerProjectFile";
import { isEmpty, writeTemplate } from "../template/newFromTemplate";
import { templateIcon, templateIds, templateWords } from "../template/templates";
import { bringBackRule, writeRule } from "./bringBackRule";
import { type AskedProject, type Choice, type OpenQuestion, type Questions, recommended } from "./question";
import { siteServer } from "./siteServer";

const allWays = ["mainFile", "files", "folder"] as const;
/** An ending that is CommonJS whatever package.json says. */
const serverNames = ["server.cjs", "site-server.cjs"] as const;

/** Questions that are not asked once the start is known. */
export const startQuestions = {
  nothing: async ({ folder, extensionUri }) => {
    const { mainFile, mainFileCandidates } = folder.project.defaults;
    if (mainFile !== undefined || mainFileCandidates.length > 0) return undefined;
    const { uri } = folder;
    const isWithoutFiles = folder.project.files.length === 0;
    if (folder.isMount || !isWithoutFiles || !(await isEmpty(uri)))
      return {
        text: isWithoutFiles
          ? vscode.l10n.t("Ignore rules exclude all files in the folder")
          : vscode.l10n.t("No Python or JavaScript file to start the app"),
        ...{ choices: [], ways: allWays },
      };
    return {
      text: vscode.l10n.t("This folder is empty. Start from a template?"),
      choices: templateIds.map((id) => ({
        ...{ ...templateWords(id), icon: templateIcon(id) },
        apply: async () => {
          await writeTemplate(extensionUri, id, uri);
          await folder.refresh();
          return { folder: { uri } };
        },
      })),
      ways: allWays,
    };
  },

  unsupported: (_project, { what }) => ({
    text: vscode.l10n.t("{0} isn't supported; only Python and Node.js are", what),
    ...{ choices: [], ways: allWays },
  }),

  packages: ({ folder }, found) => ({
    text: vscode.l10n.t("Select a project in this folder"),
    choices: found.packages.map(({ path, name }) => ({
      ...{ icon: "package", label: name, description: path },
      apply: async () => ({ folder: { uri: vscode.Uri.joinPath(folder.uri, path) } }),
    })),
  }),

  services: ({ folder }, { file, services }) => ({
    text: vscode.l10n.t("Select a service in {0}", file),
    choices: services.map(({ name, folder: path, settings, said }, index) => ({
      ...{ icon: path === "" ? "play" : "package", label: name },
      description: [path, index === 0 ? recommended() : ""].filter(Boolean).join(" · "),
      ...(path === "" && { detail: settings.startupCommand || settings.mainFile }),
      apply: async () => {
        if (path !== "") return { folder: { uri: vscode.Uri.joinPath(folder.uri, path), said: [said] } };
        // The first candidate starts as detected.
        return index === 0 ? undefined : { settings };
      },
    })),
    ways: allWays,
  }),

  staticSite: ({ folder }, { folder: pages }) => {
    const { files } = folder.project;
    const mainFile = serverNames.find((name) => !files.some(({ path }) => path === name)) ?? serverNames[0];
    const write = async () => {
      if (await isThere(vscode.Uri.joinPath(folder.uri, mainFile))) return;
      await changeFile(folder.uri, mainFile, () => siteServer(pages));
      await folder.refresh();
      return { settings: { mainFile, runtime: "nodejs", startupCommand: "", exposedViaWeb: true } } as const;
    };
    const server: Choice = {
      ...{
        icon: "server",
        label: vscode.l10n.t("Add a Small Server"),
        description: recommended(),
        apply: write,
      },
      detail:
        pages === ""
          ? vscode.l10n.t("Writes {0}, which serves this folder's files", mainFile)
          : vscode.l10n.t('Writes {0}, which serves the files of "{1}"', mainFile, pages),
    };
    return {
      text: vscode.l10n.t("This folder has web pages, but nothing to serve them"),
      choices: folder.isMount ? [] : [server],
      ways: allWays,
    };
  },

  buildFirst: ({ folder, projectFile }, finding) => {
    const { script, task, makes, exists } = finding;
    if (folder.isMount || projectFile?.preDeployTask !== undefined) return undefined;
    const build = async (): Promise<void> => {
      await runPreDeployTask(folder.uri, task, true);
      // The file has a task by now where another build was agreed to.
      const { file } = parseProjectFile((await projectFileText(folder.uri)) ?? "");
      const preDeployTask = [file.preDeployTask ?? [], task].flat().join(severalTasks);
      await folder.rememberTask(preDeployTask);
      await changeProjectFileIn(folder.uri, { preDeployTask });
      await folder.refresh();
    };
    const goOn: Choice = {
      ...{ icon: "debug-continue", label: vscode.l10n.t("Continue Without Building"), apply: async () => {} },
      detail: vscode.l10n.t("Sends the output of the last build"),
    };
    return {
      id: `build ${task}`,
      text: exists
        ? vscode.l10n.t('Run "{0}" before each deploy? It builds {1}', script, makes)
        : vscode.l10n.t('Run "{0}"? It builds {1}, which is missing', script, makes),
      choices: [
        {
          ...{ icon: "tools", label: vscode.l10n.t("Build First"), description: recommended(), apply: build },
          detail: vscode.l10n.t(
            'Runs the task "{0}" now and before each push, and saves it in {1}',
            task,
            projectFileName,
          ),
        },
        ...(exists ? [goOn] : []),
      ],
    };
  },

  ignoredMainFile: (project, { mainFile, rule }) =>
    ignored(project, mainFile, rule, (path, because) =>
      vscode.l10n.t("Include {0}? It contains the main file, but is excluded: {1}", path, because),
    ),

  ignoredBuild: (project, { folder, rule }) =>
    ignored(project, folder, rule, (path, because) =>
      vscode.l10n.t("Include {0}? The app needs it, but it's excluded: {1}", path, because),
    ),
} satisfies Partial<Questions>;

function ignored(
  { folder }: AskedProject,
  path: string,
  rule: IgnoreRule,
  textOf: (path: string, because: string) => string,
): OpenQuestion {
  // A folder may be left out as a whole.
  const out = folder.project.leftOut.find(
    (each) => each.path === path || (each.isDirectory && path.startsWith(`${each.path}/`)),
  ) ?? { path, isDirectory: false };
  const back = folder.isMount ? undefined : bringBackRule(out, rule);
  const include = async (): Promise<void> => {
    const isSent = folder.project.files.some((file) => `${file.path}/`.startsWith(`${path}/`));
    if (!isSent) await folder.decide([out.path], true, out.isDirectory);
  };
  const here: Choice = {
    icon: back ? "device-desktop" : "check",
    label: back ? vscode.l10n.t("Include in This Workspace Only") : vscode.l10n.t("Include"),
    detail: vscode.l10n.t("No file is changed; remembered on this machine"),
    apply: include,
  };
  const byRule: Choice | undefined = back && {
    ...{ icon: "check", label: vscode.l10n.t("Include"), description: recommended() },
    detail: vscode.l10n.t('Adds the rule "{0}" to {1}, so that every push sends it', back.line, back.file),
    apply: async () => {
      await writeRule(folder.uri, back);
      await folder.refresh();
      // A stronger rule may speak against it: what the user says holds.
      await include();
    },
  };
  return {
    id: `ignored ${path}`,
    text: textOf(out.isDirectory ? `${out.path}/` : out.path, ruleWords(rule)),
    choices: byRule ? [byRule, here] : [here],
  };
}
