// Free TCP ports of this machine.
import net, { type AddressInfo } from "node:net";

/** On 127.0.0.1, on any free port by default; resolves with the port. */
export async function listenLocally(server: net.Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** For a server that must be given its port. */
export async function freePort(): Promise<number> {
  const probe = net.createServer();
  const port = await listenLocally(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
