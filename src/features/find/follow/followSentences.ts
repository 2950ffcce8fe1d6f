// Sentences about files that cannot be followed, or no longer are.
import * as vscode from "vscode";
import { largestLogBytes } from "../../../core/paths/logFiles";
import { formatBytes } from "../../../core/text/format";
import type { FollowEnd } from "./followedFile";

/** `name` is the file's path. */
export function refusalOf(reason: "notFound" | FollowEnd, name: string): string {
  switch (reason) {
    case "notFound":
      return vscode.l10n.t("The file {0} doesn't exist in the app. Select another file.", name);
    case "notText":
      return vscode.l10n.t("{0} isn't text, so it can't be followed. Open or download it instead.", name);
    case "tooLarge":
      return vscode.l10n.t(
        "{0} is larger than {1}, too large to follow. Download it instead, or have the app start a new file.",
        name,
        formatBytes(largestLogBytes),
      );
    case "signedOut":
      return vscode.l10n.t("Sign in to follow {0}.", name);
  }
}

export function endingOf(reason: Exclude<FollowEnd, "signedOut">, name: string): string {
  switch (reason) {
    case "notText":
      return vscode.l10n.t("{0} is no longer text. Stopped following it.", name);
    case "tooLarge":
      return vscode.l10n.t(
        "{0} is now larger than {1}. Stopped following it. Download it to see all of it.",
        name,
        formatBytes(largestLogBytes),
      );
  }
}
