// A process of its own for archiveBench.ts: packs the folder of its argument, and prints how far its memory rose.
import fs from "node:fs";
import { packTree } from "./packedTree";

const idleBytes = process.memoryUsage().rss;
packTree(process.argv[2] ?? "").then(
  () => console.log(JSON.stringify({ idleBytes, peakBytes: peakBytes() })),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);

/** On Linux, maxRSS also counts the process that started this one (setmax_mm_hiwater_rss in fs/exec.c). */
function peakBytes(): number {
  const { maxRSS } = process.resourceUsage();
  if (process.platform !== "linux") return maxRSS * 1024;
  const [, kilobytes = maxRSS] =
    /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
