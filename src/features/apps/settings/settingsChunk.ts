// What is done to an app once in a while: a bundle of its own (esbuild.js).
export { deleteApp } from "../deleteApp";
export { showActions } from "../showActions";
export { showEnvironmentValue } from "../showEnvironmentValue";
export { editSettings } from "./editSettings";
export { SettingsDocuments } from "./settingsDocuments";
