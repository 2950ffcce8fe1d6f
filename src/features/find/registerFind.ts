// Commands that find files, search text and follow growing files. Loaded with the first of them.
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
