// What the user may do with an account's apps. The service does not say which flag of a team gates which call, so flags are
// a guess until it has answered such a call, which is remembered.
import { Emitter } from "../core/async/emitter";
import { type FailedApp, ServiceError } from "../core/errors/serviceError";
import { type AppAccess, filePermissions } from "../core/model/appAccess";
import type { App, PermissionName, Team } from "../core/model/model";
import { isRuledOut, type PermissionPlace } from "../core/model/teamRole";
import { field, readAs } from "../core/outside/reading";
import type { AccountApps } from "./accountApps";

/** Where the answers are kept. */
export interface PermissionMemory {
  read(): unknown;
  write(value: unknown): void;
}

/** Whose permissions they are. */
interface PermissionOwner {
  readonly id: string;
  readonly baseUrl: string;
  readonly userId: string;
  readonly apps: Pick<AccountApps, "find" | "teamOf">;
}

/** By team and flag, and only where the flag says no: whether the service did it all the same. */
const keptAnswers = field.entries(field.flag);

export class AccountPermissions {
  private readonly changed = new Emitter<PermissionName>();
  /** Those that the user wants to try, until the service has answered. */
  private readonly tried = new Set<string>();
  /** What this window heard: another one that wrote at the same moment may have written over it. */
  private readonly own: Record<string, boolean> = {};
  private readonly memory: PermissionMemory;

  /** The service has answered what flags rule out, or the user wants to try it. */
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

  /** Whether the user's flags deny it, and the service has not done it for them all the same. */
  isRuledOut(place: PermissionPlace, name: PermissionName): boolean {
    const key = this.deniedKey(place, name);
    return key !== undefined && this.answers[key] !== true;
  }

  /** Whether it may be sent: it is not ruled out, or the user wants to try. */
  mayTry(place: PermissionPlace, name: PermissionName): boolean {
    return !this.isRuledOut(place, name) || this.tried.has(this.deniedKey(place, name) ?? "");
  }

  /** Whether the service has refused what flags rule out. */
  wasRefused(place: PermissionPlace, name: PermissionName): boolean {
    return this.answers[this.deniedKey(place, name) ?? ""] === false;
  }

  /** What may be sent of an app's files. */
  accessTo(appId: string): AppAccess {
    const may = (kind: keyof AppAccess): boolean => this.mayTry(appId, filePermissions[kind]);
    return { canSee: may("canSee"), canEdit: may("canEdit"), canDelete: may("canDelete") };
  }

  /** The user wants it to be tried. */
  tryAnyway(place: PermissionPlace, name: PermissionName): void {
    const key = this.deniedKey(place, name);
    if (key === undefined) return;
    this.tried.add(key);
    this.changed.fire(name);
  }

  /** The service did it, or refused it for want of a permission. */
  answered(place: PermissionPlace, name: PermissionName, isDone: boolean): void {
    const key = this.deniedKey(place, name);
    if (key === undefined || (this.answers[key] === isDone && !this.tried.has(key))) return;
    this.tried.delete(key);
    this.own[key] = isDone;
    this.memory.write({ ...this.answers, [key]: isDone });
    this.changed.fire(name);
  }

  /** The error of what is not sent because flags rule it out. */
  refusal(place: PermissionPlace, name: PermissionName): ServiceError {
    const error = new ServiceError("forbidden", "not sent: the user's flags rule it out");
    const isRead = name === "canSeeApplicationFiles";
    error.request = { host: new URL(this.owner.baseUrl).host, isRead, permission: name };
    error.app = this.named(place);
    return error;
  }

  /** An app as sentences name it; one that is to be created has no name yet. */
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

  /** Undefined where no flag denies it. */
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
