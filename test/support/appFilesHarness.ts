// The files of one app over any service, with logs and clocks in the test's hands.
import { createHash } from "node:crypto";
import type { ServiceClient } from "../../src/api/serviceClient";
import { AppFiles, type AppFilesOptions } from "../../src/appFiles/appFiles";
import type { ChangeEnd, ChangeId, PlannedChange } from "../../src/appFiles/backups/changeLog";
import type { OperationLog } from "../../src/appFiles/backups/operation";
import { fileServiceOf } from "../../src/appFiles/filesOfAccounts";
import type { FileService } from "../../src/appFiles/read/fileService";
import { ServiceTime } from "../../src/appFiles/read/serviceTime";
import type { Clock } from "../../src/core/async/clock";
import { silentLogger } from "../../src/core/logger";

/** In memory. */
export class RememberedChanges implements OperationLog {
  readonly id = "operation";
  readonly changes: (PlannedChange & { end?: ChangeEnd; foundHash?: string | undefined })[] = [];
  outcome: string | undefined;

  async will(change: PlannedChange): Promise<ChangeId> {
    this.changes.push({ ...change });
    return String(this.changes.length - 1);
  }

  async did(id: ChangeId, end: ChangeEnd, after?: { readonly hash?: string | undefined }): Promise<void> {
    const change = this.changes[Number(id)];
    if (change) Object.assign(change, { end, foundHash: after?.hash });
  }

  async end(outcome: string): Promise<void> {
    this.outcome = outcome;
  }

  get ends(): (ChangeEnd | undefined)[] {
    return this.changes.map(({ end }) => end);
  }

  /** Contents before each change that was made, such as "overwritten /a.txt one". */
  get backups(): string[] {
    return this.changes.flatMap(({ what, path, before, end }) =>
      typeof before === "object" && "bytes" in before && end !== "notDone"
        ? [`${what === "put" ? "overwritten" : "deleted"} ${path} ${new TextDecoder().decode(before.bytes)}`]
        : [],
    );
  }
}

export const hashOf = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/** The real hash runs in a thread, which no fake clock waits for. */
export const hashNow = async (bytes: Uint8Array): Promise<string> => hashOf(bytes);

export function fileServiceOver(client: () => ServiceClient | undefined, appId = "app1"): FileService {
  return fileServiceOf(appId, client, () => 30_000);
}

export function appFilesOver(
  service: FileService,
  clock: Clock,
  options: Partial<AppFilesOptions> = {},
): { readonly files: AppFiles; readonly log: RememberedChanges } {
  const log = new RememberedChanges();
  const files = new AppFiles({
    key: { accountId: "one", appId: "app" },
    service,
    clock,
    logger: silentLogger,
    hash: hashNow,
    serviceTime: new ServiceTime(),
    log: () => log,
    beginDeletion: async () => log,
    unpacksArchives: () => false,
    ...options,
  });
  return { files, log };
}
