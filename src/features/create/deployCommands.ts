// Commands that deploy. What they do is loaded when it is first used.
import { FirstUse } from "../../core/async/firstUse";
import type { Logger } from "../../core/logger";
import type { CommandHandler } from "../../editor/commands";
import type { CreateFeature, CreateServices } from "./createFeature";
import { createRecordsKey } from "./createRecordsKey";

/** The commands, and what they keep until the window closes. */
export function deployCommands(
  services: CreateServices,
  logger: Logger,
): Pick<CreateFeature, "handlers" | "dispose"> {
  const feature = new FirstUse(async () => (await import("./createFeature")).createCreateFeature(services));
  const run =
    (id: keyof CreateFeature["handlers"]): CommandHandler =>
    async (argument) =>
      await (await feature.get()).handlers[id](argument);
  if (services.state.get(createRecordsKey)) {
    feature
      .get()
      .then((created) => created.resume())
      .then(undefined, (error: unknown) => logger.error(`Telling of an interrupted creation: ${error}`));
  }
  return {
    handlers: { "deploy.createApp": run("deploy.createApp"), "deploy.preview": run("deploy.preview") },
    dispose: () => feature.ifUsed((used) => used.dispose()),
  };
}
