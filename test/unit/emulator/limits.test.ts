// The three limits, to the millisecond, on a fake clock.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { useEmulator } from "./useEmulator";
import { zipOf } from "./zips";

describe("The limits", () => {
  const use = useEmulator();

  it("allow one upload every 3 seconds", async () => {
    const id = await use.emulator.addApp({});
    const upload = async () => {
      const { status, headers } = await use.upload(id, "/", "a", "1");
      return [status, headers.get("retry-after")];
    };
    assert.deepEqual(
      [await upload(), await upload()],
      [
        [200, null],
        [429, "4"],
      ],
    );
    use.clock.jump(3_000);
    assert.deepEqual(await upload(), [429, "1"]);
    use.clock.jump(1);
    assert.deepEqual(await upload(), [200, null]);
  });

  it("count over all apps of the caller, without refused requests", async () => {
    const [one, two] = [await use.emulator.addApp({}), await use.emulator.addApp({})];
    assert.equal((await use.upload(one, "/", "a", "1")).status, 200);
    use.clock.jump(2_000);
    assert.equal((await use.upload(two, "/", "a", "2")).status, 429);
    use.clock.jump(1_001);
    assert.equal((await use.upload(two, "/", "a", "3")).status, 200);
  });

  it("allow one deletion of files every 3 seconds, next to an upload", async () => {
    const id = await use.emulator.addApp({});
    const remove = () => use.call("DELETE", `/v1/apps/${id}/files`, { files: ["/a"] });
    assert.equal((await use.upload(id, "/", "a", "1")).status, 200);
    assert.equal((await remove()).status, 200);
    use.clock.jump(3_000);
    assert.equal((await remove()).status, 429);
    use.clock.jump(1);
    assert.equal((await remove()).status, 200);
  });

  it("allow 20 downloads in any 60 seconds", async () => {
    const id = await use.emulator.addApp({ files: { a: "1" } });
    const download = async () => use.call("GET", `/v1/apps/${id}/download?path=a`);
    for (let i = 0; i < 20; i += 1) {
      assert.equal((await download()).status, 200);
      use.clock.jump(1_000);
    }
    const { status, headers, body } = await download();
    assert.deepEqual([status, headers.get("retry-after"), typeof body.error], [429, "41", "string"]);
    use.clock.jump(40_000);
    assert.equal((await download()).status, 429);
    use.clock.jump(1);
    assert.equal((await download()).status, 200);
    assert.equal((await download()).status, 429);
  });

  it("apply to no other request", async () => {
    const archive = await zipOf({ "main.py": "" });
    for (let i = 0; i < 3; i += 1) assert.equal((await use.create(archive)).status, 200);
    for (let i = 0; i < 30; i += 1) assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });
});
