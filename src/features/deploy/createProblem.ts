// Why an app was not created, as code knows it; createSentences.ts makes the sentence.

export type CreateProblemReason =
  /** The packed archive is larger than the setting allows. */
  | { readonly kind: "tooLarge"; readonly archiveBytes: number }
  /** A file could not be read while it was packed, most likely because it is gone. */
  | { readonly kind: "unreadable"; readonly path: string }
  /** The answer was lost, and the list, looked at again and again, does not show the app. */
  | { readonly kind: "notFound"; readonly cancelled: boolean }
  /** The answer was lost, and the list could not be read: the app may be there. */
  | { readonly kind: "unknown"; readonly cancelled: boolean };

/** Rejected with by createApp; `cause` is what the service or the folder said. */
export class CreateProblem extends Error {
  override readonly name = "CreateProblem";

  constructor(
    readonly reason: CreateProblemReason,
    cause?: unknown,
  ) {
    super(reason.kind, { cause });
  }
}
