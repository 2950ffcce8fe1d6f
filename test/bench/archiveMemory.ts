// A process of its own for archiveBench.ts: packs the folder of its argument, and prints how far its memory rose.
import { packTree } from "./packedTree";

const idleBytes = process.memoryUsage().rss;
packTree(process.argv[2] ?? "").then(
  () => console.log(JSON.stringify({ idleBytes, peakBytes: process.resourceUsage().maxRSS * 1024 })),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
