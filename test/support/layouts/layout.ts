// A kind of project as people have it: its files, as far as they tell something, and what is to be detected.

export interface Layout {
  /** What people call it. */
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  /** Runtime and main file; "nodejs" alone where no file is to be guessed, "none" where no runtime is. */
  readonly is: string;
  readonly command?: string;
  readonly web?: boolean;
  /** The findings: their kind and what they name. */
  readonly finds?: readonly string[];
}

export const pack = (fields: object): string => JSON.stringify(fields, undefined, 2);
export const port = "$" + "{PORT:-8000}";
