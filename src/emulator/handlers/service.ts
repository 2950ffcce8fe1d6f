// The service's parts and a request, as handlers get them, and what they respond with.
import type { IncomingMessage } from "node:http";
import { type EmulatorClock, isoTime } from "../base/emulatorClock";
import type { SizeLimits } from "../base/sizeLimits";
import type { DataFolder } from "../data/dataFolder";
import type { AppRecord } from "../data/records";
import type { State } from "../data/state";
import { type RunMetrics, virtualCpus } from "../running/runMetrics";
import type { Runner } from "../running/runner";

/** What uploads of zip files become. */
export type ArchiveUploads = "stored" | "extracted";

export interface Service {
  readonly state: State;
  readonly folders: DataFolder;
  readonly runner: Runner;
  readonly clock: EmulatorClock;
  readonly sizes: SizeLimits;
  readonly archiveUploads: ArchiveUploads;
}

interface ServiceRequest {
  readonly incoming: IncomingMessage;
  readonly query: URLSearchParams;
  /** "" for a path without one. */
  readonly appId: string;
}

/** Throws an HttpError for any response but success. */
export type Handler = (service: Service, request: ServiceRequest) => Promise<Response>;

/** Responds when every change is on disk. */
export async function answerJson(service: Service, body: unknown): Promise<Response> {
  await service.state.saved();
  return Response.json(body);
}

export async function showApp(
  service: Service,
  app: AppRecord,
  answer: AppAnswer,
): Promise<Record<string, unknown>> {
  const { state, clock, runner } = service;
  // Read again, after the handler's changes, with the status of the same moment as the metrics.
  const metrics = await runner.metrics(state.record(app._id) ?? app);
  return presentApp(state.record(app._id) ?? app, answer, { state, metrics, clock });
}

type AppAnswer = "create" | "list" | "read" | "update" | "restart";

const all = "create list read update restart";

/** docs/interface.md#application */
const fieldPresence = {
  _id: all,
  containerId: all,
  teamId: all,
  restartRequired: all,
  userId: all,
  name: all,
  allocatedMemoryMB: all,
  allocatedVCpu: all,
  workerNodeId: all,
  containerImage: all,
  exposedViaWeb: all,
  internalPort: "restart",
  assignedSubdomain: "restart",
  assignedCustomDomain: "create read update",
  startupCommand: all,
  installDependenciesCmd: all,
  runtimeEnvironment: all,
  autoRestartEnabled: all,
  status: all,
  currentResourceMetrics: "list read update restart",
  environmentVariables: "create read update restart",
  createdAt: all,
  updatedAt: all,
  repoDeploys: "list read update restart",
  externalPort: all,
  repository: "read update restart",
} as const;

type Field = keyof typeof fieldPresence;

/** Responses with the whole team as `teamId`; the others have its id. */
const withTeamObject: readonly AppAnswer[] = ["read", "restart"];

/** Responses whose metrics omit `startedAt`. */
const withoutStartedAt: readonly AppAnswer[] = ["update"];

const workerNode = { _id: "64f1a2b3c4d5e6f708192a3b", nodeName: "this-machine" };

const images = { python: "python:3-slim", nodejs: "node:lts-slim" };

/** The list itself adds `totalUsedRAM` and `pagination`. */
function presentApp(
  app: AppRecord,
  answer: AppAnswer,
  context: { readonly state: State; readonly metrics: RunMetrics | null; readonly clock: EmulatorClock },
): Record<string, unknown> {
  const team = app.teamId === null ? null : (context.state.team(app.teamId) ?? null);
  const values: Record<Field, unknown> = {
    _id: app._id,
    containerId: app.containerId,
    teamId: withTeamObject.includes(answer) ? team : app.teamId,
    restartRequired: app.restartRequired,
    userId: app.userId,
    name: app.name,
    allocatedMemoryMB: app.memoryMB,
    allocatedVCpu: virtualCpus(app.memoryMB),
    workerNodeId: workerNode,
    containerImage: images[app.runtime],
    exposedViaWeb: app.exposedViaWeb,
    internalPort: app.internalPort,
    assignedSubdomain: app.subdomain,
    assignedCustomDomain: app.customDomain,
    startupCommand: app.startupCommand,
    installDependenciesCmd: app.installDependenciesCmd,
    runtimeEnvironment: app.runtime,
    autoRestartEnabled: app.autoRestart,
    status: app.status,
    currentResourceMetrics: presentMetrics(context.metrics, answer),
    environmentVariables: app.environment,
    createdAt: app.createdAt,
    updatedAt: app.updatedAt,
    repoDeploys: app.repoDeploys,
    externalPort: app.exposedViaWeb ? app.externalPort : null,
    repository: app.repository,
  };
  const shown = Object.entries(values).filter(([field]) =>
    fieldPresence[field as Field].split(" ").includes(answer),
  );
  return Object.fromEntries(shown);
}

function presentMetrics(metrics: RunMetrics | null, answer: AppAnswer): Record<string, unknown> | null {
  if (metrics === null) return null;
  return {
    timestamp: isoTime(metrics.measuredAtMs),
    online: metrics.online,
    uptime: metrics.uptimeSeconds,
    ...(withoutStartedAt.includes(answer) ? {} : { startedAt: isoTime(metrics.startedAtMs) }),
    cpuUsagePercent: metrics.cpuPercent,
    memoryUsageBytes: metrics.memoryBytes,
    memoryLimitBytes: metrics.memoryLimitBytes,
    networkRxBytes: metrics.networkRxBytes,
    networkTxBytes: metrics.networkTxBytes,
  };
}
