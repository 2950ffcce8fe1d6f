// POST /v1/apps/{appId}/upload: replaces one file atomically and creates its folder. Optionally unpacks zip
// files.

import { chmod, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { EmulatorClock } from "../base/emulatorClock";
import type { SizeLimits } from "../base/sizeLimits";
import { isEntryName, normalizePath, parentPath, realEntry, requireInside } from "../files/appFolder";
import { systemErrorCode, toFileAnswer } from "../files/fileAnswers";
import { unzip } from "../files/unzip";
import { BadRequest, NotFound } from "../http/httpErrors";
import { type UploadedForm, withForm } from "../http/multipart";
import { requireApp } from "./permissions";
import { answerJson, type Handler, type Service } from "./service";

export const uploadFile: Handler = async (service, { appId, incoming, query }) => {
  requireApp(service.state, appId, "canEditApplicationFiles");
  const directory = normalizePath(query.get("path") ?? "/");
  const { folders, sizes } = service;
  const form = { temporaryPath: folders.temporaryPath(), maxFileBytes: sizes.uploadBytes };
  const message = await withForm(incoming, form, (received) => place(service, appId, directory, received));
  return answerJson(service, { message });
};

async function place(
  service: Service,
  appId: string,
  directory: string,
  form: UploadedForm,
): Promise<string> {
  if (!form.file) throw new BadRequest('The file is missing: it must be in the field "file".');
  const { name, path: received } = form.file;
  if (!isEntryName(name)) throw new BadRequest(`"${name}" isn't a file name.`);
  const path = directory === "/" ? `/${name}` : `${directory}/${name}`;
  // The app was deleted during the upload: its folder must not reappear.
  if (!service.state.record(appId)) throw new NotFound("There is no application with this id.");
  const appFolder = service.folders.app(appId);
  if (service.archiveUploads === "extracted" && name.toLowerCase().endsWith(".zip")) {
    await extractArchive(
      received,
      { appFolder, directory, unpacked: service.folders.temporaryPath() },
      service.sizes,
    );
    return `The archive "${name}" was extracted into "${directory}".`;
  }
  await placeFile(received, { appFolder, path, clock: service.clock });
  return `The file "${path}" was uploaded.`;
}

/** With a modification time of the service's clock; creates the folder. */
async function placeFile(
  received: string,
  { appFolder, path, clock }: { appFolder: string; path: string; clock: EmulatorClock },
): Promise<void> {
  try {
    const target = await makeWay(appFolder, path);
    await chmod(received, await modeFor(target, path, 0o644));
    // Half a millisecond added: as a fraction of seconds, a whole one may round down to the one before.
    const seconds = (clock.now() + 0.5) / 1000;
    await utimes(received, seconds, seconds);
    await rename(received, target);
  } catch (error) {
    throw toPlaceAnswer(error, path);
  }
}

/** Overwrites files. Changes none unless all can be written. */
async function extractArchive(
  archive: string,
  where: { readonly appFolder: string; readonly directory: string; readonly unpacked: string },
  limits: SizeLimits,
): Promise<void> {
  const { appFolder, directory, unpacked } = where;
  try {
    await mkdir(unpacked);
    await unzip(archive, unpacked, limits);
    const files = await filesBelow(unpacked);
    const moves: { readonly from: string; readonly to: string; readonly mode: number }[] = [];
    for (const from of files) {
      const inside = relative(unpacked, from).split(sep).join("/");
      const path = directory === "/" ? `/${inside}` : `${directory}/${inside}`;
      try {
        const to = await makeWay(appFolder, path);
        moves.push({ from, to, mode: await modeFor(to, path, (await stat(from)).mode & 0o777) });
      } catch (error) {
        throw toPlaceAnswer(error, path);
      }
    }
    for (const { from, to, mode } of moves) {
      await chmod(from, mode);
      await rename(from, to);
    }
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Creates the parents; returns the target. */
async function makeWay(appFolder: string, path: string): Promise<string> {
  const directory = parentPath(path) ?? "/";
  await requireInside(appFolder, directory);
  await mkdir(appFolder + directory, { recursive: true });
  return await realEntry(appFolder, path);
}

/** Keeps the replaced file's mode, so that a script stays executable. */
async function modeFor(target: string, path: string, otherwise: number): Promise<number> {
  try {
    const existing = await stat(target);
    if (existing.isDirectory()) throw new BadRequest(`"${path}" is a folder.`);
    return existing.mode & 0o777;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return otherwise;
    throw error;
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function toPlaceAnswer(error: unknown, path: string): unknown {
  if (systemErrorCode(error) !== "ENOTDIR" && systemErrorCode(error) !== "EEXIST")
    return toFileAnswer(error, path);
  return new BadRequest(`A part of "${parentPath(path) ?? "/"}" is a file, not a folder.`);
}
