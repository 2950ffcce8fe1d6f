// Reading the exact bytes of a file, over the client and a service in memory.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { isServiceError, type ServiceErrorKind } from "../../../../src/core/errors/serviceError";
import type { FileEntry } from "../../../../src/core/model/model";
import { json, SimulatedHttp } from "../../../support/simulatedHttp";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const ofKind = (kind: ServiceErrorKind) => (error: unknown) => isServiceError(error, kind);

let service: SimulatedHttp;

beforeEach(() => {
  service = new SimulatedHttp();
});

async function entryOf(name: string): Promise<FileEntry> {
  const entry = (await service.appFiles.list("/", { maxAgeMs: 0 })).entries.get(name);
  assert.ok(entry);
  service.asked.length = 0;
  return entry;
}

describe("reading a file of an app", () => {
  it("downloads after one more listing when the length differs, as with a stripped byte order mark", async () => {
    service.put("/a", "\uFEFFabc");
    const entry = await entryOf("a");
    const stripped = { isDirectory: false, content: "abc", files: null, currentPath: "/a" };
    service.fault = ({ query, path }) =>
      query["path"] === "/a" && path.endsWith("/files") ? json(stripped) : undefined;
    assert.deepEqual(await service.appFiles.read("/a", entry), bytes("\uFEFFabc"));
    assert.deepEqual(service.calls, ["GET files", "GET files", "GET download"]);
  });

  it("accepts the text of a file that grew since its listing", async () => {
    service.put("/log", "one");
    const entry = await entryOf("log");
    service.put("/log", "one two");
    assert.deepEqual(await service.appFiles.read("/log", entry), bytes("one two"));
    assert.deepEqual(service.calls, ["GET files", "GET files"]);
  });

  it("downloads known binary kinds and large files at once", async () => {
    service.put("/a.png", "text after all");
    service.put("/large", new Uint8Array(1024 * 1024 + 1));
    for (const name of ["a.png", "large"]) {
      const entry = await entryOf(name);
      assert.equal((await service.appFiles.read(`/${name}`, entry)).length, entry.sizeBytes);
      assert.deepEqual(service.calls, ["GET download"]);
    }
  });

  it("never returns a download that is cut short", async () => {
    service.put("/a.png", "0123456789");
    const entry = await entryOf("a.png");
    service.fault = ({ path }) => (path.endsWith("/download") ? new Response("01234") : undefined);
    await assert.rejects(service.appFiles.read("/a.png", entry), ofKind("badResponse"));
    assert.equal(service.count("GET download"), 2);
  });

  it("accepts a download of the file's new size", async () => {
    service.put("/a.png", "123");
    const entry = await entryOf("a.png");
    service.put("/a.png", "12345");
    assert.deepEqual(await service.appFiles.read("/a.png", entry), bytes("12345"));
    assert.deepEqual(service.calls, ["GET download", "GET files"]);
  });

  it("passes a large file on in chunks, and reports its size", async () => {
    service.put("/a.bin", "0123456789");
    const entry = await entryOf("a.bin");
    const pieces = ["0123", "456789"].map(bytes);
    service.fault = ({ path }) =>
      path.endsWith("/download")
        ? new Response(
            new ReadableStream<Uint8Array>({
              start: (controller) => {
                for (const piece of pieces) controller.enqueue(piece);
                controller.close();
              },
            }),
          )
        : undefined;
    const came: string[] = [];
    const count = await service.appFiles.download("/a.bin", entry, {
      onChunk: (piece) => void came.push(new TextDecoder().decode(piece)),
    });
    assert.deepEqual([came.join(""), count], ["0123456789", 10]);
  });
});

describe("listing a folder of an app", () => {
  it("rejects for a missing folder and for a file", async () => {
    service.put("/a", "x");
    await assert.rejects(service.appFiles.list("/none"), ofKind("notFound"));
    await assert.rejects(service.appFiles.list("/a"), ofKind("badInput"));
  });
});
