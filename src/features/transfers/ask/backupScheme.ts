export const backupScheme = "hosted-app-kept";
