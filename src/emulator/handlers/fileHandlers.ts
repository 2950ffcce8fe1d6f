// Requests for an app's files, but for uploads: listings, contents and deletions.
import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { isoTime } from "../base/emulatorClock";
import { shownSize } from "../base/sizeLimits";
import { normalizePath, parentPath, realEntry, realFile } from "../files/appFolder";
import { systemErrorCode, toFileAnswer } from "../files/fileAnswers";
import { BadRequest, HttpError, NotFound, TooLarge } from "../http/httpErrors";
import { readJsonObject } from "../http/requestBody";
import { requireApp } from "./permissions";
import { answerJson, type Handler, type Service } from "./service";

/** The entries of a folder, or the text of a file. */
export const browseFiles: Handler = async (service, { appId, query }) => {
  requireApp(service.state, appId, "canSeeApplicationFiles");
  const path = normalizePath(query.get("path") ?? "/");
  try {
    return await answerJson(service, await browse(service, appId, path));
  } catch (error) {
    throw toFileAnswer(error, path);
  }
};

async function browse(service: Service, appId: string, path: string): Promise<Record<string, unknown>> {
  const appFolder = service.folders.app(appId);
  const real = await realFile(appFolder, path);
  const found = await stat(real);
  const where = { prevPath: parentPath(path), currentPath: path };
  if (found.isDirectory()) {
    return { isDirectory: true, content: null, files: await entriesOf(appFolder, real, path), ...where };
  }
  if (!found.isFile()) throw new NotFound(`"${path}" is neither a file nor a folder.`);
  const content = await textOf(real, service.sizes.contentBytes);
  return { isDirectory: false, content, files: null, ...where };
}

async function entriesOf(appFolder: string, real: string, path: string): Promise<unknown[]> {
  const names = (await readdir(real)).sort((a, b) => (a < b ? -1 : 1));
  const entries: unknown[] = [];
  // A folder may hold more entries than files may be open at once.
  const portion = 256;
  for (let from = 0; from < names.length; from += portion) {
    const shown = names.slice(from, from + portion).map((name) => entryOf(appFolder, path, name));
    entries.push(...(await Promise.all(shown)).filter((entry) => entry !== undefined));
  }
  return entries;
}

async function entryOf(appFolder: string, folderPath: string, name: string): Promise<unknown> {
  const path = folderPath === "/" ? `/${name}` : `${folderPath}/${name}`;
  let found: Stats;
  try {
    found = await stat(await realFile(appFolder, path));
  } catch {
    // Deleted meanwhile, or a link that leads nowhere or out of the app: hidden from the caller.
    return undefined;
  }
  if (!found.isDirectory() && !found.isFile()) return undefined;
  return {
    name,
    isDirectory: found.isDirectory(),
    isFile: found.isFile(),
    path,
    size: found.isDirectory() ? 0 : found.size,
    createdAt: isoTime(found.birthtimeMs || found.ctimeMs),
    modifiedAt: isoTime(found.mtimeMs),
  };
}

/** Always decoded as UTF-8, as services do; only a download returns exact bytes. */
async function textOf(real: string, maxBytes: number): Promise<string> {
  const file = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    if ((await file.stat()).size > maxBytes) {
      throw new TooLarge(`The file is larger than ${shownSize(maxBytes)}. It can be downloaded.`);
    }
    return (await file.readFile()).toString("utf8");
  } finally {
    await file.close();
  }
}

/** The exact bytes of one file. */
export const downloadFile: Handler = async (service, { appId, query }) => {
  requireApp(service.state, appId, "canSeeApplicationFiles");
  const given = query.get("path");
  if (given === null) throw new BadRequest("The path of the file to download is missing.");
  const path = normalizePath(given);
  try {
    return await send(await realFile(service.folders.app(appId), path), path);
  } catch (error) {
    throw toFileAnswer(error, path);
  }
};

async function send(real: string, path: string): Promise<Response> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(real, flags);
  const found = await file.stat();
  const headers = {
    "content-type": "application/octet-stream",
    "content-length": String(found.size),
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(path.slice(path.lastIndexOf("/") + 1))}`,
  };
  if (!found.isFile() || found.size === 0) {
    await file.close();
    if (!found.isFile()) throw new BadRequest(`"${path}" isn't a file.`);
    return new Response("", { headers });
  }
  // Up to the announced size: a log may grow during the download.
  const bytes = file.createReadStream({ start: 0, end: found.size - 1 });
  return new Response(Readable.toWeb(bytes) as ReadableStream, { headers });
}

/** A path that can't be deleted is reported and doesn't stop the others. */
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
