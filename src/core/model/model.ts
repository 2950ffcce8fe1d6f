// Responses after api/schemas.ts has read them (docs/interface.md#resources). A field that the service may leave out or
// send as null is optional and absent here. Times are ms since the epoch, by the service's clock.

export interface App {
  readonly id: string;
  readonly name: string;
  /** The service's own word ("active" is the only one it documents), shown unchanged. */
  readonly status: string;
  readonly teamId?: string;
  /** Present in responses that contain the whole team: reading one app, and a restart. */
  readonly team?: Team;
  readonly userId?: string;
  readonly containerId?: string;
  readonly restartRequired: boolean;
  /** Never from the service: files were changed from here since the app started. */
  readonly filesChanged?: boolean;
  readonly memoryMB?: number;
  readonly vCpu?: number;
  readonly workerNodeName?: string;
  readonly containerImage?: string;
  readonly exposedViaWeb?: boolean;
  readonly internalPort?: number;
  readonly externalPort?: number;
  readonly subdomain?: string;
  readonly customDomain?: string;
  readonly startupCommand?: string;
  readonly installCommand?: string;
  readonly runtime?: string;
  readonly autoRestart?: boolean;
  readonly metrics?: Metrics;
  /** Absent in a list: the service sends it only with one app. */
  readonly environment?: readonly EnvironmentVariable[];
  readonly deployments: readonly Deployment[];
  readonly repository?: Repository;
  readonly createdAt?: number;
  readonly updatedAt?: number;
}

/** A sample of an app's resources. Values that the service did not send are absent, never zero. */
export interface Metrics {
  readonly timestamp?: number;
  readonly online?: boolean;
  readonly uptimeSeconds?: number;
  readonly startedAt?: number;
  /** 0 to 100. */
  readonly cpuPercent?: number;
  readonly memoryBytes?: number;
  readonly memoryLimitBytes?: number;
  readonly networkRxBytes?: number;
  readonly networkTxBytes?: number;
}

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly owner?: string;
  readonly members: readonly TeamMember[];
  readonly invites: readonly TeamInvite[];
}

interface TeamMember {
  readonly id?: string;
  readonly userId: string;
  readonly permissions: Permissions;
}

/** An open invitation. Its code, which would let anyone accept it, is not kept. */
interface TeamInvite {
  readonly id?: string;
  readonly email?: string;
  readonly userId?: string;
  readonly invitedAt?: number;
  readonly subscriptionEndsAt?: number;
  readonly permissions: Permissions;
}

/** The twelve flags of docs/interface.md#permissions, in its order. */
export const permissionNames = [
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

/** A flag that the service did not send is absent: neither allowed nor denied. */
export type Permissions = Readonly<Partial<Record<PermissionName, boolean>>>;

interface Deployment {
  readonly id?: string;
  readonly commitId?: string;
  readonly branch?: string;
  readonly status?: string;
  readonly message?: string;
  readonly author?: string;
  readonly committedAt?: number;
  readonly createdAt?: number;
  readonly durationSeconds?: number;
}

interface Repository {
  readonly id?: string;
  readonly owner?: string;
  readonly name?: string;
  readonly branch?: string;
}

/** The value is secret: shown only on request, never logged or stored. */
export interface EnvironmentVariable {
  readonly key: string;
  readonly value: string;
}

export interface FileEntry {
  readonly name: string;
  /** "other" is neither file nor folder, such as a link. */
  readonly type: "file" | "directory" | "other";
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export type PathContent =
  | { readonly isDirectory: true; readonly path: string; readonly entries: readonly FileEntry[] }
  /** `text` is the file as the service decoded it: exact only under the test of appFiles/read/fileReads.ts. */
  | { readonly isDirectory: false; readonly path: string; readonly text: string | undefined };

export interface User {
  readonly id: string;
  readonly name: string;
  readonly emailTwoFactorEnabled?: boolean;
  readonly claimedFreePlan?: boolean;
  readonly sessions: readonly UserSession[];
}

/** A place where the user is signed in. Its address is secret: shown only on request. */
export interface UserSession {
  readonly id: string;
  readonly device?: string;
  readonly browser?: string;
  readonly ip?: string;
  readonly lastActive?: number;
}

export type Runtime = "python" | "nodejs";

/** docs/interface.md#create-an-app. */
export interface NewAppSettings {
  readonly name: string;
  /** The path within the archive. */
  readonly mainFile: string;
  readonly memoryMB: number;
  readonly runtime: Runtime;
  readonly exposedViaWeb: boolean;
  readonly autoRestart: boolean;
  /** Empty: the service's default for the runtime. */
  readonly startupCommand: string;
  readonly teamId?: string;
}

/** docs/interface.md#update-an-app; absent fields keep their value. */
export interface AppSettingsChange {
  readonly name?: string;
  readonly memoryMB?: number;
  readonly startupCommand?: string;
  readonly runtime?: Runtime;
  readonly exposedViaWeb?: boolean;
  readonly autoRestart?: boolean;
}
