// An app in memory behind the real engine, and a local folder.
import { appFilesOver } from "../../../support/appFilesHarness";
import { FakeClock } from "../../../support/fakeClock";
import type { MemoryFolder } from "../../../support/memoryFolder";
import { RememberedFiles } from "../../../support/rememberedFiles";
import { TransferredFolder } from "../../../support/transferring";

export interface WorldOptions {
  readonly folder?: MemoryFolder;
  /** Changes the behaviour of the app in memory. */
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
    /** The app's files. */
    texts: () =>
      Object.fromEntries(Object.entries(remote.texts).map(([path, text]) => [path.slice(1), text])),
    /** Enough time for versions to prove contents. */
    rest: () => clock.advance(10_000),
  };
}

export type TransferWorld = ReturnType<typeof transferWorld>;

/** Pushed, and unchanged since. */
export async function pushed(
  files: Readonly<Record<string, string>>,
  prepare?: WorldOptions["prepare"],
): Promise<TransferWorld> {
  const world = transferWorld({}, files, prepare && { prepare });
  await world.finish(world.moved.push());
  await world.rest();
  await world.finish(world.moved.push());
  return world;
}
