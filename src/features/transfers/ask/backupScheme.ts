/** URI scheme of read-only documents that show a backup's content. */
export const backupScheme = "hosted-app-kept";
