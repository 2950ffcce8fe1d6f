// The question before files are lost for good.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { askLoss } from "../../../../src/editor/safeUi/lossQuestions";
import { askedWindow } from "../../../support/askedWindow";

const large = (path: string) => ({ path, why: "tooLarge" as const });

describe("the question about files without a backup", () => {
  it("names each file with its reason, and the change", async () => {
    const window = askedWindow();
    window.answer = "Replace Permanently";
    assert.equal(await askLoss([large("/data/a.bin")]), true);
    assert.equal(await askLoss([large("/a.bin"), large("/b.bin")]), true);
    assert.equal(await askLoss([large("/lib/a.bin"), { path: "/lib/b", why: "unreadable" }], "/lib"), false);
    assert.deepEqual(
      window.asked.map(({ text, lines }) => [text, ...lines.slice(0, -2)]),
      [
        ["a.bin can't be restored after you replace it.", "/data/a.bin (larger than 20 MB)"],
        [
          "2 files can't be restored after you replace them.",
          "/a.bin (larger than 20 MB)",
          "/b.bin (larger than 20 MB)",
        ],
        [
          '2 files in "lib" can\'t be restored after you delete them.',
          "/lib/a.bin (larger than 20 MB)",
          "/lib/b (can't be read)",
        ],
      ],
    );
  });

  it("is not asked without files", async () => {
    const window = askedWindow();
    assert.deepEqual([await askLoss([]), window.asked], [true, []]);
  });
});
