// Ways to break the engine on purpose: a simulated world that does not find them says nothing about the rest.
import { type Step, steps } from "./steps";

export interface Sabotage {
  /** The step that is left out. */
  readonly step: Step;
  /** What the engine does then. */
  readonly title: string;
  /** It shows only where files go to and from a folder of the machine. */
  readonly needsFolders?: true;
}

export const sabotages: readonly Sabotage[] = [
  { step: "lock", title: "changes of one file do not wait for each other" },
  {
    step: "compare with what the writer has seen",
    title: "a save may replace what its window has not seen",
  },
  { step: "keep", title: "what is destroyed is written down, but not kept" },
  { step: "list again after a change", title: "what was listed before a change proves it" },
  { step: "look again before an upload", title: "an upload is sent without a second look" },
  { step: "look again before a deletion", title: "a deletion is sent without a second look" },
  { step: "prove an upload", title: "an upload counts as stored when it is answered" },
  { step: "prove a deletion", title: "what was answered as deleted is taken for gone" },
  {
    step: "doubt a version of the same moment",
    title: "a version proves a content that was seen while its tick was not over",
  },
  { step: "keep writers apart", title: "two writers of one path share an upload" },
  {
    step: "ask about entries that are not shown",
    title: "a folder with entries that are not shown is taken for whole",
  },
  {
    step: "spare what came after a deletion was asked for",
    title: "a deletion takes what came after it was asked for",
  },
  { step: "remember uploads without an answer", title: "uploads that had no answer are forgotten" },
  {
    step: "pause when the service asks for it",
    title: "a window does not wait when the service asks for it",
  },
  {
    step: "ask again about something newer",
    title: "the answer to a question counts for anything that came since",
  },
  { step: "share the limits between windows", title: "windows do not see what others send" },
  {
    step: "compare with the plan before a transfer replaces",
    title: "a transfer replaces anything that is in the app by then",
    needsFolders: true,
  },
  {
    step: "compare with the plan before a transfer deletes",
    title: "a transfer deletes anything that is in the app by then",
    needsFolders: true,
  },
  {
    step: "keep local files",
    title: "what is overwritten and deleted on this machine is not kept",
    needsFolders: true,
  },
  {
    step: "look again at a local file",
    title: "a local file is replaced without a second look",
    needsFolders: true,
  },
  {
    step: "find what a dead window left unfinished",
    title: "an operation that a dead window left unfinished is taken for ended",
    needsFolders: true,
  },
];

/** Does the work with an engine without the step. */
export async function withoutStep<T>(step: Step, work: () => Promise<T>): Promise<T> {
  const undo = steps[step]();
  try {
    return await work();
  } finally {
    undo();
  }
}
