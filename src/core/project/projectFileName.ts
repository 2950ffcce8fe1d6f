// Apart from what reads the file: this is needed while VS Code starts.

/** The name of the file, in the folder that is deployed. */
export const projectFileName = "hosted-app.json";
