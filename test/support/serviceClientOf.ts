// Our client of a service that a bench measures.
import { ServiceClient, type ServiceClientOptions } from "../../src/api/serviceClient";
import { systemClock } from "../../src/core/async/clock";
import { silentLogger } from "../../src/core/logger";
import { defaultWire } from "../../src/core/model/wire";

/** `own` are the options in which the bench differs from what users have. */
export function benchClient(
  service: { readonly url: string; readonly token: string },
  own: Pick<ServiceClientOptions, "fetch" | "pace">,
): ServiceClient {
  return new ServiceClient({
    baseUrl: service.url,
    token: () => service.token,
    wire: () => defaultWire,
    requestTimeoutMs: () => 30_000,
    clock: systemClock,
    logger: silentLogger,
    ...own,
  });
}
