/** Of addresses of files that were overwritten or deleted. */
export const keptScheme = "hosted-app-kept";
