// Questions about the files and packages of a project, one per kind of finding.
import * as vscode from "vscode";
import { isWithin } from "../../../core/paths/appPath";
import { objectAt, readManifest } from "../../../core/project/detect/projectManifest";
import { longestProjectFileBytes } from "../../../core/project/detect/readProject";
import { requirementsText, withRequirements } from "../../../core/project/detect/requirementsText";
import { withPackages } from "../../../core/project/projectFile";
import { perhapsSecret } from "../../../core/project/secrets";
import {
  isSettingsFile,
  isSettingsFolder,
  isVariableFile,
  setsEnvironment,
  usualVariableFilesOf,
} from "../../../core/project/variableNames";
import { decodeText } from "../../../core/text/decodeText";
import { changeFile, isThere } from "../../../editor/localDisk";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { notInstalled } from "../../../editor/project/folderWords";
import type { VariableFile } from "../../../editor/project/neededVariables";
import { someNames } from "../../../editor/safeUi/someNames";
import { bringBackRule, writeRule } from "./bringBackRule";
import { type AskedProject, type Choice, type OpenQuestion, type Questions, recommended } from "./question";

const requirements = "requirements.txt";

export const fileQuestions = {
  unread: (_project, { path }) => ({
    text: vscode.l10n.t("{0} is invalid or too large, so its settings and packages aren't known", path),
    choices: [{ icon: "arrow-right", label: vscode.l10n.t("Continue"), apply: async () => {} }],
    ways: ["mainFile", "files", "folder"],
  }),

  /** Packages that the service would not install. */
  dependencies: async ({ folder }: Pick<AskedProject, "folder">, finding) => {
    const {
      from,
      names,
      requirements: said,
      packages,
      manifest = "package.json",
      isNeeded,
      isAdded,
    } = finding;
    // A lock file lists more than the project asks for.
    const source = from.endsWith(".lock") ? "pyproject.toml" : from;
    const file = packages ? "package.json" : requirements;
    // A file that is not sent, such as a link out of the folder, is not overwritten.
    const isTaken =
      leftOutIn(folder, file) !== undefined ||
      (!isAdded && (await isThere(vscode.Uri.joinPath(folder.uri, file))));
    const found = async () => said ?? (packages ? names.join("\n") : await requirementsOf(folder, source));
    const text = folder.isMount || isTaken ? undefined : await found();
    const changed = (old: string, more: string): string =>
      packages ? withPackages(old || "{}\n", packages) : isAdded ? withRequirements(old, more) : more;
    const write: Choice | undefined =
      text === undefined
        ? undefined
        : {
            ...{
              icon: isAdded ? "add" : "new-file",
              label: isAdded ? vscode.l10n.t("Add to {0}", file) : vscode.l10n.t("Write {0}", file),
              description: recommended(),
            },
            detail:
              isAdded || from === "code"
                ? someNames(text.split("\n").filter(Boolean))
                : vscode.l10n.t("With the packages in {0}, which stays unchanged", source),
            apply: async () => {
              await changeFile(folder.uri, file, (old) => (isAdded || !old ? changed(old, text) : old));
              await folder.refresh();
              const out = leftOutIn(folder, file);
              const back = out && bringBackRule(out, out.rule);
              if (!back) return;
              await writeRule(folder.uri, back);
              await folder.refresh();
            },
          };
    const move: Choice = {
      ...{ icon: "add", label: vscode.l10n.t("Move to dependencies"), description: recommended() },
      detail: vscode.l10n.t("Changes {0}", manifest),
      apply: () => moveToDependencies(folder, manifest, names),
    };
    const goOn: Choice = {
      ...{ icon: "debug-continue", label: vscode.l10n.t("Continue"), apply: async () => {} },
      detail: startsWithout(names.length),
    };
    return {
      id: `dependencies ${from} ${manifest}`,
      text: notInstalled(from, names),
      choices: [
        ...(write ? [write] : []),
        ...(from === "devDependencies" && !folder.isMount ? [move] : []),
        ...(isNeeded ? [] : [goOn]),
      ],
      ...(isNeeded && { isNeeded, ways: ["files"] as const }),
    };
  },

  /** One question on all files that the main file reads and ignore rules exclude; keys have one of their own. */
  ignoredRead: ({ folder }, { path: first }) => {
    const isKey = perhapsSecret(first) !== undefined;
    const paths = folder.project.defaults.findings.flatMap((finding) =>
      finding.kind === "ignoredRead" &&
      !folder.choices.excluded.has(finding.path) &&
      (perhapsSecret(finding.path) !== undefined) === isKey
        ? [finding.path]
        : [],
    );
    if (paths.length === 0) return undefined;
    const include: Choice = {
      ...{ icon: "check", label: vscode.l10n.t("Include"), apply: () => folder.decide(paths, true) },
      detail: vscode.l10n.t("Sent. Everyone who can see the app's files can read it"),
    };
    const exclude: Choice = {
      ...{ icon: "shield", label: vscode.l10n.t("Exclude"), apply: () => folder.decide(paths, false) },
      detail: vscode.l10n.t("Not sent. The app may not start without it"),
    };
    return {
      ...(isKey && { id: "ignoredKey" }),
      text: vscode.l10n.t("Include {0}? The app reads it, but ignore rules exclude it", someNames(paths)),
      choices: isKey ? [{ ...exclude, description: recommended() }, include] : [include, exclude],
      ways: ["files"],
    };
  },

  /** A file such as .env that is left out and that the user has not decided on. */
  variables: async ({ folder }) => {
    const { project, choices, packagePath = "" } = folder;
    const usualFiles = usualVariableFilesOf(packagePath);
    const isOut = (file: string): boolean =>
      !choices.excluded.has(file) && project.leftOut.some(({ path }) => isWithin(path, file));
    const mayHave = project.leftOut.some(({ path, isDirectory }) =>
      isDirectory
        ? isSettingsFolder(path, packagePath) || usualFiles.some((usual) => isWithin(path, usual))
        : isVariableFile(path, packagePath) || isSettingsFile(path, packagePath),
    );
    if (!mayHave) return undefined;
    const { files } = await folder.variables;
    const file = files.find(({ path }) => isOut(path));
    return file && { ...sendVariables(folder, file), id: file.path, ways: ["files"] };
  },
} satisfies Partial<Questions>;

export function startsWithout(count: number): string {
  return count === 1
    ? vscode.l10n.t("The app may not start without it")
    : vscode.l10n.t("The app may not start without them");
}

function leftOutIn(
  { project }: DeployFolder,
  file: string,
): DeployFolder["project"]["leftOut"][number] | undefined {
  return project.leftOut.find(({ path }) => path === file);
}

async function moveToDependencies(
  folder: DeployFolder,
  manifest: string,
  names: readonly string[],
): Promise<void> {
  await changeFile(folder.uri, manifest, (text) => {
    const listed = objectAt(readManifest(text, JSON.parse), "devDependencies");
    return withPackages(
      text,
      Object.fromEntries(names.filter((name) => name in listed).map((name) => [name, listed[name]])),
    );
  });
  await folder.refresh();
}

async function requirementsOf({ project }: DeployFolder, source: string): Promise<string | undefined> {
  const file = project.files.find(({ path }) => path === source);
  if (!file || file.sizeBytes > longestProjectFileBytes) return undefined;
  return requirementsText(source, decodeText(await file.read()));
}

/** Asks: send a file of variables, or set its variables elsewhere? */
export function sendVariables(folder: DeployFolder, { path, names }: VariableFile): OpenQuestion {
  const { packagePath, project } = folder;
  const isRead = path === (packagePath === undefined ? ".env" : `${packagePath}/.env`);
  const isNeeded = isRead && project.defaults.needsEnvironmentFile;
  const excluded = setsEnvironment(path)
    ? vscode.l10n.t("Not sent. Set the variables on the service's website; they can't be set from here")
    : vscode.l10n.t("Not sent. The app may not start without it");
  return {
    text:
      names.length === 0
        ? vscode.l10n.t("Include {0}? The app reads it, but ignore rules exclude it", path)
        : vscode.l10n.t("{0} sets {1}. Send it?", path, someNames(names)),
    choices: [
      {
        ...{
          icon: "shield",
          label: vscode.l10n.t("Exclude"),
          ...(!isNeeded && { description: recommended() }),
        },
        detail: isNeeded
          ? vscode.l10n.t("Not sent. The start command reads the file, so the app won't start without it")
          : excluded,
        apply: () => folder.decide([path], false),
      },
      {
        ...{ icon: "warning", label: vscode.l10n.t("Send It"), apply: () => folder.decide([path], true) },
        detail: vscode.l10n.t("Sent as a file. Everyone who can see the app's files can read it"),
      },
    ],
  };
}
