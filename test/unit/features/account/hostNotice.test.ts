// The notice of an ignored entry of service.hosts.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { notifyUnusableHosts } from "../../../../src/features/account/accountNotices";
import { answerNotices, commands, workspace } from "../../../support/vscodeParts";

describe("an entry of service.hosts that cannot be used", () => {
  it("is named once in a window, and another after a change", async () => {
    let hosts: object = { "https://a.example": { tokenpage: "https://a.example" }, "https://b.example": 7 };
    workspace["getConfiguration"] = () => ({ inspect: () => ({ globalValue: hosts }) });
    const opened: unknown[] = [];
    commands["executeCommand"] = async (...call: unknown[]) => void opened.push(call);
    const shown = answerNotices(() => "Open Settings");
    notifyUnusableHosts();
    hosts = { ...hosts, "http://c.example": {} };
    for (let times = 0; times < 2; times++) notifyUnusableHosts();
    await new Promise(setImmediate);
    assert.deepEqual(
      shown.map(({ text }) => text),
      [
        "https://a.example in hostedApps.service.hosts is ignored: its tokenpage isn't valid.",
        "https://b.example in hostedApps.service.hosts is ignored: its value isn't valid.",
        "http://c.example in hostedApps.service.hosts is ignored: it isn't the URL of a service.",
      ],
    );
    assert.deepEqual(opened, Array(3).fill(["workbench.action.openSettings", "hostedApps.service.hosts"]));
  });
});
