// DELETE /v1/apps/{appId}/delete
import { rm } from "node:fs/promises";
import { requireApp } from "./permissions";
import { answerJson, type Handler } from "./service";

export const deleteApp: Handler = async (service, { appId }) => {
  const app = requireApp(service.state, appId, "canDeleteApplication");
  // Gone from the list first, so that nothing starts or reads it while it is taken apart.
  service.state.removeApp(appId);
  await service.runner.remove(appId);
  for (const folder of [service.folders.app(appId), service.folders.appHome(appId)]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
  return answerJson(service, { message: `The application "${app.name}" was deleted.` });
};
