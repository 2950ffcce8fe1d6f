// The dependencies that an app's files declare, and the commands that install them: pip into a virtual
// environment outside the app's files, npm into node_modules.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { parse } from "smol-toml";
import type { AppRecord } from "../data/records";
import { systemErrorCode } from "../files/fileAnswers";
import type { AppCommand } from "./appCommand";
import { environmentFolder, environmentPrograms, hasEnvironment, machinePython } from "./pythonPrograms";

export interface InstallStep extends AppCommand {
  /** "pip", "npm" */
  readonly program: string;
}

export interface DependencyPlan {
  /** For responses and the log. */
  readonly shown: string;
  readonly steps: readonly InstallStep[];
  /** Differs when other dependencies are declared. */
  readonly fingerprint: string;
  /** An earlier install still exists. */
  isThere(): boolean;
}

/** Parsing a megabyte blocks the service for 0.7 s; hand-written files are far smaller. */
const longestParsedText = 256 * 1024;

/**
 * Undefined without dependencies. `home`: the app's folder outside its files; `note` writes to its log;
 * `command` replaces the install command.
 */
export async function dependencyPlan(
  { runtime, command = "" }: Pick<AppRecord, "runtime"> & { readonly command?: string | undefined },
  folder: string,
  home: string,
  note: (text: string) => Promise<void>,
): Promise<DependencyPlan | undefined> {
  const isPython = runtime === "python";
  const plan = isPython ? await pythonPlan(folder, home, note) : await nodePlan(folder);
  if (command === "" || command === plan?.shown) return plan;
  const named = ["requirements.txt", "pyproject.toml", "package.json", "package-lock.json"];
  return {
    shown: command,
    steps: [...(isPython ? [environmentStep(home)] : []), ownStep(command, isPython ? home : undefined)],
    fingerprint: fingerprint(command, ...(await Promise.all(named.map((name) => textOf(folder, name))))),
    isThere: () => plan?.isThere() ?? (!isPython || hasEnvironment(home)),
  };
}

/** In a shell, like the service; pip works on the environment in `home`. */
function ownStep(command: string, home: string | undefined): InstallStep {
  const programs = home === undefined ? undefined : environmentPrograms(home);
  return {
    ...{
      program: command.split(/\s/, 1)[0] ?? command,
      file: command,
      args: [],
      shell: true,
      shown: command,
    },
    environment: {
      ...(programs && {
        PATH: [programs, process.env["PATH"]].filter(Boolean).join(delimiter),
        PIP_PYTHON: join(programs, "python"),
      }),
    },
  };
}

async function nodePlan(folder: string): Promise<DependencyPlan | undefined> {
  const manifest = await textOf(folder, "package.json");
  if (!isFilled(manifest, "dependencies", "optionalDependencies", "workspaces")) return undefined;
  const lock = (await textOf(folder, "package-lock.json")) ?? (await textOf(folder, "npm-shrinkwrap.json"));
  const install = lock === undefined ? ["install", "--no-package-lock"] : ["ci"];
  // Few attempts: without a network, an error should come while the user still waits.
  const manners = ["--prefer-offline", "--no-audit", "--no-fund", "--no-progress", "--no-update-notifier"];
  const retries = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"];
  return {
    shown: `npm ${install[0]} --omit=dev`,
    steps: [step("npm", "npm", [...install, "--omit=dev", ...manners, ...retries])],
    fingerprint: fingerprint("npm", manifest, lock),
    // Without a lock file, packages of a workspace may need others than before.
    isThere: () =>
      (lock !== undefined || !isFilled(manifest, "workspaces")) && existsSync(join(folder, "node_modules")),
  };
}

async function pythonPlan(
  folder: string,
  home: string,
  note: (text: string) => Promise<void>,
): Promise<DependencyPlan | undefined> {
  const requirements = await textOf(folder, "requirements.txt");
  const isListed = /^[ \t]*[^#\s]/m.test(requirements ?? "");
  const project = requirements === undefined ? await textOf(folder, "pyproject.toml") : undefined;
  const isTooLong = project !== undefined && project.length > longestParsedText;
  if (isTooLong) await note("installs nothing of pyproject.toml, which is larger than 256 KB");
  const described = project === undefined || isTooLong ? [] : dependenciesOf(project);
  if (!isListed && described.length === 0) return undefined;

  const python = join(environmentPrograms(home), "python");
  const manners = ["--disable-pip-version-check", "--no-input", "--progress-bar=off"];
  const pip = ["-I", "-m", "pip", "install", ...manners, "--retries=1", "--timeout=20"];
  return {
    shown: isListed ? "pip install -r requirements.txt" : "pip install (the dependencies of pyproject.toml)",
    steps: [
      environmentStep(home),
      step("pip", python, [...pip, ...(isListed ? ["-r", "requirements.txt"] : ["--", ...described])]),
    ],
    fingerprint: fingerprint("pip", requirements, ...described),
    isThere: () => hasEnvironment(home),
  };
}

/**
 * The machine's packages count as installed and need no network. Uses the machine's pip, since Debian's venv
 * has none. -I: the app's files must not shadow Python's own modules.
 */
function environmentStep(home: string): InstallStep {
  const make = ["-I", "-m", "venv", "--clear", "--system-site-packages", "--without-pip"];
  return step(machinePython, machinePython, [...make, environmentFolder(home)]);
}

/** From pyproject.toml. */
function dependenciesOf(project: string): string[] {
  try {
    const table = parse(project.replace(/^\uFEFF/, ""))["project"];
    const listed = (table as { readonly dependencies?: unknown } | undefined)?.dependencies;
    return Array.isArray(listed) ? listed.filter((each) => typeof each === "string") : [];
  } catch {
    // An unreadable file is ignored: the app may never read it.
    return [];
  }
}

function step(program: string, file: string, args: readonly string[]): InstallStep {
  // npm is a script on Windows, which needs a shell.
  const shell = process.platform === "win32" && program === "npm";
  return { program, file, args, shell, shown: program, environment: {} };
}

/** One of these lists of package.json has entries. */
function isFilled(manifest: string | undefined, ...keys: readonly string[]): boolean {
  if (manifest === undefined) return false;
  try {
    const said = (JSON.parse(manifest) ?? {}) as Record<string, unknown>;
    return keys.some((key) => Object.keys(said[key] ?? {}).length > 0);
  } catch {
    // An unreadable file is ignored: npm's error would hide how the app fails.
    return false;
  }
}

function fingerprint(...parts: readonly (string | undefined)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

async function textOf(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, name), "utf8");
  } catch (error) {
    if (["ENOENT", "EISDIR", "ELOOP"].includes(systemErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}
