// Where the window that opens the clone of a link's repository finds that it is one.

/** Of the state of all windows. */
export const clonedKey = "links.cloned";
