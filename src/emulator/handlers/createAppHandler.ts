// POST /v1/apps/create: a failing step leaves nothing of the app.
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { newAppRecord } from "../data/newApp";
import type { AppRecord } from "../data/records";
import { normalizePath } from "../files/appFolder";
import { unzip } from "../files/unzip";
import { BadRequest } from "../http/httpErrors";
import { type UploadedForm, withForm } from "../http/multipart";
import * as settings from "./checkSettings";
import { requireTeamPermission } from "./permissions";
import { answerJson, type Handler, type Service, showApp } from "./service";

export const createApp: Handler = async (service, { incoming }) => {
  const { folders, sizes } = service;
  const form = { temporaryPath: folders.temporaryPath(), maxFileBytes: sizes.archiveBytes };
  const app = await withForm(incoming, form, (received) => createFrom(service, received));
  await service.runner.start(app._id);
  return answerJson(service, await showApp(service, app, "create"));
};

async function createFrom(service: Service, { fields, file }: UploadedForm): Promise<AppRecord> {
  const app = newAppRecord(
    {
      userId: service.state.user._id,
      name: settings.checkName(fields.get("appName")),
      mainFile: checkMainFile(fields.get("mainFile")),
      memoryMB: settings.checkMemoryMB(settings.numberFromText(fields.get("memoryMB"))),
      runtime: settings.checkRuntime(fields.get("runtimeEnvironment")),
      exposedViaWeb: settings.checkBoolean(
        "exposedViaWeb",
        settings.booleanFromText(fields.get("exposedViaWeb")),
      ),
      autoRestart: settings.checkBoolean(
        "autoRestartEnabled",
        settings.booleanFromText(fields.get("autoRestartEnabled")),
      ),
      startupCommand: settings.checkCommand(fields.get("startupCommand") ?? ""),
      teamId: checkTeam(service, fields.get("team")),
      status: "starting",
    },
    service.clock,
  );
  if (!file) throw new BadRequest('The archive is missing: it must be a file in the field "file".');

  const unpacked = service.folders.temporaryPath();
  try {
    await mkdir(unpacked);
    await unzip(file.path, unpacked, service.sizes);
    await requireFile(unpacked, app.mainFile);
    await rename(unpacked, service.folders.app(app._id));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  service.state.addApp(app);
  return app;
}

function checkMainFile(value: string | undefined): string {
  const path = normalizePath(value ?? "").slice(1);
  if (path === "") throw new BadRequest("mainFile must name the application's main file.");
  return path;
}

function checkTeam(service: Service, teamId: string | undefined): string | null {
  if (teamId === undefined || teamId === "") return null;
  const team = service.state.team(teamId);
  if (!team) throw new BadRequest("There is no team with this id.");
  requireTeamPermission(service.state, team, "canCreateApplication");
  return teamId;
}

async function requireFile(folder: string, mainFile: string): Promise<void> {
  const isFile = await stat(join(folder, mainFile)).then(
    (found) => found.isFile(),
    // Missing, or below a file.
    () => false,
  );
  if (!isFile) throw new BadRequest(`The archive doesn't hold the main file "${mainFile}".`);
}
