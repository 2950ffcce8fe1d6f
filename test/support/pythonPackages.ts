// A Python with pip, Flask and FastAPI: the one on PATH, or Debian's.
import fs from "node:fs";
import path from "node:path";
import type { Context } from "mocha";
import { machinePython } from "../../src/emulator/running/pythonPrograms";
import { skipOn } from "./allowedSkips";
import { canInstallPackages, installPackages } from "./debianPackages";
import { runCommand } from "./runCommand";
import { temporaryFolder } from "./temporaryFolder";

const debianPython = "/usr/bin/python3";
const debianPackages = {
  pip: { modules: ["pip", "venv"], packages: ["python3-pip", "python3-venv"] },
  Flask: { modules: ["flask"], packages: ["python3-flask"] },
  FastAPI: { modules: ["fastapi", "uvicorn"], packages: ["python3-fastapi", "python3-uvicorn"] },
  Tornado: { modules: ["tornado"], packages: ["python3-tornado"] },
} as const;

export type PythonNeed = keyof typeof debianPackages;

/** Puts a Python with these first on PATH. Without one a test fails on Linux and is skipped elsewhere. */
export async function needPython(context: Context, ...needs: PythonNeed[]): Promise<void> {
  const modules = needs.flatMap((need) => debianPackages[need].modules);
  if (await imports(machinePython, modules)) return;
  skipOn(context, ["darwin", "win32"]);
  const packages = needs.flatMap((need) => debianPackages[need].packages);
  if (!(await imports(debianPython, modules))) {
    if (canInstallPackages()) await installPackages(packages);
    if (!(await imports(debianPython, modules)))
      throw new Error(
        `No python3 has ${needs.join(", ")}. On Debian and Ubuntu: apt-get install ${packages.join(" ")}`,
      );
  }
  // Only this program: Debian's folder may hold another Node.js.
  const folder = temporaryFolder("debian-python");
  fs.writeFileSync(path.join(folder, "python3"), `#!/bin/sh\nexec ${debianPython} "$@"\n`, { mode: 0o755 });
  process.env["PATH"] = `${folder}${path.delimiter}${process.env["PATH"]}`;
}

/** Like the service: without the current folder in the path. */
async function imports(python: string, modules: readonly string[]): Promise<boolean> {
  const result = await runCommand(python, ["-I", "-c", `import ${modules.join(", ")}`]).catch(
    () => undefined,
  );
  return result?.code === 0;
}
