// Ports of apps on the loopback address: an external one forwards bytes and counts them.
import { connect, createServer, type Server, type Socket } from "node:net";
import { systemErrorCode } from "../files/fileAnswers";

const notAnswering =
  "HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n" +
  "The application isn't answering (yet).\n";

export class WebProxy {
  rxBytes = 0;
  txBytes = 0;
  /** Null while the app doesn't run. */
  internalPort: number | null = null;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    server: Server,
  ) {
    this.#server = server;
    server.on("connection", (caller) => this.#pass(caller));
  }

  /** On any port when the wanted one is taken. */
  static async open(wantedPort: number | null): Promise<WebProxy> {
    const server = createServer({ allowHalfOpen: true });
    let port: number;
    try {
      port = await listenLocally(server, wantedPort ?? 0);
    } catch (error) {
      if (wantedPort === null || !["EADDRINUSE", "EACCES"].includes(systemErrorCode(error) ?? ""))
        throw error;
      port = await listenLocally(server, 0);
    }
    return new WebProxy(port, server);
  }

  resetCounts(): void {
    this.rxBytes = 0;
    this.txBytes = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #pass(caller: Socket): void {
    this.#track(caller);
    if (this.internalPort === null) {
      caller.end(notAnswering);
      return;
    }
    // By name: the app may listen on only one of IPv4 and IPv6.
    const app = connect({ host: "localhost", port: this.internalPort, allowHalfOpen: true });
    this.#track(app);
    let connected = false;
    app.once("connect", () => {
      connected = true;
    });
    app.once("error", () => {
      if (connected) caller.destroy();
      else caller.end(notAnswering);
    });
    caller.on("data", (bytes) => {
      this.rxBytes += bytes.length;
    });
    app.on("data", (bytes) => {
      this.txBytes += bytes.length;
    });
    caller.pipe(app);
    app.pipe(caller);
    caller.once("close", () => app.destroy());
    app.once("close", () => {
      if (connected) caller.end();
    });
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
  }
}

/** On the loopback address; resolves with the port. */
export function listenLocally(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.removeListener("error", reject);
      const address = server.address();
      if (address !== null && typeof address === "object") resolve(address.port);
      else reject(new Error("The system gave no port."));
    });
  });
}

/** Unused at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenLocally(probe, 0);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
