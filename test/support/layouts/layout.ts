// A kind of project: its telling files and the expected detection.

interface Detected {
  /** Runtime and main file; "nodejs" alone without a certain file, "none" without a runtime. */
  readonly is: string;
  readonly command?: string;
  readonly web?: boolean;
  /** Where it is not the usual one of its runtime. */
  readonly memoryMB?: number;
  /** Kind and subject of each finding. */
  readonly finds?: readonly string[];
  /** Main file and start command of the created app, where an answer decides on them. */
  readonly becomes?: string;
}

export interface Layout extends Detected {
  readonly kind: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
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
