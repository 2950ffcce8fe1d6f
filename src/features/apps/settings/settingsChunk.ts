// Changing the settings of an app and deleting it: a bundle of its own (esbuild.js).
export { deleteApp } from "../deleteApp";
export { showEnvironmentValue } from "../showEnvironmentValue";
export { editSettings } from "./editSettings";
export { SettingsDocuments } from "./settingsDocuments";
