// Finds a Chromium or installs Debian's, and starts it headless.
import fs from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { canInstallPackages, installPackages } from "./debianPackages";
import { conditionTimeoutMs, startTimeoutMs } from "./waitUntil";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--no-first-run",
];
const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
];

/** CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: flags, headless: true });
}

/** VS Code hides a message after 10, 12 or 15 s by its kind, which a slow machine may need to read it. */
const longerMessages = `{
  const setTimeoutNow = window.setTimeout.bind(window);
  window.setTimeout = (call, ms, ...given) =>
    setTimeoutNow(call, [10_000, 12_000, 15_000].includes(ms) ? 10 * ms : ms, ...given);
}`;

/** With empty storage, a usual window size and access to the clipboard. */
export async function newVisitor(
  browser: Browser,
  viewport: Viewport = { width: 1280, height: 800 },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(conditionTimeoutMs);
  context.setDefaultNavigationTimeout(startTimeoutMs);
  await context.addInitScript(longerMessages);
  return context;
}

/** Installed where there is none and the system allows it. */
export async function chromiumPath(): Promise<string> {
  const found = findChromium(process.env, process.platform, fs.existsSync);
  if (found) return found;
  if (canInstallPackages()) {
    await installPackages(["chromium"]);
    const installed = findChromium(process.env, process.platform, fs.existsSync);
    if (installed) return installed;
  }
  throw new Error(
    "No Chromium or Chrome was found. Install one (on Debian and Ubuntu: `apt-get install chromium`), " +
      "or set CHROME_PATH to the browser's program.",
  );
}

/** CHROME_PATH wins when it is set, even when it is wrong. */
export function findChromium(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  exists: (file: string) => boolean,
): string | undefined {
  const chosen = env["CHROME_PATH"];
  if (chosen) {
    if (!exists(chosen)) throw new Error(`CHROME_PATH names ${chosen}, and there is no such file.`);
    return chosen;
  }
  return [...usualPlaces(env, platform), ...onPath(env, platform)].find(exists);
}

function usualPlaces(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string[] {
  if (platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform === "win32") {
    const roots = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => env[name] ?? []);
    const programs = ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"];
    return roots.flatMap((root) => programs.map((program) => path.win32.join(root, program)));
  }
  return names.map((name) => `/usr/bin/${name}`);
}

function onPath(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string[] {
  const system = platform === "win32" ? path.win32 : path.posix;
  const folders = (env["PATH"] ?? "").split(system.delimiter).filter(Boolean);
  const suffix = platform === "win32" ? ".exe" : "";
  return folders.flatMap((folder) => names.map((name) => system.join(folder, name + suffix)));
}
