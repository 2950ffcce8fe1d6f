// GET /v1/apps/{appId}/download: the exact bytes of one file.
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { normalizePath, realFile } from "../files/appFolder";
import { toFileAnswer } from "../files/fileAnswers";
import { BadRequest } from "../http/httpErrors";
import { requireApp } from "./permissions";
import type { Handler } from "./service";

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
