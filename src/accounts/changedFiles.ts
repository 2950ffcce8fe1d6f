// The apps whose files were changed from here since the start that runs. The service says of settings only that an app
// needs a restart.
import type { Clock } from "../core/async/clock";
import type { App } from "../core/model/model";
import { isObject } from "../core/text/isObject";

/** Where it is kept over a reload of the window. */
export interface ChangedFilesMemory {
  read(): unknown;
  write(value: unknown): void;
}

/** A start that is derived from how long an app is up is off by some moments each time. */
const jitterMs = 5_000;

export class ChangedFiles {
  /** By app: when the start was that does not have the files; zero while that is not known. */
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

  /** A file was uploaded; `app` is as it was last seen. Answers whether that is news. */
  add(appId: string, app: App | undefined): boolean {
    this.asked.delete(appId);
    // Whatever starts next has it.
    if (this.starts.has(appId) || app?.metrics?.online === false) return false;
    this.set(appId, (app && this.startOf(app)) ?? 0);
    return true;
  }

  /** A restart is asked for: where the service says no start, it must do for one. */
  restartAsked(appId: string): void {
    if (this.starts.has(appId)) this.asked.add(appId);
  }

  /** Takes in an app as it is now; answers whether the run that it is in began before its files were changed. */
  isBehind(app: App): boolean {
    const known = this.starts.get(app.id);
    if (known === undefined) return false;
    const start = this.startOf(app);
    const isUp = app.metrics?.online === true;
    const hasNew =
      start === undefined ? isUp && this.asked.has(app.id) : known > 0 && start > known + jitterMs;
    if (hasNew || app.metrics?.online === false) {
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

/** Not by the reader of what comes from outside: this is there while VS Code starts, and that is not. */
function startsIn(stored: unknown): [string, number][] {
  const entries: [string, unknown][] = isObject(stored) ? Object.entries(stored) : [];
  return entries.flatMap(([appId, start]): [string, number][] =>
    typeof start === "number" ? [[appId, start]] : [],
  );
}
