// The context key that enables menus and palette.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account } from "../../../../src/accounts/accounts";
import { Emitter } from "../../../../src/core/async/emitter";
import { followSignedIn } from "../../../../src/features/account/registerAccount";
import { someAccount } from "../../../support/someApp";
import { commands } from "../../../support/vscodeParts";

describe("the key for being signed in", () => {
  function setUp(remembered: Promise<boolean>) {
    const values: unknown[] = [];
    commands["executeCommand"] = async (...call: readonly unknown[]) => void values.push(call.at(-1));
    const changes = new Emitter<never>();
    const all: Account[] = [];
    const warnings: string[] = [];
    followSignedIn(
      { all, isAnySignedIn: () => remembered, onDidChange: changes.event },
      { warn: (text) => void warnings.push(text) },
    );
    const become = (...accounts: readonly Account[]): void => {
      all.splice(0, all.length, ...accounts);
      changes.fire(undefined as never);
    };
    return { values, become, warnings };
  }

  it("is the remembered state, then the open accounts'", async () => {
    const { values, become } = setUp(Promise.resolve(true));
    await Promise.resolve();
    assert.deepEqual(values, [true]);
    become();
    assert.deepEqual(values, [true, false]);
    become(someAccount());
    assert.deepEqual(values, [true, false, true]);
    become();
  });

  it("is not reset by a remembered state that is read after the accounts opened", async () => {
    let answer: (value: boolean) => void = () => undefined;
    const { values, become } = setUp(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    become(someAccount());
    become();
    answer(true);
    await Promise.resolve();
    assert.deepEqual(values, [true, false]);
  });

  it("stays when the remembered state cannot be read", async () => {
    const { values, warnings } = setUp(Promise.reject(new Error("EIO")));
    await new Promise(setImmediate);
    assert.deepEqual([values, warnings.length], [[], 1]);
  });
});
