// Commands that find things in an app's files: go to a file by name, search text, follow a growing file. What they do
// is loaded with the first of them.
import { Lazy } from "../../core/async/lazy";
import type { CommandTable } from "../../editor/commands/commands";
import type { OnAppDeleted } from "../../editor/state/appDeleted";
import type { FindOptions } from "./files/findServices";

interface RegisteredFind {
  readonly commands: () => Promise<CommandTable<"find">>;
  readonly onAppDeleted: OnAppDeleted;
  dispose(): void;
}

export function registerFind(options: FindOptions): RegisteredFind {
  const feature = new Lazy(async () => (await import("./findFeature")).createFindFeature(options));
  return {
    commands: async () => (await feature.get()).handlers,
    onAppDeleted: async (app) => {
      if (feature.isUsed) await (await feature.get()).onAppDeleted(app);
      return [];
    },
    dispose: () => feature.ifUsed((used) => used.dispose()),
  };
}
