// TCP ports of this machine that nobody listens on.
import net, { type AddressInfo } from "node:net";

/** Lets a server listen on 127.0.0.1, on a free port unless told; resolves with the port. */
export async function listenLocally(server: net.Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** A free port, for a server that must be told its own. */
export async function freePort(): Promise<number> {
  const probe = net.createServer();
  const port = await listenLocally(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
