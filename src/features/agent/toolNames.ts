// The names of the language-model tools, as package.json declares them.
/** The tools of package.json's contributes.languageModelTools. */
export const toolNames = [
  "hostedApps_listApps",
  "hostedApps_readAppStatus",
  "hostedApps_readAppFile",
  "hostedApps_restartApp",
] as const;

export type ToolName = (typeof toolNames)[number];

/** In characters: so much stands whole in a question. */
export const longestToolPath = 300;
