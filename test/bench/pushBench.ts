// The first push after a creation, of a few changed files among many, over real HTTP to the local service: how many
// requests it sends, and how long it sends.
import { packArchive } from "../../src/core/archive/archive";
import { systemClock } from "../../src/core/async/clock";
import { startEmulator } from "../../src/emulator/server";
import { filesOver } from "../support/clientFiles";
import { serviceClientOf } from "../support/serviceClientOf";
import { someSettings } from "../support/someSettings";
import { temporaryFolder } from "../support/temporaryFolder";
import { TransferredFolder } from "../support/transferring";
import { type BenchRow, rowOf } from "./bench";

const fileCount = 5_000;
const folderCount = 40;
const changedCount = 12;

export async function pushBench(): Promise<BenchRow[]> {
  const emulator = await startEmulator({ dataDir: temporaryFolder("bench-push"), run: false });
  try {
    const names = Array.from(
      { length: fileCount },
      (_, index) => `part-${index % folderCount}/file-${index}.txt`,
    );
    const files = Object.fromEntries(names.map((name) => [name, `text of ${name}`]));
    const client = serviceClientOf(emulator);
    const settings = { ...someSettings, mainFile: names[0] ?? "" };
    const { id } = await client.createApp(settings, await archiveOf(files));
    const folder = new TransferredFolder(filesOver(client, id, systemClock), systemClock, files);
    // As long as a creation takes at least: it sees twice that the app is online.
    await systemClock.sleep(1_500);
    await folder.rememberCreated();
    const changed = names.filter((name) => name.startsWith("part-7/")).slice(0, changedCount);
    for (const name of changed) folder.put(name, `changed ${name}`);

    const requestsBefore = emulator.requests.length;
    let sendingSince: number | undefined;
    const result = await folder.push({
      onProgress: () => {
        sendingSince ??= performance.now();
      },
    });
    const sendingMs = performance.now() - (sendingSince ?? performance.now());
    if (result.put.length !== changedCount) throw new Error(`${result.put.length} files were pushed`);
    const requests = emulator.requests.length - requestsBefore;
    const what = `push of ${changedCount} changed among ${fileCount}`;
    return [
      rowOf(
        `${what} (requests) / folders + 3 for each (old text, listing, upload)`,
        requests,
        folderCount + 1 + 3 * changedCount,
        1.1,
      ),
      rowOf(`${what} (ms of sending) / the service's pace`, sendingMs, (changedCount - 1) * 3_000, 1.02),
    ];
  } finally {
    await emulator.stop();
  }
}

/** In the order of the paths, as the archives of folders are. */
async function archiveOf(files: Readonly<Record<string, string>>): Promise<Blob> {
  const packed = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return await packArchive(
    packed.map(([path, text]) => {
      const bytes = new TextEncoder().encode(text);
      return { path, sizeBytes: bytes.byteLength, modifiedAt: 0, read: async () => bytes };
    }),
    { signal: new AbortController().signal },
  );
}
