// Where a window sends the addresses of programs of this machine, such as those of apps of the local service. By itself
// it sends them to a proxy that the server of these tests does not have.
import http from "node:http";
import type { AddressInfo } from "node:net";

export interface PortRedirects {
  /** For the environment of VS Code. */
  readonly template: string;
  stop(): Promise<void>;
}

/** Answers `/8123/path` with a redirect to `/path` of the port 8123. */
export async function startPortRedirects(): Promise<PortRedirects> {
  const server = http.createServer(({ url = "" }, response) => {
    const [, port, rest] = /^\/(\d{1,5})\/*(.*)$/.exec(url) ?? [];
    if (port === undefined) response.writeHead(404).end();
    else response.writeHead(302, { location: `http://127.0.0.1:${port}/${rest}` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    template: `http://127.0.0.1:${port}/{{port}}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
