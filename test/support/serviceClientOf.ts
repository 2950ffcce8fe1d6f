// The extension's client for a running service.
import { ServiceClient, type ServiceClientOptions } from "../../src/api/serviceClient";
import { systemClock } from "../../src/core/async/clock";
import { silentLogger } from "../../src/core/logger";
import { defaultDialect } from "../../src/core/model/dialect";

/** Users' options, except for `own`. */
export function serviceClientOf(
  service: { readonly url: string; readonly token: string },
  own: Partial<Pick<ServiceClientOptions, "fetch" | "sharedLimits" | "requestTimeoutMs">> = {},
): ServiceClient {
  return new ServiceClient({
    baseUrl: service.url,
    token: () => service.token,
    hosts: () => ({ [service.url]: { wire: defaultDialect } }),
    requestTimeoutMs: () => 30_000,
    clock: systemClock,
    logger: silentLogger,
    ...own,
  });
}
