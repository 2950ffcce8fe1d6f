// The questions whether a save may overwrite what its author had not seen: one for a path at a time, and an answer counts
// for nothing but what it was asked about.

/** `overwrite` sends, `cancel` keeps the service's file. */
export type ConflictChoice = "overwrite" | "cancel";

interface Question {
  /** The hash of what was found, or its version. */
  readonly found: string | undefined;
  readonly answer: Promise<ConflictChoice>;
}

export class ConflictQuestions {
  private readonly open = new Map<string, Question>();

  /** `askPerson` asks about a path. */
  constructor(private readonly askPerson: (path: string) => Promise<ConflictChoice>) {}

  /** Callers that ask about the same are answered in the order in which they asked. Rejects as asking the person does. */
  async ask(path: string, found: string | undefined): Promise<ConflictChoice> {
    for (;;) {
      const question = this.open.get(path) ?? this.begin(path, found);
      if (question.found === found) return await question.answer;
      // That answer is about the earlier remote file.
      await question.answer.catch(() => undefined);
    }
  }

  private begin(path: string, found: string | undefined): Question {
    const question = { found, answer: this.askPerson(path) };
    const end = (): void => void this.open.delete(path);
    question.answer.then(end, end);
    this.open.set(path, question);
    return question;
  }
}
