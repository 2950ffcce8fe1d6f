// The rows below an app. They have accountId and appId, so that commands take a row as argument.

import type * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { AppKey } from "../../../core/model/appKey";
import type { ChangeableKey } from "../../../core/settings/settingsTable";
import type { CommandId } from "../../../editor/commands/commands";

interface OfApp extends AppKey {
  readonly account: Account;
  /** Unique in the view, the same after refreshes and reloads. */
  readonly id: string;
}

/** A label and what the service reported. */
export interface LineNode extends OfApp {
  readonly kind: "line";
  readonly label: string;
  readonly value: string;
  /** The service did not report the value. */
  readonly isGuess?: boolean;
  readonly icon: string;
  readonly color?: string;
  readonly tooltip?: string;
  readonly contextValue?: string;
  /** The command of a click, with the row as its argument. */
  readonly command?: CommandId;
  /** The setting that this row can change. */
  readonly field?: ChangeableKey;
  /** The variable whose value this row can show. */
  readonly name?: string;
}

export type SectionName = "files" | "deployments" | "environment" | "details";

export interface SectionNode extends OfApp {
  readonly kind: "section";
  readonly section: SectionName;
  readonly value?: string;
}

/** A file or folder, opened by its mount's address without mounting the app. */
export interface FileNode extends OfApp {
  readonly kind: "file";
  readonly name: string;
  readonly isFolder: boolean;
  readonly resourceUri: vscode.Uri;
}

export type PartNode = LineNode | SectionNode | FileNode;

export function ofApp(account: Account, appId: string, id: string): OfApp {
  return { account, accountId: account.id, appId, id: `${account.id}/${appId}/${id}` };
}
