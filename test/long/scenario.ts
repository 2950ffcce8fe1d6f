// What a round is made of: something that takes a while in the window, and what must be true after it was cut off.
import assert from "node:assert/strict";
import type { WrittenOperation } from "./changeStore";
import type { NoticeAnswer, RoundPlan } from "./roundPlan";
import { type Files, ownText, type RoundWorld } from "./roundWorld";

/** What the next start said of an operation that was cut off, and what it was answered. */
export interface Told {
  readonly operation: WrittenOperation;
  readonly notice: string;
  readonly answer: NoticeAnswer;
}

/** Counts over all rounds. */
export interface Figures {
  acknowledgedSaves: number;
  restoredTexts: number;
  questions: number;
  /** Somebody else wrote between the last look and the arrival of an upload, which the service has no way to prevent. */
  races: number;
  longestSaveMs: number;
}

/** Something that is cut off. */
export abstract class Scenario {
  /**
   * Paths of the apps and of the local folder that it may change begin with this, and so do the names of its files: the
   * Explorer's rows are known by their names.
   */
  readonly folder: string;
  protected readonly theirs: string;

  constructor(
    protected readonly world: RoundWorld,
    protected readonly plan: RoundPlan,
    protected readonly figures: Figures,
  ) {
    this.folder = `r${String(plan.number).padStart(2, "0")}`;
    this.theirs = ownText(`theirs of ${this.folder}`, 9);
  }

  abstract prepare(): Promise<void>;

  /** Asks for the operation, and does not wait for it. */
  abstract start(): Promise<void>;

  /** Somebody else writes while it goes on. */
  abstract colleague(): void;

  /** Right before the window is cut off: what is on screen. */
  async beforeCut(): Promise<void> {}

  /** Right after: what is on the disk. */
  async afterCut(): Promise<void> {}

  /** After the next start, and after what was told was answered. */
  abstract check(told: readonly Told[]): Promise<void>;
}

/** All of the files came to be in a place, or none, as the notice was answered; returns whether they did. */
export function assertAllOrNone(found: Files, files: Files, told: readonly Told[]): boolean {
  const answer = told[0]?.answer;
  const isThere = answer === "Finish" || (answer === undefined && found.size > 0);
  assert.deepEqual(found, isThere ? files : new Map(), `the files after ${answer ?? "nothing was told"}`);
  return isThere;
}
