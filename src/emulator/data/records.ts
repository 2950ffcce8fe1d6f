// Stored records. service.ts decides which fields a response shows.

export type Runtime = "python" | "nodejs";

/** docs/interface.md#permissions */
const permissionNames = [
  "canCreateApplication",
  "canDeleteApplication",
  "canUpdateApplicationSettings",
  "canChangeStatusApplication",
  "canManageApplicationBackup",
  "canEditApplicationFiles",
  "canSeeApplicationFiles",
  "canDeleteApplicationFiles",
  "canCreateDatabase",
  "canDeleteDatabase",
  "canUpdateDatabaseSettings",
  "canChangeStatusDatabase",
] as const;

export type PermissionName = (typeof permissionNames)[number];
type Permissions = Readonly<Record<PermissionName, boolean>>;

/** Every flag on, or every flag off, with exceptions. */
export function permissions(every: boolean, except: Partial<Permissions> = {}): Permissions {
  const flags = Object.fromEntries(permissionNames.map((name) => [name, every])) as Record<
    PermissionName,
    boolean
  >;
  return { ...flags, ...except };
}

export interface TeamRecord {
  readonly _id: string;
  readonly name: string;
  /** User id. */
  readonly owner: string;
  readonly members: readonly {
    readonly user: string;
    readonly permissions: Permissions;
    readonly _id: string;
  }[];
  readonly invites: readonly InviteRecord[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface InviteRecord {
  readonly email: string;
  readonly userId: string | null;
  readonly invitedAt: string;
  readonly code: string;
  readonly permissions: Permissions;
  readonly _id: string;
  readonly subscriptionEndsAt: string | null;
}

export interface UserRecord {
  readonly _id: string;
  readonly name: string;
  readonly isEmail2FAEnabled: boolean;
  readonly hasClaimedFreePlan: boolean;
  readonly activeSessions: readonly {
    readonly id: string;
    readonly device: string;
    readonly ip: string;
    readonly browser: string;
    readonly lastActive: string;
  }[];
}

export interface AppRecord {
  readonly _id: string;
  readonly containerId: string;
  readonly teamId: string | null;
  readonly userId: string;
  readonly name: string;
  readonly mainFile: string;
  readonly memoryMB: number;
  readonly runtime: Runtime;
  readonly startupCommand: string;
  readonly installDependenciesCmd: string;
  readonly exposedViaWeb: boolean;
  readonly autoRestart: boolean;
  readonly restartRequired: boolean;
  /** "active", "starting", "stopped", "crashed" or "memory limit exceeded". */
  readonly status: string;
  /** A restarted service starts it again. */
  readonly wantsToRun: boolean;
  /** Null when it never ran. */
  readonly lastStartedAtMs: number | null;
  /** On the loopback address; kept while the app isn't exposed, so that it stays the same. */
  readonly externalPort: number | null;
  /** The port that the app listens on; another one at each start. */
  readonly internalPort: number | null;
  readonly customDomain: string | null;
  readonly subdomain: string | null;
  readonly environment: readonly { readonly key: string; readonly value: string; readonly _id: string }[];
  readonly repoDeploys: readonly RepoDeployRecord[];
  readonly repository: RepositoryRecord | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** With a stamp that tells it from a later process with the same id. */
  readonly process: { readonly pid: number; readonly startStamp: string } | null;
}

interface RepoDeployRecord {
  readonly commitId: string;
  readonly branch: string;
  readonly status: string;
  readonly message: string;
  readonly createdAt: string;
  readonly commitedAt: string;
  readonly commitedBy: string;
  readonly _id: string;
  readonly duration: number;
}

interface RepositoryRecord {
  readonly name: string;
  readonly owner: string;
  readonly id: string;
  readonly branch: string;
}
