// A copy of the extension that finds less in `vscode`, like in an editor based on VS Code.
import fs from "node:fs";
import path from "node:path";
import { inRepository } from "../support/repository";

/** Runs in the extension host before the extension; other extensions keep all of `vscode`. */
const main = `const Module = require("node:module");
const load = Module._load;

function lacking(vscode) {
  const { lm, authentication, LanguageModelTextPart, LanguageModelToolResult, ...less } =
    Object.getOwnPropertyDescriptors(vscode);
  // Installed, but never active.
  const git = { id: "vscode.git", isActive: false, activate: () => new Promise(() => undefined) };
  return Object.defineProperties({}, {
    ...less,
    l10n: { value: { t: vscode.l10n.t, bundle: undefined, uri: undefined } },
    window: { value: Object.create(vscode.window, {
      registerUriHandler: { value: undefined },
      registerWebviewPanelSerializer: { value: undefined },
    }) },
    extensions: { value: Object.create(vscode.extensions, { getExtension: { value: (id) =>
      id === git.id ? git : vscode.extensions.getExtension(id) } }) },
  });
}

let found;
Module._load = function (request, parent) {
  const loaded = load.apply(this, arguments);
  if (request !== "vscode" || !parent?.filename.startsWith(__dirname)) return loaded;
  found ??= lacking(loaded);
  return found;
};
module.exports = require("./dist/extension.js");
`;

/** In `folder`, without translations. */
export function makeLackingExtension(folder: string): string {
  for (const name of ["dist", "media", "package.nls.json"])
    fs.cpSync(inRepository(name), path.join(folder, name), { recursive: true });
  const { l10n: _texts, ...manifest } = JSON.parse(fs.readFileSync(inRepository("package.json"), "utf8"));
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ ...manifest, main: "./lacking.js" }));
  fs.writeFileSync(path.join(folder, "lacking.js"), main);
  return folder;
}
