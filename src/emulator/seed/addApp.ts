// Puts an application into the service from inside: for the demo and for tests, past the limits of the interface.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { newAppRecord } from "../data/newApp";
import type { AppRecord } from "../data/records";
import type { Service } from "../handlers/service";

/** An application and its files: path inside the app (no leading "/") to content. */
export type AppToAdd = Partial<AppRecord> & {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Starts it too; left out, it is there but stopped. */
  readonly started?: boolean;
};

/** Returns the new app's id. */
export async function addApp(service: Service, toAdd: AppToAdd): Promise<string> {
  const { files = {}, started = false, ...settings } = toAdd;
  const defaults = {
    userId: service.state.user._id,
    name: "app",
    mainFile: "main.py",
    runtime: "python",
  } as const;
  const app = newAppRecord({ ...defaults, ...settings }, service.clock);
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
