// A file of its own because it loads at start.

export const projectFileName = "hosted-app.json";
