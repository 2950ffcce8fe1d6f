// Facts about an app, each with its name: for its rows, its hover and its dashboard.
import { l10n } from "vscode";
import type { App } from "../core/model/model";
import { repositoryName } from "../core/model/repositoryName";
import type { ChangeableKey } from "../core/settings/settingsTable";
import { formatBytes, formatDuration, formatTime } from "../core/text/format";
import { runtimeLabel, settingLabel } from "./appSettings/settingLabels";

interface AppFact {
  readonly label: string;
  readonly icon: string;
  readonly field?: ChangeableKey;
  /** Empty where the service has not sent it. */
  readonly value: string;
}

/** Facts in the order of an app's detail rows. */
export function appFacts(app: App) {
  const { metrics, repository, memoryMB } = app;
  const { internalPort, subdomain } = reportedByRestart(app);
  // The service sends zeros for an app that is down.
  const upSeconds = metrics?.online === false ? undefined : metrics?.uptimeSeconds;
  const memory = memoryMB === undefined ? undefined : formatBytes(memoryMB * 1024 * 1024);
  const repositoryText = [repositoryName(app), repository?.branch].filter(Boolean).join(" · ");
  return {
    upFor: fact(l10n.t("Up for"), "clock", upSeconds === undefined ? undefined : formatDuration(upSeconds)),
    name: setting("name", "tag", app.name),
    runtime: setting("runtimeEnvironment", "code", app.runtime && runtimeLabel(app.runtime)),
    memory: setting("memoryMB", "chip", memory),
    startup: setting("startupCommand", "terminal", app.startupCommand),
    web: setting("exposedViaWeb", "globe", yesOrNo(app.exposedViaWeb)),
    autoRestart: setting("autoRestartEnabled", "refresh", yesOrNo(app.autoRestart)),
    install: fact(l10n.t("Install command"), "package", app.installCommand),
    vCpu: fact(l10n.t("Virtual CPUs"), "circuit-board", app.vCpu),
    domain: fact(l10n.t("Domain"), "link", app.customDomain),
    subdomain: fact(l10n.t("Subdomain"), "link", subdomain),
    externalPort: fact(l10n.t("Public port"), "plug", app.externalPort),
    internalPort: fact(l10n.t("Internal port"), "plug", internalPort),
    node: fact(l10n.t("Server"), "server", app.workerNodeName),
    image: fact(l10n.t("Image"), "layers", app.containerImage),
    repository: fact(l10n.t("Repository"), "repo", repositoryText),
    created: fact(l10n.t("Created"), "calendar", timeText(app.createdAt)),
    updated: fact(l10n.t("Updated"), "calendar", timeText(app.updatedAt)),
    id: fact(l10n.t("ID"), "key", app.id),
  };
}

function fact(label: string, icon: string, value: string | number | undefined): AppFact {
  return { label, icon, value: String(value ?? "") };
}

function setting(field: ChangeableKey, icon: string, value: string | undefined): AppFact {
  return { ...fact(settingLabel(field), icon, value), field };
}

function yesOrNo(flag: boolean | undefined): string | undefined {
  if (flag === undefined) return undefined;
  return flag ? l10n.t("yes") : l10n.t("no");
}

function timeText(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : formatTime(ms);
}

/** Fields that only the response to a restart has (docs/interface.md#application); undefined where it lacks them. */
function reportedByRestart({ internalPort, subdomain, exposedViaWeb }: App) {
  const isReported = internalPort !== undefined || subdomain !== undefined;
  const later = exposedViaWeb && !isReported ? l10n.t("reported only after a restart") : undefined;
  return { internalPort: internalPort ?? later, subdomain: subdomain ?? later };
}
