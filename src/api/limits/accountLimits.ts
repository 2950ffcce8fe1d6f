// The three limits of the service for one account (docs/interface.md#limits).
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import type { Logger } from "../../core/logger";
import { LimitStore } from "./limitStore";
import { RateLimiter } from "./rateLimiter";
import { downloadRule, type RateRule, threeSecondRule } from "./rateRules";

/** The pace of an account, kept with all windows of the machine. */
export interface AccountPace {
  readonly files: MachineFiles;
  /** Of this window; no other has it, now or later. */
  readonly windowId: string;
  /** The same in all windows, and fit for the name of a folder. */
  readonly accountId: string;
}

interface AccountLimitsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** This window keeps its pace alone when absent. */
  readonly pace?: AccountPace | undefined;
}

export class AccountLimits {
  /** Uploads: 3 s apart. The documentation names no limit of creations. */
  readonly uploads: RateLimiter;
  /** Deletions of files: 3 s apart. */
  readonly deletes: RateLimiter;
  /** Downloads: 20 in any 60 s, two of them held back for "interactive". */
  readonly downloads: RateLimiter;

  constructor(private readonly options: AccountLimitsOptions) {
    this.uploads = this.newLimiter("uploads", threeSecondRule);
    this.deletes = this.newLimiter("deletes", threeSecondRule);
    this.downloads = this.newLimiter("downloads", downloadRule);
  }

  private newLimiter(name: string, rule: RateRule): RateLimiter {
    const { clock, logger, pace } = this.options;
    const shared = pace && { ...pace, name: `pace/${pace.accountId}/${name}.json` };
    const store = new LimitStore({ clock, logger, shared });
    return new RateLimiter({ rule, clock, store, windowId: pace?.windowId });
  }
}
