export const keptScheme = "hosted-app-kept";
