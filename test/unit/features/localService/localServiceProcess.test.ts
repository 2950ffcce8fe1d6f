// Finding and starting the local service.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, it } from "mocha";
import { silentLogger } from "../../../../src/core/logger";
import { startEmulator } from "../../../../src/emulator/server";
import { LocalServiceProcess, provenPid } from "../../../../src/features/localService/localServiceProcess";
import { temporaryFolder } from "../../../support/temporaryFolder";

/** With this first line of output, and a data folder with that note. */
function serviceThatSays(
  line: string,
  note: string,
  onSetAside: (file: string) => void = () => undefined,
): LocalServiceProcess {
  const dataDirectory = temporaryFolder("local-service");
  const program = path.join(dataDirectory, "program.js");
  writeFileSync(program, `console.log(${JSON.stringify(line)});`);
  writeFileSync(path.join(dataDirectory, "service.json"), note);
  writeFileSync(path.join(dataDirectory, "token"), "token");
  return new LocalServiceProcess(
    { program, dataDirectory, logger: silentLogger, onSetAside },
    () => undefined,
  );
}

describe("the local service", () => {
  const address = { url: "http://127.0.0.1:1", token: "token", pid: 1 };

  it("is started where its note cannot be read", async () => {
    const notes = ['{"url":', "null", '{"url":5,"pid":1}'];
    const services = notes.map((note) => serviceThatSays(JSON.stringify(address), note));
    const found = await Promise.all(services.map((service) => service.ensureRunning()));
    assert.deepEqual(found, [address, address, address]);
    for (const service of services) service.release();
  });

  it("is not found, and gets no token, where another program responds on its port", async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? ""}`);
      const nonce = /nonce=(\w+)/.exec(request.url ?? "")?.[1] ?? "";
      const proof = createHmac("sha256", "guessed").update(`${nonce} ${url}`).digest("hex");
      response.end(JSON.stringify({ pid: 1, url, proof }));
    });
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const service = serviceThatSays(JSON.stringify(address), JSON.stringify({ url, pid: 1 }));
    assert.deepEqual(await service.ensureRunning(), address);
    service.release();
    other.close();
    assert.equal(asked.length, 1);
    assert.ok(!asked.join("").includes("token"));
  });

  it("is found when it proves its knowledge of the token", async () => {
    const emulator = await startEmulator({ dataDir: temporaryFolder("emulator"), run: false });
    const { url, token, pid } = emulator;
    assert.equal(await provenPid(url, token), pid);
    assert.equal(await provenPid(url, `${token}x`), undefined);
    assert.equal(await provenPid("http://127.0.0.1:1", token), undefined);
    await emulator.stop();
  });

  it("names the unreadable notes", async () => {
    const line = JSON.stringify({ ...address, setAside: "/data/state.json.damaged-1" });
    const said: string[] = [];
    const service = serviceThatSays(line, "{}", (file) => said.push(file));
    await service.ensureRunning();
    service.release();
    assert.deepEqual(said, ["/data/state.json.damaged-1"]);
  });

  it("has not started when its first line is no URL", async () => {
    const starts = ["{}", "null", "Hello"].map((line) => serviceThatSays(line, "{}").ensureRunning());
    await Promise.all(starts.map((start) => assert.rejects(start, /first line couldn't be read/)));
  });
});
