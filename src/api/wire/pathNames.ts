// Finds the name of a path's query parameter by trying those that services use, one after the other, until an answer
// shows that it was applied. Only requests that change nothing are made so.

import { isServiceError, ServiceError } from "../../core/errors/serviceError";
import type { pathParts } from "./candidates";
import type { Spelling } from "./spelling";

type ReadPart = Exclude<(typeof pathParts)[number], "uploadPathParameter">;

/** What an answer shows of the name that was used: `perhaps` when it could be either. */
export interface Attempt<T> {
  readonly answer: T;
  readonly isApplied: boolean | "perhaps";
}

/** Whole rounds without a find in the life of a client: what is not found twice is not looked for again. */
const mostRounds = 2;

export class PathNames {
  private readonly rounds = new Map<ReadPart, number>();

  constructor(private readonly spelling: Spelling) {}

  /**
   * Resolves with the first answer to a name that was applied. Rejects as `attempt` does where the name is known, or where
   * the failure has nothing to do with it; with a ServiceError "wire" when every name was ignored. What is not known to
   * be there (`isThere`) says nothing when it is not found.
   */
  async find<T>(
    { part, isThere }: { readonly part: ReadPart; readonly isThere: boolean },
    attempt: (name: string) => Promise<Attempt<T>>,
  ): Promise<T> {
    const { spelling } = this;
    const found = { perhaps: [] as T[], refusals: [] as ServiceError[] };
    let isIgnored = false;
    for (const name of this.names(part)) {
      const isKnown = spelling.isKnown(part) && spelling.get(part) === name;
      try {
        const { answer, isApplied } = await attempt(name);
        if (isApplied === true) {
          if (found.refusals.length > 0) spelling.sawUnknown(true);
          spelling.learn(part, name);
          return answer;
        }
        if (isKnown && isApplied === "perhaps") return answer;
        if (isApplied === "perhaps") found.perhaps.push(answer);
        else isIgnored = true;
        if (isApplied === false) this.ignored(part, name);
      } catch (error) {
        if (isKnown || !isServiceError(error, "refused", "notFound", "badInput")) throw error;
        found.refusals.push(error);
        if (error.kind === "refused") spelling.sawNotApplied(name);
        if (!isThere && error.kind === "notFound") throw error;
      }
    }
    this.rounds.set(part, (this.rounds.get(part) ?? 0) + 1);
    // The only one that was taken; where several were, none may have been applied.
    const [only, ...others] = found.perhaps;
    if (only !== undefined && others.length === 0) return only;
    const [refusal] = found.refusals;
    throw isIgnored || !refusal ? pathIgnored(part) : refusal;
  }

  private names(part: ReadPart): readonly string[] {
    const names = this.spelling.names(part);
    return (this.rounds.get(part) ?? 0) < mostRounds ? names : names.slice(0, 1);
  }

  private ignored(part: ReadPart, name: string): void {
    if (this.spelling.get(part) === name) this.spelling.unlearn(part);
    this.spelling.sawUnknown(false);
    this.spelling.sawNotApplied(name);
  }
}

function pathIgnored(part: ReadPart): ServiceError {
  const call = part === "listPathParameter" ? "files" : "download";
  return new ServiceError(
    "wire",
    `GET /v1/apps/{appId}/${call}: the service applies none of the known names of the path; see wire.${part} in the setting service.hosts`,
  );
}
