// What the status bar says of a watched app.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { AppCondition } from "../../../../src/core/metrics/appConditions";
import type { App } from "../../../../src/core/model/model";
import { metricsText } from "../../../../src/features/metrics/metricsText";
import { appsTooltip } from "../../../../src/features/metrics/metricsTooltips";
import { megabyte, someApp } from "../../../support/someApp";

const textOf = (app: App | undefined, ...conditions: AppCondition[]) =>
  metricsText("Shop", { app, conditions: new Set(conditions), isGone: false });

describe("what the status bar says of a watched app", () => {
  const busy = { online: true, cpuPercent: 12, memoryBytes: 95 * megabyte };

  it("is read out in whole words", () => {
    const { spoken, level } = textOf(someApp({ metrics: busy, memoryMB: 100 }));
    assert.deepEqual([spoken, level], ["Shop: online, CPU 12 %, memory 95 MB of 100 MB", "normal"]);
  });

  it("warns close to the limit, and is an error when the app is down or keeps restarting", () => {
    assert.equal(textOf(someApp({ metrics: busy, memoryMB: 100 }), "memory").level, "warning");
    assert.match(textOf(someApp({ metrics: { online: false } })).text, /offline/);
    assert.match(textOf(someApp({ metrics: busy }), "crashLoop").text, /keeps restarting/);
    assert.equal(textOf(someApp({ metrics: busy }), "crashLoop").level, "error");
  });

  it("has the word of the tree: an app that was stopped is not in trouble, one that crashed is", () => {
    const stopped = textOf(someApp({ status: "stopped", metrics: { online: false, cpuPercent: 0 } }));
    assert.deepEqual([stopped.icon, stopped.text, stopped.level], ["server", "Shop stopped", "normal"]);
    const crashed = textOf(someApp({ status: "crashed", metrics: { online: false } }));
    assert.deepEqual([crashed.icon, crashed.text, crashed.level], ["warning", "Shop crashed", "error"]);
  });

  it("says that an app is gone", () => {
    const { text, spoken } = metricsText("Shop", { app: undefined, conditions: new Set(), isGone: true });
    assert.match(text, /not found/);
    assert.match(spoken, /no longer exists on the service/);
  });

  it("keeps each app's text in its own cell of the tooltip's table", () => {
    const { value } = appsTooltip([{ name: "a|b\nc", state: "active", app: undefined }]);
    assert.match(value, /^\| a\\\|b c \| active \| – \| – \|$/m);
  });
});
