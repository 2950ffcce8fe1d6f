// Commands that deploy. What they do is loaded when it is first used.
import type { Accounts } from "../../accounts/accounts";
import { Lazy } from "../../core/async/lazy";
import type { CommandTable } from "../../editor/commands/commands";
import { lookForCutOff } from "../../editor/cutOffLooks";
import type { StateMemory } from "../../editor/state/stateMemory";
import type { WindowServices } from "../../editor/windowServices";
import type { CreateServices } from "./createFeature";
import { createRecordNames } from "./createRecordNames";

/** The commands, and what they keep until the window closes. */
export function deployCommands(
  accounts: Accounts,
  loadFiles: CreateServices["loadFiles"],
  { context, clock, logger, machineFiles: files, heartbeat }: WindowServices,
): { readonly commands: () => Promise<CommandTable<"create">>; dispose(): void } {
  const { workspaceState: state, extensionUri } = context;
  const everywhere: StateMemory = context.globalState;
  const services: CreateServices = {
    ...{ accounts, loadFiles, clock, logger, state, everywhere, extensionUri, files, heartbeat },
  };
  const feature = new Lazy(async () => (await import("./createFeature")).createCreateFeature(services));
  const looks = lookForCutOff(async (onlyOfThisWindow) => {
    if ((await createRecordNames(files)).length > 0)
      await (await feature.get()).notifyCutOff(onlyOfThisWindow);
  }, services);
  if (everywhere.get("templates.opened")) {
    feature
      .get()
      .then((created) => created.resumeTemplate())
      .then(undefined, (error: unknown) => logger.error(`Going on with a new project: ${error}`));
  }
  return {
    commands: async () => (await feature.get()).handlers,
    dispose: () => {
      looks.dispose();
      feature.ifUsed((used) => used.dispose());
    },
  };
}
