// The service's state and its invariants. Records are replaced, never mutated, and every change is written to
// disk.
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

/** Undefined when the file is damaged. */
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
  /** The user of the token. */
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

  /** `isNew` when the folder had no state. An unreadable state is `setAside` under another name. */
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
    // Fields that an older file lacks get their defaults.
    for (const app of stored.apps) state.#apps.set(app._id, newAppRecord(app, clock));
    return { state, isNew: false };
  }

  /** Visible to the caller, oldest first. */
  apps(): AppRecord[] {
    return [...this.#apps.values()].filter((app) => this.#isVisible(app));
  }

  /** With apps of teams that the caller isn't in. */
  allApps(): AppRecord[] {
    return [...this.#apps.values()];
  }

  /** 404 when it doesn't exist or isn't visible to the caller. */
  app(appId: string): AppRecord {
    const app = this.#apps.get(appId);
    if (!app || !this.#isVisible(app)) throw new NotFound("There is no application with this id.");
    return app;
  }

  /** Whether or not it is visible to the caller. */
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

  /** No effect on a deleted app. "settings" also moves `updatedAt`. */
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

  /** Resolves when every change so far is on disk. */
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

  // Changes of one turn share one write.
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
