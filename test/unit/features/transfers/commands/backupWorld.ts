// Backups of an app of a service whose time is the test's, on a disk that is real.
import { silentLogger } from "../../../../../src/core/logger";
import { TransferList } from "../../../../../src/core/transfers/transferList";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { noReleases } from "../../../../support/noReleases";
import { SimulatedHttp } from "../../../../support/simulatedHttp";
import { someAccount, someAccounts } from "../../../../support/someApp";
import { runProgress, window } from "../../../../support/vscodeParts";
import { BackupsWorld } from "../../../appFiles/backups/backupsWorld";

/** An app with these texts by path, dated 23 November 2026, and what its backups need. */
export function backupWorld(texts: Readonly<Record<string, string>> = {}) {
  const service = new SimulatedHttp();
  const { appFiles, clock } = service;
  clock.jump(new Date(2026, 10, 23).getTime() - clock.now());
  for (const [path, text] of Object.entries(texts)) service.put(path, text);
  const said: string[] = [];
  const say = async (text: string) => void said.push(text);
  runProgress();
  Object.assign(window, { showInformationMessage: say, showWarningMessage: say });
  const backups = new BackupsWorld().window();
  const services = {
    accounts: someAccounts({ ...someAccount(), id: "ann" }),
    chooseApp: async () => ({ accountId: "ann", appId: "app1", name: "Shop" }),
    files: { get: () => appFiles },
    ...{ backups, transfers: new TransferList(clock), clock, logger: silentLogger, releases: noReleases },
    ...{ nextStartAt: () => undefined },
  } as unknown as TransferServices;
  /** What the work ended with. */
  const inTime = async <T>(work: Promise<T>): Promise<T | Error> => {
    let isOver = false;
    const end = work
      .catch((error: Error) => error)
      .finally(() => {
        isOver = true;
      });
    // So many, since a slow disk takes real time for what it writes.
    for (let turn = 0; !isOver && turn < 200_000; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(20);
    }
    return isOver ? await end : new Error("not in time");
  };
  return { service, said, backups, services, inTime };
}
