// Initial scroll position of a crashed app's log.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { showCrashLog } from "../../../../src/features/dashboard/webview/crashLines";

describe("the end of a crashed app's log", () => {
  it("is scrolled to the telling line, which is marked in the middle of the box", () => {
    const lineHeight = 20;
    const log = {
      ...{ textContent: "", clientHeight: 100, scrollTop: 0 },
      parts: [] as unknown[],
      replaceChildren(...parts: unknown[]): void {
        this.parts = parts;
      },
    };
    const stack = Array.from({ length: 8 }, (_, index) => `    at step${index} (main.js:${index})`);
    const text = ["node:fs:441", "Error: ENOENT: no such file, open 'config.json'", ...stack].join("\n");
    const above = Array.from({ length: 10 }, (_, index) => `request ${index}`).join("\n");
    const mark = (line: string) => ({ line, offsetTop: 11 * lineHeight, offsetHeight: lineHeight });
    showCrashLog(log, `${above}\n${text}`, mark);
    const [before, marked, after] = log.parts;
    assert.equal(before, `${above}\nnode:fs:441\n`);
    assert.equal((marked as { line: string }).line, "Error: ENOENT: no such file, open 'config.json'");
    assert.equal(after, `\n${stack.join("\n")}`);
    const centre = log.scrollTop + log.clientHeight / 2;
    assert.equal(centre, 11 * lineHeight + lineHeight / 2);
  });

  it("keeps the user's scroll position while its text is unchanged", () => {
    const log = {
      ...{ textContent: "Error: x", clientHeight: 100, scrollTop: 70 },
      replaceChildren: () => assert.fail(),
    };
    showCrashLog(log, "Error: x", () => ({ offsetTop: 0, offsetHeight: 20 }));
    assert.equal(log.scrollTop, 70);
  });
});
