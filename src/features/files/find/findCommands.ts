// Commands that find things in an app's files: go to a file by name, search text, follow a growing file. What they do
// is loaded with the first of them.
import type { Clock } from "../../../core/async/clock";
import { FirstUse } from "../../../core/async/firstUse";
import { isFileProblem } from "../../../core/errors/fileProblem";
import type { Logger } from "../../../core/logger";
import { appUri } from "../../../editor/appUris";
import type { ChooseApp } from "../../../editor/chooseMount";
import type { CommandTable } from "../../../editor/commands";
import { sentenceFor } from "../../../editor/errorSentences";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { toFileSystemError } from "../mount/fileErrors";
import type { HostedFileSystem } from "../mount/hostedFileSystem";
import type { FindFeature } from "./findFeature";

interface FindCommandsOptions {
  readonly fileSystem: Pick<HostedFileSystem, "mountAt">;
  readonly onDidChangeSignIns: (listener: () => void) => { dispose(): void };
  readonly chooseApp: ChooseApp;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly state: StateMemory;
}

/** The commands, and what they keep until the window closes. */
export function findCommands({ fileSystem, ...shared }: FindCommandsOptions): Omit<
  FindFeature,
  "handlers"
> & {
  readonly commands: () => Promise<CommandTable<"find">>;
} {
  const feature = new FirstUse(async () => {
    const { createFindFeature } = await import("./findFeature");
    return createFindFeature({
      openFiles: (location) => fileSystem.mountAt(location),
      ...shared,
      explain,
    });
  });
  return {
    commands: async () => (await feature.get()).handlers,
    letGo: async (app) => {
      if (feature.isUsed) await (await feature.get()).letGo(app);
    },
    dispose: () => feature.ifUsed((used) => used.dispose()),
  };
}

function explain(error: unknown): string {
  if (!isFileProblem(error)) return sentenceFor(error);
  return toFileSystemError(error, appUri({ accountId: "app", appId: "files", path: error.path })).message;
}
