// A window with the folder "shop" open, which may have a hosted-app.json, and what it says and asks.
import { beforeEach } from "mocha";
import * as vscode from "vscode";
import { window, workspace } from "../../../support/vscodeParts";

export const folder = vscode.Uri.file("/work/shop");

export function useProjectWindow() {
  const shown = {
    /** Messages with their buttons, and the titles of lists with their rows. */
    said: [] as string[],
    /** The button or the row that the user chooses. */
    answer: undefined as string | undefined,
    projectFile: undefined as object | undefined,
  };
  beforeEach(() => {
    Object.assign(shown, { said: [], answer: undefined, projectFile: undefined });
    const say = async (text: string, ...buttons: readonly unknown[]) => {
      shown.said.push([text, ...buttons.filter((button) => typeof button === "string")].join(" | "));
      return shown.answer;
    };
    Object.assign(workspace, {
      workspaceFolders: [{ uri: folder, name: "shop", index: 0 }],
      getWorkspaceFolder: ({ path }: vscode.Uri) =>
        path.startsWith("/work/shop/") ? { uri: folder } : undefined,
      getConfiguration: () => ({ get: () => "never" }),
      fs: {
        stat: async () => await Promise.reject(new Error("no such file")),
        readFile: async ({ path }: vscode.Uri) => {
          if (!shown.projectFile || path !== "/work/shop/hosted-app.json") throw new Error("no such file");
          return new TextEncoder().encode(JSON.stringify(shown.projectFile));
        },
      },
    });
    Object.assign(window, {
      showInformationMessage: say,
      showWarningMessage: say,
      setStatusBarMessage: (text: string) => void shown.said.push(text),
      showQuickPick: async (items: readonly { readonly label: string }[], { title }: { title: string }) => {
        shown.said.push(`${title} ${items.map(({ label }) => label).join(", ")}`);
        return items.find(({ label }) => label === shown.answer);
      },
    });
  });
  return shown;
}
