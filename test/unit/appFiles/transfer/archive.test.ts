// A push as one archive to a service that claims to unpack archives, rightly or not.
import assert from "node:assert/strict";
import JSZip from "jszip";
import { describe, it } from "mocha";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { type TransferWorld, transferWorld } from "./transferWorld";

type Service = (path: string) => boolean;

/** Compression takes turns of the event loop that no clock counts. */
async function run<T>(world: TransferWorld, work: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = work.finally(() => {
    isSettled = true;
  });
  settled.catch(() => undefined);
  while (!isSettled) {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    await world.clock.advance(20);
  }
  return await settled;
}

/** `extracts` unpacks; undefined: the archive is stored. */
function linked(extracts: Service, afterExtraction: () => void = () => undefined) {
  const world = transferWorld(
    { "main.py": "old", "lib/a.txt": "same size 1" },
    { "main.py": "new", "lib/a.txt": "same size 2", "lib/deep/b.bin": Uint8Array.from([0, 255, 1]) },
    {
      prepare: (remote) => {
        const upload = remote.upload.bind(remote);
        remote.upload = async (path, bytes, options) => {
          if (!path.endsWith(".zip")) return await upload(path, bytes, options);
          await options?.beforeSend?.();
          remote.requests.push("UPLOAD archive");
          const zip = await JSZip.loadAsync(bytes);
          const names = Object.keys(zip.files).filter(extracts);
          for (const name of names)
            await upload(`/${name}`, (await zip.file(name)?.async("uint8array")) ?? new Uint8Array());
          if (names.length === 0) await upload(path, bytes);
          afterExtraction();
        };
      },
    },
  );
  const options = { archive: { maxBytes: 1_000_000 }, choose: () => true };
  const push = async () => {
    await world.rest();
    return await run(world, world.moved.push(options));
  };
  const archives = () => world.remote.requests.filter((request) => request === "UPLOAD archive").length;
  return { ...world, options, push, archives };
}

const all = ["/lib/a.txt", "/lib/deep/b.bin", "/main.py"];
const everything: Service = () => true;
const nothing: Service = () => false;

describe("a push as one archive", () => {
  it("sends one request for all files, backs up replaced ones, and proves each by a listing", async () => {
    const world = linked(everything);
    const { put, failed } = await world.push();
    assert.deepEqual([put, failed, world.archives()], [all, [], 1]);
    assert.deepEqual(world.texts()["main.py"], "new");
    assert.deepEqual([...world.moved.log.backups].sort(), [
      "overwritten /lib/a.txt same size 1",
      "overwritten /main.py old",
    ]);
    assert.ok(world.moved.log.changes.every(({ end }) => end === "done"));
    assert.equal((await world.moved.remembered()).size, 3);
    assert.ok(!world.remote.requests.some((request) => request.startsWith("DELETE")));
  });

  const fail = (error: ServiceError) => () => {
    throw error;
  };
  /** What is unpacked of the archive, and what follows. */
  const rows: [title: string, extracts: Service, after?: () => void][] = [
    ["uploads each file that was not unpacked", (name) => name.startsWith("lib/") && !name.endsWith(".bin")],
    [
      "looks which files arrived when the response was lost",
      everything,
      fail(new ServiceError("network", "cut", { outcomeUnknown: true })),
    ],
    [
      "uploads each file when the service refuses the archive",
      nothing,
      fail(new ServiceError("tooLarge", "413")),
    ],
  ];
  for (const [title, extracts, after] of rows)
    it(title, async () => {
      const world = linked(extracts, after);
      const { put, failed } = await world.push();
      assert.deepEqual([put, failed, world.archives()], [all, [], 1]);
      assert.deepEqual([world.texts()["main.py"], world.texts()["lib/a.txt"]], ["new", "same size 2"]);
    });

  it("that is not unpacked does not mistake a colleague's new file of the same size for its own", async () => {
    const world = linked(nothing, () => void world.remote.put("/main.py", "hot"));
    const { put, failed } = await world.push();
    assert.deepEqual([put, failed], [["/lib/a.txt", "/lib/deep/b.bin"], ["/main.py changedInApp"]]);
    assert.equal(world.texts()["main.py"], "hot");
  });

  it("that the service loses does not mistake a colleague's new file of the same size for its own", async () => {
    const world = linked(nothing, () => {
      const archive = Object.keys(world.remote.texts).filter((path) => path.endsWith(".zip"));
      world.remote.receive("delete", archive);
      world.remote.put("/main.py", "hot");
    });
    const { put, failed } = await world.push();
    assert.deepEqual([put, failed], [["/lib/a.txt", "/lib/deep/b.bin"], ["/main.py changedInApp"]]);
    assert.equal(world.texts()["main.py"], "hot");
  });

  /** The archive's response is lost, and `arrive` carries it out later: unpacked, or stored. */
  function late(extracts: Service) {
    let arrive: () => unknown = () => assert.fail("Nothing was sent.");
    const world = linked(everything);
    const upload = world.remote.upload.bind(world.remote);
    world.remote.upload = async (path, bytes, options) => {
      if (!path.endsWith(".zip")) return await upload(path, bytes, options);
      await options?.beforeSend?.();
      const zip = await JSZip.loadAsync(bytes);
      const names = Object.keys(zip.files).filter(extracts);
      const texts = await Promise.all(
        names.map(async (name) => [name, await zip.file(name)?.async("string")]),
      );
      arrive = () => {
        for (const [name, text] of texts) world.remote.put(`/${name}`, text ?? "");
        if (texts.length === 0) world.remote.store(path, bytes);
      };
      fail(new ServiceError("network", "cut", { outcomeUnknown: true }))();
    };
    const save = async (path: string, text: string) => {
      const bytes = new TextEncoder().encode(text);
      const put = world.moved.app.put(path, bytes, { author: "one", base: { kind: "any" } });
      await run(world, put);
    };
    return { ...world, save, arrive: () => arrive() };
  }

  it("that arrives late does not undo a newer save", async () => {
    const world = late(everything);
    await world.push();
    await world.save("/main.py", "newest");
    world.arrive();
    await world.clock.advance(130_000);
    assert.deepEqual([world.texts()["main.py"], world.texts()["lib/a.txt"]], ["newest", "same size 2"]);
  });

  it("that arrived although its response was lost does not undo a colleague's later file", async () => {
    const world = linked(everything, fail(new ServiceError("network", "cut", { outcomeUnknown: true })));
    await world.push();
    const bytes = new TextEncoder().encode("newest");
    await run(world, world.moved.app.put("/main.py", bytes, { author: "one", base: { kind: "any" } }));
    await world.clock.advance(10_000);
    world.remote.put("/main.py", "new");
    await world.clock.advance(130_000);
    assert.equal(world.texts()["main.py"], "new");
  });

  it("that arrives late and is stored as a file is removed, also when the service was unreachable at first", async () => {
    const world = late(nothing);
    await world.push();
    world.remote.failing.add("LIST");
    world.arrive();
    await world.clock.advance(20_000);
    world.remote.failing.clear();
    await world.clock.advance(130_000);
    assert.deepEqual(Object.keys(world.texts()), ["lib/a.txt", "lib/deep/b.bin", "main.py"]);
  });

  it("is not undone by an earlier upload that arrives late", async () => {
    const world = linked(everything);
    const upload = world.remote.upload.bind(world.remote);
    let isCut = false;
    world.remote.upload = async (path, bytes, options) => {
      if (path !== "/main.py" || isCut) return await upload(path, bytes, options);
      await options?.beforeSend?.();
      isCut = true;
      throw new ServiceError("timeout", "cut", { outcomeUnknown: true });
    };
    const older = new TextEncoder().encode("older");
    const put = world.moved.app.put("/main.py", older, { author: "one", base: { kind: "any" } });
    await assert.rejects(run(world, put));
    await world.push();
    assert.equal(world.archives(), 1);
    world.remote.put("/main.py", "older");
    await world.clock.advance(130_000);
    assert.equal(world.texts()["main.py"], "new");
  });

  it("does not restore a file that is deleted during the upload", async () => {
    let removed: Promise<unknown> | undefined;
    const world = linked((name) => {
      removed ??= world.moved.app.remove([{ path: "/main.py", base: { kind: "any" } }]);
      return everything(name);
    });
    await world.push();
    await run(world, removed ?? assert.fail("Nothing was sent."));
    assert.deepEqual(Object.keys(world.texts()), ["lib/a.txt", "lib/deep/b.bin"]);
  });

  it("skips only the file that a colleague changed after the plan", async () => {
    const world = linked(everything);
    await world.rest();
    const { rows, memory } = await run(world, world.moved.planPush());
    await world.clock.advance(5_000);
    world.remote.put("/main.py", "theirs, longer");
    const { put, failed } = await run(world, world.moved.run(rows, memory, world.options));
    assert.deepEqual([put, failed], [["/lib/a.txt", "/lib/deep/b.bin"], ["/main.py changedInApp"]]);
    assert.equal(world.texts()["main.py"], "theirs, longer");
    assert.equal(world.archives(), 0);
  });

  it("skips only a file whose folder became alike to a colleague's after the plan", async () => {
    const world = linked(everything);
    await world.rest();
    const { rows, memory } = await run(world, world.moved.planPush());
    await world.clock.advance(1_000);
    world.remote.put("/lib/Deep/theirs.txt", "theirs");
    const { put, failed } = await run(world, world.moved.run(rows, memory, world.options));
    assert.deepEqual([put, failed], [["/lib/a.txt", "/main.py"], ["/lib/deep/b.bin error"]]);
    assert.equal(world.archives(), 0);
  });
});
