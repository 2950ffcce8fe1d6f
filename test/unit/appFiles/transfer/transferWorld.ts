// An app in memory behind the real engine, and a folder of this machine that is moved to and from it.

import { createHash } from "node:crypto";
import type { AppWire } from "../../../../src/appFiles/appWire";
import { appFilesOver } from "../../../support/appFilesHarness";
import { FakeClock } from "../../../support/fakeClock";
import type { MemoryFolder } from "../../../support/memoryFolder";
import { RememberedFiles } from "../../../support/rememberedFiles";
import { TransferredFolder } from "../../../support/transferring";

export interface WorldOptions {
  readonly folder?: MemoryFolder;
  /** What the engine asks instead of the app in memory. */
  readonly wire?: (remote: RememberedFiles, clock: FakeClock) => Partial<AppWire>;
}

export function transferWorld(
  inApp: Readonly<Record<string, string>>,
  here: Readonly<Record<string, string | Uint8Array>> = {},
  { folder, wire }: WorldOptions = {},
) {
  const clock = new FakeClock();
  const remote = new RememberedFiles(clock);
  for (const [path, text] of Object.entries(inApp)) remote.put(`/${path}`, text);
  const asked = wire?.(remote, clock);
  const over: AppWire = asked
    ? new Proxy(remote, {
        get: (target, name) => {
          const value: unknown = Reflect.get(asked, name) ?? Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      })
    : remote;
  const { files, log } = appFilesOver(over, clock, {
    // Without the platform's threads, whose work no clock counts.
    hash: async (bytes) => createHash("sha256").update(bytes).digest("hex"),
  });
  const moved = new TransferredFolder(files, clock, here, folder);
  const finish = <T>(work: Promise<T>): Promise<T> => clock.finish(work);
  return {
    clock,
    remote,
    files,
    /** Of the window's single changes. */
    log,
    moved,
    folder: moved.folder,
    finish,
    /** What the app holds. */
    texts: () =>
      Object.fromEntries([...remote.files.keys()].sort().map((path) => [path.slice(1), remote.text(path)])),
    /** Lets enough time pass for the service's times to prove what was seen. */
    rest: () => clock.advance(10_000),
  };
}

export type TransferWorld = ReturnType<typeof transferWorld>;
