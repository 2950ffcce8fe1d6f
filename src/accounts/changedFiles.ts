// Apps that need a restart for changed files, which the service reports for settings only.
import type { Clock } from "../core/async/clock";
import { saysDown } from "../core/model/appStatus";
import type { App } from "../core/model/model";
import { isObject } from "../core/text/isObject";

/** Kept over a reload. */
export interface ChangedFilesMemory {
  read(): unknown;
  write(value: unknown): void;
}

/** A start that is computed from the uptime varies by some seconds. */
const jitterMs = 5_000;

export class ChangedFiles {
  /** By app: the start that lacks the files, or 0 while unknown. */
  private readonly starts: Map<string, number>;
  private readonly asked = new Set<string>();

  constructor(
    private readonly clock: Pick<Clock, "now">,
    private readonly memory?: ChangedFilesMemory,
  ) {
    this.starts = new Map(startsIn(memory?.read()));
  }

  get isEmpty(): boolean {
    return this.starts.size === 0;
  }

  /** `app` as last read. Returns whether the app newly needs a restart. */
  add(appId: string, app: App | undefined): boolean {
    this.asked.delete(appId);
    // Any later start has the file.
    if (this.starts.has(appId) || (app && saysDown(app))) return false;
    this.set(appId, (app && this.startOf(app)) ?? 0);
    return true;
  }

  /** A requested restart counts as one where the service reported no start before it, or reports none. */
  restartAsked(appId: string): void {
    if (this.starts.has(appId)) this.asked.add(appId);
  }

  /** True when the running start is older than the app's files. */
  isBehind(app: App): boolean {
    const known = this.starts.get(app.id);
    if (known === undefined) return false;
    const start = this.startOf(app);
    const isUp = app.metrics?.online === true;
    const hasNew =
      start === undefined || known === 0 ? isUp && this.asked.has(app.id) : start > known + jitterMs;
    if (hasNew || saysDown(app)) {
      this.remove(app.id);
      return false;
    }
    if (known === 0 && start !== undefined) this.set(app.id, start);
    return true;
  }

  remove(appId: string): void {
    this.asked.delete(appId);
    if (this.starts.delete(appId)) this.keep();
  }

  private startOf({ metrics }: App): number | undefined {
    if (metrics?.startedAt !== undefined) return metrics.startedAt;
    const { uptimeSeconds } = metrics ?? {};
    return uptimeSeconds === undefined ? undefined : this.clock.now() - uptimeSeconds * 1000;
  }

  private set(appId: string, start: number): void {
    this.starts.set(appId, start);
    this.keep();
  }

  private keep(): void {
    this.memory?.write(this.isEmpty ? undefined : Object.fromEntries(this.starts));
  }
}

/** Without core/parse.ts, which is not loaded while VS Code starts. */
function startsIn(stored: unknown): [string, number][] {
  const entries: [string, unknown][] = isObject(stored) ? Object.entries(stored) : [];
  return entries.flatMap(([appId, start]): [string, number][] =>
    typeof start === "number" ? [[appId, start]] : [],
  );
}
