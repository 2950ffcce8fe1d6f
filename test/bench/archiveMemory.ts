// A process of its own for archiveBench.ts: walks the folder of its argument and packs it, and prints how far its memory rose.
import { packArchive } from "../../src/core/archive/archive";
import { readFolder } from "../../src/core/project/readFolder";
import { NodeDeflater } from "../../src/features/create/nodeDeflate";
import { diskSource } from "../support/diskSource";

async function main(): Promise<void> {
  const { signal } = new AbortController();
  const idleBytes = process.memoryUsage().rss;
  const { files } = await readFolder(diskSource(process.argv[2] ?? ""), { signal });
  const deflater = new NodeDeflater();
  const archive = await packArchive(files, { signal, deflate: deflater.deflate });
  deflater.dispose();
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ idleBytes, peakBytes, archiveBytes: archive.size, fileCount: files.length }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
