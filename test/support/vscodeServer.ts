// Starts a VS Code server, and stops everything that it started.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { approvalVariable, withApprovalKey } from "./approvedCommands";
import { freePort } from "./freePort";
import { startPortRedirects } from "./portRedirects";
import { killProcessTree, processesWith, stopProcessTree } from "./processTree";
import { inRepository } from "./repository";
import { runOrFail } from "./runCommand";
import { installVsCode, type VsCodeInstall, type VsCodeVersion } from "./vscodeInstall";
import { writeUserSettings } from "./vscodeSettings";
import { startTimeoutMs, waitUntil } from "./waitUntil";

/** Environment variable that marks all processes of one server. */
const runVariable = "HOSTED_APPS_VSCODE_RUN";
/** Folder of the extension under test. */
export const extensionVariable = "HOSTED_APPS_EXTENSION";
const keptOutputChars = 20_000;

export interface VsCodeOptions {
  /** "newest" by default. */
  readonly version?: VsCodeVersion;
  /** Settings, extensions, logs. An empty folder is a new user. */
  readonly userDataDir: string;
  /** On top of `quietSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** keybindings.json: runs commands with arguments in the window. */
  readonly keybindings?: readonly Keybinding[];
  /** A folder or a .code-workspace file. */
  readonly folder?: string;
  /** Runs an extension from its sources. */
  readonly extensionDevelopmentPath?: string;
  /** A module whose `run()` is called inside the extension host. */
  readonly extensionTestsPath?: string;
  /** Installed first. */
  readonly installVsix?: string | readonly string[];
  /** Folder of an extension to install unpackaged: unlike one under development it shows notifications. */
  readonly linkedExtension?: string;
  /** False: Restricted Mode until the user trusts the folder. */
  readonly trust?: boolean;
  /** Inherited by extension hosts and their processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Loaded by the server and its extension hosts before anything else. */
  readonly preload?: string;
  /** Any free port by default. */
  readonly port?: number;
}

export interface Keybinding {
  readonly key: string;
  readonly command: string;
  readonly args?: unknown;
  /** Asks for confirmation, like a link. */
  readonly isAsking?: boolean;
}

export interface RunningVsCode {
  /** With the folder and the extensions under development. */
  readonly url: string;
  readonly origin: string;
  readonly pid: number;
  /** Recent output, for the message of a failed test. */
  output(): string;
  /** With its descendants. */
  stop(): Promise<void>;
}

/** Installs VS Code if needed; resolves when the server responds. */
export async function startVsCode(options: VsCodeOptions): Promise<RunningVsCode> {
  const install = await installVsCode(options.version);
  const approvalKey = randomUUID();
  writeUserFiles(options, approvalKey);
  for (const vsix of [options.installVsix ?? []].flat())
    await installExtension(install, options.userDataDir, vsix);
  if (options.linkedExtension) linkExtension(options.userDataDir, options.linkedExtension);

  const redirects = await startPortRedirects();
  const port = options.port ?? (await freePort());
  const run = randomUUID();
  const child = spawn(install.node, serverArguments(install, options, port), {
    env: {
      VSCODE_PROXY_URI: redirects.template,
      ...serverEnvironment(options.env),
      ...{ [runVariable]: run, [approvalVariable]: approvalKey },
    },
    // An own process group: Ctrl-C reaches only this process, which ends the tree in order.
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = recentOutput(child);
  const pid = await startedPid(child);
  const killOnExit = (): void => {
    for (const root of [pid, ...processesWith(runVariable, run)]) killProcessTree(root);
  };
  process.once("exit", killOnExit);
  const stop = async (): Promise<void> => {
    await stopProcessTree(pid);
    await Promise.all(processesWith(runVariable, run).map((left) => stopProcessTree(left)));
    await redirects.stop();
    process.off("exit", killOnExit);
  };

  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitUntil(() => answers(child, origin), {
      what: "the VS Code server to answer",
      timeoutMs: startTimeoutMs,
    });
  } catch (error) {
    await stop();
    throw new Error(`The VS Code server did not start.\n${output()}`, { cause: error });
  }
  return { url: windowAddress(origin, options), origin, pid, output, stop };
}

export function windowAddress(
  origin: string,
  options: Pick<VsCodeOptions, "folder" | "extensionDevelopmentPath" | "extensionTestsPath">,
): string {
  const remote = (file: string): string =>
    `vscode-remote://${new URL(origin).host}${pathToFileURL(file).pathname}`;
  const payload = (["extensionDevelopmentPath", "extensionTestsPath"] as const).flatMap((key) => {
    const file = options[key];
    return file ? [[key, remote(file)]] : [];
  });
  const parameters: string[] = [];
  if (options.folder) {
    const kind = options.folder.endsWith(".code-workspace") ? "workspace" : "folder";
    parameters.push(`${kind}=${pathToFileURL(options.folder).pathname}`);
  } else {
    // Otherwise the workbench opens the last window's folder.
    parameters.push("ew=true");
  }
  if (payload.length > 0) parameters.push(`payload=${encodeURIComponent(JSON.stringify(payload))}`);
  return `${origin}/?${parameters.join("&")}`;
}

function serverArguments(install: VsCodeInstall, options: VsCodeOptions, port: number): string[] {
  const underDevelopment = options.extensionDevelopmentPath ?? options.extensionTestsPath;
  return [
    ...(options.preload ? ["--require", options.preload] : []),
    install.serverMain,
    "--accept-server-license-terms",
    "--disable-telemetry",
    "--without-connection-token",
    ...["--host", "127.0.0.1"],
    ...["--port", String(port)],
    ...["--server-data-dir", options.userDataDir],
    ...(options.trust === false ? [] : ["--disable-workspace-trust"]),
    // Required by a built workbench for extensionDevelopmentPath; it also hides notifications and dialogs.
    ...(underDevelopment ? ["--enable-smoke-test-driver"] : []),
  ];
}

/** Without variables that suggest another VS Code or npm as the parent. */
function serverEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|npm_|NODE_OPTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}

/** Keybindings run without confirmation unless they say otherwise. */
function writeUserFiles(options: VsCodeOptions, approvalKey: string): void {
  const user = path.join(options.userDataDir, "data", "User");
  writeUserSettings(user, options.settings);
  if (!options.keybindings) return;
  const keybindings = options.keybindings.map(({ args, isAsking = false, ...binding }) => ({
    ...binding,
    args: isAsking ? args : withApprovalKey(args, approvalKey),
  }));
  fs.writeFileSync(path.join(user, "keybindings.json"), JSON.stringify(keybindings));
}

async function installExtension(install: VsCodeInstall, userDataDir: string, vsix: string): Promise<void> {
  const args = [install.serverMain, "--accept-server-license-terms", "--server-data-dir", userDataDir];
  await runOrFail(
    `${path.basename(vsix)} could not be installed.`,
    install.node,
    [...args, "--install-extension", vsix, "--force"],
    {
      env: serverEnvironment(),
    },
  );
}

/** For many windows, which link the folder that this resolves with. */
export async function installOnce(vsix: string): Promise<string> {
  const folder = inRepository("out", "installed");
  fs.rmSync(folder, { recursive: true, force: true });
  await installExtension(await installVsCode(), folder, vsix);
  const extensions = path.join(folder, "extensions");
  const [name] = fs.readdirSync(extensions).filter((each) => each.startsWith("hosted-apps."));
  if (!name) throw new Error(`VS Code has not installed ${vsix}.`);
  return path.join(extensions, name);
}

function linkExtension(userDataDir: string, folder: string): void {
  const { publisher, name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const extensions = path.join(userDataDir, "extensions");
  fs.mkdirSync(extensions, { recursive: true });
  fs.symlinkSync(folder, path.join(extensions, `${publisher}.${name}-${version}`), "junction");
}

function recentOutput(child: ChildProcess): () => string {
  let text = "";
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString("utf8")).slice(-keptOutputChars);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => text;
}

function startedPid(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => {
      if (child.pid === undefined) reject(new Error("The VS Code server has no pid."));
      else resolve(child.pid);
    });
  });
}

async function answers(child: ChildProcess, origin: string): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) {
    throw new Error(`It ended with ${child.exitCode ?? child.signalCode}.`);
  }
  try {
    return (await fetch(`${origin}/version`)).ok;
  } catch {
    return false;
  }
}
