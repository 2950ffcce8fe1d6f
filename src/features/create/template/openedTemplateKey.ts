// Where the window that opens the folder of a new project finds that it is one.

/** Of the state of all windows. */
export const openedTemplateKey = "templates.opened";
