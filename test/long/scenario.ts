// Parts of a round: a long operation, and the conditions after it was cut off.
import assert from "node:assert/strict";
import type { WrittenOperation } from "./changeStore";
import type { NoticeAnswer, RoundPlan } from "./roundPlan";
import { type Files, ownText, type RoundWorld } from "./roundWorld";

/** An operation in the next start's notice, and the pressed button. */
export interface ShownNotice {
  readonly operation: WrittenOperation;
  readonly notice: string;
  readonly answer: NoticeAnswer;
}

/** Over all rounds. */
export interface Figures {
  acknowledgedSaves: number;
  restoredTexts: number;
  questions: number;
  /** A colleague wrote between the last look and the upload, which the service cannot prevent. */
  races: number;
  longestSaveMs: number;
}

export abstract class Scenario {
  /**
   * Prefix of paths in the apps and the local folder that it may change, and of file names, since Explorer
   * rows are found by name.
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

  /** Starts the operation without waiting. */
  abstract start(): Promise<void>;

  /** A colleague's write during the operation. */
  abstract colleague(): void;

  /** For checks of the screen. */
  async beforeCut(): Promise<void> {}

  /** For checks of the disk. */
  async afterCut(): Promise<void> {}

  /** After the next start and the answered notices. */
  abstract check(notices: readonly ShownNotice[]): Promise<void>;
}

/** All or none, as the notice was answered; returns which. */
export function assertAllOrNone(found: Files, files: Files, notices: readonly ShownNotice[]): boolean {
  const answer = notices[0]?.answer;
  const isThere = answer === "Finish" || (answer === undefined && found.size > 0);
  assert.deepEqual(found, isThere ? files : new Map(), `the files after ${answer ?? "nothing was told"}`);
  return isThere;
}
