// The client and the local service over real HTTP. Both use one clock, which advances only while no request
// is running: waits cost nothing, and rate limits are exact to the millisecond.
import { utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import JSZip from "jszip";
import { afterEach, beforeEach } from "mocha";
import { AccountApps } from "../../src/accounts/accountApps";
import { AccountPermissions } from "../../src/accounts/accountPermissions";
import type { Account } from "../../src/accounts/accounts";
import { ServiceClient, type ServiceClientOptions } from "../../src/api/serviceClient";
import type { AppFiles } from "../../src/appFiles/appFiles";
import { defaultDialect } from "../../src/core/model/dialect";
import type { FaultMatch } from "../../src/emulator/http/faults";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/server";
import { filesOver } from "../support/clientFiles";
import { FakeClock } from "../support/fakeClock";
import { IdleTime } from "../support/idleTime";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { TransferredFolder } from "../support/transferring";

type Files = Readonly<Record<string, string | Uint8Array>>;

export class Service {
  readonly logLines: string[] = [];
  readonly client: ServiceClient;
  /** Counts running requests, during which time stands still. */
  readonly fetch: typeof globalThis.fetch;
  token: string;
  /** The user's setting. */
  wire: object = defaultDialect;
  private readonly time: IdleTime;

  constructor(
    readonly emulator: Emulator,
    readonly clock: FakeClock,
  ) {
    this.token = emulator.token;
    this.time = new IdleTime(clock);
    this.fetch = this.time.fetch;
    this.client = this.newClient();
  }

  /** In another window on the same account. */
  newClient(own: Partial<ServiceClientOptions> = {}): ServiceClient {
    const log = (line: string) => void this.logLines.push(line);
    return new ServiceClient({
      baseUrl: this.emulator.url,
      token: () => this.token,
      hosts: () => ({ [this.emulator.url]: { wire: this.wire } }),
      requestTimeoutMs: () => 30_000,
      clock: this.clock,
      logger: { trace: log, debug: log, info: log, warn: log, error: log },
      fetch: this.fetch,
      ...own,
    });
  }

  /** With files that are an hour old; resolves with its id. */
  async addOldApp(name: string, files: Files): Promise<string> {
    const id = await this.emulator.addApp({ name, files });
    const folder = this.emulator.appFolder(id);
    const time = (this.clock.now() - 60 * 60_000) / 1000;
    for (const file of Object.keys(files)) utimesSync(path.join(folder, file), time, time);
    return id;
  }

  /** As a window has them. */
  files(appId: string): AppFiles {
    return filesOver(this.client, appId, this.clock);
  }

  account(): Account {
    const { client, clock, emulator } = this;
    const apps = new AccountApps(client, clock);
    const { url: baseUrl, state } = emulator;
    const owner = { id: "me", baseUrl, userId: state.user._id, apps };
    return { ...owner, label: "Me", isLocal: false, client, permissions: new AccountPermissions(owner) };
  }

  async linked(inApp: Files, files: Files) {
    const id = await this.addOldApp("Linked", inApp);
    const folder = new TransferredFolder(this.files(id), this.clock, files);
    return { disk: this.emulator.appFolder(id), folder };
  }

  /** By another user. */
  writeInApp(disk: string, name: string, text: string): void {
    writeFileSync(path.join(disk, name), text);
    const time = (this.clock.now() + 5_000) / 1000;
    utimesSync(path.join(disk, name), time, time);
  }

  /** Advances time while everything only waits. */
  async run<T>(promise: Promise<T>): Promise<T> {
    return await this.time.run(promise);
  }

  /** Replaces the service's response to the next matching requests. */
  answerNext(
    match: FaultMatch,
    status: number,
    body: object | string = {},
    headers: Readonly<Record<string, string>> = {},
  ): void {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    this.emulator.faults.next(match, { answer: { status, headers, body: text } });
  }

  /** Such as "GET /v1/apps". */
  get requests(): string[] {
    return this.emulator.requests.map(({ method, path }) => `${method} ${path}`);
  }
}

/** Without running apps; new for each test. */
export function useService(options: Pick<EmulatorOptions, "archiveUploads"> = {}): () => Service {
  let current: { readonly service: Service; readonly dataDir: string } | undefined;
  beforeEach(async () => {
    const dataDir = temporaryFolder("contract");
    const clock = new FakeClock();
    const emulator = await startEmulator({ dataDir, clock, run: false, ...options });
    current = { service: new Service(emulator, clock), dataDir };
  });
  afterEach(async () => {
    await current?.service.emulator.stop();
    if (current) removeTemporaryFolder(current.dataDir);
    current = undefined;
  });
  return () => {
    if (!current) throw new Error("The service runs only during a test.");
    return current.service;
  };
}

export async function zipOf(files: Readonly<Record<string, string>>): Promise<Blob> {
  const zip = new JSZip();
  for (const [name, text] of Object.entries(files)) zip.file(name, text);
  return new Blob([await zip.generateAsync({ type: "arraybuffer" })]);
}
