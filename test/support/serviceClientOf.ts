// The extension's client for a running service.
import { ServiceClient, type ServiceClientOptions } from "../../src/api/serviceClient";
import { systemClock } from "../../src/core/async/clock";
import { silentLogger } from "../../src/core/logger";
import { defaultWire } from "../../src/core/model/wire";

/** Users' options, except for `own`. */
export function serviceClientOf(
  service: { readonly url: string; readonly token: string },
  own: Partial<Pick<ServiceClientOptions, "fetch" | "pace" | "requestTimeoutMs">> = {},
): ServiceClient {
  return new ServiceClient({
    baseUrl: service.url,
    token: () => service.token,
    hosts: () => ({ [service.url]: { wire: defaultWire } }),
    requestTimeoutMs: () => 30_000,
    clock: systemClock,
    logger: silentLogger,
    ...own,
  });
}
