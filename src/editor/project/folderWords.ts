// Findings in a folder, in words; a secret is named by its kind, never quoted.
import { l10n } from "vscode";
import { mostArchiveBytes } from "../../core/archive/packedEstimate";
import type { PackProblem } from "../../core/archive/packProblem";
import type { IgnoreRule } from "../../core/project/ignoreRules";
import type { FolderProblemKind } from "../../core/project/readFolder";
import type { SecretKind } from "../../core/project/secrets";
import { maxFiles, type TooManyFilesError } from "../../core/project/tooManyFiles";
import { formatBytes, formatCount } from "../../core/text/format";
import { someNames } from "../safeUi/someNames";

export function ruleWords({ source, pattern }: IgnoreRule): string {
  switch (source) {
    case "defaults":
      return l10n.t("{0}, a built-in rule", pattern);
    case "chosen":
      return l10n.t("excluded by you");
    case "undecided":
      return l10n.t("excluded until you decide");
    case "link":
      return l10n.t("a symbolic link, which isn't followed");
    default:
      return l10n.t("{0} in {1}", pattern, source);
  }
}

export function problemWords(kind: FolderProblemKind): string {
  switch (kind) {
    case "unreadable":
      return l10n.t("couldn't be read");
    case "rulesUnreadable":
      return l10n.t("couldn't be read, so its rules are unknown");
    case "vanished":
      return l10n.t("no longer exists");
    case "special":
      return l10n.t("is neither a file nor a folder");
    case "badName":
      return l10n.t("has a name that the service doesn't accept");
    case "tooLarge":
      return l10n.t("is larger than {0}", formatBytes(mostArchiveBytes));
    case "tooDeep":
      return l10n.t("is nested too deeply");
  }
}

export function secretWords(kind: SecretKind, line?: number): string {
  const what = secretNames()[kind];
  return line === undefined ? what : l10n.t("{0} on line {1}", what, line);
}

function secretNames(): Record<SecretKind, string> {
  return {
    environmentFile: l10n.t("an environment file"),
    privateKey: l10n.t("a private key"),
    credentials: l10n.t("a credentials file"),
    loginSession: l10n.t("a saved login"),
    awsKey: l10n.t("an AWS access key"),
    githubToken: l10n.t("a GitHub token"),
    gitlabToken: l10n.t("a GitLab token"),
    slackToken: l10n.t("a Slack token"),
    stripeKey: l10n.t("a live Stripe key"),
    googleKey: l10n.t("a Google API key"),
    discordToken: l10n.t("a Discord bot token"),
    telegramToken: l10n.t("a Telegram bot token"),
    openAiKey: l10n.t("an AI service's key"),
    npmToken: l10n.t("an npm token"),
    sendGridKey: l10n.t("a SendGrid key"),
    jsonWebToken: l10n.t("a JSON web token"),
    addressWithPassword: l10n.t("a URL with a password"),
    password: l10n.t("a password or key"),
  };
}

export function tooManyFilesSentence(what: TooManyFilesError["what"] = "files"): string {
  return what === "folders"
    ? l10n.t(
        "The folder contains more than {0} folders. Nothing was sent. Exclude folders with a .deployignore file.",
        formatCount(maxFiles),
      )
    : l10n.t(
        "The folder contains more than {0} files. Nothing was sent. Exclude folders with a .deployignore file.",
        formatCount(maxFiles),
      );
}

export function packProblemSentence({ kind, path }: PackProblem): string {
  switch (kind) {
    case "unreadable":
      return l10n.t(
        "{0} couldn't be read or no longer exists. Nothing was sent. Fix or exclude it, then deploy again.",
        path,
      );
    case "tooManyFiles":
      return tooManyFilesSentence();
    case "tooLarge":
      return l10n.t(
        "The archive is larger than {0}. Nothing was sent. Exclude files with a .deployignore file.",
        formatBytes(mostArchiveBytes),
      );
  }
}

/** `from` as in ProjectFinding. */
export function notInstalled(from: string, names: readonly string[]): string {
  const all = someNames(names);
  const isOne = names.length === 1;
  if (from === "code")
    return isOne
      ? l10n.t("The service won't install {0}: requirements.txt doesn't list it", all)
      : l10n.t("The service won't install {0}: requirements.txt doesn't list them", all);
  if (from === "requirements.txt")
    return l10n.t("The service would look in a package registry for packages of this workspace: {0}", all);
  const place = from === "workspace" ? l10n.t("the enclosing workspace") : from;
  if (from !== "devDependencies" && from !== "workspace" && !from.endsWith("Dockerfile"))
    return l10n.t("The service installs requirements.txt, not the packages in {0}", from);
  return isOne
    ? l10n.t("The service won't install {0}: only {1} lists it", all, place)
    : l10n.t("The service won't install {0}: only {1} lists them", all, place);
}
