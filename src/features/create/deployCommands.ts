// Commands that deploy. What they do is loaded when it is first used.
import type { Accounts } from "../../accounts/accounts";
import { FirstUse } from "../../core/async/firstUse";
import type { CommandTable } from "../../editor/commands/commands";
import type { StateMemory } from "../../editor/state/stateMemory";
import type { WindowServices } from "../../editor/windowServices";
import type { CreateServices } from "./createFeature";
import { createRecordsKey } from "./createRecordsKey";
import { openedTemplateKey } from "./template/openedTemplateKey";

/** The commands, and what they keep until the window closes. */
export function deployCommands(
  accounts: Accounts,
  loadFiles: CreateServices["loadFiles"],
  { context, clock, logger }: WindowServices,
): { readonly commands: () => Promise<CommandTable<"create">>; dispose(): void } {
  const { workspaceState: state, extensionUri } = context;
  const everywhere: StateMemory = context.globalState;
  const services: CreateServices = { accounts, loadFiles, clock, state, everywhere, extensionUri };
  const feature = new FirstUse(async () => (await import("./createFeature")).createCreateFeature(services));
  if (services.state.get(createRecordsKey) || everywhere.get(openedTemplateKey)) {
    feature
      .get()
      .then((created) => created.resume())
      .then(undefined, (error: unknown) => logger.error(`Telling of an interrupted creation: ${error}`));
  }
  return {
    commands: async () => (await feature.get()).handlers,
    dispose: () => feature.ifUsed((used) => used.dispose()),
  };
}
