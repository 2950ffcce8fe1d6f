// What an app's id may look like. It stands in addresses, and in the names of folders in which changes are kept.

import { isSafeEntryName } from "../paths/appPath";

/** At most 128 characters that show and that can be one segment of a path. Those of the local service are 24 hexadecimal digits. */
export function isAppId(id: string): boolean {
  return isSafeEntryName(id) && id.length <= 128 && id.trim() === id && !/[\p{C}\p{Zl}\p{Zp}]/u.test(id);
}
