// The app is listed while the folder is read, without additional requests.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ListAhead } from "../../../../../src/appFiles/transfer/plan/listAhead";
import { parentOf } from "../../../../../src/core/paths/appPath";
import { FakeClock } from "../../../../support/fakeClock";

describe("listings that are requested ahead", () => {
  it("are too old after five seconds, and end with stop()", async () => {
    const clock = new FakeClock();
    let asked = 0;
    const list = async () => {
      asked++;
      return await new Promise<never>(() => undefined);
    };
    const files = Array.from({ length: 40 }, (_, index) => `/f${index}/a.txt`);
    const ahead = new ListAhead({ list }, files, clock);
    for (const folder of ["/", ...files.map(parentOf), "/never/shared"]) ahead.expect(folder);
    ahead.stop();
    await clock.advance(5_000);
    assert.deepEqual([asked, ahead.listing("/") !== undefined, ahead.listing("/f39")], [16, true, undefined]);
    await clock.advance(1);
    assert.equal(ahead.listing("/"), undefined);
  });

  it("that fail are the look's failure", async () => {
    const list = async (): Promise<never> => {
      throw new Error("no connection");
    };
    const ahead = new ListAhead({ list }, ["/a.txt"], new FakeClock());
    ahead.expect("/");
    await assert.rejects(async () => await ahead.listing("/"), /no connection/);
  });
});
