// What is recorded of a release, without its files.
import { field } from "../parse";

const releaseKinds = ["create", "push", "pushFile", "save", "restore", "undo", "rollback"] as const;

export type ReleaseKind = (typeof releaseKinds)[number];

export const releaseSettings = field.object({
  startupCommand: field.optional(field.text),
  runtimeEnvironment: field.optional(field.text),
  memoryMB: field.optional(field.number),
  exposedViaWeb: field.optional(field.flag),
});

export const release = field.object({
  appId: field.text,
  number: field.number,
  /** Its end, in milliseconds since the epoch. */
  at: field.number,
  kind: field.oneOf(releaseKinds),
  /** "incomplete": some of the selected files failed or were canceled. */
  result: field.oneOf(["complete", "incomplete"]),
  changed: field.number,
  /** Of the changed files; absent for more than 1,000. */
  paths: field.optional(field.list(field.text)),
  /** Of them, those that the app did not have. */
  created: field.optional(field.list(field.text)),
  folder: field.text,
  commit: field.optional(
    field.object({
      commit: field.text,
      branch: field.optional(field.text),
      subject: field.optional(field.text),
      uncommitted: field.number,
    }),
  ),
  settings: releaseSettings,
  /** SHA-256 of the list of the app's files after it. */
  files: field.text,
});

export type AppRelease = Readonly<ReturnType<typeof release.parse>>;

/** What later releases changed, as far as it was recorded. */
export function changedSince(
  all: readonly Pick<AppRelease, "number" | "paths" | "created">[],
  { number }: Pick<AppRelease, "number">,
): { readonly paths: ReadonlySet<string>; readonly created: ReadonlySet<string> } {
  const later = all.filter((each) => each.number > number);
  return {
    paths: new Set(later.flatMap(({ paths = [] }) => paths)),
    created: new Set(later.flatMap(({ created = [] }) => created)),
  };
}

/** The commit that the app has, as far as a create, push or rollback was complete and not undone. */
export function pushedCommit(
  newestFirst: readonly AppRelease[],
): (NonNullable<AppRelease["commit"]> & Pick<AppRelease, "at">) | undefined {
  const last = newestFirst.find(({ kind }) => ["create", "push", "rollback", "undo"].includes(kind));
  return last?.commit && last.result === "complete" ? { ...last.commit, at: last.at } : undefined;
}
