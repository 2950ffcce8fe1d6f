// Uploads by the clock on the wall, against the pace that the service allows: what its limit costs and no more.
import { type BenchRow, durationMs, rowOf } from "./bench";
import { withBenchApp } from "./benchApp";

const uploadCount = 6;
const paceMs = 3_000;

export async function uploadsBench(): Promise<BenchRow[]> {
  return await withBenchApp({ "here/a.txt": "x" }, async ({ files }) => {
    // A user who uploads has the app open.
    for (const folder of ["/", "/here"]) await files.list(folder);
    const uploadsMs = await durationMs(() =>
      Promise.all(
        Array.from({ length: uploadCount }, (_, index) =>
          files.put(`/u${index}.txt`, new TextEncoder().encode(`upload ${index}`), {
            base: { kind: "absent" },
            author: "bench",
          }),
        ),
      ),
    );
    const allowedMs = (uploadCount - 1) * paceMs;
    return [rowOf(`${uploadCount} uploads, confirmed (ms) / the service's pace`, uploadsMs, allowedMs, 1.05)];
  });
}
