import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { lastLines, tellingLine } from "../../../../src/core/text/logText";

describe("the end of a log", () => {
  it("shows the last lines with text, as plain text", () => {
    const many = Array.from({ length: 50 }, (_, index) => `line ${index}\n\n`).join("");
    assert.equal(lastLines(many).length, 30);
    assert.equal(lastLines(many).at(-1), "line 49");
    assert.deepEqual(
      lastLines("\u001b[31mred\u001b[0m \u001b]8;;https://x.y\u0007link\u001b[2J\u202e<b>\n"),
      ["red link<b>"],
    );
    assert.ok((lastLines("x".repeat(5_000))[0]?.length ?? 0) <= 300);
  });

  it("has the error of Node.js above its stack", () => {
    const frames = Array.from({ length: 10 }, (_, index) => `    at frame${index} (node:internal:1:1)`);
    const below = ["  errno: -2,", "  code: 'ENOENT',", "  syscall: 'open',", "  path: 'config.json'", "}"];
    const error = "Error: ENOENT: no such file or directory, open 'config.json'";
    const log = ["node:fs:562", "    throw err;", error, ...frames, ...below, "Node.js v20.20.2"];
    const lines = lastLines([...log, "[service] ended with exit code 1"].join("\n"));
    assert.equal(lines[tellingLine(lines)], error);
    assert.equal(tellingLine(["starting", "Node.js v20.20.2"]), 0);
  });

  it("is summarized by its last error, else by the app's last line", () => {
    const telling = (...lines: readonly string[]) => lines[tellingLine(lines)];
    const python = [
      "Traceback (most recent call last):",
      '  File "main.py", line 1',
      "ValueError: no token",
      "[service] ended with an error",
    ];
    assert.equal(telling(...python), "ValueError: no token");
    assert.equal(
      telling("TypeError: x", "    at fatal (error.js:1)", "  errno: -2", "Node.js v22"),
      "TypeError: x",
    );
    assert.equal(telling("listening", "bye", "[service] has ended"), "bye");
    assert.equal(telling("[service] starts", "[service] was stopped"), "[service] was stopped");
    assert.equal(telling(), undefined);
  });
});
