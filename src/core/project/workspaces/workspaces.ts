// A package of a workspace: what it needs from outside its folder, and how the whole is started.
import { nameOf } from "../../paths/appPath";
import { startOf } from "../detect/nodeProject";
import type { ProjectDefaults } from "../detect/projectDefaults";
import { type Manifest, objectAt, readManifest, stringAt } from "../detect/projectManifest";
import { pythonDependencies } from "../detect/requirementsText";
import { nodeFiles } from "../detect/startCommands";
import {
  foreign,
  isInWorkspace,
  leadsOut,
  memberNames,
  npmPatterns,
  specifiers,
  workspacePatterns,
} from "../detect/workspacePackages";
import { isInRange } from "../versionRange";

/** A folder that holds packages; paths are relative to it. */
export interface PackagesFolder {
  /** Includes at least its own files and the manifests of its packages. */
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

/** The installer of the whole: the service itself, or the start command before each start. */
type Manager = "npm" | "pnpm" | "none";

/** Specifiers that name a package that is no sibling. */
const elsewhere = /^(?:npm:|git|github:|gitlab:|bitbucket:|https?:)/;
/** A word for a shell. */
const plain = /^[\w.@/+][\w.@/+-]{0,300}$/;

/** The folder lists the package as its own. */
export function holdsPackage({ paths, texts }: PackagesFolder, packagePath: string): boolean {
  return (
    isInWorkspace(packagePath, workspacePatterns(texts)) ||
    (paths.includes("nx.json") && texts.has(`${packagePath}/project.json`))
  );
}

/** Names of packages that a package needs and its folder lacks. */
interface PackageNeeds {
  readonly names: readonly string[];
  /** npm installs the package all the same, and asks no registry for one of the names, which another author may own there. */
  readonly mayBeAlone: boolean;
}

/** `needed` are the packages that its code and its start command need. */
export function needsOfPackage(
  folder: PackagesFolder,
  packagePath: string,
  needed: readonly string[] = [],
): PackageNeeds {
  const siblings = memberNames(folder.texts);
  const listed = specifiers(manifestAt(folder, packagePath));
  const own = new Set(listed.map(([name]) => name));
  const ofRoot = new Set(specifiers(manifestAt(folder, "")).map(([name]) => name));
  const unlisted = needed.filter(
    (name) => !own.has(name) && (siblings.get(name) ?? (ofRoot.has(name) ? "" : packagePath)) !== packagePath,
  );
  const ofNode = listed.filter(
    ([name, spec]) =>
      foreign.test(spec) ||
      leadsOut(spec) ||
      ((siblings.get(name) ?? packagePath) !== packagePath && !elsewhere.test(spec)),
  );
  const ofPython = pythonDependencies(folder.texts, packagePath).siblings.filter(
    ({ path }) => path === undefined || !path.startsWith(`${packagePath}/`),
  );
  return {
    names: [...new Set([...ofNode.map(([name]) => name), ...unlisted, ...ofPython.map(({ name }) => name)])],
    mayBeAlone: ofPython.length === 0 && ofNode.every(([, spec]) => leadsOut(spec)),
  };
}

/** A package's start on its own. */
type OwnStart = Pick<ProjectDefaults, "runtime" | "mainFile" | "startupCommand">;

/** Code beside a package's folder that the package reads. */
export interface SharedCode {
  /** Files and folders, relative to the folder that holds them all. */
  readonly paths: readonly string[];
  /** The package's own code tells Python where the shared code is. */
  readonly isFound: boolean;
}

/**
 * The package's start command in the whole folder; `own` is how it starts alone. Undefined when the service would
 * install too little, or fail.
 */
export function startOfWhole(
  folder: PackagesFolder,
  packagePath: string,
  own: OwnStart,
  shared: SharedCode,
): string | undefined {
  const { runtime, mainFile, startupCommand } = own;
  if (!plain.test(packagePath)) return undefined;
  const nx = nxApp(folder, packagePath);
  if (nx && obstacleIn(folder) !== undefined) return undefined;
  if (nx) return nx.command || `node ${nx.made[0]}`;
  const isPlain = mainFile !== undefined && plain.test(mainFile);
  const program = runtime === "python" ? "python" : "node";
  const command = startupCommand || (isPlain ? `${program} ${mainFile}` : undefined);
  if (runtime === undefined || command === undefined) return undefined;
  const enter = `cd ${packagePath} && `;
  if (runtime === "python")
    return shared.paths.length > 0 && !shared.isFound ? `${enter}${besides(command)}` : enter + command;
  const manager = managerOf(folder, packagePath);
  if (manager === undefined) return undefined;
  const name = stringAt(manifestAt(folder, packagePath), "name") ?? "";
  const script = scriptOf(own, manifestAt(folder, packagePath));
  if (manager === "none") {
    const others = shared.paths.map((path) => installIn(folder, path, `--prefix ${path}`)).join("");
    return (
      others + enter + installIn(folder, packagePath, "") + (script === undefined ? command : `npm ${script}`)
    );
  }
  if (manager === "npm")
    return script === undefined
      ? enter + command
      : `npm ${script} -w ${plain.test(name) ? name : packagePath}`;
  const pnpm = `npx --yes pnpm@${pnpmVersion(folder)}`;
  // Without the option pnpm asks the registry for a sibling whose version is no "workspace:".
  const install = `${pnpm} install --prod --config.link-workspace-packages=true && `;
  const filter = plain.test(name) ? name : `./${packagePath}`;
  return install + (script === undefined ? enter + command : `${pnpm} --filter ${filter} ${script}`);
}

/** Adds the modules in the folder above, also for a command that goes elsewhere before it starts Python. */
function besides(command: string): string {
  return /[&|;]/.test(command) ? `export PYTHONPATH="$PWD/.." && ${command}` : `PYTHONPATH=.. ${command}`;
}

/**
 * An entry that the whole cannot be installed with, such as "name@workspace:*": npm fails at it or asks the registry
 * for a sibling of another version, or only pnpm knows the sibling. Undefined where nothing is in the way.
 */
export function obstacleIn(folder: PackagesFolder): string | undefined {
  const npm = npmPatterns(manifestAt(folder, ""));
  const patterns = workspacePatterns(folder.texts);
  const members = memberNames(folder.texts);
  for (const path of folder.texts.keys()) {
    const [, at = ""] = /^(?:(.*)\/)?package\.json$/.exec(path) ?? [];
    if (!path.endsWith("package.json") || (at !== "" && !isInWorkspace(at, patterns))) continue;
    const isRead = at === "" || isInWorkspace(at, npm);
    for (const [name, spec] of specifiers(manifestAt(folder, at))) {
      const sibling = members.get(name);
      const isNamed =
        sibling !== undefined && !foreign.test(spec) && !elsewhere.test(spec) && !/^file:/.test(spec);
      const isKnown = !isRead || isInWorkspace(sibling ?? "", npm);
      const isLinked = isKnown && isInRange(stringAt(manifestAt(folder, sibling ?? ""), "version"), spec);
      if ((isRead && foreign.test(spec)) || (isNamed && !isLinked)) return `${name}@${spec}`;
    }
  }
  return undefined;
}

interface NxApp {
  readonly name: string;
  /** Empty when the built file runs alone. */
  readonly command: string;
  /** Possible outputs of the build, likeliest first: it makes one of them. */
  readonly made: readonly string[];
}

/** An Nx app that uses the workspace's packages; undefined for pages without a server. */
export function nxApp({ paths, texts }: PackagesFolder, packagePath: string): NxApp | undefined {
  if (!paths.includes("nx.json") || texts.has(`${packagePath}/package.json`)) return undefined;
  const project = readManifest(texts.get(`${packagePath}/project.json`), JSON.parse);
  const build = objectAt(project, "targets", "build");
  const executor = stringAt(build, "executor") ?? ":js";
  if (!project || !/[:/](?:esbuild|js|nest|rollup|run-commands|webpack)(?::|$)/.test(executor))
    return undefined;
  const output =
    stringAt(build, "options", "outputPath") ??
    stringAt(build, "options", "outputPath", "base") ??
    `dist/${packagePath}`;
  const folder = output
    .replace("{workspaceRoot}/", "")
    .replace("{projectRoot}", packagePath)
    .replace(/\/$/, "");
  const [, main = "main"] = /([^/]+)\.[cm]?[jt]sx?$/.exec(stringAt(build, "options", "main") ?? "") ?? [];
  if (!plain.test(`${folder}/${main}`)) return undefined;
  return {
    name: stringAt(project, "name") ?? nameOf(packagePath),
    command: (stringAt(project, "targets", "start", "options", "command") ?? "").replaceAll(/\s+/g, " "),
    made: ["js", "cjs", "mjs"].flatMap((ending) =>
      ["", "src/"].map((below) => `${folder}/${below}${main}.${ending}`),
    ),
  };
}

/** Folders that siblings of the package are entered by and that are not sent: a build makes them. */
export function missingBuilds(folder: PackagesFolder, packagePath: string): string[] {
  const members = memberNames(folder.texts);
  const known = new Set(folder.paths);
  const needed = new Set([packagePath]);
  const missing: string[] = [];
  // Packages that are added on the way are checked, too.
  for (const at of needed) {
    const manifest = manifestAt(folder, at);
    for (const group of ["dependencies", "optionalDependencies"])
      for (const name of Object.keys(objectAt(manifest, group))) needed.add(members.get(name) ?? packagePath);
    const entry = entryOf(manifest) ?? "";
    const [, made] = /^(dist|build|out|lib|cjs|esm)\//.exec(entry) ?? [];
    if (at === packagePath || made === undefined) continue;
    if (!nodeFiles(entry).some((file) => known.has(`${at}/${file}`))) missing.push(`${at}/${made}`);
  }
  return missing;
}

function entryOf(manifest: Manifest | undefined): string | undefined {
  const exported = objectAt(manifest, "exports")["."] ?? manifest?.["exports"];
  const ways = typeof exported === "object" ? (exported as Manifest) : {};
  const named = [
    exported,
    ways["node"],
    ways["require"],
    ways["import"],
    ways["default"],
    manifest?.["main"],
  ];
  const entry = named.find((each) => typeof each === "string");
  return typeof entry === "string" ? entry.replace(/^\.\//, "") : undefined;
}

function managerOf(folder: PackagesFolder, packagePath: string): Manager | undefined {
  // The service's own installation comes first, and an error ends it.
  if (obstacleIn(folder) !== undefined) return undefined;
  if (isInWorkspace(packagePath, npmPatterns(manifestAt(folder, "")))) return "npm";
  if (isInWorkspace(packagePath, workspacePatterns(folder.texts))) return "pnpm";
  return specifiers(manifestAt(folder, packagePath)).some(([, spec]) => foreign.test(spec))
    ? undefined
    : "none";
}

/** The script that starts it, in words of npm. */
function scriptOf(
  { startupCommand, mainFile = "" }: OwnStart,
  manifest: Manifest | undefined,
): string | undefined {
  const start = startOf(manifest);
  if (startupCommand === "" && start?.files.includes(mainFile))
    return start.script === "start" ? "start" : `run ${start.script}`;
  return /^npm (start|run \S{1,100})$/.exec(startupCommand)?.[1];
}

/** Installs in a folder that is no workspace: the service installs nothing further down. */
function installIn(folder: PackagesFolder, at: string, option: string): string {
  const dependencies = objectAt(manifestAt(folder, at), "dependencies");
  if (!plain.test(at) || Object.keys(dependencies).length === 0) return "";
  const way = folder.paths.includes(`${at}/package-lock.json`) ? "ci" : "install";
  return `${["npm", way, "--omit=dev", option].filter(Boolean).join(" ")} && `;
}

function pnpmVersion(folder: PackagesFolder): string {
  const said = stringAt(manifestAt(folder, ""), "packageManager") ?? "";
  return /^pnpm@(\d{1,4}(?:\.\d{1,4}){0,2})/.exec(said)?.[1] ?? "10";
}

/** The package.json of a folder; "" is the top. */
export function manifestAt({ texts }: Pick<PackagesFolder, "texts">, path: string): Manifest | undefined {
  return readManifest(texts.get(path === "" ? "package.json" : `${path}/package.json`), JSON.parse);
}
