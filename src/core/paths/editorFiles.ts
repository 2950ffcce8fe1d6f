// Files that change how an editor works, or what an agent in it does, as soon as a folder with them is open.
import { foldedName } from "./localNames";

const acting = [
  /\/\.(?:vscode|theia|devcontainer|cursor|windsurf|claude|agents|gemini|kiro|trae|roo|clinerules)\//,
  /\/\.github\/(?:copilot-instructions\.md$|(?:hooks|instructions|prompts|agents|chatmodes|skills)\/)/,
  /\/(?:(?:agents|claude|gemini|claude\.local|agents\.override)\.md|\.(?:mcp|devcontainer)\.json|\.(?:cursor|windsurf|cline)rules)$/,
  /\.code-workspace$/,
  // By the short names of Windows, which may lead to any of them.
  /\/[^/.~]{1,6}~\d{1,6}(?:[./]|$)/,
];

/** Whether a file acts by its place and name, as any disk may compare them. */
export function actsInEditor(path: string): boolean {
  const folded = `/${path.split("/").map(foldedName).join("/")}`;
  return acting.some((pattern) => pattern.test(folded));
}
