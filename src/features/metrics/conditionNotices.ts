// Reports once, when it begins, that a watched app is down, crashes repeatedly, or is about to run out of memory.

import * as vscode from "vscode";
import type { AppWatch, ConditionBegun } from "../../accounts/appWatch";
import { memoryShare } from "../../core/metrics/memoryShare";
import { type AppKey, keyText } from "../../core/model/appKey";
import type { App } from "../../core/model/model";
import { field, readAs } from "../../core/parse";
import { formatPercent } from "../../core/text/format";
import { troubleText } from "../../editor/appState";
import { runCommand } from "../../editor/commands/commands";
import type { CrashExplanation } from "../../editor/project/crashText";
import { notify } from "../../editor/safeUi/messages";
import type { StateMemory } from "../../editor/state/stateMemory";

/** By "account/app": silenced conditions. Stored for the user, in every workspace. */
const silencedConditions = field.entries(field.list(field.text));

const stateKey = "silencedNotices";

interface ConditionNoticesOptions {
  readonly watch: Pick<AppWatch, "onDidBegin" | "stateOf">;
  readonly isWatched: (app: AppKey) => boolean;
  /** While the app is watched after a push: resolves to whether that watch has reported trouble. */
  readonly landingOf: (app: AppKey) => Promise<boolean> | undefined;
  readonly state: StateMemory;
  /** Why the app is down, as far as that is known in a moment. Never rejects. */
  readonly explain: (app: AppKey) => Promise<CrashExplanation | undefined>;
}

export function conditionNotices(options: ConditionNoticesOptions): { dispose(): void } {
  return options.watch.onDidBegin((begun) => {
    if (options.isWatched(begun) && !isSilenced(options.state, begun)) void notifyBegun(options, begun);
  });
}

async function notifyBegun(options: ConditionNoticesOptions, begun: ConditionBegun): Promise<void> {
  const { watch, state, explain } = options;
  const landing = options.landingOf(begun);
  // The watch after a push reports the same event, and the condition may end meanwhile.
  if (landing && ((await landing) || !watch.stateOf(begun).conditions.has(begun.condition))) return;
  const { app, conditions } = watch.stateOf(begun);
  // An app that crashes repeatedly is down between its starts: one notice is enough.
  if (!app || (begun.condition === "down" && conditions.has("crashLoop"))) return;
  const { accountId, appId } = begun;
  const isMemory = begun.condition === "memory";
  const why = isMemory ? undefined : await explain(begun);
  const trouble = isMemory ? memoryText(app) : troubleText(app, begun.condition === "crashLoop");
  const sentence = [trouble, why?.sentence].filter(Boolean).join(" ");
  // VS Code keeps an error with buttons until it is answered: an app may go down while the user is away.
  const how = isMemory ? "warning" : "error";
  await notify(how, sentence, {
    ...(why?.fix && { [why.fix.label]: why.fix.run }),
    ...(isMemory
      ? { [vscode.l10n.t("Open Dashboard")]: () => runCommand("app.showDashboard", { accountId, appId }) }
      : { [vscode.l10n.t("Show App Log")]: () => runCommand("app.showLog", { accountId, appId }) }),
    [vscode.l10n.t("Restart App")]: () => runCommand("app.restart", { accountId, appId }),
    [vscode.l10n.t("Don't Show Again for {0}", app.name)]: () => silence(state, begun),
  });
}

function memoryText(app: App): string {
  const share = formatPercent((memoryShare(app) ?? 0) * 100);
  return vscode.l10n.t("{0} uses {1} of its memory. It may be stopped if it needs more.", app.name, share);
}

function isSilenced(state: ConditionNoticesOptions["state"], begun: ConditionBegun): boolean {
  return silencedIn(state)[keyText(begun)]?.includes(begun.condition) ?? false;
}

async function silence(state: ConditionNoticesOptions["state"], begun: ConditionBegun): Promise<void> {
  const silenced = silencedIn(state);
  const name = keyText(begun);
  await state.update(stateKey, { ...silenced, [name]: [...(silenced[name] ?? []), begun.condition] });
}

function silencedIn(state: ConditionNoticesOptions["state"]): Readonly<Record<string, readonly string[]>> {
  return readAs(silencedConditions, state.get(stateKey)) ?? {};
}
