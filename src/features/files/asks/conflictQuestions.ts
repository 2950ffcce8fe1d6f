// Asks about conflicts: one open question for a path, whose answer holds only for the remote file it was about.

export type ConflictChoice = "overwrite" | "cancel";

interface Question {
  /** Hash of the remote file, or its version. */
  readonly found: string | undefined;
  readonly answer: Promise<ConflictChoice>;
}

export class ConflictQuestions {
  private readonly open = new Map<string, Question>();

  constructor(private readonly askPerson: (path: string) => Promise<ConflictChoice>) {}

  /**
   * Callers with the same remote file share one question and are answered in their order. Rejects as `askPerson` does.
   */
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
