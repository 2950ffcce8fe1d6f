// Whether this machine's Python has pip and Flask, which Debian packs apart from it; installed where the system lets us.
import fs from "node:fs";
import { machinePython } from "../../src/emulator/running/pythonPrograms";
import { runCommand, runOrFail } from "./runCommand";

let pip: Promise<boolean> | undefined;
let flask: Promise<boolean> | undefined;
let fastApi: Promise<boolean> | undefined;

/** True when `python3 -m pip` and `-m venv` are there, now or after `apt-get install`. A test without them is skipped. */
export function hasPip(): Promise<boolean> {
  pip ??= hasOrInstalls(["pip", "venv"], ["python3-pip", "python3-venv"]);
  return pip;
}

/** The same for Flask: with the machine's own, the tests ask no registry for it. */
export async function hasFlask(): Promise<boolean> {
  if (!(await hasPip())) return false;
  flask ??= hasOrInstalls(["flask"], ["python3-flask"]);
  return await flask;
}

/** The same for FastAPI with its server. */
export async function hasFastApi(): Promise<boolean> {
  if (!(await hasPip())) return false;
  fastApi ??= hasOrInstalls(["fastapi", "uvicorn"], ["python3-fastapi", "python3-uvicorn"]);
  return await fastApi;
}

async function hasOrInstalls(modules: readonly string[], packages: readonly string[]): Promise<boolean> {
  if (await imports(modules)) return true;
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !fs.existsSync("/usr/bin/apt-get"))
    return false;
  process.stderr.write(`Installing what the tests need (apt-get install ${packages.join(" ")})…\n`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const sentence = `${packages.join(" and ")} could not be installed; the tests with it are skipped.`;
  try {
    for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
      await runOrFail(sentence, "apt-get", args, options);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  return await imports(modules);
}

/** Run apart from the folder we are in, and by the Python that the service takes. */
async function imports(modules: readonly string[]): Promise<boolean> {
  const result = await runCommand(machinePython, ["-I", "-c", `import ${modules.join(", ")}`]).catch(
    () => undefined,
  );
  return result?.code === 0;
}
