// Where the creations under way are kept; asked for at start, so it stands apart from what reads and writes them.

/** The key in the workspace's state. */
export const createRecordsKey = "deploy.creating";
