// The names of the language-model tools, as package.json declares them, and what a model may say.
import { field } from "../../core/outside/reading";

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

/** What a model may say. */
export const toolInput = { app: field.text, path: field.text };
