// A kind of project as people have it: its files, as far as they tell something, and what is to be detected.

/** What is to be detected. */
interface Detected {
  /** Runtime and main file; "nodejs" alone where no file is to be guessed, "none" where no runtime is. */
  readonly is: string;
  readonly command?: string;
  readonly web?: boolean;
  /** The findings: their kind and what they name. */
  readonly finds?: readonly string[];
}

export interface Layout extends Detected {
  /** What people call it. */
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
}

export const port = "$" + "{PORT:-8000}";
export const pack = (fields: object): string => JSON.stringify(fields, undefined, 2);

export const layout = (kind: string, files: Layout["files"], detected: Detected): Layout => ({
  ...{ kind, files },
  ...detected,
});

/** The same with the fields of its package.json. */
export const nodeLayout = (
  kind: string,
  fields: object,
  files: Layout["files"],
  detected: Detected,
): Layout => layout(kind, { "package.json": pack(fields), ...files }, detected);
