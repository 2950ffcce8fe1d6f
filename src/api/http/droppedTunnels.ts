// Ends what VS Code's client does when a proxy drops a tunnel: undici takes that for an idle connection that was closed,
// and connects again at once, a thousand times a second, for as long as the editor runs. An aborted request does not
// end it. What failed to connect is announced before it is judged, so the error can be given a code that undici does
// not take for idleness: the request then fails at its first try, and its caller tries again in its own time.
import { subscribe } from "node:diagnostics_channel";
import { field, readFields } from "../../core/outside/reading";
import { droppedTunnelCode } from "./failureCodes";

/** Hosts with their port, of ours only: other extensions' requests are not ours to end. */
const hosts = new Set<string>();

/** From now on requests to the host of `address` fail when a proxy drops their tunnel. */
export function failDroppedTunnels(address: string): void {
  if (hosts.size === 0) subscribe("undici:client:connectError", codeDroppedTunnel);
  hosts.add(new URL(address).host);
}

function codeDroppedTunnel(message: unknown): void {
  const { connectParams, error } = readFields(
    { connectParams: field.object({ host: field.text }), error: field.anything },
    message,
  );
  if (connectParams === undefined || !hosts.has(connectParams.host)) return;
  // Only a tunnel can meet this code while it connects.
  if (error instanceof Error && "code" in error && error.code === "UND_ERR_SOCKET")
    error.code = droppedTunnelCode;
}
