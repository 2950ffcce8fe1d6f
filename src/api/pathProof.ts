// Sees to it that nothing is uploaded to a service that ignores the path parameter: the file would land elsewhere.

import { isServiceError } from "../core/errors/serviceError";
import type { FileEntry } from "../core/model/model";
import { joinAppPath, parentOf } from "../core/paths/appPath";
import type { CallOptions } from "./callOptions";
import type { ServiceClient } from "./serviceClient";

/**
 * Resolves when an answer has shown that the service heeds `service.wire.pathParameter`, reading a path once if none
 * has yet; `path` is what is about to be written. ServiceError "wire" when the service ignores it.
 */
export async function requirePathParameter(
  client: ServiceClient,
  appId: string,
  path: string,
  options: CallOptions,
): Promise<void> {
  if (client.isPathParameterProven) return;
  const probe = parentOf(path) === "/" ? path : parentOf(path);
  try {
    await client.readPath(appId, probe, options);
  } catch (error) {
    if (client.isPathParameterProven) return;
    if (!isServiceError(error, "server")) throw error;
    // It may answer so for a path that is not there: one that is there decides.
    const known = await somethingIn(client, appId, options);
    if (!known) throw error;
    await client.readPath(appId, joinAppPath("/", known.name), options);
  }
}

async function somethingIn(
  client: ServiceClient,
  appId: string,
  options: CallOptions,
): Promise<FileEntry | undefined> {
  const { content: root } = await client.readPath(appId, "/", options);
  const entries = root.isDirectory ? root.entries : [];
  return entries.find(({ type }) => type === "directory") ?? entries[0];
}
