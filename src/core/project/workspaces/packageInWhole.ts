// Translates the findings of a package to the whole folder that is sent for it.
import { segmentsOf } from "../../paths/appPath";
import type { BuildTask } from "../detect/findings";
import { forDevelopment, siblingRequirements, siblingsByName } from "../detect/hiddenDependencies";
import { isNodeWeb } from "../detect/nodeProject";
import { buildScript } from "../detect/nodeServers";
import type { ProjectDefaults } from "../detect/projectDefaults";
import type { ProjectFinding } from "../detect/projectFinding";
import { missingRequirements, pythonDependencies } from "../detect/requirementsText";
import { memberNames, specifiers } from "../detect/workspacePackages";
import type { IgnoreRule } from "../ignoreRules";
import { relativePlace } from "../relativePath";
import { manifestAt, nxApp, type PackagesFolder, type SharedCode, startOfWhole } from "./workspaces";

/** A build's output that the app needs. */
export interface MadeFile {
  readonly path: string;
  /** The rule that leaves it out, where it is there. */
  readonly rule: IgnoreRule | undefined;
}

interface PackageFound {
  readonly folder: PackagesFolder;
  readonly packagePath: string;
  /** Findings in the package's own folder. */
  readonly own: ProjectDefaults;
  readonly shared: SharedCode;
  /** Folders of siblings that are not sent; of an app of Nx, all files that its build may make. */
  readonly made: readonly MadeFile[];
}

/** Paths are relative to the whole folder, where the start command runs. */
export function inWhole(found: PackageFound): ProjectDefaults {
  const { folder, packagePath, own, shared } = found;
  const at = (path: string): string => `${packagePath}/${path}`;
  // A file for the package may lie further up.
  const inside = (file: string): string => relativePlace(segmentsOf(packagePath), file).names.join("/");
  const startupCommand = startOfWhole(folder, packagePath, own, shared) ?? "";
  const { startupCommand: said, ...others } = own.sources;
  const isSaid =
    said !== undefined && own.startupCommand !== "" && startupCommand.endsWith(own.startupCommand);
  const sources = { ...others, ...(isSaid && { startupCommand: said }) };
  const whole: ProjectDefaults = {
    ...{ ...own, startupCommand },
    mainFileCandidates: own.mainFileCandidates.map(at),
    sources: Object.fromEntries(Object.entries(sources).map(([key, file]) => [key, inside(file)])),
    notTaken: own.notTaken.map((each) => ({ ...each, file: inside(each.file) })),
    findings: [
      ...own.findings.flatMap((each) => inFolder(each, found)),
      ...builtOf(found),
      ...pythonOf(found),
      ...rootOnly(found),
    ],
    ...(own.mainFile !== undefined && { mainFile: at(own.mainFile) }),
  };
  const nx = nxApp(folder, packagePath);
  if (!nx) return whole;
  // Nx writes its output outside of the package's folder.
  const sent = nx.made.find((path) => folder.paths.includes(path));
  const mainFile = sent ?? found.made.find(({ rule }) => rule)?.path;
  return {
    ...{ ...whole, name: nx.name, runtime: "nodejs", startupCommand: nx.command },
    // Its packages are those of the root.
    exposedViaWeb: own.exposedViaWeb || isNodeWeb(manifestAt(folder, ""), ""),
    ...(mainFile !== undefined && { mainFile, mainFileCandidates: [mainFile] }),
  };
}

function inFolder(finding: ProjectFinding, found: PackageFound): ProjectFinding[] {
  const { folder, packagePath, own } = found;
  const at = (path: string): string => (path === "" ? packagePath : `${packagePath}/${path}`);
  const isNx = nxApp(folder, packagePath) !== undefined;
  switch (finding.kind) {
    case "packages":
    case "services":
    case "workspace":
      return [];
    case "unsupported":
      return isNx ? [] : [finding];
    case "staticSite":
    case "ignoredBuild":
      return isNx ? [] : [{ ...finding, folder: at(finding.folder) }];
    case "ignoredMainFile":
      return [{ ...finding, mainFile: at(finding.mainFile) }];
    case "buildFirst": {
      const { script, task, makes } = finding;
      const there = task.startsWith("tsc:")
        ? `tsc: build - ${at("tsconfig.json")}`
        : `${task} - ${packagePath}`;
      return [{ ...finding, ...(buildIn(folder, "") ?? { script, task: there }), makes: at(makes) }];
    }
    case "dependencies":
      if (finding.from === "devDependencies") return inOwnList(finding, found);
      return own.runtime === "python" || finding.from === "workspace" ? [] : [withoutPackages(finding)];
    case "unread":
    case "ignoredRead":
      return [{ ...finding, path: at(finding.path) }];
  }
}

/** npm links siblings in any case. */
function inOwnList(finding: Dependencies, { folder, packagePath }: PackageFound): ProjectFinding[] {
  const siblings = memberNames(folder.texts);
  const names = finding.names.filter((name) => !siblings.has(name));
  return names.length > 0 ? [{ ...finding, names, manifest: `${packagePath}/package.json` }] : [];
}

/** Packages that the package itself does not list, and the root only for development. */
function rootOnly({ folder, packagePath, own }: PackageFound): ProjectFinding[] {
  const listed = new Set(specifiers(manifestAt(folder, packagePath)).map(([name]) => name));
  const needed = (own.needed ?? []).filter((name) => !listed.has(name));
  return [forDevelopment(needed, manifestAt(folder, "")) ?? []].flat();
}

/** The package.json that would list them is not that of the whole. */
function withoutPackages({ packages: _own, ...finding }: Dependencies): Dependencies {
  return finding;
}

/** The build task of the folder `at`, by VS Code's name. The whole's task, "", also builds what the package needs. */
function buildIn(folder: PackagesFolder, at: string): BuildTask | undefined {
  const script = buildScript(manifestAt(folder, at));
  return script === undefined
    ? undefined
    : { script, task: [`npm: ${script}`, at].filter(Boolean).join(" - ") };
}

/** Output of the builds of siblings, or of an app of Nx: it is built first, and sent though a rule leaves it out. */
function builtOf({ folder, packagePath, own, made }: PackageFound): ProjectFinding[] {
  const isNx = nxApp(folder, packagePath) !== undefined;
  if (isNx && made.some(({ path }) => folder.paths.includes(path))) return [];
  const ignored = made.filter(({ rule }) => rule);
  const needed = isNx && ignored.length > 0 ? ignored.slice(0, 1) : made;
  const makes = (needed.find(({ rule }) => rule === undefined) ?? needed[0])?.path;
  if (makes === undefined) return [];
  const build =
    buildIn(folder, "") ?? (isNx ? undefined : buildIn(folder, makes.split("/").slice(0, -1).join("/")));
  if (isNx && !build && ignored.length === 0)
    return [{ kind: "unsupported", what: "Nx without a build script" }];
  const isAsked = own.findings.some(({ kind }) => kind === "buildFirst");
  const exists = needed.every(({ rule }) => rule);
  return [
    ...(build && !isAsked ? [{ kind: "buildFirst" as const, ...build, makes, exists }] : []),
    ...needed.flatMap(({ path, rule }): ProjectFinding[] => {
      if (!rule) return [];
      return [
        isNx
          ? { kind: "ignoredMainFile", mainFile: path, rule }
          : { kind: "ignoredBuild", folder: path, rule },
      ];
    }),
  ];
}

/** The service installs requirements.txt of the whole folder. */
function pythonOf(found: PackageFound): ProjectFinding[] {
  const { folder, own } = found;
  if (own.runtime !== "python") return [];
  const needed = neededOf(found);
  if (!folder.paths.includes("requirements.txt")) return needed;
  const text = folder.texts.get("requirements.txt");
  // PowerShell writes UTF-16, which is neither read nor extended.
  if (text === undefined || text.includes("\0")) return [];
  const named = siblingsByName(folder.texts);
  if (named && named.requirements === undefined) return [named];
  return [
    ...(named ? [named] : []),
    ...needed.flatMap((each): ProjectFinding[] => {
      if (each.requirements === undefined) return each.isNeeded ? [each] : [];
      const { isNeeded: _whole, ...rest } = each;
      const lines = missingRequirements(folder.texts, each.requirements.split("\n").filter(Boolean));
      const hasSibling = lines.some((line) => line.startsWith("./"));
      const added = { ...rest, requirements: `${lines.join("\n")}\n`, isAdded: true } as const;
      return lines.length === 0 ? [] : [{ ...added, ...(hasSibling && { isNeeded: true }) }];
    }),
  ];
}

type Dependencies = ProjectFinding & { readonly kind: "dependencies" };

/** The lines that the whole's requirements.txt needs for this package. */
function neededOf({ folder, packagePath, own, shared }: PackageFound): Dependencies[] {
  const siblings = siblingRequirements(folder.texts, packagePath);
  if (siblings) return [siblings];
  const files = [packagePath, ...shared.paths].map((path) => `${path}/requirements.txt`);
  const listed = files.filter((path) => folder.paths.includes(path)).map((path) => `-r ${path}`);
  const ofImage = own.findings.flatMap((each) =>
    each.kind === "dependencies" && each.from === "Dockerfile" ? each.names : [],
  );
  const listedLines = listed.length > 0 ? listed : pythonDependencies(folder.texts, packagePath).lines;
  const lines = listedLines.length > 0 ? [...listedLines, ...ofImage] : [];
  const from = listed[0]?.slice("-r ".length) ?? `${packagePath}/pyproject.toml`;
  // Without these lines the service would install the root's packages, with its siblings' names.
  const isNeeded = siblingRequirements(folder.texts, "")?.isNeeded;
  if (lines.length > 0)
    return [
      {
        ...{ kind: "dependencies", from, names: [], requirements: `${lines.join("\n")}\n` },
        ...(isNeeded && { isNeeded }),
      },
    ];
  return own.findings.flatMap((each): Dependencies[] =>
    each.kind === "dependencies"
      ? [{ ...each, ...(each.from !== "code" && { from: `${packagePath}/${each.from}` }) }]
      : [],
  );
}
