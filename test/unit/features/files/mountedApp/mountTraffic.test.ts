// Requests of a mounted app, failures, and other clients' changes. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import { PendingFolders } from "../../../../../src/features/files/mountedApp/pendingFolders";
import { appFilesOver } from "../../../../support/appFilesHarness";
import { replayColdStart } from "../../../../support/recordedColdStart";
import { bytes, count, isProblem, keep, mounted, save } from "./mountHarness";

describe("the traffic of a mounted app", () => {
  it("costs one listing and no read in a recorded cold start (1)", async () => {
    const { clock, mount, remote } = mounted({ "/index.js": "x", "/src/a.js": "x" });
    const start = clock.now();
    const answers = await replayColdStart(mount, (elapsedMs) =>
      clock.advance(start + elapsedMs - clock.now()),
    );
    assert.ok(answers.length >= 30, `${answers.length} calls were replayed`);
    assert.ok(answers.some((answer) => answer === "notFound: /.vscode/settings.json"));
    assert.deepEqual(remote.requests, ["LIST /"]);
  });

  it("answers fifty lookups in a new folder from one listing (2)", async () => {
    const { remote, mount } = mounted();
    for (let index = 0; index < 50; index++) remote.put(`/lib/${index}.txt`, "x");
    await mount.stat("/");
    remote.requests.length = 0;
    await Promise.all(Array.from({ length: 50 }, (_, index) => mount.stat(`/lib/${index}.txt`)));
    assert.deepEqual(remote.requests, ["LIST /lib"]);
  });

  it("gives the app's root positive times, and has nothing beside it (4)", async () => {
    const { mount } = mounted({ "/a.txt": "x" });
    const root = await mount.stat("/");
    assert.equal(root.type, "directory");
    assert.ok(root.modifiedAt > 0 && root.createdAt > 0);
    await assert.rejects(mount.stat("/other"), isProblem("notFound"));
  });

  for (const kind of ["server", "rateLimited", "timeout"] as const) {
    it(`never treats a listing that failed as ${kind} as a missing file or an empty folder (5)`, async () => {
      const { remote, mount } = mounted();
      remote.failWith = new ServiceError(kind, "later");
      remote.failing.add("LIST");
      for (const look of [mount.stat("/"), mount.stat("/a"), mount.readDirectory("/"), mount.readFile("/a")])
        await assert.rejects(look, { name: "ServiceError", kind });
    });
  }

  it("shows the last good listing while the service is unreachable, and warns once (6)", async () => {
    const { remote, mount, clock, failures } = mounted({ "/a.txt": "one" });
    await mount.readDirectory("/");
    remote.failing.add("LIST");
    for (let round = 0; round < 3; round++) {
      await clock.advance(60_000);
      assert.deepEqual(await mount.readDirectory("/"), [["a.txt", "file"]]);
      assert.equal((await mount.stat("/a.txt")).sizeBytes, 3);
    }
    assert.equal(failures.filter((error) => error !== undefined).length, 1);
    remote.failing.clear();
    await clock.advance(60_000);
    await mount.readDirectory("/");
    assert.equal(failures.at(-1), undefined);
  });

  it("warns until the failed folder can be listed, which is retried automatically", async () => {
    const { remote, mount, clock, failures } = mounted({ "/data/a.txt": "one" });
    remote.failing.add("LIST /data");
    await assert.rejects(mount.stat("/data"), { kind: "server" });
    await clock.advance(60_000);
    await mount.readDirectory("/");
    await mount.retryFailed();
    assert.equal(failures.length, 1);
    remote.failing.clear();
    await mount.retryFailed();
    assert.equal(failures.length, 2);
    assert.equal(failures[1], undefined);
    remote.requests.length = 0;
    await mount.retryFailed();
    assert.deepEqual(remote.requests, []);
  });

  it("reports a refused access instead of showing old listings", async () => {
    const { remote, mount, clock } = mounted({ "/a.txt": "one" });
    await mount.readDirectory("/");
    remote.failWith = new ServiceError("unauthorized", "no", { status: 401 });
    remote.failing.add("LIST");
    await clock.advance(60_000);
    await assert.rejects(mount.readDirectory("/"), { kind: "unauthorized" });
  });

  it("lists ten expanded folders once when the window gets the focus, and not again within 10 s (12)", async () => {
    const { remote, mount, clock } = mounted();
    const folders = ["/", ...Array.from({ length: 9 }, (_, index) => `/f${index}`)];
    for (const folder of folders) remote.put(`${folder === "/" ? "" : folder}/x.txt`, "x");
    const focus = async () => {
      await Promise.all(
        folders.map(async (folder) => {
          await mount.stat(folder);
          await mount.readDirectory(folder);
        }),
      );
      await Promise.all(["/x.txt", "/f1/x.txt", "/f2/x.txt"].map((path) => mount.stat(path)));
    };
    await focus();
    await clock.advance(60_000);
    remote.requests.length = 0;
    await focus();
    assert.ok(remote.requests.length <= 10, remote.requests.join(", "));
    await clock.advance(9_000);
    await focus();
    assert.ok(remote.requests.length <= 10, remote.requests.join(", "));
  });
});

describe("other clients' changes", () => {
  it("are announced with the service's times, and the window's own are not (44)", async () => {
    const { remote, mount, clock, changes } = mounted({ "/a.txt": "one", "/b.txt": "one", "/c.txt": "one" });
    await mount.readDirectory("/");
    await clock.advance(20_000);
    remote.put("/a.txt", "longer");
    remote.files.delete("/b.txt");
    remote.put("/new/d.txt", "x");
    await mount.poll(["/"], 1_000);
    assert.deepEqual(changes, ["changed /a.txt", "deleted /b.txt", "created /new"]);
    assert.equal((await mount.stat("/a.txt")).modifiedAt, clock.now());
    changes.length = 0;
    await mount.writeFile("/c.txt", bytes("ours"), save);
    await mount.delete("/a.txt", keep);
    await clock.advance(20_000);
    await mount.poll(["/"], 1_000);
    assert.deepEqual(changes, []);
  });

  it("are not announced after a failure (45)", async () => {
    const { remote, mount, clock, changes } = mounted({ "/a.txt": "one", "/lib/b.txt": "one" });
    await mount.readDirectory("/lib");
    remote.failing.add("LIST");
    for (let round = 0; round < 3; round++) {
      await clock.advance(20_000);
      await assert.rejects(mount.poll(["/", "/lib"], 1_000));
    }
    assert.deepEqual(changes, []);
  });

  it("are not announced after one suddenly empty listing (45)", async () => {
    const { remote, mount, clock, changes } = mounted({ "/a.txt": "one" });
    await mount.readDirectory("/");
    await clock.advance(20_000);
    remote.emptyOnce = true;
    await mount.poll(["/"], 1_000);
    assert.deepEqual([changes, await mount.readDirectory("/")], [[], [["a.txt", "file"]]]);
    remote.files.clear();
    await clock.advance(20_000);
    await mount.poll(["/"], 1_000);
    assert.deepEqual(changes, ["deleted /a.txt"]);
  });

  it("show a missing folder as deleted once its parent's listing lacks it (45)", async () => {
    const { remote, mount, clock, changes } = mounted({ "/a.txt": "one", "/lib/b.txt": "one" });
    await mount.readDirectory("/lib");
    remote.files.delete("/lib");
    await clock.advance(20_000);
    await mount.poll(["/lib"], 1_000);
    assert.deepEqual(changes, ["deleted /lib"]);
  });

  it("turn a local-only folder into a remote one (31)", async () => {
    const { remote, mount, clock } = mounted({ "/a.txt": "one" });
    await mount.createDirectory("/lib");
    remote.put("/lib/theirs.txt", "x");
    await clock.advance(20_000);
    assert.deepEqual(await mount.readDirectory("/lib"), [["theirs.txt", "file"]]);
    assert.equal(mount.isPending("/lib"), false);
  });
});

describe("the memory of a mount", () => {
  it("keeps local-only folders over a refresh and a reload of the window (31)", async () => {
    let saved: Readonly<Record<string, number>> = {};
    const save = (folders: typeof saved): void => {
      saved = folders;
    };
    const options = { pendingFolders: new PendingFolders(saved, save) };
    const { remote, mount, clock, mountOptions } = mounted({ "/a.txt": "one" }, options);
    await mount.createDirectory("/lib");
    mount.files.refresh();
    await clock.advance(60_000);
    assert.equal((await mount.stat("/lib")).type, "directory");
    const pendingFolders = new PendingFolders(saved);
    const reloaded = new MountedApp(appFilesOver(remote, clock).files, { ...mountOptions, pendingFolders });
    assert.deepEqual(await reloaded.readDirectory("/lib"), []);
    assert.equal(count(remote.requests, "UPLOAD"), 0);
  });

  it("forgets listings, contents and bases when the account signs out (49)", async () => {
    const { remote, mount } = mounted({ "/a.txt": "one" });
    await mount.readFile("/a.txt");
    remote.requests.length = 0;
    mount.clear();
    await mount.readFile("/a.txt");
    assert.deepEqual(remote.requests, ["LIST /", "READ /a.txt"]);
  });
});
