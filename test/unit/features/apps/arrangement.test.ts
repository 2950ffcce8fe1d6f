// The filter of the Apps view while its box is open.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Arrangement } from "../../../../src/features/apps/arrangement";
import { MemoryState } from "../../../support/memoryState";
import { window } from "../../../support/vscodeParts";

describe("the filter of the apps", () => {
  it("keeps what is typed when its command runs again", async () => {
    const boxes: Record<"change" | "accept" | "hide", (value: string) => void>[] = [];
    // VS Code hides the box that another one replaces.
    window["createInputBox"] = () => {
      const on = { change: () => undefined, accept: () => undefined, hide: () => undefined };
      const box = {
        ...{ value: "", dispose: () => undefined, show: () => void boxes.push(on) },
        onDidChangeValue: (call: () => undefined) => (on.change = call),
        onDidAccept: (call: () => undefined) => (on.accept = call),
        onDidHide: (call: () => undefined) => (on.hide = call),
      };
      boxes.at(-1)?.hide("");
      return box;
    };
    const arrangement = new Arrangement(new MemoryState());
    const first = arrangement.askFilter(undefined);
    boxes[0]?.change("shop");
    void arrangement.askFilter(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(arrangement.current.filter, "shop");
    boxes.at(-1)?.hide("");
    await first;
    assert.equal(arrangement.current.filter, "");
  });
});
