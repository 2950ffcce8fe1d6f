// Remembers, in this workspace, the commit of a folder that was last pushed to an app.
import { type AppKey, keyText } from "../../core/model/appKey";
import { field, readAs } from "../../core/parse";
import type { StateMemory } from "../state/stateMemory";
import type { GitState } from "./gitState";

const stateKey = "pushedCommits";
const mostFolders = 8;

const pushed = field.object({
  folder: field.text,
  commit: field.text,
  branch: field.optional(field.text),
  subject: field.optional(field.text),
  /** Number of pushed files that no commit contains. */
  uncommitted: field.number,
  /** Milliseconds since the epoch. */
  at: field.number,
});
const byApp = field.entries(field.readable(pushed));

export type PushedCommit = Readonly<ReturnType<typeof pushed.parse>>;

/** The newest first. */
export function pushedCommits(state: StateMemory, app: AppKey): readonly PushedCommit[] {
  return readAs(byApp, state.get(stateKey))?.[keyText(app)] ?? [];
}

/** Remembers the commit of a push that succeeded completely. */
export async function rememberPushed(
  state: StateMemory,
  app: AppKey,
  { folder, at, ...git }: GitState & { readonly folder: string; readonly at: number },
): Promise<void> {
  const { commit, branch, subject, uncommitted } = git;
  const entry: PushedCommit = {
    ...{ folder, at, commit, uncommitted },
    ...(branch !== undefined && { branch }),
    ...(subject !== undefined && { subject }),
  };
  const others = pushedCommits(state, app).filter((each) => each.folder !== folder);
  const all = readAs(byApp, state.get(stateKey)) ?? {};
  await state.update(stateKey, { ...all, [keyText(app)]: [entry, ...others].slice(0, mostFolders) });
}
