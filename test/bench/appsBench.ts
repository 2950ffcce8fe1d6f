// What a long list of apps costs: requests, and our part of the time from the answer to the rows of the Apps view.
import type * as vscode from "vscode";
import { AccountApps } from "../../src/accounts/accountApps";
import type { Account, Accounts } from "../../src/accounts/accounts";
import { pageSize } from "../../src/api/dialect/answers";
import type { ServiceClient } from "../../src/api/serviceClient";
import { systemClock } from "../../src/core/async/clock";
import { Emitter } from "../../src/core/async/emitter";
import type { App } from "../../src/core/model/model";
import { startEmulator } from "../../src/emulator/server";
import type { AppsNode } from "../../src/features/apps/appsNode";
import type { AppsTree } from "../../src/features/apps/appsTree";
import { serviceClientOf } from "../support/serviceClientOf";
import { temporaryFolder } from "../support/temporaryFolder";
import { useVscodeStub } from "../support/useVscodeStub";
import { type BenchRow, rowOf, typicalOfBoth } from "./bench";
import { withEmulatorProgram } from "./benchApp";

const appCount = 2_000;
const manyApps = 5_000;
const runs = 15;
const target = 1.3;

export async function appsBench(): Promise<BenchRow[]> {
  const dataDir = temporaryFolder("bench");
  const builder = await startEmulator({ dataDir, run: false });
  for (let index = 0; index < appCount; index++) await builder.addApp({ name: `App ${index}` });
  await builder.stop();
  return [...(await withEmulatorProgram(dataDir, measure)), await pauseRow()];
}

const permissions = { isRuledOut: () => false, onDidChange: () => ({ dispose: () => undefined }) };

function accountOf(client: ServiceClient, apps: AccountApps): Account {
  return { id: "bench", label: "Bench", userId: "user", client, apps, permissions } as unknown as Account;
}

async function measure(service: { readonly url: string; readonly token: string }): Promise<BenchRow[]> {
  let requests = 0;
  const client = serviceClientOf(service, {
    fetch: (input, init) => {
      requests++;
      return globalThis.fetch(input, init);
    },
  });
  const apps = new AccountApps(client, systemClock);
  const rows = await rowsOf(accountOf(client, apps));
  const pages = appCount / pageSize;
  const ours = async (): Promise<void> => {
    await apps.refresh();
    const shown = await rows();
    if (shown !== appCount) throw new Error(`${shown} of ${appCount} apps are shown`);
  };
  const raw = async (): Promise<void> => {
    for (let page = 1; page <= pages; page++) {
      const response = await fetch(`${service.url}/v1/apps?limit=${pageSize}&page=${page}`, {
        headers: { authorization: `Bearer ${service.token}` },
      });
      JSON.parse(await response.text());
    }
  };
  await ours();
  const listRequests = requests;
  const { oursMs, rawMs } = await typicalOfBoth(runs, ours, raw);
  return [
    rowOf(`list ${appCount} apps (requests) / pages of ${pageSize}`, listRequests, pages, 1),
    rowOf(`list and show ${appCount} apps (ms) / fetch + JSON.parse`, oursMs, rawMs, target),
  ];
}

/** How long nothing else goes on while a list, of which every app has changed, becomes the rows that have. */
async function pauseRow(): Promise<BenchRow> {
  let turn = 0;
  const listed = (): App[] =>
    Array.from({ length: manyApps }, (_, index) => ({
      ...{ id: `65a0c0ffee0000000000${index}`, name: `App ${(index * 7919) % manyApps}`, status: "active" },
      ...{ restartRequired: false, deployments: [], memoryMB: 256, runtime: "nodejs", startupCommand: "" },
      metrics: { timestamp: ++turn, online: true, cpuPercent: turn % 100, memoryBytes: 1e7 + turn },
    }));
  const stub = { isStopped: false, listApps: async () => ({ apps: listed(), missing: undefined }) };
  const client = stub as unknown as ServiceClient;
  const apps = new AccountApps(client, systemClock);
  const tree = await treeOf(accountOf(client, apps));
  let changed = 0;
  tree.onDidChangeTreeData((rows) => {
    changed = rows?.length ?? 0;
  });
  await tree.load();
  let beganAt = 0;
  const pauses: number[] = [];
  apps.onDidChange(() => pauses.push(performance.now() - beganAt));
  for (let run = 0; run < runs; run++) {
    const next = listed();
    stub.listApps = async () => {
      queueMicrotask(() => {
        beganAt = performance.now();
      });
      return { apps: next, missing: undefined };
    };
    await apps.refresh();
    if (run > 0 && changed !== manyApps) throw new Error(`${changed} of ${manyApps} rows changed`);
  }
  const median = pauses.sort((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0;
  const what = `refresh ${manyApps} apps: the longest pause (ms) / what a user does not notice`;
  return rowOf(what, median, 50, 1);
}

async function treeOf(account: Account): Promise<AppsTree> {
  useVscodeStub();
  const { AppsTree } = await import("../../src/features/apps/appsTree");
  const accounts = {
    all: [account],
    load: async () => {},
    onDidChange: new Emitter().event,
    onDidReject: new Emitter().event,
  } as unknown as Accounts;
  const memory = { keys: () => [], get: () => undefined, update: async () => {} } as vscode.Memento;
  return new AppsTree(accounts, memory, systemClock);
}

/** Makes every row of the Apps view as VS Code would ask for it, and counts them. */
async function rowsOf(account: Account): Promise<() => Promise<number>> {
  const tree = await treeOf(account);
  return async () => {
    const nodes: readonly AppsNode[] = await tree.getChildren();
    for (const node of nodes) await tree.getTreeItem(node);
    return nodes.length;
  };
}
