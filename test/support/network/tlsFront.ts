// HTTPS in front of an HTTP service, with a certificate that the test chooses.
import http from "node:http";
import https from "node:https";
import { listenLocally } from "../freePort";
import type { TestCertificate } from "./certificates";

export interface TlsFront {
  readonly url: string;
  readonly port: number;
  /** 0 while every handshake was refused. */
  readonly requests: number;
  stop(): Promise<void>;
}

/** Forwards each request to `targetUrl`; on any free port by default. */
export async function startTlsFront(
  targetUrl: string,
  certificate: TestCertificate,
  port = 0,
): Promise<TlsFront> {
  let requests = 0;
  const server = https.createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    requests++;
    const { method } = request;
    // The service accepts its own host name only.
    const headers = { ...request.headers, host: new URL(targetUrl).host };
    const inner = http.request(new URL(request.url ?? "/", targetUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on("error", () => response.destroy());
    request.pipe(inner);
  });
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  const ownPort = await listenLocally(server, port);
  return {
    port: ownPort,
    url: `https://127.0.0.1:${ownPort}`,
    get requests() {
      return requests;
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
