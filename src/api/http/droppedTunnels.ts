// When a proxy drops a tunnel, undici takes that for a closed idle connection and reconnects at once, a
// thousand times a second, even after the request was aborted. Its diagnostics channel announces the error
// before undici judges it: another code makes the request fail at once, and its caller retries in its own
// time.
import { subscribe } from "node:diagnostics_channel";
import { field, readFields } from "../../core/parse";
import { droppedTunnelCode } from "./failureCodes";

/** Host and port. Other extensions' requests are left alone. */
const hosts = new Set<string>();

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
  // During a connect only a tunnel fails with this code.
  if (error instanceof Error && "code" in error && error.code === "UND_ERR_SOCKET")
    error.code = droppedTunnelCode;
}
