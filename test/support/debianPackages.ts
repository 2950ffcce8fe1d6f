// Installs Debian packages, where the process is root on a system with apt-get.
import fs from "node:fs";
import { withFolderLock } from "./folderLock";
import { inRepository } from "./repository";
import { runOrFail } from "./runCommand";
import { startTimeoutMs } from "./waitUntil";

export function canInstallPackages(): boolean {
  return process.platform === "linux" && process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get");
}

export async function installPackages(packages: readonly string[]): Promise<void> {
  const names = packages.join(" ");
  process.stderr.write(`Installing what the tests need (apt-get install ${names})…\n`);
  const sentence = `${names} could not be installed; the tests need it. Install it and try again.`;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Parallel suites would block each other's apt-get.
  await withFolderLock(inRepository("out", "apt-get.lock"), startTimeoutMs, async () => {
    await runOrFail(sentence, "apt-get", ["update"], { env });
    await runOrFail(sentence, "apt-get", ["install", "-y", "--no-install-recommends", ...packages], { env });
  });
}
