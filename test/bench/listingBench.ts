// What a large folder costs beside a raw request for it.
import { type BenchRow, type Durations, rowOf, typicalOfBoth } from "./bench";
import { withBenchApp } from "./benchApp";

const entryCount = 5_000;
const runs = 15;
const target = 1.2;

export async function listingBench(): Promise<BenchRow[]> {
  const files = Object.fromEntries(
    Array.from({ length: entryCount }, (_, index) => [`many/file-${index}.txt`, "x"]),
  );
  return await withBenchApp(files, async (app) => {
    const raw = () => app.rawRead("/many");
    const forget = async (): Promise<void> => app.files.clear();
    const listed = await typicalOfBoth(runs, () => app.files.list("/many"), raw, forget);

    // The app's own folder is listed before, as the Explorer does it; the large one is listed again each time.
    let mount = app.mount();
    const open = async (): Promise<void> => {
      const shown = await mount.readDirectory("/many");
      if (shown.length !== entryCount) throw new Error(`${shown.length} of ${entryCount} entries are shown`);
    };
    const opened = await typicalOfBoth(runs, open, raw, async () => {
      await forget();
      mount = app.mount();
      await mount.readDirectory("/");
    });
    const polled = await typicalOfBoth(runs, () => mount.poll(["/many"], 0), raw);
    const row = (what: string, { oursMs, rawMs }: Durations) =>
      rowOf(`${what} (ms) / fetch + JSON.parse`, oursMs, rawMs, target);
    return [
      row(`list a folder of ${entryCount} entries`, listed),
      row(`show a folder of ${entryCount} entries of a mount`, opened),
      row(`look for changes in ${entryCount} entries`, polled),
    ];
  });
}
