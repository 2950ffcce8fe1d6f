// What the user may do with an app's files, as far as that is known. The service decides.

export const filePermissions = {
  canSee: "canSeeApplicationFiles",
  canEdit: "canEditApplicationFiles",
  canDelete: "canDeleteApplicationFiles",
} as const;

export type AppAccess = Readonly<Record<keyof typeof filePermissions, boolean>>;

export const fullAccess: AppAccess = { canSee: true, canEdit: true, canDelete: true };
