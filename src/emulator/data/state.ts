// The service's memory and its invariants. Records are replaced, never changed in place, and every change reaches the disk.
import { rename } from "node:fs/promises";
import { type EmulatorClock, isoTime } from "../base/emulatorClock";
import { NotFound } from "../http/httpErrors";
import { readIfThere, writePrivateFile } from "./jsonFile";
import { newAppRecord } from "./newApp";
import type { AppRecord, TeamRecord, UserRecord } from "./records";

interface StoredState {
  readonly version: 1;
  readonly user: UserRecord;
  readonly teams: readonly TeamRecord[];
  readonly apps: readonly AppRecord[];
}

/** Undefined when it was cut off, or somebody else wrote into it. */
function parseState(text: string): StoredState | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
  const isRecord = (value: unknown): boolean =>
    isObject(value) && "_id" in value && /^[0-9a-f]{24}$/.test(String(value._id));
  const areRecords = (values: unknown): boolean => Array.isArray(values) && values.every(isRecord);
  if (!isObject(stored)) return undefined;
  const { user, teams, apps } = stored as { user?: unknown; teams?: unknown; apps?: unknown };
  return isRecord(user) && areRecords(teams) && areRecords(apps) ? (stored as StoredState) : undefined;
}

export class State {
  /** The caller: the user that the token stands for. */
  user: UserRecord;
  readonly #teams = new Map<string, TeamRecord>();
  readonly #apps = new Map<string, AppRecord>();
  readonly #file: string;
  readonly #clock: EmulatorClock;
  #writing: Promise<void> = Promise.resolve();
  #dirty = false;

  private constructor(file: string, clock: EmulatorClock, user: UserRecord) {
    this.#file = file;
    this.#clock = clock;
    this.user = user;
  }

  /**
   * Reads what an earlier service of this folder left; `isNew` when there was none. What cannot be read is `setAside`
   * under another name.
   */
  static async open(
    file: string,
    clock: EmulatorClock,
    user: UserRecord,
  ): Promise<{ state: State; isNew: boolean; setAside?: string }> {
    const text = await readIfThere(file);
    const state = new State(file, clock, user);
    if (text === undefined) return { state, isNew: true };
    const stored = parseState(text);
    if (!stored) {
      const setAside = `${file}.damaged-${clock.now()}`;
      await rename(file, setAside);
      return { state, isNew: true, setAside };
    }
    state.user = stored.user;
    for (const team of stored.teams) state.#teams.set(team._id, team);
    // Laid over a fresh record, so that a field which an older file lacks has its default.
    for (const app of stored.apps) state.#apps.set(app._id, newAppRecord(app, clock));
    return { state, isNew: false };
  }

  /** The apps that the caller can see, oldest first. */
  apps(): AppRecord[] {
    return [...this.#apps.values()].filter((app) => this.#isVisible(app));
  }

  /** Every app, also of teams that the caller isn't in. */
  allApps(): AppRecord[] {
    return [...this.#apps.values()];
  }

  /** The app, or 404 when it isn't there or the caller can't see it. */
  app(appId: string): AppRecord {
    const app = this.#apps.get(appId);
    if (!app || !this.#isVisible(app)) throw new NotFound("There is no application with this id.");
    return app;
  }

  /** The app whether or not the caller can see it: for the part that runs apps. */
  record(appId: string): AppRecord | undefined {
    return this.#apps.get(appId);
  }

  team(teamId: string): TeamRecord | undefined {
    return this.#teams.get(teamId);
  }

  putTeam(team: TeamRecord): void {
    this.#teams.set(team._id, team);
    this.#save();
  }

  addApp(app: AppRecord): void {
    this.#apps.set(app._id, app);
    this.#save();
  }

  /** Changes some fields; does nothing when the app is gone. A change of settings also moves `updatedAt`. */
  patchApp(appId: string, patch: Partial<AppRecord>, kind: "settings" | "run" = "run"): void {
    const app = this.#apps.get(appId);
    if (!app) return;
    const updated = kind === "settings" ? { updatedAt: isoTime(this.#clock.now()) } : {};
    this.#apps.set(appId, { ...app, ...patch, ...updated });
    this.#save();
  }

  removeApp(appId: string): void {
    this.#apps.delete(appId);
    this.#save();
  }

  /** Resolves when everything up to now is on the disk. */
  async saved(): Promise<void> {
    await this.#writing;
  }

  #isVisible(app: AppRecord): boolean {
    if (app.userId === this.user._id) return true;
    const team = app.teamId === null ? undefined : this.#teams.get(app.teamId);
    return (
      team !== undefined &&
      (team.owner === this.user._id || team.members.some((m) => m.user === this.user._id))
    );
  }

  // Many changes in one turn become one write.
  #save(): void {
    if (this.#dirty) return;
    this.#dirty = true;
    this.#writing = this.#writing.then(async () => {
      this.#dirty = false;
      const stored: StoredState = {
        version: 1,
        user: this.user,
        teams: [...this.#teams.values()],
        apps: [...this.#apps.values()],
      };
      try {
        await writePrivateFile(this.#file, JSON.stringify(stored, null, 1));
      } catch (error) {
        console.error("The local service couldn't write its state:", error);
      }
    });
  }
}
