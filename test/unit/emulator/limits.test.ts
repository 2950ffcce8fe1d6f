// The three limits, to the millisecond, on a clock that only the test moves.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { useEmulator } from "./useEmulator";
import { zipOf } from "./zips";

describe("The limits", () => {
  const use = useEmulator();

  it("take one upload each 3 seconds", async () => {
    const id = await use.emulator.addApp({});
    assert.equal((await use.upload(id, "/", "a", "1")).status, 200);
    const refused = await use.upload(id, "/", "a", "2");
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "4");
    assert.equal(typeof refused.body.error, "string");
    use.clock.advance(3_000);
    const atTheEdge = await use.upload(id, "/", "a", "3");
    assert.equal(atTheEdge.status, 429);
    assert.equal(atTheEdge.headers.get("retry-after"), "1");
    use.clock.advance(1);
    assert.equal((await use.upload(id, "/", "a", "4")).status, 200);
  });

  it("count over all apps of the caller, and a refused request doesn't count", async () => {
    const [one, two] = [await use.emulator.addApp({}), await use.emulator.addApp({})];
    assert.equal((await use.upload(one, "/", "a", "1")).status, 200);
    use.clock.advance(2_000);
    assert.equal((await use.upload(two, "/", "a", "2")).status, 429);
    use.clock.advance(1_001);
    assert.equal((await use.upload(two, "/", "a", "3")).status, 200);
  });

  it("take one deletion of files each 3 seconds, next to an upload", async () => {
    const id = await use.emulator.addApp({});
    const remove = () => use.call("DELETE", `/v1/apps/${id}/files`, { files: ["/a"] });
    assert.equal((await use.upload(id, "/", "a", "1")).status, 200);
    assert.equal((await remove()).status, 200);
    use.clock.advance(3_000);
    assert.equal((await remove()).status, 429);
    use.clock.advance(1);
    assert.equal((await remove()).status, 200);
  });

  it("take 20 downloads in any 60 seconds", async () => {
    const id = await use.emulator.addApp({ files: { a: "1" } });
    const download = async () => use.call("GET", `/v1/apps/${id}/download?path=a`);
    for (let i = 0; i < 20; i += 1) {
      assert.equal((await download()).status, 200);
      use.clock.advance(1_000);
    }
    const refused = await download();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "41");
    use.clock.advance(40_000);
    assert.equal((await download()).status, 429);
    use.clock.advance(1);
    assert.equal((await download()).status, 200);
    assert.equal((await download()).status, 429);
  });

  it("leave everything else alone", async () => {
    const archive = await zipOf({ "main.py": "" });
    for (let i = 0; i < 3; i += 1) assert.equal((await use.create(archive)).status, 200);
    for (let i = 0; i < 30; i += 1) assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });
});
