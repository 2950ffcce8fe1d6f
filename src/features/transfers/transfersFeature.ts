// Everything that moves files between this machine and an app.
export { backUpApp } from "./backup/backUpApp";
export { restoreBackup } from "./backup/restoreBackup";
export { compareWithLocal } from "./compare";
export { tellOfCutOff } from "./cutOff";
export { download } from "./download";
export { pushFile } from "./files/pushFile";
export { pushSaved } from "./files/pushSaved";
export { editTargets } from "./folders/editTargets";
export { letGoOfLinks } from "./folders/letGoOfLinks";
export { linkFolder } from "./folders/linkFolder";
export { keptText } from "./keptDocuments";
export { showTransfers } from "./list/transfersPicker";
export { pull } from "./pull";
export { push } from "./push";
export { deployTasks, resolvedTask } from "./tasks/deployTasks";
export { restoreDeleted, undo } from "./undoOrRestore";
export { upload } from "./upload";
