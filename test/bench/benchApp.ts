// An app of the local service, which runs as a process of its own as it does for users, and all that reads it: our
// client with a count of its requests, and raw requests beside it.

import type { ServiceClient, ServiceClientOptions } from "../../src/api/serviceClient";
import type { AppFiles } from "../../src/appFiles/appFiles";
import { systemClock } from "../../src/core/async/clock";
import { contentHash } from "../../src/core/disk/contentHash";
import { startEmulator } from "../../src/emulator/server";
import type { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import { filesOver, mountOver } from "../support/clientFiles";
import { type EmulatorAddress, startEmulatorProgram } from "../support/emulatorProgram";
import { serviceClientOf } from "../support/serviceClientOf";
import { temporaryFolder } from "../support/temporaryFolder";
import { type Durations, quickestOfBoth } from "./bench";

/** There and back, in milliseconds: a user's service is on another machine. */
export const lineMs = 20;

/** fetch over such a line. */
async function overLine(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  await systemClock.sleep(lineMs);
  return await fetch(input, init);
}

export interface BenchAppOptions {
  /** Each request, ours and a raw one alike, takes `lineMs` longer. */
  readonly isOverLine?: boolean;
  /** The rate limits that the windows of a machine share. */
  readonly sharedLimits?: ServiceClientOptions["sharedLimits"];
}

export class BenchApp {
  /** Downloads that our client has asked for. */
  downloads = 0;
  readonly client: ServiceClient;
  readonly files: AppFiles;
  private readonly fetch: typeof globalThis.fetch;

  constructor(
    private readonly service: { readonly url: string; readonly token: string },
    readonly appId: string,
    { isOverLine = false, sharedLimits }: BenchAppOptions,
  ) {
    this.fetch = isOverLine ? overLine : globalThis.fetch;
    this.client = serviceClientOf(service, {
      sharedLimits,
      fetch: (input, init) => {
        if (String(input).includes("/download")) this.downloads++;
        return this.fetch(input, init);
      },
    });
    this.files = filesOver(this.client, appId, systemClock, { hash: contentHash });
  }

  mount(): MountedApp {
    return mountOver(this.files, systemClock);
  }

  /** An upload without our client. */
  async rawUpload(name: string, text: string): Promise<void> {
    const form = new FormData();
    form.append("file", new Blob([text]), name);
    await this.ask("upload", { method: "POST", body: form });
  }

  /** The raw equivalent: one request for a path, and JSON.parse. */
  async rawRead(path: string): Promise<unknown> {
    return JSON.parse(await this.ask(path === "/" ? "files" : `files?path=${encodeURIComponent(path)}`));
  }

  private async ask(what: string, init?: RequestInit): Promise<string> {
    const response = await this.fetch(`${this.service.url}/v1/apps/${this.appId}/${what}`, {
      ...init,
      headers: { authorization: `Bearer ${this.service.token}` },
    });
    if (!response.ok) throw new Error(`${what} was answered with ${response.status}`);
    return await response.text();
  }
}

/** Runs the work with an app of these files (path inside the app to text). */
export async function withBenchApp<T>(
  files: Readonly<Record<string, string>>,
  work: (app: BenchApp) => Promise<T>,
  options: BenchAppOptions = {},
): Promise<T> {
  const dataDir = temporaryFolder("bench");
  const builder = await startEmulator({ dataDir, run: false });
  const appId = await builder.addApp({ name: "Bench", files }).finally(() => builder.stop());
  // Files that were made in this very second could still change unseen.
  await systemClock.sleep(1_500);
  return await withEmulatorProgram(dataDir, (service) => work(new BenchApp(service, appId, options)));
}

/** The quickest of ours and of the raw equivalent, where each run of both uploads another file. */
export async function quickestUpload(
  names: readonly string[],
  ours: (name: string) => Promise<unknown>,
  raw: (name: string) => Promise<unknown>,
  prepare: (name: string) => unknown,
): Promise<Durations> {
  const left = [...names];
  let name = "";
  return await quickestOfBoth(
    names.length,
    () => ours(name),
    () => raw(name),
    async (isOurs) => {
      // A little more than the service's limit, so that no upload waits.
      await systemClock.sleep(3_100);
      if (!isOurs) return;
      name = left.shift() ?? "";
      await prepare(name);
    },
  );
}

/** Runs the work with the local service as a process of its own, over the data of a folder. */
export async function withEmulatorProgram<T>(
  dataDir: string,
  work: (service: EmulatorAddress) => Promise<T>,
): Promise<T> {
  const program = startEmulatorProgram("--data", dataDir, "--no-run");
  try {
    return await work(await program.serving());
  } finally {
    program.process.kill("SIGTERM");
    await program.ended;
  }
}
