// What the windows of one machine keep of the apps that they create, in memory.
import { silentLogger } from "../../src/core/logger";
import { CreateRecords } from "../../src/features/create/createRecords";
import { MemoryMachineFiles } from "./memoryMachineFiles";

/** Those of a window; `alive` are the ids of the windows that are there. */
export function createRecordsOf(
  files = new MemoryMachineFiles(),
  id = "window",
  alive: ReadonlySet<string> = new Set([id]),
): CreateRecords {
  const heartbeat = { id, isAlive: async (other: string) => alive.has(other) };
  return new CreateRecords({ files, heartbeat, logger: silentLogger });
}
