// Adds an app from inside, past the limits of the API, for the demo and for tests.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { newAppRecord } from "../data/newApp";
import type { AppRecord } from "../data/records";
import type { Service } from "../handlers/service";

/** Files by path in the app (no leading "/"). */
export type AppToAdd = Partial<AppRecord> & {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** False or absent: stopped. */
  readonly started?: boolean;
};

export async function addApp(service: Service, toAdd: AppToAdd): Promise<string> {
  const { files = {}, started = false, ...settings } = toAdd;
  const app = newAppRecord({ userId: service.state.user._id, ...settings }, service.clock);
  const folder = service.folders.app(app._id);
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  service.state.addApp(app);
  if (started) await service.runner.start(app._id);
  await service.state.saved();
  return app._id;
}
