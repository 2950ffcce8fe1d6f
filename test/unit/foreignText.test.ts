// Whatever comes from outside is read, or refused by an error of ours, in time that is in proportion to its length.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { Accounts } from "../../src/accounts/accounts";
import { isServiceError } from "../../src/core/errors/serviceError";
import { AskedCalls } from "../../src/features/agent/askedCalls";
import { toolNames } from "../../src/features/agent/toolNames";
import { prepareTool } from "../../src/features/agent/toolQuestions";
import { textReaders, valueReaders } from "../support/foreignReaders";
import { assertProportional, hostilePieces, hostileTexts, repeated } from "../support/hostileInputs";
import { conditionTimeoutMs } from "../support/waitUntil";

const seeds = [
  ["12", 12],
  ["fresh", Date.now() & 0x7fffffff],
] as const;

/** Names that readers look for, so that a value gets past their first step. */
const keys = fc.constantFrom(
  ...`app apps _id name status metrics content currentPath team members error success failed environmentVariables
    repoDeploys pagination user createdAt type size accountId appId folder settings confirm paths path account id
    __proto__`.split(/\s+/),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, undefined, Number.NaN, -1, 1e308),
    fc.double(),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.array(tie("json"), { maxLength: 6 }),
    fc.dictionary(fc.oneof(keys, fc.string({ maxLength: 8 })), tie("json"), { maxKeys: 8 }),
  ),
}));
const piece = fc.oneof(fc.constantFrom(...hostilePieces), fc.string({ unit: "binary", maxLength: 20 }));
const textOf = (maxLength: number) =>
  fc.array(piece, { minLength: 1, maxLength }).map((parts) => parts.join(""));
const text = textOf(400);

/** Calls each reader; an error that is not one for the user is a mistake. */
function readBy<T>(readers: Readonly<Record<string, (value: T) => unknown>>, value: T): void {
  for (const [name, read] of Object.entries(readers))
    try {
      read(value);
    } catch (error) {
      if (!isServiceError(error)) throw new Error(`${name} did not expect this`, { cause: error });
    }
}

describe("what comes from outside", function () {
  this.timeout(conditionTimeoutMs);

  for (const [name, read] of Object.entries(textReaders)) {
    const orRefused = (source: string): void => {
      try {
        read(source);
      } catch {
        // A refusal is as good as a result here: the next tests ask for the right one.
      }
    };

    it(`takes time in proportion to its length, however it is made: ${name}`, () => {
      const random = fc.sample(textOf(6), 10).filter((source) => source !== "");
      for (const make of [...hostileTexts, ...random.map((source) => repeated(source))])
        assertProportional(orRefused, make);
    });
  }

  it("is found to take more time than that where each character is compared with each other one", () => {
    const check = (msOf: (length: number) => number): void => {
      let spentMs = 0;
      const timeOf = (work: () => unknown): number => {
        const before = spentMs;
        work();
        return spentMs - before;
      };
      const work = (source: string) => (spentMs += msOf(source.length));
      assertProportional(work, repeated("ab"), timeOf);
    };
    assert.throws(() => check((length) => length ** 2 / 1e6), /8 times the text took 64, 64/);
    check((length) => length / 1_000);
    let turn = 0;
    check((length) => (length * (++turn < 5 ? 50 : 1)) / 1_000);
  });

  for (const [what, seed] of seeds) {
    it(`is read or refused as text, made at random (seed ${what})`, () => {
      fc.assert(
        fc.property(text, (source) => readBy(textReaders, source)),
        { seed, numRuns: 100 },
      );
    });

    it(`is read or refused as a value, made at random (seed ${what})`, () => {
      fc.assert(
        fc.property(json, (value) => readBy(valueReaders, value)),
        { seed, numRuns: 300 },
      );
    });

    it(`as the input of a tool gets a question of bounded length (seed ${what})`, async () => {
      const accounts = { load: async () => {}, all: [] } as unknown as Accounts;
      const inputs = fc.dictionary(fc.constantFrom("app", "path", "x"), fc.oneof(json, text));
      const property = fc.asyncProperty(inputs, fc.constantFrom(...toolNames), async (input, name) => {
        const { confirmationMessages } = await prepareTool(name, input, accounts, new AskedCalls());
        const title = confirmationMessages?.title ?? "";
        assert.ok(title.length > 5 && title.length < 600);
        assert.doesNotMatch(title, /\]\(|\$\(|\n/);
      });
      await fc.assert(property, { seed, numRuns: 200 });
    });
  }
});
