// What watching costs: requests in an hour, by a clock of the bench's own, and our part of one sample of a dashboard.
import { AccountApps } from "../../src/accounts/accountApps";
import type { Account, Accounts } from "../../src/accounts/accounts";
import { AppWatch } from "../../src/accounts/appWatch";
import { Emitter } from "../../src/core/async/emitter";
import { MetricsHistory } from "../../src/core/metrics/metricsHistory";
import type { Metrics } from "../../src/core/model/model";
import { chartPoint, type ToPage } from "../../src/features/dashboard/dashboardMessages";
import { ChartData } from "../../src/features/dashboard/webview/chartData";
import { appBody, json, SimulatedHttp } from "../support/simulatedHttp";
import { type BenchRow, rowOf, typicalOfBoth } from "./bench";

const hourMs = 60 * 60_000;
const intervalMs = 10_000;
const appCount = 10;
const samplesOfADay = (24 * hourMs) / intervalMs;
const samples = 2_000;
const runs = 15;

export async function metricsBench(): Promise<BenchRow[]> {
  const what = `an hour of watching ${appCount} apps (requests) / one list an interval`;
  const requests = await requestsInAnHour();
  return [rowOf(what, requests, hourMs / intervalMs, 1.02), await sampleRow()];
}

async function requestsInAnHour(): Promise<number> {
  const service = new SimulatedHttp();
  const ids = Array.from({ length: appCount }, (_, index) => `app${index}`);
  const body = (id: string, atMs: number) => ({
    ...appBody,
    _id: id,
    currentResourceMetrics: { timestamp: new Date(atMs).toISOString(), online: true, cpuUsagePercent: 3 },
  });
  service.fault = ({ path, atMs }) =>
    path === "/v1/apps"
      ? json({ applications: ids.map((id) => body(id, atMs)) })
      : json(body(path.replace("/v1/apps/", ""), atMs));
  const account = { id: "one", apps: new AccountApps(service.client, service.clock) } as Account;
  const accounts = { all: [account], get: () => account, onDidChange: new Emitter().event };
  const watch = new AppWatch({
    accounts: accounts as unknown as Accounts,
    clock: service.clock,
    logger: service.logger,
    backgroundMs: () => 0,
    intervalMs: () => intervalMs,
    memoryWarningPercent: () => 90,
  });
  watch.setFocused(true);
  for (const appId of ids) watch.want({ accountId: "one", appId });
  await service.clock.advance(hourMs);
  watch.dispose();
  return service.asked.length;
}

function sampleOf(index: number): Metrics {
  return {
    timestamp: index * intervalMs,
    online: true,
    cpuPercent: index % 100,
    memoryBytes: 1e8 + index,
    memoryLimitBytes: 5e8,
    networkRxBytes: index * 1_000,
    networkTxBytes: index * 2_000,
  };
}

/**
 * From a sample that was read to the columns that the charts draw, with a day of history before it. The raw equivalent
 * carries the same figures as JSON to the page and pushes them to plain columns of a day: no spans, no rates, no checks.
 */
async function sampleRow(): Promise<BenchRow> {
  const history = new MetricsHistory();
  const data = new ChartData();
  let index = 1;
  const ours = (): void => {
    const point = history.add(sampleOf(index), index * intervalMs);
    index++;
    if (!point) throw new Error("A sample of the bench was not taken.");
    const sent: ToPage = { type: "sample", point: chartPoint(point) };
    const message: ToPage = JSON.parse(JSON.stringify(sent));
    if (message.type === "sample") data.append(message.point);
  };
  let rawIndex = 1;
  const columns: number[][] = Array.from({ length: 10 }, () => []);
  const raw = (): void => {
    const sample = sampleOf(rawIndex++);
    const three = (figure: number | undefined) => [figure, figure, figure];
    const point = {
      at: sample.timestamp,
      cpu: three(sample.cpuPercent),
      memory: three(sample.memoryBytes),
      received: three(sample.networkRxBytes),
      sent: three(sample.networkTxBytes),
      limit: sample.memoryLimitBytes,
    };
    const read = JSON.parse(JSON.stringify({ type: "sample", point })).point as Record<string, number[]>;
    const figures = Object.values(read).flat().slice(0, columns.length);
    for (const [place, figure] of figures.entries()) columns[place]?.push(figure);
    if ((columns[0]?.length ?? 0) > samplesOfADay) for (const column of columns) column.splice(0, 1);
  };
  const many = (one: () => void) => async () => {
    for (let each = 0; each < samples; each++) one();
  };
  for (let each = 0; each < samplesOfADay; each++) {
    ours();
    raw();
  }
  const { oursMs, rawMs } = await typicalOfBoth(runs, many(ours), many(raw));
  return rowOf(
    "a dashboard's sample with 24 h of history (µs) / JSON + plain arrays",
    (oursMs / samples) * 1_000,
    (rawMs / samples) * 1_000,
    2,
  );
}
