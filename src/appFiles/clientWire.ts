// The four calls on an app's files, made by the client of the account's present sign-in.
import type { CallOptions } from "../api/callOptions";
import type { ServiceClient } from "../api/serviceClient";
import { ServiceError } from "../core/errors/serviceError";
import type { AppWire } from "./appWire";

/** `client` is undefined while nobody is signed in: every call then rejects with a ServiceError "unauthorized". */
export function clientWire(
  appId: string,
  client: () => ServiceClient | undefined,
  timeoutMs: () => number,
): AppWire {
  const now = (): ServiceClient => {
    const found = client();
    if (!found) throw new ServiceError("unauthorized", "not sent: not signed in");
    return found;
  };
  return {
    observe: async (path, options: CallOptions = {}) => await now().readPath(appId, path, options),
    upload: async (path, bytes, options = {}) => {
      await now().uploadFile(appId, path, bytes, options);
    },
    uploadOutcome: {
      proved: (path) => client()?.uploadSpelling.proved(appId, path),
      isTrial: (path) => client()?.uploadSpelling.isTrial(appId, path) ?? false,
      failed: async (path, upload) =>
        (await client()?.uploadSpelling.recover(appId, { path, ...upload })) ?? false,
      ended: (path) => client()?.uploadSpelling.ended(appId, path),
    },
    download: async (path, options = {}) => await now().downloadFile(appId, path, options),
    remove: async (paths, options = {}) => await now().deleteFiles(appId, paths, options),
    canRemoveNow: () => now().deletes.isFree,
    get timeoutMs() {
      return timeoutMs();
    },
  };
}
