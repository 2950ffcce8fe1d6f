// Pushes between a folder and an app in memory, over the real engine: other clients' changes are never lost.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { largestBackupBytes } from "../../../../src/appFiles/backups/changeLog";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { rowText } from "../../../support/transferring";
import { pushed, transferWorld } from "./transferWorld";

const encode = (text: string) => new TextEncoder().encode(text);

describe("a push over the engine", () => {
  it("compares its own uploads once, and then trusts their version", async () => {
    const world = transferWorld({}, { "a.txt": "one" });
    await world.finish(world.moved.push());
    assert.equal((await world.moved.remembered()).get("/a.txt")?.isCertain, false);
    await world.rest();
    assert.deepEqual((await world.finish(world.moved.push())).put, []);
    assert.equal((await world.moved.remembered()).get("/a.txt")?.isCertain, true);
    const since = world.remote.requests.length;
    await world.finish(world.moved.push());
    assert.deepEqual(world.remote.requests.slice(since), ["LIST /"]);
  });

  it("continues when the common state cannot be saved, and compares again the next time", async () => {
    const world = transferWorld({ "a.txt": "one" }, { "a.txt": "one", "new.txt": "new" });
    world.moved.memory.isDiskFull = true;
    assert.deepEqual((await world.finish(world.moved.push())).put, ["/new.txt"]);
    world.moved.memory.isDiskFull = false;
    assert.deepEqual((await world.finish(world.moved.push())).put, []);
    assert.equal((await world.moved.remembered()).size, 2);
  });

  it("keeps and reports files that others, or an editor of this window, wrote after the plan", async () => {
    const world = await pushed({ "a.txt": "1", "b.txt": "1", "gone.txt": "1" });
    for (const name of ["a.txt", "b.txt"]) world.folder.put(name, "mine, longer");
    world.folder.put("new.txt", "mine");
    world.folder.drop("gone.txt");
    const { rows, memory } = await world.finish(world.moved.planPush());
    await world.clock.advance(5_000);
    for (const path of ["/a.txt", "/gone.txt", "/new.txt"]) world.remote.put(path, "theirs");
    const saving = { base: { kind: "any" }, author: "editor" } as const;
    await world.finish(world.files.put("/b.txt", encode("saved"), saving));
    const { put, removed, failed } = await world.finish(world.moved.run(rows, memory));
    assert.deepEqual([put, removed], [[], []]);
    const all = ["a.txt", "b.txt", "gone.txt", "new.txt"];
    assert.deepEqual(
      failed,
      all.map((name) => `/${name} changedInApp`),
    );
    const theirs = { "a.txt": "theirs", "gone.txt": "theirs", "new.txt": "theirs" };
    assert.deepEqual(world.texts(), { ...theirs, "b.txt": "saved" });
  });

  it("notices a change of the same size at the same time, before it replaces or deletes", async () => {
    const world = await pushed({ "a.txt": "1234", "b.txt": "1234" });
    const timeOf = (path: string) => world.remote.files.get(path)?.modifiedAt;
    world.folder.put("a.txt", "mine!");
    world.folder.drop("b.txt");
    const { rows, memory } = await world.finish(world.moved.planPush());
    for (const path of ["/a.txt", "/b.txt"]) world.remote.put(path, "them", timeOf(path));
    // Recent reads are repeated: their version proved nothing when stored.
    world.files.clear();
    const { failed } = await world.finish(world.moved.run(rows, memory));
    assert.deepEqual(failed, ["/a.txt changedInApp", "/b.txt changedInApp"]);
    assert.deepEqual(world.texts(), { "a.txt": "them", "b.txt": "them" });
  });

  it("does not treat a file as equal that changed in the tick of its upload", async () => {
    const world = transferWorld({}, { "a.txt": "1234", "b.png": "1234" });
    await world.finish(world.moved.push());
    for (const path of ["/a.txt", "/b.png"])
      world.remote.put(path, "them", world.remote.files.get(path)?.modifiedAt);
    await world.rest();
    const { rows } = await world.finish(world.moved.planPush());
    assert.deepEqual(rows.map(rowText), ["- changedInTarget /a.txt"]);
  });

  it("is planned without a folder that is deleted during the listings, and not with one that is never found", async () => {
    for (const isDeleted of [true, false]) {
      const world = await pushed({ "lib/deep/a.txt": "1", "b.txt": "1" });
      world.remote.onRequest = (request) => {
        if (request !== "LIST /lib/deep") return;
        if (isDeleted)
          for (const name of ["/lib/deep/a.txt", "/lib/deep", "/lib"]) world.remote.files.delete(name);
        throw new ServiceError("notFound", "LIST /lib/deep answered 404");
      };
      const planned = world.finish(world.moved.planPush());
      if (!isDeleted) await assert.rejects(planned, /answered 404/);
      else assert.deepEqual((await planned).rows.map(rowText), ["x added /lib/deep/a.txt (goneInApp)"]);
    }
  });

  it("notices a local file that changed, vanished or became unreadable", async () => {
    const world = transferWorld({}, { "a.txt": "1", "b.txt": "1", "c.txt": "1", "d.txt": "1" });
    const { put, failed } = await world.finish(
      world.moved.push({
        onPlanned: () => {
          world.folder.drop("b.txt");
          world.folder.put("c.txt", "longer");
          world.folder.unreadable.add("d.txt");
        },
      }),
    );
    assert.deepEqual(put, ["/a.txt"]);
    assert.deepEqual(failed, ["/b.txt unreadable", "/c.txt changedHere", "/d.txt unreadable"]);
  });

  it("names unreadable local files, and deletes nothing because of them", async () => {
    const deep = { "locked/a.txt": "1", "locked/deep/b.txt": "1" };
    const world = await pushed({ ...deep, "large.bin": "1", "ok.txt": "1", "read.txt": "1" });
    world.folder.unreadable.add("locked");
    world.folder.unreadable.add("read.txt");
    world.folder.put("large.bin", "12345678");
    world.folder.put("ok.txt", "2");
    world.moved.maxFileBytes = 5;
    const { put, removed, failed } = await world.finish(world.moved.push({ choose: () => true }));
    assert.deepEqual([put, removed], [["/ok.txt"], []]);
    assert.deepEqual(failed, ["/large.bin tooLarge", "/locked unreadable", "/read.txt unreadable"]);
    assert.equal(Object.keys(world.texts()).length, 5);
    assert.equal((await world.moved.remembered()).size, 5);
  });

  it("deletes nothing of a local folder that is a broken link now, or whose parent cannot be listed", async () => {
    const world = await pushed({ "a/b.txt": "1", "c/deep/d.txt": "1", "e/f/g.txt": "1", "keep.txt": "1" });
    for (const path of ["a/b.txt", "c/deep/d.txt", "e/f/g.txt", "a", "c", "e/f"]) world.folder.drop(path);
    world.folder.putLink("a", "other");
    world.folder.putLink("c", "other");
    const { removed } = await world.finish(world.moved.push());
    assert.deepEqual(removed, ["/e/f/g.txt"]);
    assert.deepEqual(Object.keys(world.texts()).sort(), ["a/b.txt", "c/deep/d.txt", "keep.txt"]);
  });

  it("selects nothing while .deployignore is empty, as during its save", async () => {
    const world = transferWorld({}, { ".deployignore": "", "a.txt": "1" });
    const { put, rows } = await world.finish(world.moved.push());
    assert.deepEqual(put, []);
    assert.deepEqual(rows.map(rowText), [
      "- blocked /.deployignore (rulesUnreadable)",
      "- added /a.txt (rulesUnreadable)",
    ]);
  });

  it("selects nothing while .deployignore is a link, and follows git where .gitignore is one", async () => {
    for (const type of ["file", "other"] as const) {
      const world = transferWorld({}, { "a.txt": "1" });
      world.folder.putLink(".deployignore", type);
      const { put, rows } = await world.finish(world.moved.push());
      assert.deepEqual(put, []);
      assert.deepEqual(rows.map(rowText), [
        "- blocked /.deployignore (rulesUnreadable)",
        "- added /a.txt (rulesUnreadable)",
      ]);
    }
    const world = transferWorld({}, { "a.txt": "1" });
    world.folder.putLink(".gitignore");
    assert.deepEqual((await world.finish(world.moved.push())).put, ["/a.txt"]);
  });

  it("selects nothing, and deletes nothing, where a file of rules cannot be read", async () => {
    const world = await pushed({
      "sub/.gitignore": "*.log\n",
      "sub/a.txt": "1",
      "sub/b.txt": "1",
      "sub/deep/gone.txt": "1",
      "c.txt": "1",
    });
    world.folder.drop("sub/deep/gone.txt");
    world.folder.put("sub/secret.log", "secret");
    world.folder.put("sub/a.txt", "changed");
    world.folder.put("c.txt", "changed");
    world.folder.drop("sub/b.txt");
    world.folder.unreadable.add("sub/.gitignore");
    const { put, removed, rows } = await world.finish(world.moved.push());
    assert.deepEqual([put, removed], [["/c.txt"], []]);
    assert.deepEqual(rows.map(rowText), [
      "x changed /c.txt",
      "- blocked /sub/.gitignore (rulesUnreadable)",
      "- changed /sub/a.txt (rulesUnreadable)",
      "- added /sub/secret.log (rulesUnreadable)",
    ]);
    assert.deepEqual([world.texts()["sub/b.txt"], world.texts()["sub/deep/gone.txt"]], ["1", "1"]);
  });

  it("neither lists nor changes files that the folder's rules ignore", async () => {
    const world = transferWorld(
      {
        "a.log": "theirs",
        "build/x.js": "theirs",
        "Build2/y.js": "theirs",
        "node_modules/z/index.js": "theirs",
      },
      { ".gitignore": "*.log\nbuild/\n", "main.js": "1" },
    );
    const { put, rows } = await world.finish(world.moved.push({ choose: () => true }));
    assert.deepEqual(put, ["/.gitignore", "/main.js"]);
    assert.deepEqual(rows.map(rowText), [
      "x added /.gitignore",
      "- onlyInTarget /Build2/y.js",
      "x added /main.js",
    ]);
    assert.ok(!world.remote.requests.some((request) => /LIST \/(build|node_modules)$/.test(request)));
  });

  it("keeps remote files whose local file, of exactly that name, is ignored now", async () => {
    const world = await pushed({ "a.txt": "1", "Name.txt": "1" });
    world.moved.choices = { excluded: new Set(["a.txt"]), included: new Set() };
    world.folder.drop("Name.txt");
    world.folder.put("name.txt", "1");
    // Nearly another file's name: the user decides.
    const chosen = ({ path }: { readonly path: string }) => path !== "/a.txt";
    const { put, removed } = await world.finish(world.moved.push({ choose: chosen }));
    assert.deepEqual([put, removed], [["/name.txt"], ["/Name.txt"]]);
    assert.equal(world.texts()["a.txt"], "1");
  });

  it("deletes files that are too large for a backup only when the user selected them, and the rest in any case", async () => {
    const large = "x".repeat(largestBackupBytes + 1);
    const world = transferWorld(
      { "large.txt": large, "small.txt": "1" },
      { "large.txt": large, "small.txt": "1", "b.txt": "" },
    );
    await world.rest();
    await world.finish(world.moved.rememberCreated());
    world.folder.drop("large.txt");
    world.folder.drop("small.txt");
    const first = await world.finish(world.moved.push());
    assert.deepEqual([first.removed, first.failed], [["/small.txt"], []]);
    const second = await world.finish(world.moved.push({ choose: () => true }));
    assert.deepEqual(second.removed, ["/large.txt"]);
    assert.deepEqual(Object.keys(world.texts()), ["b.txt"]);
  });

  it("goes on after files that are refused for themselves, and then deletes what is gone here", async () => {
    const world = await pushed({ "old.txt": "old" });
    world.folder.drop("old.txt");
    for (const name of ["a1", "a2", "a3"]) world.folder.put(`assets/${name}.mp4`, "x");
    for (const name of ["b1", "b2", "b3"]) world.folder.put(`lib/${name}.txt`, "x");
    world.folder.put("src/main.py", "1");
    world.folder.put("src/other.py", "1");
    const { rows, memory } = await world.finish(world.moved.planPush());
    // A colleague makes the folder "Lib", and the service takes no large files.
    world.remote.put("/Lib/theirs.txt", "theirs");
    world.remote.failWith = new ServiceError("tooLarge", "PUT answered 413", { status: 413 });
    world.remote.failing.add("UPLOAD /assets/");
    await world.rest();
    const { put, removed, failed } = await world.finish(world.moved.run(rows, memory));
    assert.deepEqual([put, removed], [["/src/main.py", "/src/other.py"], ["/old.txt"]]);
    assert.deepEqual([failed.length, failed.filter((each) => !each.endsWith(" error"))], [6, []]);
  });

  it("keeps the old name of a renamed file when the new one is refused", async () => {
    const world = await pushed({ "old.txt": "renamed", "gone.txt": "1" });
    for (const name of ["old.txt", "gone.txt"]) world.folder.drop(name);
    world.folder.put("new.txt", "renamed");
    world.remote.failWith = new ServiceError("refused", "the quota is used up");
    world.remote.failing.add("UPLOAD /new.txt");
    const { removed, failed } = await world.finish(world.moved.push());
    assert.deepEqual([removed, failed], [["/gone.txt"], ["/new.txt error", "/old.txt notTried"]]);
    assert.deepEqual(world.texts(), { "old.txt": "renamed" });
  });

  it("keeps a file that was renamed in letter case only, where the service takes both names for one", async () => {
    for (const text of ["text", "text, changed"]) {
      const world = await pushed({ "readme.md": "text" }, (remote) => {
        remote.foldsNames = true;
      });
      world.folder.drop("readme.md");
      world.folder.put("Readme.md", text);
      const { removed, failed } = await world.finish(world.moved.push({ choose: () => true }));
      assert.deepEqual([removed, failed.includes("/readme.md alikeHere")], [[], true]);
      assert.deepEqual(world.texts(), { "readme.md": "text" });
    }
    const distinct = await pushed({ "readme.md": "text" });
    distinct.folder.drop("readme.md");
    distinct.folder.put("Readme.md", "text");
    assert.deepEqual((await distinct.finish(distinct.moved.push({ choose: () => true }))).failed, []);
    assert.deepEqual(distinct.texts(), { "Readme.md": "text" });
  });

  it("reports the other deletions when that of files too large for a backup fails", async () => {
    const files = { "large.txt": "x".repeat(largestBackupBytes + 1), "small.txt": "1" };
    const world = transferWorld(files, { ...files, "b.txt": "" });
    await world.rest();
    await world.finish(world.moved.rememberCreated());
    world.folder.drop("large.txt");
    world.folder.drop("small.txt");
    const { rows, memory } = await world.finish(world.moved.planPush());
    world.remote.failing.add("DELETE /large.txt");
    world.remote.failWith = new ServiceError("rateLimited", "too many");
    const { removed, failed } = await world.finish(
      world.moved.run(rows, memory, { choose: ({ kind }) => kind === "deleted" }),
    );
    assert.deepEqual([removed, failed], [["/small.txt"], ["/large.txt error"]]);
    assert.deepEqual([...(await world.moved.remembered()).keys()], ["/large.txt"]);
  });

  it("replaces a file that is too large for a backup only when the user selected it", async () => {
    const files = { "large.txt": "x".repeat(largestBackupBytes + 1) };
    const world = transferWorld(files, files);
    await world.rest();
    await world.finish(world.moved.rememberCreated());
    world.folder.put("large.txt", "mine");
    const first = await world.finish(world.moved.push());
    assert.deepEqual([first.put, first.failed], [[], []]);
    const second = await world.finish(world.moved.push({ choose: () => true }));
    assert.deepEqual([second.put, world.texts()], [["/large.txt"], { "large.txt": "mine" }]);
  });

  it("counts rows that are canceled in the transfer list as not sent, and continues", async () => {
    const world = transferWorld({}, { "a.txt": "1", "b.txt": "1", "c.txt": "1" });
    world.remote.onTurn = (request) => world.clock.sleep(request === "UPLOAD /a.txt" ? 1_000 : 5_000);
    const work = world.moved.push();
    await world.clock.advance(2_000);
    const waiting = world.moved.transfers.all.find(({ path }) => path === "/b.txt");
    world.moved.transfers.cancel(waiting?.id ?? -1);
    const { put, cancelled } = await world.finish(work);
    assert.deepEqual([put, cancelled], [["/a.txt", "/c.txt"], ["/b.txt"]]);
    assert.deepEqual(world.moved.transfers.all, []);
  });

  it("deletes nothing when it is canceled while the backups are read", async () => {
    const world = await pushed({ "a.txt": "1", "b.txt": "1", "keep.txt": "1" });
    for (const name of ["a.txt", "b.txt"]) world.folder.drop(name);
    const { rows, memory } = await world.finish(world.moved.planPush());
    // No backup can come from an earlier read.
    world.files.clear();
    const cancel = new AbortController();
    world.remote.onRequest = (request) => {
      if (request.startsWith("READ")) cancel.abort(new CancelledError());
    };
    const work = world.moved.run(rows, memory, { signal: cancel.signal });
    const { removed, failed, cancelled } = await world.finish(work);
    assert.deepEqual([removed, failed, cancelled], [[], [], ["/a.txt", "/b.txt"]]);
    assert.deepEqual(world.texts(), { "a.txt": "1", "b.txt": "1", "keep.txt": "1" });
  });

  it("deletes nothing when it is canceled while the files are looked up again for the request", async () => {
    const world = await pushed({ "a.txt": "1", "b.txt": "1", "keep.txt": "1" });
    for (const name of ["a.txt", "b.txt"]) world.folder.drop(name);
    const { rows, memory } = await world.finish(world.moved.planPush());
    world.files.clear();
    const cancel = new AbortController();
    let hasRead = false;
    world.remote.onRequest = async (request) => {
      if (hasRead && request.startsWith("LIST")) cancel.abort(new CancelledError());
      if (!request.startsWith("READ")) return;
      hasRead = true;
      await world.clock.sleep(60_000);
    };
    const work = world.moved.run(rows, memory, { signal: cancel.signal });
    const { removed, failed, cancelled } = await world.finish(work);
    assert.deepEqual([removed, failed, cancelled], [[], [], ["/a.txt", "/b.txt"]]);
    assert.deepEqual(world.texts(), { "a.txt": "1", "b.txt": "1", "keep.txt": "1" });
  });

  it("reports files that may have arrived as unknown", async () => {
    const world = transferWorld({}, { "a.txt": "1" });
    world.remote.onRequest = (request) => {
      if (!request.startsWith("UPLOAD")) return;
      world.remote.failing.add("LIST");
      throw new ServiceError("timeout", "no answer", { outcomeUnknown: true });
    };
    const { failed } = await world.finish(world.moved.push());
    assert.deepEqual(failed, ["/a.txt notKnown"]);
    assert.deepEqual(world.moved.log.ends, ["unknown"]);
  });
});
