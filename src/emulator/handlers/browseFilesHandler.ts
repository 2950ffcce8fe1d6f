// GET /v1/apps/{appId}/files: the entries of a folder, or the text of a file.
import { constants, type Stats } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { isoTime } from "../base/emulatorClock";
import { shownSize } from "../base/sizeLimits";
import { normalizePath, parentPath, realFile } from "../files/appFolder";
import { toFileAnswer } from "../files/fileAnswers";
import { NotFound, TooLarge } from "../http/httpErrors";
import { requireApp } from "./permissions";
import { answerJson, type Handler, type Service } from "./service";

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
