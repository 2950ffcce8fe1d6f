// Apart from what reads the file: this is needed while VS Code starts.

export const projectFileName = "hosted-app.json";
