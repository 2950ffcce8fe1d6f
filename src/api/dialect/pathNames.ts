// Detects the path parameter's name: sends GETs with common names until a response proves one.

import { isServiceError, ServiceError } from "../../core/errors/serviceError";
import type { pathParts } from "./candidates";
import type { ServiceDialect } from "./serviceDialect";

type ReadPart = Exclude<(typeof pathParts)[number], "uploadPathParameter">;

/** `perhaps`: the response fits an applied and an ignored name. */
export interface Attempt<T> {
  readonly answer: T;
  readonly isApplied: boolean | "perhaps";
}

/** Full rounds without a result per client: then it gives up. */
const mostRounds = 2;

export class PathNames {
  private readonly rounds = new Map<ReadPart, number>();
  private readonly best = new Map<ReadPart, string>();

  constructor(private readonly dialect: ServiceDialect) {}

  /**
   * Resolves with the first response that proves its name. ServiceError "dialect" when every name was ignored. A
   * 404 proves nothing of a path that may not exist (`isThere`).
   */
  async find<T>(
    { part, isThere }: { readonly part: ReadPart; readonly isThere: boolean },
    attempt: (name: string) => Promise<Attempt<T>>,
  ): Promise<T> {
    const { dialect } = this;
    const found = {
      perhaps: [] as { readonly answer: T; readonly name: string }[],
      refusals: [] as ServiceError[],
    };
    let isIgnored = false;
    for (const name of this.names(part)) {
      const isKnown = dialect.isKnown(part) && dialect.get(part) === name;
      try {
        const { answer, isApplied } = await attempt(name);
        if (isApplied === true) {
          if (found.refusals.length > 0) dialect.sawUnknown(true);
          dialect.learn(part, name);
          this.rounds.delete(part);
          return answer;
        }
        if (isKnown && isApplied === "perhaps") return answer;
        if (isApplied === "perhaps") found.perhaps.push({ answer, name });
        else isIgnored = true;
        if (isApplied === false) this.ignored(part, name);
      } catch (error) {
        if (isKnown || !isServiceError(error, "refused", "notFound", "badInput")) throw error;
        found.refusals.push(error);
        if (error.kind === "refused") dialect.sawNotApplied(name);
        if (!isThere && error.kind === "notFound") throw error;
      }
    }
    this.rounds.set(part, (this.rounds.get(part) ?? 0) + 1);
    // Only one name was accepted; with several, each may have been ignored.
    const [only, ...others] = found.perhaps;
    if (only !== undefined && others.length === 0) {
      this.best.set(part, only.name);
      return only.answer;
    }
    const [refusal] = found.refusals;
    throw isIgnored || !refusal ? pathIgnored(part) : refusal;
  }

  private names(part: ReadPart): readonly string[] {
    const best = this.best.get(part);
    const all = this.dialect.names(part);
    const names =
      best === undefined || this.dialect.isKnown(part) ? all : [best, ...all.filter((name) => name !== best)];
    return (this.rounds.get(part) ?? 0) < mostRounds ? names : names.slice(0, 1);
  }

  private ignored(part: ReadPart, name: string): void {
    if (this.dialect.get(part) === name) {
      if (this.dialect.isKnown(part)) this.best.set(part, name);
      this.dialect.unlearn(part);
    }
    this.dialect.sawUnknown(false);
    this.dialect.sawNotApplied(name);
  }
}

function pathIgnored(part: ReadPart): ServiceError {
  const call = part === "listPathParameter" ? "files" : "download";
  return new ServiceError(
    "dialect",
    `GET /v1/apps/{appId}/${call}: the service applies none of the known names of the path; see wire.${part} in the setting service.hosts`,
  );
}
