// What an app's id may look like. It stands in addresses, and in the names of folders in which changes are kept.

/** Letters, digits and a few marks, at most 128: never a path. Those of the local service are 24 hexadecimal digits. */
export function isAppId(id: string): boolean {
  return /^[\w.:@~+-]{1,128}$/.test(id) && !/^\.{1,2}$/.test(id);
}
