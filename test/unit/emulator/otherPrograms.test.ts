// Other programs may pretend to be the local service, or fill its memory.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it } from "mocha";
import { startEmulator } from "../../../src/emulator/server";
import { temporaryFolder } from "../../support/temporaryFolder";
import { useEmulator } from "./useEmulator";

describe("the local service beside other programs", () => {
  it("starts although another program responds with the process id of its note", async () => {
    const dataDir = temporaryFolder("service");
    await (await startEmulator({ dataDir, run: false })).stop();
    const pid = process.pid;
    const other = createServer((_request, response) =>
      response.end(JSON.stringify({ pid, proof: "0".repeat(64) })),
    );
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    // Left by a killed service; another program has the port since.
    writeFileSync(join(dataDir, "service.json"), JSON.stringify({ url, pid }));
    const service = await startEmulator({ dataDir, run: false });
    await service.stop();
    other.close();
  });

  it("does not start beside one that proves its knowledge of the token", async () => {
    const dataDir = temporaryFolder("service");
    const first = await startEmulator({ dataDir, run: false });
    await assert.rejects(startEmulator({ dataDir, run: false }), /already uses the folder/);
    await first.stop();
  });
});

describe("requests that the local service refuses", () => {
  const use = useEmulator();

  it("are logged with a shortened path", async () => {
    for (const path of [`/v1/apps?x=${"y".repeat(8_000)}`, `/${"z".repeat(8_000)}`])
      assert.equal((await fetch(`${use.emulator.url}${path}`)).status, 401);
    assert.deepEqual(
      use.emulator.requests.map(({ path }) => path.length),
      [1_000, 1_000],
    );
  });
});
