// The user settings under which VS Code is tested and shown: nothing on screen and nothing on the wire but the extension.
import fs from "node:fs";
import path from "node:path";

/** Keeps the window quiet: no welcome page, no chat, no look-ups on the internet, no surprises from a reload. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.enableExperiments": false,
  // A picture must not show a widget half way in.
  "workbench.reduceMotion": "on",
  "workbench.settings.enableNaturalLanguageSearch": false,
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "update.showReleaseNotes": false,
  "npm.fetchOnlinePackageInfo": false,
  "json.schemaDownload.enable": false,
  "typescript.disableAutomaticTypeAcquisition": true,
  "git.openRepositoryInParentFolders": "never",
  "security.workspace.trust.untrustedFiles": "open",
  "security.workspace.trust.startupPrompt": "never",
  "window.confirmBeforeClose": "never",
  "files.hotExit": "off",
  // As in a desktop VS Code; a browser's would save by itself.
  "files.autoSave": "off",
  "remote.autoForwardPorts": false,
};

/** Writes settings.json, with what is given on top, into a user's folder, and says where it is. */
export function writeUserSettings(
  userFolder: string,
  settings: Readonly<Record<string, unknown>> = {},
): string {
  const file = path.join(userFolder, "settings.json");
  fs.mkdirSync(userFolder, { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
  return file;
}
