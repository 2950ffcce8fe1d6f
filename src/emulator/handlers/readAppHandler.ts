// GET /v1/apps/{appId}
import { requireApp } from "./permissions";
import { answerJson, type Handler, showApp } from "./service";

export const readApp: Handler = async (service, { appId }) => {
  const app = requireApp(service.state, appId);
  return answerJson(service, await showApp(service, app, "read"));
};
