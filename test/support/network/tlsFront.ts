// HTTPS before a service that speaks HTTP, with whichever certificate a test wants to be met with.
import net from "node:net";
import tls from "node:tls";
import type { TestCertificate } from "./certificates";

export interface TlsFront {
  readonly url: string;
  readonly port: number;
  /** Bytes of requests that came through so far: 0 while every handshake was refused. */
  readonly receivedBytes: number;
  stop(): Promise<void>;
}

/** Answers with `certificate`, on a free port unless told, and hands on to `targetUrl` what comes after the handshake. */
export async function startTlsFront(
  targetUrl: string,
  certificate: TestCertificate,
  port = 0,
): Promise<TlsFront> {
  const sockets = new Set<net.Socket>();
  let receivedBytes = 0;
  const server = tls.createServer(certificate, (client) => {
    const target = net.connect(Number(new URL(targetUrl).port), "127.0.0.1");
    client.on("data", (bytes: Buffer) => {
      receivedBytes += bytes.length;
    });
    client.pipe(target).pipe(client);
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on("error", () => one.destroy());
      one.on("close", () => other.destroy());
    }
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const ownPort = typeof address === "object" && address ? address.port : port;
  return {
    port: ownPort,
    url: `https://127.0.0.1:${ownPort}`,
    get receivedBytes() {
      return receivedBytes;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
