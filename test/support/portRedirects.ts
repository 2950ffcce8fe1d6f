// Redirects for URLs of programs on this machine, such as apps of the local service: VS Code would use a
// proxy that the test server lacks.
import http from "node:http";
import { listenLocally } from "./freePort";

/** Redirects `/8123/path` to `/path` of port 8123. */
export async function startPortRedirects() {
  const server = http.createServer(({ url = "" }, response) => {
    const [, port, rest] = /^\/(\d{1,5})\/*(.*)$/.exec(url) ?? [];
    if (port === undefined) response.writeHead(404).end();
    else response.writeHead(302, { location: `http://127.0.0.1:${port}/${rest}` }).end();
  });
  const port = await listenLocally(server);
  return {
    /** For VS Code's environment. */
    template: `http://127.0.0.1:${port}/{{port}}/`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
