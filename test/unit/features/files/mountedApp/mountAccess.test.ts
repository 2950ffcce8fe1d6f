// Team permissions in a mounted app. Numbers: test/README.md.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { fullAccess } from "../../../../../src/core/model/appAccess";
import { bytes, isProblem, keep, mounted, save } from "./mountHarness";

describe("a read-only mount", () => {
  const readOnly = { canSee: true, canEdit: false, canDelete: false };

  it("marks its files and refuses every change without a request (30)", async () => {
    const { remote, mount } = mounted({ "/a.txt": "one" }, { access: () => readOnly });
    assert.equal((await mount.stat("/a.txt")).isReadOnly, true);
    remote.requests.length = 0;
    const changes = [
      mount.writeFile("/a.txt", bytes("two"), save),
      mount.createDirectory("/lib"),
      mount.delete("/a.txt", keep),
      mount.rename("/a.txt", "/b.txt", keep),
      mount.copy("/a.txt", "/b.txt", keep),
      mount.deleteAll(["/a.txt"]),
    ];
    for (const change of changes) await assert.rejects(change, isProblem("notAllowed"));
    assert.deepEqual(remote.requests, []);
  });

  it("waits for the permissions before the first change (30)", async () => {
    let access = fullAccess;
    const accessKnown = async (): Promise<void> => {
      access = readOnly;
    };
    const { remote, mount } = mounted({ "/a.txt": "one" }, { access: () => access, accessKnown });
    await assert.rejects(mount.writeFile("/a.txt", bytes("two"), save), isProblem("notAllowed"));
    assert.equal(remote.text("/a.txt"), "one");
  });

  it("shows nothing to a member who may not see files, with a message (30)", async () => {
    const { remote, mount } = mounted(
      { "/a.txt": "one" },
      { access: () => ({ ...readOnly, canSee: false }) },
    );
    for (const look of [mount.stat("/"), mount.readDirectory("/"), mount.readFile("/a.txt")])
      await assert.rejects(look, isProblem("notAllowed"));
    assert.deepEqual(remote.requests, []);
  });
});
