// Everything that moves files between this machine and an app.
import type { CommandTable } from "../../editor/commands";
import { backUpApp } from "./backup/backUpApp";
import { restoreBackup } from "./backup/restoreBackup";
import { compareWithLocal } from "./compare";
import { download } from "./download";
import { pushFile } from "./files/pushFile";
import { editTargets } from "./folders/editTargets";
import { linkFolder } from "./folders/linkFolder";
import { showTransfers } from "./list/transfersPicker";
import { pull } from "./pull";
import { push } from "./push";
import type { TransferServices } from "./transferServices";
import { restoreDeleted, undo } from "./undoOrRestore";
import { upload } from "./upload";

export { tellOfCutOff } from "./cutOff";
export { pushSaved } from "./files/pushSaved";
export { letGoOfLinks } from "./folders/letGoOfLinks";
export { keptText } from "./keptDocuments";
export { deployTasks, resolvedTask } from "./tasks/deployTasks";

export function commandsOf(services: TransferServices): CommandTable<"transfers"> {
  return {
    "app.backup": (argument, more) => backUpApp(argument, more, services),
    "app.restoreBackup": (argument) => restoreBackup(argument, services),
    "files.upload": (argument) => upload(argument, services),
    "files.download": (argument, more) => download(argument, more, services),
    "files.compareWithLocal": (argument) => compareWithLocal(argument, services),
    "files.pushFile": (argument, more) => pushFile(argument, more, services),
    "files.restoreDeleted": (argument) => restoreDeleted(argument, services),
    "files.undo": (argument) => undo(argument, services),
    "deploy.push": (argument) => push(argument, services),
    "deploy.pull": (argument) => pull(argument, services),
    "deploy.linkFolder": (argument) => linkFolder(argument, services),
    "deploy.editTargets": (argument) => editTargets(argument, services),
    "transfers.show": () => showTransfers(services),
  };
}
