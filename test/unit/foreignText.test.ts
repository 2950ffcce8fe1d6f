// Foreign text and values are read, or refused by an expected error, in time proportional to their length.
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

/** Known keys, so that a value passes the first check of readers. */
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

/** An error without a sentence for the user is a defect. */
function readBy<T>(readers: Readonly<Record<string, (value: T) => unknown>>, value: T): void {
  for (const [name, read] of Object.entries(readers))
    try {
      read(value);
    } catch (error) {
      if (!isServiceError(error)) throw new Error(`${name} did not expect this`, { cause: error });
    }
}

describe("foreign text and values", function () {
  this.timeout(conditionTimeoutMs);

  for (const [name, read] of Object.entries(textReaders)) {
    const orRefused = (source: string): void => {
      try {
        read(source);
      } catch {
        // A refusal is a valid result here.
      }
    };

    it(`take time in proportion to their length: ${name}`, () => {
      const random = fc.sample(textOf(6), 10).filter((source) => source !== "");
      for (const make of [...hostileTexts, ...random.map((source) => repeated(source))])
        assertProportional(orRefused, make);
    });
  }

  it("fail that check where every two characters are compared", () => {
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
    it(`are read or refused as random text (seed ${what})`, () => {
      fc.assert(
        fc.property(text, (source) => readBy(textReaders, source)),
        { seed, numRuns: 100 },
      );
    });

    it(`are read or refused as random values (seed ${what})`, () => {
      fc.assert(
        fc.property(json, (value) => readBy(valueReaders, value)),
        { seed, numRuns: 300 },
      );
    });

    it(`as a tool's input get a question of bounded length (seed ${what})`, async () => {
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
