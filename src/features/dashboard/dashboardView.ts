// An app's dashboard in words. Unknown values are "–", never zero.
import { l10n } from "vscode";
import type { WatchedState } from "../../accounts/appWatch";
import type { LogEnd } from "../../appFiles/logEnd";
import { memoryLimitBytes } from "../../core/metrics/memoryShare";
import type { MemoryUse } from "../../core/metrics/memoryUse";
import type { HistoryPoint, Spread } from "../../core/metrics/metricsHistory";
import { deploymentsOf } from "../../core/model/deployments";
import type { App, PermissionName } from "../../core/model/model";
import type { WebAddress } from "../../core/model/webAddress";
import { formatBytes, formatDuration, formatRate, formatTime } from "../../core/text/format";
import { plainText } from "../../core/text/inertText";
import type { AppRelease } from "../../core/transfers/release";
import { ageText } from "../../editor/ageText";
import { appFacts } from "../../editor/appFacts";
import { addressLabel } from "../../editor/appSettings/settingLabels";
import { appState, troubleText } from "../../editor/appState";
import { cpuText, memoryUseText } from "../../editor/appUsage";
import type { CrashExplanation } from "../../editor/project/crashText";
import { releaseText } from "../../editor/project/releaseText";
import type { DashboardAction, DashboardState, DashboardView } from "./dashboardMessages";

const unknown = "–";

/** A denied permission removes the button, as it does on the app's row. */
const permissionOf: Partial<Record<DashboardAction, PermissionName>> = {
  restart: "canChangeStatusApplication",
  log: "canSeeApplicationFiles",
  files: "canSeeApplicationFiles",
  settings: "canUpdateApplicationSettings",
};

export interface DashboardKnowledge {
  readonly identity: Omit<DashboardState, "range">;
  /** The newest listing's fields, and those that only reading a single app brings. */
  readonly app: App | undefined;
  readonly address: WebAddress | undefined;
  readonly conditions: WatchedState["conditions"];
  readonly notice: string;
  readonly newest: HistoryPoint | undefined;
  readonly memory?: MemoryUse | undefined;
  readonly environment: readonly string[] | undefined;
  readonly releases: readonly AppRelease[];
  readonly log: LogEnd | undefined;
  readonly crash?: CrashExplanation | undefined;
  readonly isWatched: boolean;
  /** False when no request can be sent for the app. */
  readonly canAct: boolean;
  readonly isRuledOut: (name: PermissionName) => boolean;
  readonly now: number;
}

export function dashboardView(known: DashboardKnowledge): DashboardView {
  const { app, identity, now } = known;
  // Services report zeros for an app that is down.
  const running = app?.metrics?.online === false ? undefined : app;
  const newest = running?.metrics && known.newest;
  const view = {
    status: statusOf(app, known.conditions),
    notice: known.notice,
    banner: bannerOf(known),
    buttons: buttonsOf(known),
    usageNote:
      app && !app.metrics
        ? l10n.t("The service reports no metrics for this app, so crashes can't be detected either.")
        : "",
    figures: {
      cpu: (app && cpuText(app)) ?? unknown,
      memory: bytesText(running?.metrics?.memoryBytes) ?? unknown,
      limit: bytesText(app && memoryLimitBytes(app)) ?? unknown,
      received: rateText(newest?.receivedPerSecond),
      sent: rateText(newest?.sentPerSecond),
    },
    details: app ? detailsOf(app, known) : [],
    repository: repositoryOf(app),
    deployments: app ? deploymentsOf(app).map((deployment) => deploymentRow(deployment, now)) : [],
    releases: known.releases.map((release) => {
      const { label, description } = releaseText(release, now);
      return { label, description };
    }),
    environment: app && known.environment ? [...known.environment] : null,
  };
  return { ...inertStrings(view), state: { ...identity, name: plainText(app?.name ?? identity.name, 300) } };
}

/** All texts without control characters and marks of direction, and of bounded length. */
function inertStrings<T>(value: T): T {
  if (typeof value === "string") return plainText(value) as T;
  if (Array.isArray(value)) return value.map(inertStrings) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inertStrings(each)])) as T;
}

function statusOf(app: App | undefined, conditions: WatchedState["conditions"]): DashboardView["status"] {
  if (!app) return { word: unknown, tone: "neutral" };
  const { word, tone } = appState(app, conditions);
  return { word, tone };
}

function buttonsOf(known: DashboardKnowledge): DashboardView["buttons"] {
  const { app, conditions, canAct, isWatched, isRuledOut } = known;
  const button = (action: DashboardAction, label: string, isEnabled = canAct) => ({
    action,
    label,
    isEnabled,
  });
  const browser = known.address ? [button("browser", l10n.t("Open in Browser"))] : [];
  const restart = button("restart", l10n.t("Restart App"));
  const log = button("log", l10n.t("Show App Log"));
  // The most likely action first.
  const isDown = app?.metrics?.online === false;
  const own = isDown ? [restart, log, ...browser] : [...browser, restart, log];
  const fix = known.crash?.fix ? [button("fix", known.crash.fix.label)] : [];
  const first = app && isInTrouble(app, conditions) ? [...fix, log, restart, ...browser] : own;
  const all = [
    ...first,
    button("files", l10n.t("Open App Files")),
    button("settings", l10n.t("Edit App Settings")),
    isWatched
      ? button("unwatch", l10n.t("Stop Watching"), true)
      : button("watch", l10n.t("Watch in the Status Bar")),
  ];
  return all.filter(({ action }) => {
    const needed = permissionOf[action];
    return !needed || !isRuledOut(needed);
  });
}

/** Whether the app is down, or crashes repeatedly. */
export function isInTrouble(app: App, conditions: WatchedState["conditions"]): boolean {
  return appState(app, conditions).tone === "bad";
}

function bannerOf({ app, conditions, canAct, log, crash }: DashboardKnowledge): DashboardView["banner"] {
  if (!app || !canAct || !isInTrouble(app, conditions)) return null;
  return {
    text: [troubleText(app, conditions.has("crashLoop")), crash?.sentence].filter(Boolean).join(" "),
    log: log?.lines.join("\n") ?? "",
    logName: log?.name ?? "",
  };
}

/** Known details only. */
function detailsOf(app: App, { address, memory }: DashboardKnowledge): DashboardView["details"] {
  const { metrics } = app;
  const facts = appFacts(app);
  const started = metrics?.online === false ? undefined : metrics?.startedAt;
  const rows: readonly { readonly label: string; readonly value: string | undefined }[] = [
    ...[facts.upFor, facts.runtime, facts.startup],
    { label: l10n.t("Memory limit"), value: bytesText(memoryLimitBytes(app)) },
    { label: l10n.t("Memory use"), value: memory && memoryUseText(memory) },
    ...[facts.vCpu, facts.autoRestart, facts.web, facts.domain, facts.subdomain],
    ...[facts.externalPort, facts.internalPort, facts.node, facts.image],
    { label: l10n.t("Received since start"), value: bytesText(metrics?.networkRxBytes) },
    { label: l10n.t("Sent since start"), value: bytesText(metrics?.networkTxBytes) },
    { label: l10n.t("Started"), value: started === undefined ? undefined : formatTime(started) },
    ...[facts.created, facts.updated, facts.id],
  ];
  return [
    ...(address ? [{ label: addressLabel(address), value: address.address, link: true }] : []),
    ...rows.flatMap(({ label, value }) => (value ? [{ label, value }] : [])),
  ];
}

function repositoryOf(app: App | undefined): string {
  const { owner, name, branch } = app?.repository ?? {};
  const path = [owner, name].filter(Boolean).join("/");
  if (!path) return "";
  return branch ? l10n.t("{0}, branch {1}", path, branch) : path;
}

function deploymentRow(
  { at, shortCommit, firstLine, author, durationSeconds, status }: ReturnType<typeof deploymentsOf>[number],
  now: number,
): DashboardView["deployments"][number] {
  return {
    commit: shortCommit || unknown,
    message: firstLine || unknown,
    author: author || unknown,
    age: at === undefined ? unknown : ageText(now - at),
    duration: durationSeconds === undefined ? unknown : formatDuration(durationSeconds),
    state: status || unknown,
  };
}

function rateText(spread: Spread | undefined): string {
  return spread ? formatRate(spread.average) : unknown;
}

function bytesText(bytes: number | undefined): string | undefined {
  return bytes === undefined ? undefined : formatBytes(bytes);
}
