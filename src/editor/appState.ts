// The one word for an app's state, and how it is shown. An unknown word of the service is shown unchanged, never as a
// failure.
import { l10n } from "vscode";
import type { AppCondition } from "../core/metrics/appConditions";
import { needsRestart, saysFailed } from "../core/model/appStatus";
import type { App } from "../core/model/model";

const unwatched: ReadonlySet<AppCondition> = new Set();

interface AppState {
  readonly word: string;
  /** The unusual part of the word, for places with an icon; empty for an app that runs. */
  readonly exception?: string;
  readonly tone: "good" | "warning" | "bad" | "neutral";
  /** A product icon of VS Code. */
  readonly icon: string;
  readonly color?: string;
}

/** `conditions` come from watching the app; none for an app that is not watched. */
export function appState(app: App, conditions: ReadonlySet<AppCondition> = unwatched): AppState {
  if (conditions.has("crashLoop")) return bad(l10n.t("keeps restarting"));
  const word = app.status || l10n.t("unknown");
  const isOnline = app.metrics?.online;
  if (isOnline === false && word === "active") return bad(l10n.t("offline"));
  if (saysFailed(app)) return bad(word);
  if (isOnline === false) return { word, exception: word, tone: "neutral", icon: "vm-outline" };
  if (needsRestart(app)) {
    const needed = l10n.t("{0}, restart needed", word);
    const exception = l10n.t("restart needed");
    return { word: needed, exception, tone: "warning", icon: "vm-running", color: "charts.yellow" };
  }
  return isOnline
    ? { word, tone: "good", icon: "vm-running", color: "charts.green" }
    : { word, exception: word, tone: "neutral", icon: "vm" };
}

/** The problem of an app that is down, in a sentence. */
export function troubleText(app: App, isCrashing: boolean): string {
  const { name, status } = app;
  if (isCrashing)
    return l10n.t("{0} keeps crashing: it restarted three times within ten minutes. Check its log.", name);
  return saysFailed(app)
    ? l10n.t('{0} is down. Its state is "{1}".', name, status)
    : l10n.t("{0} is offline.", name);
}

function bad(word: string): AppState {
  return { word, exception: word, tone: "bad", icon: "vm-outline", color: "charts.red" };
}
