// A window's work for transfers before the first one starts.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { silentLogger } from "../../../../src/core/logger";
import { registerTransfers, type TransferContext } from "../../../../src/features/transfers/transferCommands";
import { FakeClock } from "../../../support/fakeClock";

describe("a window that starts", () => {
  function start(isBroken: (look: number) => boolean) {
    const clock = new FakeClock();
    const errors: string[] = [];
    let looks = 0;
    const operations = async (): Promise<readonly never[]> => {
      if (isBroken(++looks)) throw new Error("the disk is full");
      return [];
    };
    const context = {
      state: { get: () => undefined },
      loadEngine: async () => ({ backups: { operations } }),
      logger: { ...silentLogger, error: (text: string) => void errors.push(text) },
      whenLoaded: () => undefined,
      clock,
    } as unknown as TransferContext;
    return { clock, errors, looks: () => looks, registered: registerTransfers(context) };
  }

  it("looks again for interrupted operations when the first check failed", async () => {
    const { clock, errors, looks, registered } = start((look) => look === 1);
    await clock.advance(200_000);
    assert.deepEqual([looks(), errors.length], [3, 1]);
    registered.dispose();
  });

  it("stops looking once it is closed", async () => {
    const { clock, looks, registered } = start(() => false);
    await clock.advance(1_000);
    registered.dispose();
    await clock.advance(200_000);
    assert.equal(looks(), 1);
  });
});
