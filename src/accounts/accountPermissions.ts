// Which calls the user's permissions allow: undocumented, so a denied flag holds until a response refutes it.
import { Emitter } from "../core/async/emitter";
import { type FailedApp, ServiceError } from "../core/errors/serviceError";
import { type AppAccess, filePermissions } from "../core/model/appAccess";
import type { App, PermissionName, Team } from "../core/model/model";
import { isRuledOut, type PermissionPlace } from "../core/model/teamRole";
import { field, readAs } from "../core/parse";
import type { AccountApps } from "./accountApps";

export interface PermissionMemory {
  read(): unknown;
  write(value: unknown): void;
}

interface PermissionOwner {
  readonly id: string;
  readonly baseUrl: string;
  readonly userId: string;
  readonly apps: Pick<AccountApps, "find" | "teamOf">;
}

/** By team and flag, for denied flags only: true when a call succeeded nevertheless. */
const keptAnswers = field.entries(field.flag);

export class AccountPermissions {
  private readonly changed = new Emitter<PermissionName>();
  /** Calls that the user wants to try, until the service responds. */
  private readonly tried = new Set<string>();
  /** This window's responses: another window may overwrite the shared memory at the same moment. */
  private readonly own: Record<string, boolean> = {};
  private readonly memory: PermissionMemory;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly owner: PermissionOwner,
    memory?: PermissionMemory,
  ) {
    let own: unknown;
    this.memory = memory ?? {
      read: () => own,
      write: (value) => {
        own = value;
      },
    };
  }

  /** A flag denies it, and no response has refuted the flag. */
  isRuledOut(place: PermissionPlace, name: PermissionName): boolean {
    const key = this.deniedKey(place, name);
    return key !== undefined && this.answers[key] !== true;
  }

  mayTry(place: PermissionPlace, name: PermissionName): boolean {
    return !this.isRuledOut(place, name) || this.tried.has(this.deniedKey(place, name) ?? "");
  }

  /** The service has confirmed the denied flag. */
  wasRefused(place: PermissionPlace, name: PermissionName): boolean {
    return this.answers[this.deniedKey(place, name) ?? ""] === false;
  }

  accessTo(appId: string): AppAccess {
    const may = (kind: keyof AppAccess): boolean => this.mayTry(appId, filePermissions[kind]);
    return { canSee: may("canSee"), canEdit: may("canEdit"), canDelete: may("canDelete") };
  }

  tryAnyway(place: PermissionPlace, name: PermissionName): void {
    const key = this.deniedKey(place, name);
    if (key === undefined) return;
    this.tried.add(key);
    this.changed.fire(name);
  }

  /** `isDone`: false for a 403. */
  answered(place: PermissionPlace, name: PermissionName, isDone: boolean): void {
    const key = this.deniedKey(place, name);
    if (key === undefined || (this.answers[key] === isDone && !this.tried.has(key))) return;
    this.tried.delete(key);
    this.own[key] = isDone;
    this.memory.write({ ...this.answers, [key]: isDone });
    this.changed.fire(name);
  }

  refusal(place: PermissionPlace, name: PermissionName): ServiceError {
    const error = new ServiceError("forbidden", "not sent: the user's flags rule it out");
    const isRead = name === "canSeeApplicationFiles";
    error.request = { host: new URL(this.owner.baseUrl).host, isRead, permission: name };
    error.app = this.named(place);
    return error;
  }

  /** An app that is about to be created has no name yet. */
  named(place: PermissionPlace): FailedApp {
    const { app, team } = this.found(place);
    const appId = typeof place === "string" ? place : "";
    return {
      ...{ accountId: this.owner.id, appId, name: app?.name ?? appId },
      team: team && { id: team.id, name: team.name },
    };
  }

  private get answers(): Readonly<Record<string, boolean>> {
    return { ...this.own, ...readAs(keptAnswers, this.memory.read()) };
  }

  private deniedKey(place: PermissionPlace, name: PermissionName): string | undefined {
    const { app, team } = this.found(place);
    return isRuledOut(app, team, this.owner.userId, name) ? `${team?.id}/${name}` : undefined;
  }

  private found(place: PermissionPlace): { readonly app: App | undefined; readonly team: Team | undefined } {
    const { apps } = this.owner;
    const app = typeof place === "string" ? apps.find(place) : undefined;
    return { app, team: apps.teamOf(typeof place === "string" ? app : place) };
  }
}
