// The three limits of the service for one account (docs/interface.md#limits).
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import type { Logger } from "../../core/logger";
import { LimitStore } from "./limitStore";
import { RateLimiter } from "./rateLimiter";
import { downloadRule, type RateRule, threeSecondRule } from "./rateRules";

export interface SharedLimits {
  readonly files: MachineFiles;
  /** Unique for all time. */
  readonly windowId: string;
  /** Equal in all windows; usable as the name of a folder. */
  readonly accountId: string;
}

interface AccountLimitsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sharedLimits?: SharedLimits | undefined;
}

export class AccountLimits {
  /** 3 s apart. Creating apps has no documented limit. */
  readonly uploads: RateLimiter;
  readonly deletes: RateLimiter;
  /** 20 in any 60 s, two of them reserved for "interactive". */
  readonly downloads: RateLimiter;

  constructor(private readonly options: AccountLimitsOptions) {
    this.uploads = this.newLimiter("uploads", threeSecondRule);
    this.deletes = this.newLimiter("deletes", threeSecondRule);
    this.downloads = this.newLimiter("downloads", downloadRule);
  }

  private newLimiter(name: string, rule: RateRule): RateLimiter {
    const { clock, logger, sharedLimits } = this.options;
    const shared = sharedLimits && { ...sharedLimits, name: `limits/${sharedLimits.accountId}/${name}.json` };
    const store = new LimitStore({ clock, logger, rule, shared });
    return new RateLimiter({ rule, clock, store, windowId: sharedLimits?.windowId });
  }
}
