// POST /v1/apps/{appId}/upload: one file into a folder, which is made when it isn't there. The file is replaced in one
// step. A service that was started so takes a zip for the files in it.
import { isEntryName, normalizePath } from "../files/appFolder";
import { extractArchive, placeFile } from "../files/placeFile";
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
  // Deleted while the file was on its way: its folder must not come back.
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
