// What programs need of this machine and of the network: the rest of the editor's environment may hold secrets.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";

const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramFiles|ProgramData|(?:https?|all|no)_proxy|npm_config_(?:registry|cache|userconfig|globalconfig|cafile|proxy|https_proxy)|pip_\w+|ssl_cert_(?:file|dir)|requests_ca_bundle|node_extra_ca_certs)$/i;

/** For programs that run with execPath: in a desktop VS Code that is Electron, which the variable makes Node. */
export const asNode = () => ({
  env: { ...serviceEnvironment(process.env), ELECTRON_RUN_AS_NODE: "1" },
  windowsHide: true,
});

/** `all`: the extension's environment. */
export function serviceEnvironment(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([name]) => passedOn.test(name)));
}

const longestOutput = 64 * 1024;
const appleTools = ["/Library/Developer/CommandLineTools", "/Applications/Xcode.app"];

/** On macOS, /usr/bin/python3 is a program that asks to install Apple's tools where they are missing. */
export function isPlaceholder(platform: string, pathVariable: string, exists: (path: string) => boolean) {
  if (platform !== "darwin" || appleTools.some(exists)) return false;
  return pathVariable.split(":").find((folder) => exists(`${folder}/python3`)) === "/usr/bin";
}

/** All its output; undefined where it is not installed, was stopped, or says too much. */
export async function runProgram(
  runtime: "python" | "nodejs",
  args: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { platform, env } = process;
  if (runtime === "python" && isPlaceholder(platform, env["PATH"] ?? "", existsSync)) return undefined;
  return await new Promise((resolve) => {
    const python = platform === "win32" ? "python" : "python3";
    const child = spawn(runtime === "python" ? python : "node", args, {
      // A program in the folder of the project must not be taken for the one on PATH.
      cwd: dirname(process.execPath),
      env: serviceEnvironment(process.env),
      ...{ signal, killSignal: "SIGKILL", windowsHide: true },
    });
    let output = "";
    const add = (bytes: Buffer): void => {
      output += bytes;
      if (output.length > longestOutput) child.kill("SIGKILL");
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.once("error", () => resolve(undefined));
    child.once("close", (code) => resolve(code === null ? undefined : output));
    // A program that ended early takes no more input; its end is reported.
    child.stdin.on("error", () => undefined).end(input);
  });
}
