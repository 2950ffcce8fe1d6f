// What every handler works with: the service's parts, and one request to it.
import type { IncomingMessage } from "node:http";
import type { EmulatorClock } from "../base/emulatorClock";
import type { SizeLimits } from "../base/sizeLimits";
import type { DataFolder } from "../data/dataFolder";
import type { AppRecord } from "../data/records";
import type { State } from "../data/state";
import type { Runner } from "../running/runner";
import { type AppAnswer, presentApp } from "./presence";

/** What an uploaded zip becomes. */
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
  /** From the path; empty where the path has none. */
  readonly appId: string;
}

/** One endpoint. Throws an HttpError for every answer other than success. */
export type Handler = (service: Service, request: ServiceRequest) => Promise<Response>;

/** A JSON answer, given once everything it says is on the disk. */
export async function answerJson(service: Service, body: unknown): Promise<Response> {
  await service.state.saved();
  return Response.json(body);
}

/** The application as the given answer shows it now. */
export async function showApp(
  service: Service,
  app: AppRecord,
  answer: AppAnswer,
): Promise<Record<string, unknown>> {
  const { state, clock, runner } = service;
  // As it is after whatever the handler did to it, and the status as of the figures.
  const metrics = await runner.metrics(state.record(app._id) ?? app);
  return presentApp(state.record(app._id) ?? app, answer, { state, metrics, clock });
}
