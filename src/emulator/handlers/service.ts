// The service's parts and a request, as handlers get them.
import type { IncomingMessage } from "node:http";
import type { EmulatorClock } from "../base/emulatorClock";
import type { SizeLimits } from "../base/sizeLimits";
import type { DataFolder } from "../data/dataFolder";
import type { AppRecord } from "../data/records";
import type { State } from "../data/state";
import type { Runner } from "../running/runner";
import { type AppAnswer, presentApp } from "./fieldPresence";

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
