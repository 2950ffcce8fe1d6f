// A machine with windows that make backups: disk, time and living windows.
import assert from "node:assert/strict";
import { Backups } from "../../../../src/appFiles/backups/backups";
import type { Before, PlannedChange } from "../../../../src/appFiles/backups/changeLog";
import type { BackupFile } from "../../../../src/appFiles/backups/operation";
import type { MachineFiles } from "../../../../src/core/disk/machineFiles";
import { hashNow, hashOf } from "../../../support/appFilesHarness";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryMachineFiles } from "../../../support/memoryMachineFiles";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const shop = { accountId: "host-0123456789ab", appId: "5f1c/../Äpp" };
export const push = {
  kind: "push",
  ...shop,
  appName: "Shop",
  title: { folder: "file:///shop", count: 3 },
} as const;

export const bytesOf = (text: string) => new TextEncoder().encode(text);
export const had = (text: string): Before => ({
  bytes: bytesOf(text),
  entry: { sizeBytes: bytesOf(text).byteLength, modifiedAt: 1000 },
});

/** `before`: the replaced file. */
export function putting(path: string, before: Before, text: string): PlannedChange {
  return { side: "app", path, what: "put", before, afterHash: hashOf(text) };
}

export function removing(path: string, text: string): PlannedChange {
  return { side: "app", path, what: "remove", before: had(text) };
}

export class BackupsWorld {
  readonly clock = new FakeClock();
  readonly files = new MemoryMachineFiles(() => this.clock.now());
  readonly alive = new Set<string>();
  readonly said: string[] = [];
  refusedAsFull = 0;
  private windows = 0;

  window(id = `window-${++this.windows}`, files: MachineFiles = this.files): Backups {
    this.alive.add(id);
    const say = (message: string) => void this.said.push(message);
    return new Backups({
      files,
      clock: this.clock,
      logger: { trace: say, debug: say, info: say, warn: say, error: say },
      hash: hashNow,
      windowId: id,
      isWindowAlive: (asked) => this.alive.has(asked),
      onFull: () => void this.refusedAsFull++,
    });
  }

  /** Name and text of the only journal. */
  onlyLog(): { readonly name: string; readonly text: string } {
    const [name = "", ...more] = this.logs();
    assert.deepEqual(more, []);
    return { name, text: this.files.textOf(name) ?? "" };
  }

  /** Of all files, or of a folder's. */
  names(folder = ""): string[] {
    return [...this.files.files.keys()].filter((name) => name.startsWith(folder));
  }

  logs(): string[] {
    return this.names().filter((name) => name.endsWith("/journal.jsonl"));
  }

  contents(): string[] {
    return this.names().filter((name) => !name.endsWith("/journal.jsonl"));
  }

  fillDisk(isFull: (operation: string, name: string) => boolean = () => true): void {
    this.files.failing = (operation, name) => {
      const writes = operation === "write" || operation === "append" || operation === "create";
      return writes && isFull(operation, name) ? new Error("ENOSPC: the disk is full") : undefined;
    };
  }

  freeDisk(): void {
    this.files.failing = () => undefined;
  }
}

/** The listed backups with their content; fails when one cannot be read. */
export async function readable(store: Backups, key = shop): Promise<string[]> {
  const listed = await store.list(key);
  return await Promise.all(
    listed.map(async (file) => `${file.why} ${file.path}: ${await textOf(store, file)}`),
  );
}

async function textOf(store: Backups, file: BackupFile): Promise<string> {
  const { path, sizeBytes } = file;
  const bytes = await store.readContent(file);
  assert.ok(bytes, `${path} is listed and cannot be read`);
  assert.equal(bytes.byteLength, sizeBytes);
  return new TextDecoder().decode(bytes);
}
