// Whether this machine's Python has pip, which Debian packs apart from it; installed where the system lets us.
import fs from "node:fs";
import { runCommand, runOrFail } from "./runCommand";

let asked: Promise<boolean> | undefined;

/** True when `python3 -m pip` and `-m venv` are there, now or after `apt-get install`. A test without them is skipped. */
export function hasPip(): Promise<boolean> {
  asked ??= find();
  return asked;
}

async function find(): Promise<boolean> {
  if (await answers()) return true;
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !fs.existsSync("/usr/bin/apt-get"))
    return false;
  process.stderr.write("Installing Python's pip to test with (apt-get install python3-pip)…\n");
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const install = ["install", "-y", "--no-install-recommends", "python3-pip", "python3-venv"];
  try {
    for (const args of [["update"], install]) {
      await runOrFail("pip could not be installed.", "apt-get", args, options);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  return await answers();
}

async function answers(): Promise<boolean> {
  const commands = [
    ["-m", "pip", "--version"],
    ["-c", "import venv"],
  ];
  const results = await Promise.all(
    commands.map((args) => runCommand("python3", args).catch(() => undefined)),
  );
  return results.every((result) => result?.code === 0);
}
