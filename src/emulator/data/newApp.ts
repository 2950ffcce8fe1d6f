// An application's record at the moment it is created: the caller's settings plus the service's defaults.
import { type EmulatorClock, isoTime } from "../base/emulatorClock";
import { newContainerId, newId } from "./ids";
import type { AppRecord } from "./records";

type NewApp = Partial<AppRecord> & Pick<AppRecord, "userId">;

export function newAppRecord(settings: NewApp, clock: EmulatorClock): AppRecord {
  const { runtime = "python" } = settings;
  const now = isoTime(clock.now());
  return {
    _id: newId(),
    containerId: newContainerId(),
    teamId: null,
    name: "app",
    mainFile: "main.py",
    runtime,
    memoryMB: 256,
    startupCommand: "",
    installDependenciesCmd:
      runtime === "python" ? "pip install -r requirements.txt" : "npm install --omit=dev",
    exposedViaWeb: false,
    autoRestart: false,
    restartRequired: false,
    status: "stopped",
    wantsToRun: false,
    lastStartedAtMs: null,
    externalPort: null,
    internalPort: null,
    customDomain: null,
    subdomain: null,
    environment: [],
    repoDeploys: [],
    repository: null,
    createdAt: now,
    updatedAt: now,
    process: null,
    ...settings,
  };
}
