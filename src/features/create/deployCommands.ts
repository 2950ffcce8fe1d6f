// Commands that deploy. What they do is loaded when it is first used.
import type { Accounts } from "../../accounts/accounts";
import { FirstUse } from "../../core/async/firstUse";
import type { CommandHandler } from "../../editor/commands";
import type { StateMemory } from "../../editor/state/stateMemory";
import type { WindowServices } from "../../editor/windowServices";
import type { CreateFeature, CreateServices } from "./createFeature";
import { createRecordsKey } from "./createRecordsKey";
import { openedTemplateKey } from "./template/openedTemplateKey";

/** The commands, and what they keep until the window closes. */
export function deployCommands(
  accounts: Accounts,
  loadFiles: CreateServices["loadFiles"],
  { context, clock, logger }: WindowServices,
): Pick<CreateFeature, "handlers" | "dispose"> {
  const { workspaceState: state, extensionUri } = context;
  const everywhere: StateMemory = context.globalState;
  const services: CreateServices = { accounts, loadFiles, clock, state, everywhere, extensionUri };
  const feature = new FirstUse(async () => (await import("./createFeature")).createCreateFeature(services));
  const run =
    (id: keyof CreateFeature["handlers"]): CommandHandler =>
    async (argument) =>
      await (await feature.get()).handlers[id](argument);
  if (services.state.get(createRecordsKey) || everywhere.get(openedTemplateKey)) {
    feature
      .get()
      .then((created) => created.resume())
      .then(undefined, (error: unknown) => logger.error(`Telling of an interrupted creation: ${error}`));
  }
  return {
    handlers: {
      "deploy.createApp": run("deploy.createApp"),
      "deploy.preview": run("deploy.preview"),
      "deploy.newFromTemplate": run("deploy.newFromTemplate"),
    },
    dispose: () => feature.ifUsed((used) => used.dispose()),
  };
}
