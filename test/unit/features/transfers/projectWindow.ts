// A window with the folder "shop" open, which may have a hosted-app.json, and what it says and asks.
import { beforeEach } from "mocha";
import * as vscode from "vscode";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { MemoryState } from "../../../support/memoryState";
import { noReleases } from "../../../support/noReleases";
import { someAccount, someAccounts, someApp, someTeam } from "../../../support/someApp";
import { window, workspace } from "../../../support/vscodeParts";

export const folder = vscode.Uri.file("/work/shop");

export const touched = new Error("the engine was asked");

/** A signed-in account with the app "shop" of a team, and an engine that nothing may ask before the user agrees. */
export function untouchedServices(own: Partial<TransferServices> = {}): TransferServices {
  const account = someAccount({ apps: [someApp({ teamId: "team" })], teams: [someTeam()] });
  return {
    ...{ accounts: someAccounts(account), state: new MemoryState(), releases: noReleases },
    chooseApp: async () => ({ accountId: "account", appId: "shop", name: "Shop" }),
    // From here on something would be read, sent or written.
    get files(): never {
      throw touched;
    },
    get storage(): never {
      throw touched;
    },
    ...own,
  } as unknown as TransferServices;
}

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
      ...{ textDocuments: [], notebookDocuments: [] },
      getWorkspaceFolder: ({ path }: vscode.Uri) =>
        `${path}/`.startsWith("/work/shop/") ? { uri: folder } : undefined,
      getConfiguration: () => ({ get: () => "never" }),
      fs: {
        readDirectory: async () => [],
        stat: async () => await Promise.reject(vscode.FileSystemError.FileNotFound()),
        readFile: async ({ path }: vscode.Uri) => {
          if (!shown.projectFile || path !== "/work/shop/hosted-app.json")
            throw vscode.FileSystemError.FileNotFound();
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
