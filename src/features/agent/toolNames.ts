export const toolNames = [
  "hostedApps_listApps",
  "hostedApps_readAppStatus",
  "hostedApps_readAppFile",
  "hostedApps_restartApp",
] as const;

export type ToolName = (typeof toolNames)[number];

/** In characters: a question shows a path of this length in full. */
export const longestToolPath = 300;
