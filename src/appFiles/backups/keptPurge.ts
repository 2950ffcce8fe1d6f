// Nothing is kept for longer than a day, whether or not anyone looks, and nothing of an account that is to be forgotten.
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import type { Logger } from "../../core/logger";
import { isOutdated, keptForMs, stampOf } from "./age";
import type { Claims } from "./claims";
import { bringBack, putAside, type SweepOptions, sweepContents } from "./contentSweep";
import { allHashes, neededHashes } from "./joinLog";
import { rememberedForMs } from "./keptContents";
import type { FoundLog, KeptLogs } from "./keptLogs";
import type { Liveness } from "./liveness";

export interface KeptPurgeOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly logs: KeptLogs;
  readonly claims: Claims;
  readonly liveness: Liveness;
  readonly onRemovedEarly: SweepOptions["onRemovedEarly"];
}

const everyMs = 60 * 60_000;

export class KeptPurge {
  private running: Promise<void> | undefined;
  private readonly disposed = new AbortController();

  constructor(private readonly options: KeptPurgeOptions) {}

  /** One at a time: who comes while it runs gets the one that runs. */
  async run(): Promise<void> {
    this.running ??= this.purge().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  /** Without anyone to wait for it. */
  soon(): void {
    void this.run().catch((error: unknown) => this.failed(error));
  }

  start(also: () => Promise<unknown>): { dispose(): void } {
    let stop = (): void => undefined;
    const round = (): void => {
      stop = this.options.clock.after(everyMs, round);
      this.soon();
      void also().catch((error: unknown) => this.failed(error));
    };
    round();
    return { dispose: () => stop() };
  }

  async forgetAccount(accountId: string): Promise<void> {
    const { files, logs } = this.options;
    const named = new Set((await logs.ofAccount(accountId)).flatMap(allHashes));
    await logs.removeAccount(accountId);
    const needed = await this.needed();
    const going = [...named].filter((hash) => !needed.has(hash));
    await putAside(files, going);
    void this.removeLater(going).catch((error: unknown) => this.failed(error));
  }

  dispose(): void {
    this.disposed.abort();
  }

  /** Any window that has just kept one of them for another account has written that down when this looks. */
  private async removeLater(hashes: readonly string[]): Promise<void> {
    const { files, clock } = this.options;
    const waited = clock.sleep(2 * rememberedForMs, this.disposed.signal).then(
      () => true,
      () => false,
    );
    // What a closing window leaves put aside, the next purge removes.
    if (await waited) await bringBack(files, hashes, await this.needed());
  }

  private async purge(): Promise<void> {
    const { files, logs, claims } = this.options;
    const left: FoundLog[] = [];
    // A log that cannot be read ends it here: what it needs would be removed.
    for (const log of await logs.all()) {
      if (await this.isOver(log)) await files.remove(log.name);
      else left.push(log);
    }
    await claims.removeExcept(new Set(left.map(({ id }) => id)));
    await sweepContents(this.options, this.neededBy(left));
  }

  private async isOver(log: FoundLog): Promise<boolean> {
    const now = stampOf(this.options.clock);
    // Not one line can be read of it.
    if (!log.last) return Math.abs(now.at - log.modifiedAt) > keptForMs;
    if (!isOutdated(log.last, now)) return false;
    return !log.begin || log.end !== undefined || !(await this.options.liveness.of(log.begin.window));
  }

  private async needed(): Promise<Set<string>> {
    return this.neededBy(await this.options.logs.all());
  }

  private neededBy(logs: readonly FoundLog[]): Set<string> {
    const now = stampOf(this.options.clock);
    return new Set(logs.flatMap((log) => neededHashes(log, now)));
  }

  private failed(error: unknown): void {
    this.options.logger.warn(`What was kept could not be looked through: ${error}`);
  }
}
