// GET /v1/users/@me
import { answerJson, type Handler } from "./service";

export const readUser: Handler = (service) => answerJson(service, service.state.user);
