// A service with one app that tests change without the window, and a window that has the app's files open.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before } from "mocha";
import { accountIdOf } from "../../src/core/model/accountId";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { searchForToken } from "../support/canaries";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { storedWith } from "../support/window/browserStorage";
import type { Workbench } from "../support/workbench";

type AppToAdd = Parameters<Emulator["addApp"]>[0];

/** The app, its service, and the requests to it. */
export class AppOnService {
  constructor(
    readonly emulator: Emulator,
    readonly appId: string,
    /** The account of the signed-in user, for the arguments of commands. */
    readonly accountId: string,
    readonly name: string,
  ) {}

  /** Where the service keeps a file of the app. */
  file(relativePath: string): string {
    return path.join(this.emulator.appFolder(this.appId), relativePath);
  }

  /** Changes a file as a colleague would. */
  write(relativePath: string, text: string): void {
    fs.mkdirSync(path.dirname(this.file(relativePath)), { recursive: true });
    fs.writeFileSync(this.file(relativePath), text);
  }

  read(relativePath: string): string {
    return fs.readFileSync(this.file(relativePath), "utf8");
  }

  /** Requests with this method up to now. */
  count(method: string): number {
    return this.emulator.requests.filter((request) => request.method === method).length;
  }

  /** Requests that changed something. */
  changes(): number {
    return changesOf(this.emulator);
  }

  /** Waits until the app's folder (such as "/src") was listed `times` more. */
  async listed(folder: string, times: number): Promise<void> {
    const count = () =>
      this.emulator.requests.filter(({ path: asked, status }) => {
        const url = new URL(asked, this.emulator.url);
        const isListing = url.pathname.endsWith("/files") && (url.searchParams.get("path") ?? "/") === folder;
        return isListing && status === 200;
      }).length;
    const before = count();
    await waitUntil(() => count() >= before + times, {
      what: `${folder} to be listed ${times} more`,
    });
  }
}

/** The number of requests that changed something. */
export function changesOf({ requests }: Emulator): number {
  return requests.filter(({ method }) => method !== "GET").length;
}

/** For use in a `describe`: starts a service before its tests, prepares it, and stops it after them. */
export function useService(
  options: Partial<Parameters<typeof startEmulator>[0]> = {},
  prepare?: (emulator: Emulator) => unknown,
): () => Emulator {
  let emulator: Emulator | undefined;
  before("start a service", async () => {
    emulator = await startEmulator({ dataDir: temporaryFolder("service"), run: false, ...options });
    searchForToken(emulator.token);
    await prepare?.(emulator);
  });
  after("stop the service", async () => await emulator?.stop());
  return () => {
    if (!emulator) throw new Error("The service runs only while the tests of its block run.");
    return emulator;
  };
}

/** The same with one app. */
export function useAppOnService(
  app: AppToAdd & { readonly name: string },
  prepare?: (emulator: Emulator) => Partial<AppToAdd>,
): () => AppOnService {
  let service: AppOnService | undefined;
  useService({}, async (emulator) => {
    const appId = await emulator.addApp({ ...app, ...prepare?.(emulator) });
    const accountId = await accountIdOf(emulator.url, emulator.state.user._id);
    service = new AppOnService(emulator, appId, accountId, app.name);
  });
  return () => service ?? assert.fail("The service runs only while the tests of its block run.");
}

/** A fault that waits for `until` is answered after `release`. */
export function held(): { readonly until: Promise<void>; readonly release: () => void } {
  let resolve = (): void => {};
  const until = new Promise<void>((release) => {
    resolve = release;
  });
  return { until, release: () => resolve() };
}

/** Opens an app's files in the window's workspace, which reloads the window, and waits for one of their rows. */
export async function openAppFiles(window: Workbench, { name }: AppOnService, row: string): Promise<void> {
  await window.openView("Hosted Apps");
  const before = window.page.url();
  const isOpening = async () => window.page.url() !== before || (await window.dialog.root.isVisible());
  await window.tree().pressRowAction(name, "Open App Files", isOpening);
  await (await window.explorer()).waitForRow(row);
}

/**
 * Waits until the browser has stored a value with all these texts for the next window: VS Code writes it with a delay.
 */
export async function waitUntilStored(window: Workbench, ...texts: readonly string[]): Promise<void> {
  const stored = async (): Promise<string[]> => await storedWith(window.page, ...texts);
  await waitUntil(async () => (await stored()).some((name) => name.startsWith("vscode-web-state-db")), {
    what: `${texts.join(" and ")} to be stored by the browser`,
    saw: stored,
    intervalMs: 200,
  });
}
