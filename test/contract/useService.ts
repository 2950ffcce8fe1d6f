// Our client and our local service, meeting over real HTTP. Both read one clock, which moves on only while no request
// is in progress: waits cost nothing, and the service's limits are kept or broken to the millisecond.
import { utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import JSZip from "jszip";
import { afterEach, beforeEach } from "mocha";
import { AccountApps } from "../../src/accounts/accountApps";
import { AccountPermissions } from "../../src/accounts/accountPermissions";
import type { Account } from "../../src/accounts/accounts";
import { ServiceClient, type ServiceClientOptions } from "../../src/api/serviceClient";
import type { AppFiles } from "../../src/appFiles/appFiles";
import { defaultWire } from "../../src/core/model/wire";
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
  /** Counts the requests in progress, so that time stands still until they end. */
  readonly fetch: typeof globalThis.fetch;
  token: string;
  /** As the user has set it. */
  wire: object = defaultWire;
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

  /** The client of another window on the same account. */
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

  /** An app whose files are an hour old by the clock of the test; resolves with its id. */
  async addOldApp(name: string, files: Files): Promise<string> {
    const id = await this.emulator.addApp({ name, files });
    const folder = this.emulator.appFolder(id);
    const time = (this.clock.now() - 60 * 60_000) / 1000;
    for (const file of Object.keys(files)) utimesSync(path.join(folder, file), time, time);
    return id;
  }

  /** The files of an app through the engine, as a window has them. */
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

  /** A folder that is linked with an app. */
  async linked(inApp: Files, files: Files) {
    const id = await this.addOldApp("Linked", inApp);
    const folder = new TransferredFolder(this.files(id), this.clock, files);
    return { disk: this.emulator.appFolder(id), folder };
  }

  /** Another user writes a file of the app. */
  writeInApp(disk: string, name: string, text: string): void {
    writeFileSync(path.join(disk, name), text);
    const time = (this.clock.now() + 5_000) / 1000;
    utimesSync(path.join(disk, name), time, time);
  }

  /** Waits for the promise, letting time pass whenever everybody only waits. */
  async run<T>(promise: Promise<T>): Promise<T> {
    return await this.time.run(promise);
  }

  /** The next requests that match get this answer, and the service does nothing. */
  answerNext(
    match: FaultMatch,
    status: number,
    body: object | string = {},
    headers: Readonly<Record<string, string>> = {},
  ): void {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    this.emulator.faults.next(match, { answer: { status, headers, body: text } });
  }

  /** The requests that the service saw, such as "GET /v1/apps". */
  get requests(): string[] {
    return this.emulator.requests.map(({ method, path }) => `${method} ${path}`);
  }
}

/** A fresh service without running apps for each test. */
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

/** A zip of some files. */
export async function zipOf(files: Readonly<Record<string, string>>): Promise<Blob> {
  const zip = new JSZip();
  for (const [name, text] of Object.entries(files)) zip.file(name, text);
  return new Blob([await zip.generateAsync({ type: "arraybuffer" })]);
}
