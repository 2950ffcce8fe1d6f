// A service in one spelling, and the product's client and engine on it, as a window without settings has them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ServiceClient } from "../../src/api/serviceClient";
import type { SpellingMemory } from "../../src/api/wire/spelling";
import type { AppFiles } from "../../src/appFiles/appFiles";
import { clientWire } from "../../src/appFiles/clientWire";
import { silentLogger } from "../../src/core/logger";
import type { App } from "../../src/core/model/model";
import type { KnownWire, Wire } from "../../src/core/model/wire";
import { appFilesOver } from "../support/appFilesHarness";
import { FakeClock } from "../support/fakeClock";
import { IdleTime } from "../support/idleTime";
import { SpelledService } from "../support/spelledService/spelledService";
import type { Spelling } from "../support/spelledService/spelling";

/** A service that stops when `work` is done. */
export async function withService<T>(
  spelling: Spelling,
  work: (service: SpelledService, clock: FakeClock) => Promise<T>,
): Promise<T> {
  const clock = new FakeClock();
  const service = new SpelledService(spelling, clock);
  await service.start();
  try {
    return await work(service, clock);
  } finally {
    await service.stop();
  }
}

/** One window on a service; a second one on the same service is the window after a restart. */
export class SpelledWindow {
  readonly client: ServiceClient;
  private readonly time: IdleTime;

  /** `wire`: what the user has set; nothing when absent. */
  constructor(
    readonly service: SpelledService,
    private readonly clock: FakeClock,
    wire: KnownWire = {},
    memory?: SpellingMemory,
  ) {
    this.time = new IdleTime(clock);
    this.client = new ServiceClient({
      baseUrl: service.url,
      token: () => service.token,
      wire: () => wire,
      wireMemory: memory,
      requestTimeoutMs: () => 30_000,
      clock,
      logger: silentLogger,
      fetch: this.time.fetch,
    });
  }

  files(appId: string): AppFiles {
    const wire = clientWire(
      appId,
      () => this.client,
      () => 30_000,
    );
    return appFilesOver(wire, this.clock).files;
  }

  /** Waits for the promise, letting time pass whenever everybody only waits. */
  async run<T>(promise: Promise<T>): Promise<T> {
    return await this.time.run(promise);
  }

  async listApps(teamId?: string): Promise<readonly App[]> {
    const { apps, missing } = await this.run(this.client.listApps({ teamId }));
    assert.equal(missing, undefined);
    return apps;
  }
}

/** The settings that say of a service how it is spelled, as far as settings can. */
export function rightWire(spelling: Spelling): Wire {
  return {
    pageParameter: spelling.pageParameter,
    limitParameter: spelling.sizeParameter ?? "",
    teamParameter: spelling.teamParameter,
    firstPage: spelling.firstPage,
    listPathParameter: spelling.listPathParameter,
    downloadPathParameter: spelling.downloadPathParameter,
    uploadPathParameter: spelling.uploadPathParameter,
    uploadTarget: spelling.uploadTarget,
    archiveUploads: spelling.archiveUploads,
  };
}

/** Every folder ("src/") and file below a folder, with the file's bytes in hexadecimal. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const whole = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, whole).split(path.sep).join("/");
    return entry.isDirectory() ? [`${name}/`, ""] : [name, readFileSync(whole).toString("hex")];
  });
  return Object.fromEntries(entries.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)));
}
