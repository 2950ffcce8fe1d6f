// A folder and its app, whose transfers are recorded as releases.
import { Releases } from "../../../../src/appFiles/releases/releases";
import type { TransferRow } from "../../../../src/appFiles/transfer/plan/transferPlan";
import { silentLogger } from "../../../../src/core/logger";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import {
  doTransfer,
  type PlannedTransfer,
  quietProgress,
} from "../../../../src/features/transfers/run/doTransfer";
import { hashNow } from "../../../support/appFilesHarness";
import { MemoryMachineFiles } from "../../../support/memoryMachineFiles";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { transferWorld } from "../../appFiles/transfer/transferWorld";

export const key = { accountId: "account", appId: "shop" };
export const folderUri = "file:///work/shop";

export function releasingWorld(app = someApp()) {
  const world = transferWorld({}, { "main.py": "one", "bot.session": "KEY=1" });
  const { clock, finish, moved, files, folder } = world;
  const disk = new MemoryMachineFiles(() => clock.now());
  const releases = new Releases({ files: disk, clock, hash: hashNow, windowId: "window" });
  const warned: string[] = [];
  const services = {
    ...{ files: { get: () => files }, transfers: moved.transfers, clock, releases },
    accounts: someAccounts(someAccount({ apps: [app] })),
    backups: { begin: async () => moved.log },
    logger: { ...silentLogger, warn: (message: string) => void warned.push(message) },
  } as unknown as TransferServices;
  const transfer = async (planned: Omit<PlannedTransfer, "header">, isLinked = true) => {
    const header = { kind: "push", ...key, ...(isLinked && { title: { folder: folderUri } }) } as const;
    await finish(doTransfer({ header, ...planned }, services, quietProgress));
    await world.rest();
  };
  const push = async (release: PlannedTransfer["release"], choose = (_row: TransferRow) => true) => {
    const { memory, ...plan } = await finish(moved.planPush());
    await transfer({ plan, rows: plan.rows.filter(choose), folder, memory, release });
  };
  const list = () => finish(releases.list(key));
  const filesOf = async (number: number) => {
    const found = (await list()).find((each) => each.number === number);
    const all = found && (await releases.filesOf(key, found));
    return Object.fromEntries([...(all ?? [])].map(([path, { hash }]) => [path, hash]));
  };
  return { ...world, disk, releases, services, transfer, push, list, filesOf, warned };
}
