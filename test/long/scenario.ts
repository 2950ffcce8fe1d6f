// What a round is made of: something that takes a while in the window, and what must be true after it was cut off.
import type { WrittenOperation } from "./changeStore";
import type { NoticeAnswer, RoundPlan } from "./roundPlan";
import type { RoundWorld } from "./roundWorld";

/** What the next start said of an operation that was cut off, and what it was answered. */
export interface Told {
  readonly operation: WrittenOperation;
  readonly notice: string;
  readonly answer: NoticeAnswer;
}

/** Something that is cut off. */
export interface Scenario {
  /** Paths of the apps and of the local folder that it may change begin with this. */
  readonly folder: string;
  prepare(): Promise<void>;
  /** Asks for the operation, and does not wait for it. */
  start(): Promise<void>;
  /** Somebody else writes while it goes on. */
  colleague(): void;
  /** Right before the window is cut off: what is on screen. */
  beforeCut?(): Promise<void>;
  /** Right after: what is on the disk. */
  afterCut?(): Promise<void>;
  /** After the next start, and after what was told was answered. */
  check(told: readonly Told[]): Promise<void>;
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

/** What a scenario is made with. */
export interface ScenarioParts {
  readonly world: RoundWorld;
  readonly plan: RoundPlan;
  readonly figures: Figures;
}

/** The name of a round's folder, which is in the names of its files, too: the Explorer's rows are known by their names. */
export function folderOf({ number }: RoundPlan): string {
  return `r${String(number).padStart(2, "0")}`;
}
