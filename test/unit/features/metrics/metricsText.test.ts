// What the status bar says of a watched app.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { AppCondition } from "../../../../src/core/metrics/appConditions";
import type { App } from "../../../../src/core/model/model";
import { metricsText } from "../../../../src/features/metrics/metricsText";
import { appsTooltip } from "../../../../src/features/metrics/metricsTooltips";
import { someApp } from "../../../support/someApp";

const textOf = (app: App | undefined, ...conditions: AppCondition[]) =>
  metricsText("Shop", { app, conditions: new Set(conditions), isGone: false });

describe("what the status bar says of a watched app", () => {
  it("has the word of the tree: an app that was stopped is not in trouble, one that crashed is", () => {
    const stopped = textOf(someApp({ status: "stopped", metrics: { online: false, cpuPercent: 0 } }));
    assert.deepEqual([stopped.icon, stopped.text, stopped.level], ["server", "Shop: stopped", "normal"]);
    const crashed = textOf(someApp({ status: "crashed", metrics: { online: false } }));
    assert.deepEqual([crashed.icon, crashed.text, crashed.level], ["warning", "Shop: crashed", "error"]);
    assert.equal(textOf(someApp({ metrics: { online: false } })).text, "Shop: offline");
    assert.equal(textOf(someApp({ metrics: { online: true } }), "crashLoop").level, "error");
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
