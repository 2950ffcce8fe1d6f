// Creating apps and the preview, loaded with the first use.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import type { Logger } from "../../core/logger";
import type { CommandTable } from "../../editor/commands/commands";
import type { Heartbeat } from "../../editor/heartbeat";
import type { StateMemory } from "../../editor/state/stateMemory";
import { runCreateFlow } from "./createFlow";
import { CreateRecords } from "./createRecords";
import { runPreview } from "./preview/previewCommand";
import { ProjectFileDiagnostics } from "./projectFile/readProjectFile";
import { resumeCreates } from "./resumeCreates";
import { newFromTemplate, type TemplateServices } from "./template/newFromTemplate";
import { resumeTemplate } from "./template/openedTemplate";

type CreateFeature = vscode.Disposable & {
  readonly handlers: CommandTable<"create">;
  /** Reports the apps that were being created when a window closed. */
  notifyCutOff(onlyOfThisWindow: boolean): Promise<void>;
  /** Offers what comes next where a template was opened. */
  resumeTemplate(): Promise<void>;
};

/** Services that the commands need from the extension. */
export interface CreateServices extends TemplateServices {
  readonly accounts: Accounts;
  readonly loadFiles: () => Promise<FilesOfAccounts>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** State of this workspace. */
  readonly state: StateMemory;
  readonly files: MachineFiles;
  readonly heartbeat: Heartbeat;
}

export function createCreateFeature(services: CreateServices): CreateFeature {
  const { state } = services;
  const records = new CreateRecords(services);
  const diagnostics = new ProjectFileDiagnostics();
  const inFlight = new Set<string>();
  return {
    handlers: {
      "deploy.createApp": (argument) =>
        runCreateFlow(argument, { ...services, records, diagnostics, inFlight }),
      "deploy.preview": (argument) => runPreview(argument, state),
      "deploy.newFromTemplate": (argument) => newFromTemplate(argument, services),
    },
    notifyCutOff: (onlyOfThisWindow) => resumeCreates(onlyOfThisWindow, { ...services, records }),
    resumeTemplate: () => resumeTemplate(services.everywhere),
    dispose: () => vscode.Disposable.from(diagnostics, records).dispose(),
  };
}
