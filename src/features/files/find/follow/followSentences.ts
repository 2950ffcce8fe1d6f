// Why a file cannot be followed, or no longer is.
import * as vscode from "vscode";
import { formatBytes } from "../../../../core/text/format";
import { type FollowEnd, largestFollowedBytes } from "./followedFile";

/** Why a file is not followed; `name` is its path. */
export function refusalOf(reason: "notFound" | FollowEnd, name: string): string {
  switch (reason) {
    case "notFound":
      return vscode.l10n.t("There is no file {0} in the app to follow. Choose another one.", name);
    case "notText":
      return vscode.l10n.t(
        "{0} is not text, so there is nothing to follow. Open or download it instead.",
        name,
      );
    case "tooLarge":
      return vscode.l10n.t(
        "{0} is larger than {1}, too large to be followed. Download it instead, or let the app begin a new file.",
        name,
        formatBytes(largestFollowedBytes),
      );
    case "signedOut":
      return vscode.l10n.t("Sign in to follow {0}.", name);
  }
}

/** Why a file is no longer followed. */
export function endingOf(reason: Exclude<FollowEnd, "signedOut">, name: string): string {
  switch (reason) {
    case "notText":
      return vscode.l10n.t("{0} is no longer text and is no longer followed.", name);
    case "tooLarge":
      return vscode.l10n.t(
        "{0} has become larger than {1} and is no longer followed. Download it to see all of it.",
        name,
        formatBytes(largestFollowedBytes),
      );
  }
}
