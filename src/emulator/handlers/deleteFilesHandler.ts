// DELETE /v1/apps/{appId}/files: a path that can't be deleted is reported and doesn't stop the others.
import { lstat, rm } from "node:fs/promises";
import { normalizePath, realEntry } from "../files/appFolder";
import { systemErrorCode } from "../files/fileAnswers";
import { BadRequest, HttpError } from "../http/httpErrors";
import { readJsonObject } from "../http/requestBody";
import { requireApp } from "./permissions";
import { answerJson, type Handler } from "./service";

export const deleteFiles: Handler = async (service, { appId, incoming }) => {
  requireApp(service.state, appId, "canDeleteApplicationFiles");
  const { files } = await readJsonObject(incoming, service.sizes.jsonBytes);
  if (!Array.isArray(files) || files.length === 0 || !files.every((path) => typeof path === "string")) {
    throw new BadRequest("files must be a list of one or more paths.");
  }
  const appFolder = service.folders.app(appId);
  const success: string[] = [];
  const failed: string[] = [];
  for (const path of files) ((await deleteOne(appFolder, path)) ? success : failed).push(path);
  return answerJson(service, { success, failed });
};

async function deleteOne(appFolder: string, given: string): Promise<boolean> {
  try {
    const path = normalizePath(given);
    if (path === "/") return false;
    const entry = await realEntry(appFolder, path);
    await lstat(entry);
    await rm(entry, { recursive: true });
    return true;
  } catch (error) {
    // Errors of one path go to `failed`; any other is a failure of the service.
    if (error instanceof HttpError || systemErrorCode(error) !== undefined) return false;
    throw error;
  }
}
