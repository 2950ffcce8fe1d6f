import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { withDependencies } from "../../../../../src/core/project/detect/projectManifest";

describe("packages that an app needs and that are listed for development", () => {
  const changed = (text: string): string | undefined => withDependencies(text, ["tsx", "other"]);

  it("go among those of the app, sorted, in the form of the file", () => {
    const text =
      '\uFEFF{\r\n\t"dependencies": {\r\n\t\t"zod": "4"\r\n\t},\r\n\t"devDependencies": {\r\n\t\t"tsx": "^4"\r\n\t},\r\n\t"x": 1\r\n}\r\n';
    assert.equal(
      changed(text),
      '{\r\n\t"dependencies": {\r\n\t\t"tsx": "^4",\r\n\t\t"zod": "4"\r\n\t},\r\n\t"devDependencies": {},\r\n\t"x": 1\r\n}\r\n',
    );
  });

  it("get a list where the app has none", () => {
    const text = '{\n    "devDependencies": { "tsx": "^4", "vitest": "3" }\n}';
    assert.deepEqual(JSON.parse(changed(text) ?? ""), {
      devDependencies: { vitest: "3" },
      dependencies: { tsx: "^4" },
    });
    assert.match(changed(text) ?? "", /^\{\n {4}"devDependencies": \{\n {8}"vitest"/);
  });

  it("stay where they are in a file that is not JSON", () => {
    assert.equal(changed("{ tsx }"), undefined);
  });
});
