// The `!` rule that re-includes `path`, in the `.deployignore` beside the excluding file.
import * as vscode from "vscode";
import type { IgnoreRule } from "../../../core/project/ignoreRules";
import { changeFile, requireNoLink } from "../../../editor/localDisk";

/** A line of an ignore file. */
interface BroughtBack {
  /** Relative to the deployed folder, with "/". */
  readonly file: string;
  readonly line: string;
}

const ownIgnoreFile = ".deployignore";

/** The rule, in the folder of the one it overrides; undefined where no rule could re-include the path. */
export function bringBackRule(
  { path, isDirectory }: { readonly path: string; readonly isDirectory: boolean },
  { source }: IgnoreRule,
): BroughtBack | undefined {
  // A path that is itself a pattern, or whose end git strips, is left to the user's choice.
  if (!/^[\w.@/+-]{1,400}$/.test(path)) return undefined;
  const isFile = /(?:^|\/)\.(?:git|deploy)ignore$/.test(source);
  if (!isFile && source !== "defaults") return undefined;
  const folder = isFile ? source.slice(0, Math.max(0, source.lastIndexOf("/"))) : "";
  if (folder !== "" && !path.startsWith(`${folder}/`)) return undefined;
  const below = folder === "" ? path : path.slice(folder.length + 1);
  return {
    file: folder === "" ? ownIgnoreFile : `${folder}/${ownIgnoreFile}`,
    line: `!/${below}${isDirectory ? "/" : ""}`,
  };
}

/** The text with one more rule, which comes last and so decides. */
export function withRule(text: string, line: string): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : `${text}${eol}`;
  return `${start}${line}${eol}`;
}

/** Writes it into its file, which may be a new one. Rejects with a sentence. */
export async function writeRule(folder: vscode.Uri, rule: BroughtBack): Promise<void> {
  await requireNoLink(folder, rule.file);
  try {
    await changeFile(folder, rule.file, (text) => withRule(text, rule.line));
  } catch (error) {
    const text = vscode.l10n.t(
      "Couldn't change {0}. Nothing was sent. Check that it is UTF-8 text and the folder isn't read-only, then create the app again.",
      rule.file,
    );
    throw new Error(text, { cause: error });
  }
}
