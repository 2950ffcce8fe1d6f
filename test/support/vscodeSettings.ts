// User settings for tests and demonstrations: only the extension shows anything or sends requests.
import fs from "node:fs";
import path from "node:path";

/** No welcome page, no chat, no internet access, no surprises after a reload. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.enableExperiments": false,
  // Pictures must not show a widget midway.
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
  // Like a desktop VS Code; a browser's saves automatically.
  "files.autoSave": "off",
  "remote.autoForwardPorts": false,
};

/** Adds the given settings; returns the file's path. */
export function writeUserSettings(
  userFolder: string,
  settings: Readonly<Record<string, unknown>> = {},
): string {
  const file = path.join(userFolder, "settings.json");
  fs.mkdirSync(userFolder, { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
  return file;
}
