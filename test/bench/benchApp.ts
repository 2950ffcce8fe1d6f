// An app of the local service, which runs as a process of its own as it does for users, and all that reads it: our
// client with a count of its requests, and raw requests beside it.
import { AppFiles } from "../../src/api/appFiles";
import { ServiceClient } from "../../src/api/serviceClient";
import { systemClock } from "../../src/core/clock";
import { silentLogger } from "../../src/core/logger";
import { defaultWire } from "../../src/core/wire";
import { startEmulator } from "../../src/emulator/server";
import { MountedApp } from "../../src/features/files/mountedApp";
import { startEmulatorProcess } from "../support/emulatorProcess";
import { quietTreeCopy } from "../support/quietTreeCopy";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

export class BenchApp {
  /** Downloads that our client has asked for. */
  downloads = 0;
  readonly files: AppFiles;

  constructor(
    private readonly service: { readonly url: string; readonly token: string },
    private readonly appId: string,
  ) {
    const client = new ServiceClient({
      baseUrl: service.url,
      token: () => service.token,
      wire: () => defaultWire,
      requestTimeoutMs: () => 30_000,
      clock: systemClock,
      logger: silentLogger,
      fetch: (input, init) => {
        if (String(input).includes("/download")) this.downloads++;
        return globalThis.fetch(input, init);
      },
    });
    this.files = new AppFiles(client, appId, () => defaultWire, systemClock);
  }

  /** The app as VS Code would see it, before anything of it is known. */
  mount(): MountedApp {
    return new MountedApp(this.files, {
      clock: systemClock,
      maxOpenBytes: () => 20 * 1024 * 1024,
      askConflict: async () => "cancel",
      treeCopyDialog: quietTreeCopy,
    });
  }

  /** What anybody would write without us: one request for a path, and JSON.parse. */
  async rawRead(path: string): Promise<unknown> {
    const query = path === "/" ? "" : `?path=${encodeURIComponent(path)}`;
    const response = await fetch(`${this.service.url}/v1/apps/${this.appId}/files${query}`, {
      headers: { authorization: `Bearer ${this.service.token}` },
    });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return JSON.parse(await response.text());
  }
}

/** Runs the work with an app of these files (path inside the app to text). */
export async function withBenchApp<T>(
  files: Readonly<Record<string, string>>,
  work: (app: BenchApp) => Promise<T>,
): Promise<T> {
  const dataDir = temporaryFolder("bench");
  try {
    const builder = await startEmulator({ dataDir, run: false });
    const appId = await builder.addApp({ name: "Bench", files }).finally(() => builder.stop());
    const service = await startEmulatorProcess({ dataDir, run: false });
    try {
      return await work(new BenchApp(service, appId));
    } finally {
      await service.stop();
    }
  } finally {
    removeTemporaryFolder(dataDir);
  }
}
