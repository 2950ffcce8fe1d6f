import { foldedName } from "./localNames";

const acting = [
  /\/\.(?:vscode|theia|devcontainer|cursor|windsurf|claude|agents|gemini|kiro|trae|roo|clinerules)\//,
  /\/\.github\/(?:copilot-instructions\.md$|(?:hooks|instructions|prompts|agents|chatmodes|skills)\/)/,
  /\/(?:(?:agents|claude|gemini|claude\.local|agents\.override)\.md|\.(?:mcp|devcontainer)\.json|\.(?:cursor|windsurf|cline)rules)$/,
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
