// Faults of the connection and of the service.

/** The next request of this kind is hit. */
export type FaultTarget = "look" | "upload" | "download" | "delete" | "create" | "any";

export const faultsOfAll = [
  "lost",
  "notSent",
  "hang",
  "answerLost",
  "doneThen500",
  "error500",
  "error503",
  "html",
  "htmlNotDone",
  "brokenJson",
  "shape",
  "redirect",
  "limitSeconds",
  "limitDate",
  "limit",
  "slow",
] as const;

/** Including faults of requests that change something. */
export const faultsOfChanges = [
  "late",
  "lateReset",
  "refused",
  "forbidden",
  "doneThen400",
  "doneThen403",
  "doneThen404",
  "doneThen409",
  "doneThen413",
  "doneThenRedirect",
  "emptyAnswer",
] as const;

export const faultsOfUploads = [
  "truncated",
  "truncatedThen403",
  // The app's disk is full.
  "emptiedThen507",
  "nothing",
  "otherFolder",
  "otherName",
] as const;

export const faultsOfDeletions = ["notRemoved", "partlyThen403", "saysFailed", "silent"] as const;

/** Of listings and reads only. */
export const faultsOfLooks = ["emptyListing"] as const;

export type FaultKind =
  | (typeof faultsOfAll)[number]
  | (typeof faultsOfChanges)[number]
  | (typeof faultsOfUploads)[number]
  | (typeof faultsOfDeletions)[number]
  | (typeof faultsOfLooks)[number];

export interface Fault {
  readonly kind: FaultKind;
  readonly on: FaultTarget;
  /** Requests of its kind that succeed before. */
  readonly after: number;
}

/** Planned for a window's requests. */
export class PlannedFaults {
  private planned: { readonly fault: Fault; left: number }[] = [];
  /** Occurrences by kind. */
  readonly counts = new Map<FaultKind, number>();

  plan(fault: Fault): void {
    this.planned.push({ fault, left: fault.after });
  }

  clear(): void {
    this.planned = [];
  }

  take(kind: Exclude<FaultTarget, "any">): FaultKind | undefined {
    for (const each of this.planned) {
      if (each.fault.on !== kind && (each.fault.on !== "any" || kind === "create")) continue;
      if (each.left-- > 0) continue;
      this.planned = this.planned.filter((other) => other !== each);
      this.counts.set(each.fault.kind, (this.counts.get(each.fault.kind) ?? 0) + 1);
      return each.fault.kind;
    }
    return undefined;
  }
}
