/** In the state of all windows: the repository of a link that is being cloned. */
export const clonedKey = "links.cloned";
