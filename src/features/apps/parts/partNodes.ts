// The rows below an app. They carry accountId and appId, so that commands take them as their argument.

import type * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { AppKey } from "../../../core/model/appKey";
import type { ChangeableKey } from "../../../core/settings/settingsTable";
import type { CommandId } from "../../../editor/commands/commands";

interface OfApp extends AppKey {
  readonly account: Account;
  /** Unique in the view, the same over refreshes and reloads. */
  readonly id: string;
}

/** One line: a label and what the service said. */
export interface LineNode extends OfApp {
  readonly kind: "line";
  readonly label: string;
  readonly value: string;
  /** Nobody said the value. */
  readonly isGuess?: boolean;
  readonly icon: string;
  readonly color?: string;
  readonly tooltip?: string;
  readonly contextValue?: string;
  /** What a click on the row does, with the app as its argument. */
  readonly command?: CommandId;
  /** A setting that can be changed from this row. */
  readonly field?: ChangeableKey;
  /** The variable whose value can be shown from this row. */
  readonly name?: string;
}

export type SectionName = "files" | "deployments" | "environment" | "details";

export interface SectionNode extends OfApp {
  readonly kind: "section";
  readonly section: SectionName;
  /** Shown beside its name. */
  readonly value?: string;
}

/** A file or folder of the app, opened through its mount's address without mounting it. */
export interface FileNode extends OfApp {
  readonly kind: "file";
  readonly name: string;
  readonly isFolder: boolean;
  readonly resourceUri: vscode.Uri;
}

export type PartNode = LineNode | SectionNode | FileNode;

/** What the rows of one app share. */
export function ofApp(account: Account, appId: string, id: string): OfApp {
  return { account, accountId: account.id, appId, id: `${account.id}/${appId}/${id}` };
}
