// The transfers in words, for the status bar and the list.
import { l10n } from "vscode";
import { nameOf } from "../../../core/paths/appPath";
import { formatBytes } from "../../../core/text/format";
import type { Transfer } from "../../../core/transfers/transferList";
import type { TransferSummary } from "./transferSummary";

interface SummaryText {
  readonly icon: string;
  readonly text: string;
  /** For screen readers: nothing that changes each second. */
  readonly spoken: string;
  readonly lines: readonly string[];
}

const linesShown = 5;

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
  return {
    upload: l10n.t("Uploading {0}", name),
    download: l10n.t("Downloading {0}", name),
    delete: l10n.t("Deleting {0}", name),
  }[kind];
}

function failedText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? l10n.t("1 transfer failed") : l10n.t("{0} transfers failed", count);
}

function lineOf(transfer: Transfer): string {
  return `${transfer.path}: ${stateWord(transfer)}`;
}

export function stateWord({ state }: Transfer): string {
  return {
    waiting: l10n.t("waiting"),
    running: l10n.t("running"),
    failed: l10n.t("failed"),
  }[state];
}

export const icons = { upload: "cloud-upload", download: "cloud-download", delete: "trash" } as const;

export function sizeText({ sizeBytes }: Transfer): string | undefined {
  return sizeBytes === undefined ? undefined : formatBytes(sizeBytes);
}
