// A kind of project: its telling files and the expected detection.

interface Detected {
  /** Runtime and main file; "nodejs" alone without a certain file, "none" without a runtime. */
  readonly is: string;
  readonly command?: string;
  readonly web?: boolean;
  /** Kind and subject of each finding. */
  readonly finds?: readonly string[];
}

export interface Layout extends Detected {
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
}

export const port = "$" + "{PORT:-8000}";
export const pack = (fields: object): string => JSON.stringify(fields, undefined, 2);

export const layout = (kind: string, files: Layout["files"], detected: Detected): Layout => ({
  ...{ kind, files },
  ...detected,
});

/** With these fields of package.json. */
export const nodeLayout = (
  kind: string,
  fields: object,
  files: Layout["files"],
  detected: Detected,
): Layout => layout(kind, { "package.json": pack(fields), ...files }, detected);
