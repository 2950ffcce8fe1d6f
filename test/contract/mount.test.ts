// A mounted app over the client and the local service: costs and promises. Numbers in brackets are those of
// test/README.md.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { CopyDialog } from "../../src/appFiles/moves";
import type { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import type { MountOptions } from "../../src/features/files/mountedApp/mountOptions";
import { RememberedChanges } from "../support/appFilesHarness";
import { filesOver, mountOver } from "../support/clientFiles";
import { startTimeoutMs } from "../support/waitUntil";
import { useService } from "./useService";

const service = useService();
const bytes = (text: string) => new TextEncoder().encode(text);
const save = { create: true, overwrite: true };

/** With files that are an hour old; `folder` is theirs on the service. */
async function mounted(
  contents: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<MountOptions> = {},
) {
  const id = await service().addOldApp("Files", contents);
  const files = service().files(id);
  const mount = mountOver(files, service().clock, options);
  return { id, files, mount, folder: service().emulator.appFolder(id) };
}

/** In another window on the same account. */
function mountOf({ id }: { readonly id: string }, fetch = service().fetch): MountedApp {
  const { clock } = service();
  return mountOver(filesOver(service().newClient({ fetch }), id, clock), clock);
}

/** Such as ["LIST", "UPLOAD"], in order, with times. */
function asked(since = 0): { readonly what: string; readonly time: number; readonly path: string }[] {
  return service()
    .emulator.requests.slice(since)
    .map(({ method, path: where, time }) => ({ what: kindOf(method, where), time, path: where }));
}

function kindOf(method: string, where: string): string {
  if (method === "DELETE") return "DELETE";
  if (where.includes("/upload")) return "UPLOAD";
  if (where.includes("/download")) return "DOWNLOAD";
  return "GET";
}

const count = (what: string, since = 0) => asked(since).filter((each) => each.what === what).length;
const run = <T>(promise: Promise<T>): Promise<T> => service().run(promise);
const stored = ({ folder }: { readonly folder: string }, file: string) =>
  readFileSync(path.join(folder, file));

/** At most `many` of them within `leastMs`. */
function requireApart(what: string, leastMs: number, many = 1): void {
  const times = asked().flatMap((each) => (each.what === what ? [each.time] : []));
  for (const [index, time] of times.entries())
    if (index >= many) assert.ok(time - (times[index - many] ?? 0) >= leastMs, `${what} after ${times}`);
}

/** VS Code's calls to save an open file. */
async function saveInEditor(mount: MountedApp, file: string, text: string): Promise<void> {
  mount.expectWrite(file);
  await mount.stat(file);
  await mount.writeFile(file, bytes(text), save);
  await mount.stat(file);
  await mount.readFile(file);
}

describe("reading a mounted app", () => {
  it("opens text with one listing, one text read and no download (8)", async () => {
    const { mount } = await mounted({ "a.txt": "Grüße\n" });
    assert.equal(new TextDecoder().decode(await run(mount.readFile("/a.txt"))), "Grüße\n");
    assert.deepEqual([count("GET"), count("DOWNLOAD")], [2, 0]);
  });

  const kinds: [string, Uint8Array][] = [
    ["photo.png", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])],
    ["latin-1.txt", Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65])],
    ["bom.txt", Uint8Array.from([0xef, 0xbb, 0xbf, 0x61])],
    ["crlf.txt", bytes("a\r\nb\r\n")],
    ["replaced.txt", bytes("a\uFFFDb")],
    ["cut.txt", Uint8Array.from([0xf0, 0x9f, 0x98, 0x41])],
    ["empty.txt", new Uint8Array()],
    ["nul.txt", Uint8Array.from([97, 0, 98])],
  ];
  for (const [name, content] of kinds) {
    it(`reads the exact bytes of ${name} (9)`, async () => {
      const { mount } = await mounted({ [name]: content });
      assert.deepEqual(new Uint8Array(await run(mount.readFile(`/${name}`))), content);
    });
  }

  it("reads the exact bytes of any file (9)", async function () {
    this.timeout(startTimeoutMs);
    const app = await mounted({ "any.txt": "" });
    let modified = Date.UTC(2026, 0, 2) / 1000;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (content) => {
        writeFileSync(path.join(app.folder, "any.txt"), content);
        modified += 10;
        utimesSync(path.join(app.folder, "any.txt"), modified, modified);
        app.mount.files.refresh();
        assert.deepEqual(new Uint8Array(await run(app.mount.readFile("/any.txt"))), content);
      }),
      { numRuns: 60 },
    );
  });

  it("delays the 21st download of a minute, and starts a file that the user opens first (11)", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 24 }, (_, index) => [`${index}.bin`, Uint8Array.of(0, index)]),
    );
    const { mount, files: app } = await mounted(files);
    const entries = await run(mount.list("/"));
    const order: string[] = [];
    const reads = entries.map(async (entry) => {
      await app.read(`/${entry.name}`, entry, {
        priority: entry.name === "23.bin" ? "interactive" : "background",
      });
      order.push(entry.name);
    });
    await run(Promise.all(reads));
    assert.equal(count("DOWNLOAD"), 24);
    requireApart("DOWNLOAD", 60_000, 20);
    assert.ok(order.indexOf("23.bin") < 20, order.join(" "));
    assert.deepEqual(
      service().emulator.requests.filter(({ status }) => status === 429),
      [],
    );
  });
});

describe("saving through a mount", () => {
  it("costs one upload, two listings and no read, and shows the service's time (17, 18)", async () => {
    const { mount } = await mounted({ "a.txt": "one" });
    await run(mount.readFile("/a.txt"));
    const first = asked().length;
    await run(saveInEditor(mount, "/a.txt", "first"));
    // Until an upload has shown which times files get, a replaced file is read again.
    const read = asked(first).filter(({ what, path }) => what === "GET" && path.includes("a.txt"));
    assert.deepEqual([read.length, count("DOWNLOAD", first)], [1, 0]);
    await service().clock.advance(60_000);
    await run(mount.readFile("/a.txt"));
    const since = asked().length;
    await run(saveInEditor(mount, "/a.txt", "two"));
    assert.deepEqual([count("UPLOAD", since), count("DOWNLOAD", since)], [1, 0]);
    const gets = asked(since).filter(({ what }) => what === "GET");
    assert.ok(
      gets.length <= 2 && gets.every(({ path: where }) => !where.includes("a.txt")),
      JSON.stringify(gets),
    );
    const [listed] = await run(mount.list("/"));
    const { modifiedAt } = await run(mount.stat("/a.txt"));
    assert.deepEqual([listed?.modifiedAt, listed?.sizeBytes], [modifiedAt, 3]);
  });

  it("stores the last of three quick saves, 3 s apart, and resolves each only after an upload (19)", async () => {
    const app = await mounted({ "a.txt": "zero" });
    await run(app.mount.readFile("/a.txt"));
    const saves = ["one", "two", "three"].map((text) => app.mount.writeFile("/a.txt", bytes(text), save));
    await run(Promise.all(saves));
    assert.equal(stored(app, "a.txt").toString(), "three");
    requireApart("UPLOAD", 3_000);
    assert.ok(count("UPLOAD") <= 2);
  });

  it("sends two files that were saved together 3 s apart (20)", async () => {
    const app = await mounted({});
    await run(Promise.all(["a", "b"].map((name) => app.mount.writeFile(`/${name}.txt`, bytes(name), save))));
    assert.deepEqual([stored(app, "a.txt").toString(), stored(app, "b.txt").toString()], ["a", "b"]);
    assert.equal(count("UPLOAD"), 2);
    requireApart("UPLOAD", 3_000);
  });

  for (const headers of [{}, { "retry-after": "4" }]) {
    it(`waits out a 429 ${"retry-after" in headers ? "with" : "without"} a time, and saves (21)`, async () => {
      const app = await mounted({});
      service().answerNext({ method: "POST", times: 2 }, 429, {}, headers);
      await run(app.mount.writeFile("/a.txt", bytes("one"), save));
      assert.equal(stored(app, "a.txt").toString(), "one");
      assert.equal(count("UPLOAD"), 3);
      requireApart("UPLOAD", 3_000);
    });
  }

  it("gives up on a service that never stops refusing, and reports it (21)", async () => {
    const app = await mounted({});
    service().answerNext({ method: "POST", times: Infinity }, 429);
    await assert.rejects(run(app.mount.writeFile("/a.txt", bytes("one"), save)), { kind: "rateLimited" });
    assert.equal(existsSync(path.join(app.folder, "a.txt")), false);
  });

  for (const [title, cut, uploads] of [
    ["counts a save without a response as done when its bytes are stored (22)", "after", 1],
    ["retries a save that was cut off before it arrived (22)", "before", 2],
  ] as const)
    it(title, async () => {
      const app = await mounted({ "a.txt": "one" });
      await run(app.mount.readFile("/a.txt"));
      service().emulator.faults.next({ method: "POST" }, { cut });
      await run(app.mount.writeFile("/a.txt", bytes("two"), save));
      assert.deepEqual([stored(app, "a.txt").toString(), count("UPLOAD")], ["two", uploads]);
    });

  it("does not mistake another client's bytes for its own after a broken connection (22)", async () => {
    const app = await mounted({ "a.txt": "one" });
    await run(app.mount.readFile("/a.txt"));
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    service().emulator.faults.next({ method: "POST" }, { until, cut: "before" });
    const saving = run(app.mount.writeFile("/a.txt", bytes("two"), save));
    writeFileSync(path.join(app.folder, "a.txt"), "garbage");
    release();
    await assert.rejects(saving);
    assert.equal(stored(app, "a.txt").toString(), "garbage");
  });

  it("creates a file in new folders with one upload (32)", async () => {
    const app = await mounted({});
    for (const folder of ["/x", "/x/y"]) await run(app.mount.createDirectory(folder));
    await run(app.mount.writeFile("/x/y/z.js", bytes("1"), save));
    assert.deepEqual([stored(app, "x/y/z.js").toString(), count("UPLOAD")], ["1", 1]);
    assert.deepEqual(await run(app.mount.readDirectory("/x")), [["y", "directory"]]);
  });

  it("fails a queued save at its deadline, so that a window can close (48)", async () => {
    const app = await mounted({});
    const { clock, client } = service();
    client.uploads.pause(10 * 60_000);
    const start = clock.monotonicMs();
    const saving = app.mount.writeFile("/a.txt", bytes("1"), save);
    await assert.rejects(run(saving), { kind: "rateLimited", outcomeUnknown: false });
    assert.ok(clock.monotonicMs() - start <= 100_000);
    assert.equal(count("UPLOAD"), 0);
  });

  it("reports that a save may have arrived when its request was running at the deadline (48)", async () => {
    const { clock, fetch } = service();
    const mount = mountOf(await mounted(), (input, init) =>
      String(input).includes("/upload") ? new Promise(() => undefined) : fetch(input, init),
    );
    const start = clock.monotonicMs();
    const saving = mount.writeFile("/a.txt", bytes("1"), save);
    await assert.rejects(run(saving), { kind: "timeout", outcomeUnknown: true });
    assert.ok(clock.monotonicMs() - start <= 40_000, `${clock.monotonicMs() - start} ms`);
  });

  it("loses no save of two windows that share the rate limits (50)", async () => {
    const app = await mounted({});
    const other = mountOf(app);
    const names = ["a", "b", "c", "d"];
    await run(
      Promise.all(
        names.flatMap((name) => [
          app.mount.writeFile(`/one-${name}.txt`, bytes(name), save),
          other.writeFile(`/two-${name}.txt`, bytes(name), save),
        ]),
      ),
    );
    assert.deepEqual(
      readdirSync(app.folder).sort(),
      names.flatMap((name) => [`one-${name}.txt`, `two-${name}.txt`]).sort(),
    );
  });
});

describe("moving within a mount", () => {
  const noise = Uint8Array.from({ length: 500 }, (_, index) => (index * 89) % 256);

  it("keeps every byte of a binary file that is renamed (34)", async () => {
    const app = await mounted({ "a.png": noise });
    await run(app.mount.rename("/a.png", "/b.png", { overwrite: false }));
    assert.deepEqual(new Uint8Array(stored(app, "b.png")), noise);
    assert.equal(existsSync(path.join(app.folder, "a.png")), false);
  });

  const twelve = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`lib/${index % 3}/f${index}.txt`, `text ${index}`]),
  );

  /** Agrees to copy, counts the files, and can be canceled. */
  const dialogOf = (
    report: (files: number) => void,
    confirm: CopyDialog["confirm"] = async () => true,
    { signal } = new AbortController(),
  ): CopyDialog => ({
    confirm,
    withProgress: (_estimate, work) => work({ signal, report: ({ files }) => report(files) }),
  });

  it("renames a folder by uploads 3 s apart and one deletion (35)", async () => {
    const reported: number[] = [];
    const copyDialog = dialogOf(
      (files) => void reported.push(files),
      async ({ fileCount, durationMs }) => fileCount === 12 && durationMs > 30_000,
    );
    const app = await mounted(twelve, { copyDialog });
    await run(app.mount.rename("/lib", "/src", { overwrite: false }));
    assert.deepEqual([count("UPLOAD"), count("DELETE")], [12, 1]);
    requireApart("UPLOAD", 3_000);
    assert.deepEqual(reported, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    for (const [name, text] of Object.entries(twelve))
      assert.equal(stored(app, name.replace("lib/", "src/")).toString(), text);
    assert.deepEqual(readdirSync(app.folder), ["src"]);
  });

  it("keeps the source and removes the copies when it is canceled after five (35)", async () => {
    const cancel = new AbortController();
    const stop = (files: number) => files === 5 && cancel.abort(new Error("cancelled"));
    const app = await mounted(twelve, { copyDialog: dialogOf(stop, undefined, cancel) });
    await assert.rejects(run(app.mount.rename("/lib", "/src", { overwrite: false })), /cancelled/);
    for (const [name, text] of Object.entries(twelve)) assert.equal(stored(app, name).toString(), text);
    const copies = path.join(app.folder, "src");
    assert.deepEqual(existsSync(copies) ? readdirSync(copies) : [], []);
    assert.deepEqual([count("UPLOAD"), count("DELETE")], [5, 1]);
  });

  it("keeps a folder that another user changed during the copy (35)", async () => {
    const copyDialog = dialogOf((files) => {
      if (files === 1) writeFileSync(path.join(app.folder, "lib/a.txt"), "newer text");
    });
    const app = await mounted({ "lib/a.txt": "one", "lib/b.txt": "two" }, { copyDialog });
    await assert.rejects(run(app.mount.rename("/lib", "/src", { overwrite: false })), {
      kind: "changedWhileCopied",
    });
    assert.equal(stored(app, "lib/a.txt").toString(), "newer text");
    assert.equal(stored(app, "lib/b.txt").toString(), "two");
  });

  it("moves a folder to another app, byte for byte (36)", async () => {
    const from = await mounted({ "lib/a.png": noise, "lib/b.txt": "two" });
    const to = await mounted({ "c.txt": "three" });
    await run(from.mount.rename("/lib", "/lib", { overwrite: false }, to.mount));
    assert.deepEqual(new Uint8Array(stored(to, "lib/a.png")), noise);
    assert.deepEqual([readdirSync(from.folder), readdirSync(to.folder).sort()], [[], ["c.txt", "lib"]]);
  });
});

describe("deleting through a mount", () => {
  it("rejects the deletions that the service lists as failed, and proves the others by path (38)", async () => {
    const app = await mounted({ "a.txt": "a", "b.txt": "b" });
    service().answerNext({ method: "DELETE" }, 200, { success: [], failed: ["/a.txt"] });
    await assert.rejects(run(app.mount.delete("/a.txt", { recursive: false })), { kind: "refused" });
    assert.equal(stored(app, "a.txt").toString(), "a");
    const { left, changes } = await run(app.mount.deleteAll(["/a.txt", "/b.txt"]));
    assert.deepEqual([left, changes.map(({ path: gone }) => gone)], [[], ["/a.txt", "/b.txt"]]);
  });

  it("deletes forty files and whole folders with one request (39)", async () => {
    const names = Array.from({ length: 40 }, (_, index) =>
      index % 4 === 0 ? `d${index}/x.txt` : `f${index}.txt`,
    );
    const log = new RememberedChanges();
    const app = await mounted(Object.fromEntries(names.map((name) => [name, name])), {
      beginOperation: async () => log,
    });
    const paths = names.map((name) => `/${name.split("/")[0]}`);
    const { left } = await run(app.mount.deleteAll([...paths, "/d0/x.txt"]));
    assert.deepEqual([left, count("DELETE"), readdirSync(app.folder)], [[], 1, []]);
    assert.deepEqual([...log.backups].sort(), names.map((name) => `deleted /${name} ${name}`).sort());
  });

  it("deletes 200 files one by one, like the Explorer, with two requests", async function () {
    this.timeout(startTimeoutMs);
    const names = Array.from({ length: 200 }, (_, index) => `d${index % 5}/f${index}.txt`);
    const app = await mounted(Object.fromEntries([...names, "stays.txt"].map((name) => [name, name])));
    const explorer = async () => {
      for (const name of names) await app.mount.delete(`/${name}`, { recursive: false });
    };
    await run(explorer());
    assert.deepEqual(await run(app.mount.readDirectory("/d0")), []);
    await run(app.files.settled());
    const left = names.filter((name) => existsSync(path.join(app.folder, name)));
    assert.deepEqual([count("DELETE"), left, stored(app, "stays.txt").toString()], [2, [], "stays.txt"]);
  });
});

describe("many files at once", () => {
  it("stores thirty files that VS Code writes at once, with uploads 3 s apart (40)", async () => {
    const app = await mounted({});
    const names = Array.from({ length: 30 }, (_, index) => `d/${index % 3}/f${index}.bin`);
    const content = (name: string) => new Uint8Array(createHash("sha256").update(name).digest());
    await run(Promise.all(names.map((name) => app.mount.writeFile(`/${name}`, content(name), save))));
    assert.equal(count("UPLOAD"), 30);
    requireApart("UPLOAD", 3_000);
    for (const name of names) assert.deepEqual(new Uint8Array(stored(app, name)), content(name));
  });

  it("stores the other files when one is refused (40)", async () => {
    const app = await mounted({});
    service().answerNext({ method: "POST" }, 400, { error: "no" });
    const outcomes = await run(
      Promise.allSettled(["a", "b", "c"].map((name) => app.mount.writeFile(`/${name}`, bytes(name), save))),
    );
    // Each path is requested first, and the responses come in any order.
    const arrived = ["a", "b", "c"].filter((_name, index) => outcomes[index]?.status === "fulfilled");
    assert.equal(arrived.length, 2);
    assert.deepEqual(readdirSync(app.folder).sort(), arrived);
  });
});
