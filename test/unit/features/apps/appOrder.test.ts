import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { App, Metrics } from "../../../../src/core/model/model";
import { AppOrder, type AppSort, arrangeApps } from "../../../../src/features/apps/appOrder";
import { someApp } from "../../../support/someApp";

const app = (name: string, metrics?: Metrics, more: Partial<App> = {}): App =>
  someApp({ id: name, name, ...(metrics && { metrics }), ...more });

const apps = [
  app("b10", { online: true, cpuPercent: 3, memoryBytes: 10 }, { runtime: "python" }),
  app("b9", { online: false, memoryBytes: 30 }, { updatedAt: 5 }),
  app("A", { online: true, cpuPercent: 50 }, { updatedAt: 9 }),
  app("c", undefined, { restartRequired: true }),
];

const names = (filter: string, sort: AppSort) => arrangeApps(apps, { filter, sort }).map(({ name }) => name);

describe("the order of apps", () => {
  it("is by name in natural order, whatever the case", () => {
    assert.deepEqual(names("", "name"), ["A", "b9", "b10", "c"]);
  });

  it("has problems first by state, and the largest first by usage", () => {
    assert.deepEqual(names("", "state"), ["b9", "c", "A", "b10"]);
    assert.deepEqual(names("", "cpu"), ["A", "b10", "b9", "c"]);
    assert.deepEqual(names("", "memory"), ["b9", "b10", "A", "c"]);
    assert.deepEqual(names("", "updated"), ["A", "b9", "b10", "c"]);
  });

  it("is the same for several lists in a row as for each alone", () => {
    const order = new AppOrder();
    const [first, second, ...others] = apps;
    assert.ok(first && second);
    const lists = [
      apps,
      apps.map((each) => ({ ...each, status: "new" })),
      apps.toReversed(),
      [first, ...others],
      [{ ...first, name: "zebra" }, second, ...others],
      [app("new"), second, ...others],
      [second, { ...second, id: "twin" }, ...others],
      [],
      apps,
    ];
    for (const by of [
      { filter: "", sort: "name" },
      { filter: "b", sort: "name" },
      { filter: "", sort: "cpu" },
    ] as const)
      for (const list of lists) assert.deepEqual(order.arrange(list, by), arrangeApps(list, by));
  });

  it("shows only apps with every word of the filter", () => {
    assert.deepEqual(names("PYTHON b", "name"), ["b10"]);
    assert.deepEqual(names("nothing", "name"), []);
  });
});
