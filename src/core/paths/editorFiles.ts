import { foldedName } from "./localNames";

const acting = [
  /\/\.(?:vscode|theia|zed|idea|devcontainer|cursor|windsurf|claude|agents|gemini|kiro|trae|roo|clinerules)\//,
  /\/\.(?:codex|opencode|continue|amazonq|kilocode|junie|augment|qwen|factory)\//,
  /\/\.github\/(?:copilot-instructions\.md$|(?:hooks|instructions|prompts|agents|chatmodes|skills)\/)/,
  /\/(?:(?:agents|claude|gemini|qwen|claude\.local|agents\.override)\.md|\.(?:mcp|devcontainer)\.json|\.(?:cursor|windsurf|cline)rules)$/,
  /\/(?:opencode\.jsonc?|\.?crush\.json|\.aider\.conf\.yml|\.(?:kilocode|roo)modes)$/,
  /\.code-workspace$/,
  // A short Windows name may mean any of these paths.
  /\/[^/.~]{1,6}~\d{1,6}(?:[./]|$)/,
];

/**
 * True for a path whose file changes how an editor or its agents work as soon as a folder with it is open. Names are
 * compared as any disk may compare them.
 */
export function actsInEditor(path: string): boolean {
  const folded = `/${path.split("/").map(foldedName).join("/")}`;
  return acting.some((pattern) => pattern.test(folded));
}
