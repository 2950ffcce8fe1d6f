// The only place that builds URLs: every path of docs/interface.md#endpoints, in its order.
import { ServiceError } from "../core/errors/serviceError";
import type { PermissionName } from "../core/model/model";
import type { Route } from "./http/exchange";

/** ServiceError "badInput" for an app id that cannot be one path segment. */
export const routes = {
  createApp: fixed("/v1/apps/create"),
  apps: fixed("/v1/apps"),
  app: (appId: string) => ofApp(appId, ""),
  updateApp: (appId: string) => ofApp(appId, "/update", "canUpdateApplicationSettings"),
  restartApp: (appId: string) => ofApp(appId, "/restart", "canChangeStatusApplication"),
  deleteApp: (appId: string) => ofApp(appId, "/delete", "canDeleteApplication"),
  files: (appId: string) => ofApp(appId, "/files", "canSeeApplicationFiles"),
  deleteFiles: (appId: string) => ofApp(appId, "/files", "canDeleteApplicationFiles"),
  upload: (appId: string) => ofApp(appId, "/upload", "canEditApplicationFiles"),
  download: (appId: string) => ofApp(appId, "/download", "canSeeApplicationFiles"),
  currentUser: fixed("/v1/users/@me"),
} as const;

function fixed(path: string): Route {
  return { path, template: path };
}

function ofApp(appId: string, rest: string, permission?: PermissionName): Route {
  return {
    ...{ path: `/v1/apps/${segment(appId)}${rest}`, template: `/v1/apps/{appId}${rest}` },
    ...{ appId, permission },
  };
}

function segment(id: string): string {
  // A dot segment would address another endpoint; a lone surrogate cannot be encoded.
  if (id === "" || id === "." || id === ".." || /\p{Surrogate}/u.test(id)) {
    throw new ServiceError("badInput", "an app ID that can't be part of a URL");
  }
  return encodeURIComponent(id);
}
