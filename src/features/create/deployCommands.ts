// Commands that deploy. What they do is loaded when it is first used.
import type { Logger } from "../../core/logger";
import type { CommandHandler } from "../../editor/commands";
import type { CreateFeature, CreateServices } from "./createFeature";
import { createRecordsKey } from "./createRecordsKey";

/** The commands, and what they keep until the window closes. */
export function deployCommands(
  services: CreateServices,
  logger: Logger,
): Pick<CreateFeature, "handlers" | "dispose"> {
  let loading: Promise<CreateFeature> | undefined;
  const load = async (): Promise<CreateFeature> => {
    loading ??= import("./createFeature").then((feature) => feature.createCreateFeature(services));
    return await loading;
  };
  const run =
    (id: keyof CreateFeature["handlers"]): CommandHandler =>
    async (argument) =>
      await (await load()).handlers[id](argument);
  if (services.state.get(createRecordsKey)) {
    load()
      .then((feature) => feature.resume())
      .then(undefined, (error: unknown) => logger.error(`Telling of an interrupted creation: ${error}`));
  }
  return {
    handlers: { "deploy.createApp": run("deploy.createApp"), "deploy.preview": run("deploy.preview") },
    dispose: () => void loading?.then((feature) => feature.dispose()),
  };
}
