// Where a window sends the addresses of programs of this machine, such as those of apps of the local service. By itself
// it sends them to a proxy that the server of these tests does not have.
import http from "node:http";
import { listenLocally } from "./freePort";

/** Answers `/8123/path` with a redirect to `/path` of the port 8123. */
export async function startPortRedirects() {
  const server = http.createServer(({ url = "" }, response) => {
    const [, port, rest] = /^\/(\d{1,5})\/*(.*)$/.exec(url) ?? [];
    if (port === undefined) response.writeHead(404).end();
    else response.writeHead(302, { location: `http://127.0.0.1:${port}/${rest}` }).end();
  });
  const port = await listenLocally(server);
  return {
    /** For the environment of VS Code. */
    template: `http://127.0.0.1:${port}/{{port}}/`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
