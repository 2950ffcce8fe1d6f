// The user's rights on an app's files, as far as they are known. The service decides.

export const filePermissions = {
  canSee: "canSeeApplicationFiles",
  canEdit: "canEditApplicationFiles",
  canDelete: "canDeleteApplicationFiles",
} as const;

export type AppAccess = Readonly<Record<keyof typeof filePermissions, boolean>>;

export const fullAccess: AppAccess = { canSee: true, canEdit: true, canDelete: true };
