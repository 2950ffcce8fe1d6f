// The error of a creation that was sent but not confirmed; createSentences.ts makes its sentence.
import type { FoundApp } from "./findCreatedApp";

/** Result of looking through the list of apps; `cancelled`: the user did not wait for it. */
type CreateProblemReason = Exclude<FoundApp, { readonly kind: "found" }> & {
  readonly cancelled: boolean;
};

/** `cause`: why the request did not end well. */
export class CreateProblem extends Error {
  override readonly name = "CreateProblem";

  constructor(
    readonly reason: CreateProblemReason,
    cause?: unknown,
  ) {
    super(reason.kind, { cause });
  }
}
