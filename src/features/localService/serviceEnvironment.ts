// What programs need of this machine and of the network: the rest of the editor's environment may hold secrets.
import { spawn } from "node:child_process";
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

/** All its output; undefined where it is not installed, was stopped, or says too much. */
export async function runProgram(
  runtime: "python" | "nodejs",
  args: readonly string[],
  input: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const python = process.platform === "win32" ? "python" : "python3";
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
