// An app in memory behind the real engine, and a folder of this machine that is moved to and from it.
import { appFilesOver } from "../../../support/appFilesHarness";
import { FakeClock } from "../../../support/fakeClock";
import type { MemoryFolder } from "../../../support/memoryFolder";
import { RememberedFiles } from "../../../support/rememberedFiles";
import { TransferredFolder } from "../../../support/transferring";

export interface WorldOptions {
  readonly folder?: MemoryFolder;
  /** Makes the app in memory behave in another way. */
  readonly prepare?: (remote: RememberedFiles, clock: FakeClock) => void;
}

export function transferWorld(
  inApp: Readonly<Record<string, string>>,
  here: Readonly<Record<string, string | Uint8Array>> = {},
  { folder, prepare }: WorldOptions = {},
) {
  const clock = new FakeClock();
  const remote = new RememberedFiles(clock);
  for (const [path, text] of Object.entries(inApp)) remote.put(`/${path}`, text);
  prepare?.(remote, clock);
  const { files } = appFilesOver(remote, clock);
  const moved = new TransferredFolder(files, clock, here, folder);
  const finish = <T>(work: Promise<T>): Promise<T> => clock.finish(work);
  return {
    clock,
    remote,
    files,
    moved,
    folder: moved.folder,
    finish,
    /** What the app holds. */
    texts: () =>
      Object.fromEntries(Object.entries(remote.texts).map(([path, text]) => [path.slice(1), text])),
    /** Lets enough time pass for the service's times to prove what was seen. */
    rest: () => clock.advance(10_000),
  };
}

export type TransferWorld = ReturnType<typeof transferWorld>;

/** An app and a folder that were pushed and have not changed since. */
export async function pushed(files: Readonly<Record<string, string>>): Promise<TransferWorld> {
  const world = transferWorld({}, files);
  await world.finish(world.moved.push());
  await world.rest();
  await world.finish(world.moved.push());
  return world;
}
