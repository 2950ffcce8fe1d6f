// How often the user's settings are looked up. In a file of its own: what was read stays for the process.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { onDidChangeSetting, settings } from "../../../src/editor/settings";
import { workspace } from "../../support/vscodeParts";

describe("the user's settings", () => {
  it("are looked up once until they change, and a listener reads the new ones", () => {
    const listeners: ((event: object) => void)[] = [];
    let [looks, globalValue] = [0, "https://one.example"];
    workspace["onDidChangeConfiguration"] = (listener: (event: object) => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    };
    workspace["getConfiguration"] = () => ({ inspect: () => ({ globalValue, looks: ++looks }) });
    const heard: string[] = [];
    onDidChangeSetting("service.url", () => heard.push(settings.serviceUrl()));
    assert.deepEqual(
      [settings.serviceUrl(), settings.serviceUrl(), looks],
      ["https://one.example", "https://one.example", 1],
    );
    globalValue = "https://two.example";
    for (const listener of listeners) listener({ affectsConfiguration: () => true });
    assert.deepEqual(
      [heard, settings.serviceUrl(), looks],
      [["https://two.example"], "https://two.example", 2],
    );
  });
});
