// Responses that are small when compressed and large when unpacked, from a real server through the real
// fetch.
import assert from "node:assert/strict";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, it } from "mocha";
import type { HttpRequest } from "../../../../src/api/http/exchange";
import { Transport } from "../../../../src/api/http/transport";
import { routes } from "../../../../src/api/routes";
import { FakeClock } from "../../../support/fakeClock";
import { canary, SimulatedHttp } from "../../../support/simulatedHttp";

const megabyte = 1024 * 1024;
const listFiles: HttpRequest = {
  method: "GET",
  route: routes.files("shop"),
  answer: "json",
  timeoutMs: 60_000,
};

describe("a response that unpacks to more than its limit", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function transportTo(answer: (response: ServerResponse) => void): Promise<Transport> {
    server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { logger } = new SimulatedHttp();
    return new Transport({ baseUrl: `http://127.0.0.1:${port}`, clock: new FakeClock(), logger });
  }

  /** 1.2 GB of blanks, which are valid JSON so far. */
  function bomb(response: ServerResponse): void {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    const piece = gzipSync(Buffer.alloc(16 * megabyte, " "));
    response.end(Buffer.concat(Array.from({ length: 75 }, () => piece)));
  }

  for (const [what, more, mostBytes] of [
    ["a listing", {}, 32 * megabyte],
    ["the response to a change", { method: "POST" }, 4 * megabyte],
    ["a file of known size", { answer: "bytes", longestAnswerBytes: megabyte }, megabyte],
    ["a file in chunks", { answer: "bytes", longestAnswerBytes: megabyte, onChunk: () => {} }, megabyte],
    ["a file", { answer: "bytes" }, 256 * megabyte],
  ] as const) {
    it(`is cut off while it arrives, with its own error: ${what}`, async () => {
      const transport = await transportTo(bomb);
      const before = process.memoryUsage.rss();
      await assert.rejects(transport.send({ ...listFiles, ...more }, canary), {
        kind: "badResponse",
        mostBytes,
      });
      const grownBytes = process.memoryUsage.rss() - before;
      assert.ok(grownBytes < 2 * mostBytes + 200 * megabyte, `${Math.round(grownBytes / megabyte)} MB more`);
    });
  }
});
