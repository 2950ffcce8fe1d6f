import { foldedName } from "./localNames";

const acting = [
  /\/\.(?:vscode|theia|devcontainer|cursor|windsurf|claude|agents|gemini|kiro|trae|roo|clinerules)\//,
  /\/\.github\/(?:copilot-instructions\.md$|(?:hooks|instructions|prompts|agents|chatmodes|skills)\/)/,
  /\/(?:(?:agents|claude|gemini|claude\.local|agents\.override)\.md|\.(?:mcp|devcontainer)\.json|\.(?:cursor|windsurf|cline)rules)$/,
  /\.code-workspace$/,
  // Short names of Windows, which may lead to any of them.
  /\/[^/.~]{1,6}~\d{1,6}(?:[./]|$)/,
];

/**
 * The file changes how an editor works, or what an agent in it does, as soon as a folder with it is open: by its path,
 * compared as any disk may compare names.
 */
export function actsInEditor(path: string): boolean {
  const folded = `/${path.split("/").map(foldedName).join("/")}`;
  return acting.some((pattern) => pattern.test(folded));
}
