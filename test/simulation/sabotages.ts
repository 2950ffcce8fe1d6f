// Steps that can be left out of the engine: a simulation that does not notice proves nothing.
import { type Step, steps } from "./steps";

/** By step: what the engine then does. */
const titles = {
  lock: "changes of one file do not wait for each other",
  "compare with what the writer has seen": "a save may replace what its window has not seen",
  "freeze what the writer has seen": "what is read while a save waits counts as seen by its author",
  keep: "what is destroyed is written down, but not kept",
  "flush what is kept": "a loss of power takes what was kept",
  "keep accounts apart": "what the machine keeps of one account counts for another",
  "compare who created an app, and how": "any new app of the name counts as the one that was created",
  "ask before backups go": "backups of the last day make room without a question",
  "ask for what no listing shows": "what no listing shows counts as absent",
  "judge ages by both clocks": "a clock that is set by a day removes what was kept",
  "take turns at a shared file": "windows change what they share at the same time",
  "let leases end": "a window that died keeps its place in a limit",
  "list again after a change": "what was listed before a change proves it",
  "look again before an upload": "an upload is sent without a second look",
  "look again before a deletion": "a deletion is sent without a second look",
  "look again before an archive": "an archive is sent without a second look",
  "keep what an archive replaces": "what an archive replaces is not kept",
  "ask about names that are alike":
    "a name is put beside one that differs only in letter case, without a question",
  "remove an archive that is left": "an archive that was not unpacked stays in the app",
  "prove an upload": "an upload counts as stored when it is answered",
  "prove a deletion": "what was answered as deleted is taken for gone",
  "doubt a version of the same moment":
    "a version proves a content that was seen while its tick was not over",
  "doubt times that never change": "a version proves a content although times never change",
  "look after a refusal": "a refused upload counts as not stored",
  "keep writers apart": "two writers of one path share an upload",
  "ask about entries that are not shown": "a folder with entries that are not shown is taken for whole",
  "spare what came after a deletion was asked for": "a deletion takes what came after it was asked for",
  "remember uploads without an answer": "uploads that had no answer are forgotten",
  "tell other windows of requests without an answer": "no window knows what others gave up",
  "tell other windows what is on its way": "a window that dies takes what it has sent with it",
  "pause when the service asks for it": "a window does not wait when the service asks for it",
  "ask again about something newer": "the answer to a question counts for anything that came since",
  "find out where uploads land": "an upload is sent before it is known where it lands",
  "doubt the text of a response": "the text of a file is taken for its bytes, whatever its length",
  "share the limits between windows": "windows do not see what others send",
};

/** Visible only in transfers with a local folder. */
const titlesWithFolders = {
  "compare with the plan before a transfer replaces":
    "a transfer replaces anything that is in the app by then",
  "compare with the plan before a transfer deletes": "a transfer deletes anything that is in the app by then",
  "compare what nobody remembers":
    "what a folder does not remember counts as what it had in common with the app",
  "tell unreadable from missing": "what cannot be read of a folder counts as missing",
  "keep local files": "what is overwritten and deleted on this machine is not kept",
  "look again at a local file": "a local file is replaced without a second look",
  "find a local file by its other name": "a local file is replaced whose name differs only in letter case",
  "look again for unsaved text": "a local file is replaced while an editor has unsaved text",
  "keep releases apart": "a rollback sends a content of another release",
  "compare with what the machine has released": "a rollback replaces a colleague's change without a question",
  "tell an end of the window from a failure":
    "an operation whose requests fail because the window ends is taken for ended",
  "find what a dead window left unfinished":
    "an operation that a dead window left unfinished is taken for ended",
};

const all: Readonly<Record<Step, string>> = { ...titles, ...titlesWithFolders };

export const sabotages = Object.entries(all).map(([step, title]) => ({
  step: step as Step,
  title,
  needsFolders: step in titlesWithFolders,
}));

export async function withoutStep<T>(step: Step, work: () => Promise<T>): Promise<T> {
  const undo = steps[step]();
  try {
    return await work();
  } finally {
    undo();
  }
}
