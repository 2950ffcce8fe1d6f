// A corporate CONNECT proxy with selectable behaviour, which counts requests.
import http from "node:http";
import net from "node:net";
import type { Duplex } from "node:stream";
import { listenLocally } from "../freePort";

/** What it does with a CONNECT. */
export type ProxyManners = "open" | "password" | "refuse" | "drop";

export interface TestProxy {
  readonly url: string;
  /** With the user and password that "password" requires. */
  readonly urlWithPassword: string;
  manners: ProxyManners;
  /** Number of requested tunnels to `host`. */
  askedFor(host: string): number;
  /** Like a sleeping machine. */
  cut(): void;
  stop(): Promise<void>;
}

const credentials = "clerk:opensesame";
const passwordWanted = '407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="office"';

export async function startProxy(manners: ProxyManners = "open"): Promise<TestProxy> {
  const sockets = new Set<net.Socket>();
  const asked = new Map<string, number>();
  const server = http.createServer((_request, response) => response.writeHead(400).end());
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  });
  server.on("connect", (request, client: Duplex) => {
    client.on("error", () => client.destroy());
    const { hostname, port } = new URL(`http://${request.url}`);
    asked.set(hostname, (asked.get(hostname) ?? 0) + 1);
    const isKnown =
      request.headers["proxy-authorization"] === `Basic ${Buffer.from(credentials).toString("base64")}`;
    if (proxy.manners === "drop") client.destroy();
    else if (proxy.manners === "refuse") client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    else if (proxy.manners === "password" && !isKnown) client.end(`HTTP/1.1 ${passwordWanted}\r\n\r\n`);
    else tunnel(client, Number(port));
  });
  /** Every name resolves to this machine: an unknown one works only through the proxy. */
  const tunnel = (client: Duplex, port: number): void => {
    let isOpen = false;
    const target = net.connect(port, "127.0.0.1", () => {
      isOpen = true;
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    target.on("error", () => {
      if (!isOpen) client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    target.on("close", () => {
      sockets.delete(target);
      if (isOpen) client.destroy();
    });
    client.on("close", () => target.destroy());
  };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const port = await listenLocally(server);
  const proxy: TestProxy = {
    url: `http://127.0.0.1:${port}`,
    urlWithPassword: `http://${credentials}@127.0.0.1:${port}`,
    manners,
    askedFor: (host) => asked.get(host) ?? 0,
    cut,
    stop: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
