// The transfers in words: what the status bar shows and says, and what a row of the list shows.
import { l10n } from "vscode";
import { nameOf } from "../../../core/paths/appPath";
import { formatBytes } from "../../../core/text/format";
import type { Transfer } from "../../../core/transfers/transferList";
import type { TransferSummary } from "./transferSummary";

/** The status bar item's words. */
interface SummaryText {
  readonly icon: string;
  readonly text: string;
  /** For screen readers: whole words, and nothing that changes each second. */
  readonly spoken: string;
  /** The first few, one a line. */
  readonly lines: readonly string[];
}

const linesShown = 5;

/** Says what waits, else what runs, and what failed. */
export function summaryText({ waiting, running, failed, nextInSeconds }: TransferSummary): SummaryText {
  const active = activeText(waiting, running, nextInSeconds);
  const failure = failedText(failed.length);
  const failures = failure && active ? l10n.t("{0} failed", failed.length) : failure;
  const all = [...failed, ...running, ...waiting];
  const lines = all.slice(0, linesShown).map(lineOf);
  if (all.length > linesShown) lines.push(l10n.t("and {0} more", all.length - linesShown));
  return {
    icon: active ? "sync~spin" : "warning",
    text: [active?.shown, failures].filter(Boolean).join("  "),
    spoken: [l10n.t("Hosted Apps"), active?.spoken, failure].filter(Boolean).join(", "),
    lines,
  };
}

function activeText(
  waiting: readonly Transfer[],
  running: readonly Transfer[],
  nextInSeconds: number | undefined,
): { readonly shown: string; readonly spoken: string } | undefined {
  if (waiting.length > 0) {
    const spoken = l10n.t("{0} waiting", waiting.length);
    return {
      shown:
        nextInSeconds === undefined
          ? spoken
          : l10n.t("{0} waiting, next in {1} s", waiting.length, nextInSeconds),
      spoken:
        waiting.length === 1 ? l10n.t("1 transfer waiting") : l10n.t("{0} transfers waiting", waiting.length),
    };
  }
  const [first] = running;
  if (!first) return undefined;
  const text = running.length === 1 ? doing(first) : l10n.t("{0} transfers running", running.length);
  return { shown: text, spoken: text };
}

function doing({ kind, path }: Transfer): string {
  const name = nameOf(path);
  switch (kind) {
    case "upload":
      return l10n.t("Uploading {0}", name);
    case "download":
      return l10n.t("Downloading {0}", name);
    case "delete":
      return l10n.t("Deleting {0}", name);
  }
}

function failedText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? l10n.t("1 transfer failed") : l10n.t("{0} transfers failed", count);
}

function lineOf(transfer: Transfer): string {
  return `${transfer.path}: ${stateWord(transfer)}`;
}

/** "waiting", "running" or "failed". */
export function stateWord({ state }: Transfer): string {
  switch (state) {
    case "waiting":
      return l10n.t("waiting");
    case "running":
      return l10n.t("running");
    case "failed":
      return l10n.t("failed");
  }
}

/** The name of the icon of what is done. */
export function iconOf({ kind }: Transfer): string {
  switch (kind) {
    case "upload":
      return "cloud-upload";
    case "download":
      return "cloud-download";
    case "delete":
      return "trash";
  }
}

/** The size, when there is one to say. */
export function sizeText({ sizeBytes }: Transfer): string | undefined {
  return sizeBytes === undefined ? undefined : formatBytes(sizeBytes);
}
