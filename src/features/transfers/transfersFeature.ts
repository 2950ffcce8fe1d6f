import type { CommandTable } from "../../editor/commands/commands";
import { backUpApp } from "./commands/backUpApp";
import { compareWithLocal } from "./commands/compare";
import { compareRelease } from "./commands/compareRelease";
import { download } from "./commands/download";
import { editTargets, linkFolder, switchTarget } from "./commands/linkFolder";
import { pull } from "./commands/pull";
import { push } from "./commands/push";
import { pushFile } from "./commands/pushFile";
import { restoreBackup } from "./commands/restoreBackup";
import { rollBack } from "./commands/rollBack";
import { setUpLog } from "./commands/setUpLog";
import { restoreDeleted, undo } from "./commands/undoOrRestore";
import { upload } from "./commands/upload";
import { compareVariables, pullVariables } from "./commands/variables";
import { showTransfers } from "./list/transfersPicker";
import type { TransferServices } from "./place/transferServices";

export { backupText } from "./ask/backupDocuments";
export { notifyCutOff } from "./commands/cutOff";
export { deployTasks, resolvedTask } from "./deployTasks";
export { removeLinksOf } from "./place/linkedFolders";
export { pushSaved } from "./pushSaved";

export function commandsOf(services: TransferServices): CommandTable<"transfers"> {
  return {
    "app.backup": (argument, more) => backUpApp(argument, more, services),
    "app.restoreBackup": (argument) => restoreBackup(argument, services),
    "app.setUpLog": (argument) => setUpLog(argument, services),
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
    "release.rollBack": (argument) => rollBack(argument, services),
    "release.compare": (argument) => compareRelease(argument, services),
    "deploy.switchTarget": (argument) => switchTarget(argument, services),
    "deploy.pullVariables": (argument) => pullVariables(argument, services),
    "deploy.compareVariables": (argument) => compareVariables(argument, services),
    "transfers.show": () => showTransfers(services),
  };
}
