// POST /v1/apps/{appId}/update: changes the fields of the body; some need a restart.

import type { AppRecord } from "../data/records";
import { readJsonObject } from "../http/requestBody";
import * as settings from "./checkSettings";
import { requireApp } from "./permissions";
import { answerJson, type Handler, showApp } from "./service";

/** Have no effect before the next start. */
const needRestart = ["memoryMB", "startupCommand", "runtime", "exposedViaWeb"] as const;

export const updateApp: Handler = async (service, { appId, incoming }) => {
  requireApp(service.state, appId, "canUpdateApplicationSettings");
  const changes = readChanges(await readJsonObject(incoming, service.sizes.jsonBytes));
  const before = requireApp(service.state, appId, "canUpdateApplicationSettings");
  const after = { ...before, ...changes };
  const restartRequired = before.restartRequired || needRestart.some((name) => before[name] !== after[name]);
  service.state.patchApp(appId, { ...changes, restartRequired }, "settings");
  return answerJson(service, await showApp(service, after, "update"));
};

function readChanges(body: Record<string, unknown>): Partial<AppRecord> {
  const { appName, memoryMB, startupCommand, runtimeEnvironment, exposedViaWeb, autoRestartEnabled } = body;
  return {
    ...(appName !== undefined && { name: settings.checkName(appName) }),
    ...(memoryMB !== undefined && { memoryMB: settings.checkMemoryMB(memoryMB) }),
    // Null means "unchanged" for these two.
    ...(startupCommand != null && { startupCommand: settings.checkCommand(startupCommand) }),
    ...(runtimeEnvironment != null && { runtime: settings.checkRuntime(runtimeEnvironment) }),
    ...(exposedViaWeb !== undefined && {
      exposedViaWeb: settings.checkBoolean("exposedViaWeb", exposedViaWeb),
    }),
    ...(autoRestartEnabled !== undefined && {
      autoRestart: settings.checkBoolean("autoRestartEnabled", autoRestartEnabled),
    }),
  };
}
