/**
 * Letters, digits, spaces and a few marks, at most 128: never a path, since ids are parts of addresses and folder
 * names. Those of the local service are 24 hexadecimal digits.
 */
export function isAppId(id: string): boolean {
  return /^[\p{L}\p{M}\p{N}_.:@~+ -]{1,128}$/u.test(id) && id.trim() === id && !/^\.{1,2}$/.test(id);
}
