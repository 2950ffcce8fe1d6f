// Why it is not known, or known too late, that an app was created, as code knows it; createSentences.ts makes the sentence.

export type CreateProblemReason =
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
