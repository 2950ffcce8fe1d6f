// Loaded into the extension host before anything else: when a signal asks, collects garbage and writes how much memory is left.
import fs from "node:fs";
import v8 from "node:v8";
import vm from "node:vm";

/** Names the file for the answer, in bytes. */
export const memoryVariable = "HOSTED_APPS_BENCH_MEMORY";

process.on("SIGUSR2", () => {
  v8.setFlagsFromString("--expose-gc");
  // Gives pages back to the system too: V8 keeps up to 100 MB of empty ones while the program runs.
  vm.runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" });
  fs.writeFileSync(process.env[memoryVariable] ?? "", String(process.memoryUsage.rss()));
});
