// What our reading of the service costs beside a raw request and JSON.parse, over real HTTP to the local service.
import { AppFiles } from "../../src/api/appFiles";
import { ServiceClient } from "../../src/api/serviceClient";
import { systemClock } from "../../src/core/clock";
import { silentLogger } from "../../src/core/logger";
import { defaultWire } from "../../src/core/wire";
import { startEmulator } from "../../src/emulator/server";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type BenchRow, quickestMs, rowOf } from "./bench";

const entryCount = 5_000;
const uploadCount = 4;
const runs = 8;

export async function filesBench(): Promise<BenchRow[]> {
  const dataDir = temporaryFolder("bench");
  const emulator = await startEmulator({ dataDir, run: false });
  try {
    const files = Object.fromEntries(
      Array.from({ length: entryCount }, (_, index) => [`many/file-${index}.txt`, "x"]),
    );
    const appId = await emulator.addApp({ name: "Bench", files });
    const client = new ServiceClient({
      baseUrl: emulator.url,
      token: () => emulator.token,
      wire: () => defaultWire,
      requestTimeoutMs: () => 30_000,
      clock: systemClock,
      logger: silentLogger,
    });
    const appFiles = new AppFiles(client, appId, () => defaultWire, systemClock);
    const rawListing = async (): Promise<unknown> => {
      const response = await fetch(`${emulator.url}/v1/apps/${appId}/files?path=%2Fmany`, {
        headers: { authorization: `Bearer ${emulator.token}` },
      });
      return JSON.parse(await response.text());
    };
    await rawListing();
    await appFiles.list("/many");
    const raw = await quickestMs(runs, rawListing);
    const ours = await quickestMs(runs, () => appFiles.list("/many"));

    const start = performance.now();
    await Promise.all(
      Array.from({ length: uploadCount }, (_, index) =>
        client.uploadFile(appId, `/u${index}.txt`, new Uint8Array(10)),
      ),
    );
    const uploads = performance.now() - start;
    return [
      rowOf(`list a folder of ${entryCount} entries (ms) / fetch + JSON.parse`, ours, raw, 1.3),
      rowOf(`${uploadCount} uploads (ms) / the service's pace`, uploads, (uploadCount - 1) * 3_000, 1.02),
    ];
  } finally {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  }
}
