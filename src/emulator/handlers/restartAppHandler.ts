// POST /v1/apps/{appId}/restart: also starts an app that is stopped or has crashed.
import { requireApp } from "./permissions";
import { answerJson, type Handler, showApp } from "./service";

export const restartApp: Handler = async (service, { appId }) => {
  const app = requireApp(service.state, appId, "canChangeStatusApplication");
  await service.runner.start(appId);
  return answerJson(service, await showApp(service, app, "restart"));
};
