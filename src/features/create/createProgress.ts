// Shows how far a creation is.
import * as vscode from "vscode";
import { formatBytes } from "../../core/text/format";
import type { Progress } from "../../editor/progress";
import type { CreateStep } from "./createApp";

/** Packing has the larger part of the bar: the other steps are one jump each. `totalBytes`: of the app's files. */
export function reportCreateStep(
  progress: Pick<Progress, "report">,
  step: CreateStep,
  name: string,
  totalBytes: number,
): void {
  switch (step.kind) {
    case "packing":
      progress.report(
        vscode.l10n.t("compressing {0} of {1}", formatBytes(step.readBytes), formatBytes(totalBytes)),
        totalBytes === 0 ? undefined : Math.min(1, step.readBytes / totalBytes) * 0.6,
      );
      return;
    case "sending":
      progress.report(vscode.l10n.t("sending {0}", formatBytes(step.archiveBytes)), 0.7);
      return;
    case "looking":
      progress.report(vscode.l10n.t("checking whether the app was created"), 0.8);
      return;
    case "waiting":
      progress.report(vscode.l10n.t("waiting for {0} to come online", name), 0.9);
  }
}
