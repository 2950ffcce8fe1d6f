// What goes wrong between a window and the service, and in the service itself.

/** What a fault is about: the next request of this kind. */
export type FaultTarget = "look" | "upload" | "download" | "delete" | "any";

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

/** Also those of requests that change something. */
export const faultsOfChanges = [
  "late",
  "lateReset",
  "refused",
  "forbidden",
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
  "nothing",
  "otherFolder",
  "otherName",
] as const;

export const faultsOfDeletions = ["notRemoved", "partlyThen403", "saysFailed", "silent"] as const;

/** Only looks. */
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
  /** So many requests of its kind go well before. */
  readonly after: number;
}

/** The faults that wait for a window's requests. */
export class PlannedFaults {
  private planned: { readonly fault: Fault; left: number }[] = [];
  /** How often each kind came to pass. */
  readonly counts = new Map<FaultKind, number>();

  plan(fault: Fault): void {
    this.planned.push({ fault, left: fault.after });
  }

  clear(): void {
    this.planned = [];
  }

  /** The fault of the next request of this kind. */
  take(kind: Exclude<FaultTarget, "any">): FaultKind | undefined {
    for (const each of this.planned) {
      if (each.fault.on !== "any" && each.fault.on !== kind) continue;
      if (each.left-- > 0) continue;
      this.planned = this.planned.filter((other) => other !== each);
      this.counts.set(each.fault.kind, (this.counts.get(each.fault.kind) ?? 0) + 1);
      return each.fault.kind;
    }
    return undefined;
  }
}
