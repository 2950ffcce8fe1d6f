// POST /v1/apps/{appId}/upload: one file into a folder, which is made when it isn't there. The file is replaced in one step.
import { chmod, mkdir, rename, stat } from "node:fs/promises";
import { isEntryName, normalizePath, realEntry, requireInside } from "../appFolder";
import { systemErrorCode, toFileAnswer } from "../fileErrors";
import { BadRequest, NotFound } from "../httpErrors";
import { type UploadedForm, withForm } from "../multipart";
import { requireApp } from "../permissions";
import { answerJson, type Handler, type Service } from "../service";

export const uploadFile: Handler = async (service, { appId, incoming, query }) => {
  requireApp(service.state, appId, "canEditApplicationFiles");
  const directory = normalizePath(query.get("path") ?? "/");
  const { folders, sizes } = service;
  const form = { temporaryPath: folders.temporaryPath(), maxFileBytes: sizes.uploadBytes };
  const path = await withForm(incoming, form, (received) => place(service, appId, directory, received));
  return answerJson(service, { message: `The file "${path}" was uploaded.` });
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
  // Deleted while the file was on its way: its folder must not come back.
  if (!service.state.record(appId)) throw new NotFound("There is no application with this id.");
  try {
    const appFolder = service.folders.app(appId);
    await requireInside(appFolder, directory);
    await mkdir(appFolder + directory, { recursive: true });
    const target = await realEntry(appFolder, path);
    await chmod(received, await modeFor(target, path));
    await rename(received, target);
  } catch (error) {
    throw systemErrorCode(error) === "ENOTDIR"
      ? new BadRequest(`A part of "${directory}" is a file, not a folder.`)
      : toFileAnswer(error, path);
  }
  return path;
}

/** A replaced file keeps its mode, so that a script stays executable. */
async function modeFor(target: string, path: string): Promise<number> {
  try {
    const existing = await stat(target);
    if (existing.isDirectory()) throw new BadRequest(`"${path}" is a folder.`);
    return existing.mode & 0o777;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return 0o644;
    throw error;
  }
}
