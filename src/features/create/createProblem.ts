// Why it is not known, or known too late, that an app was created, as code knows it; createSentences.ts makes the sentence.
import type { FoundApp } from "./findCreatedApp";

/** The service did not confirm it, and the list, looked at again and again, does not show which app it is, or none. */
type CreateProblemReason = Exclude<FoundApp, { readonly kind: "found" }> & {
  readonly cancelled: boolean;
};

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
