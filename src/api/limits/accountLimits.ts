// The three limits of the service for one account (docs/interface.md#limits).
import type { Clock } from "../../core/async/clock";
import type { Logger } from "../../core/logger";
import { type MachinePace, SharedLedger } from "./paceLedger";
import { RateLimiter } from "./rateLimiter";
import { downloadRule, type RateRule, threeSecondRule } from "./rateRules";

/** The pace of an account, kept with all windows of the machine. */
export interface AccountPace extends MachinePace {
  /** The same in all windows, and fit for the name of a folder. */
  readonly accountId: string;
}

export interface AccountLimitsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** This window keeps its pace alone when absent. */
  readonly pace?: AccountPace | undefined;
}

export class AccountLimits {
  /** Uploads and creations: 3 s apart. */
  readonly uploads: RateLimiter;
  /** Deletions of files: 3 s apart. */
  readonly deletes: RateLimiter;
  /** Downloads: 20 in any 60 s, two of them held back for "interactive". */
  readonly downloads: RateLimiter;
  private hasWarned = false;

  constructor(private readonly options: AccountLimitsOptions) {
    this.uploads = this.newLimiter("uploads", threeSecondRule);
    this.deletes = this.newLimiter("deletes", threeSecondRule);
    this.downloads = this.newLimiter("downloads", downloadRule);
  }

  private newLimiter(name: string, rule: RateRule): RateLimiter {
    const { clock, pace } = this.options;
    if (!pace) return new RateLimiter({ rule, clock });
    const folder = `pace/${pace.accountId}/${name}`;
    const onFailure = (error: unknown): void => this.warn(error);
    const ledger = new SharedLedger({ ...pace, clock, folder, onFailure });
    return new RateLimiter({ rule, clock, ledger, windowId: pace.windowId });
  }

  private warn(error: unknown): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.options.logger.warn(`The pace of requests cannot be shared with other windows: ${error}`);
  }
}
