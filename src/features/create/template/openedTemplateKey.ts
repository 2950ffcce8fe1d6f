// State by which the window that opens a new project's folder recognizes it.

/** Key in the state of all windows. */
export const openedTemplateKey = "templates.opened";
