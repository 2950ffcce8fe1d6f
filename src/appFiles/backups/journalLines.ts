// The lines of the logs of changes, as JSON. A line that cannot be read, torn or from a newer version of the extension,
// is no line.
import * as z from "zod/mini";
import { operationKinds } from "./operation";

/** By both clocks: see keptAge.ts. */
const stamp = { at: z.number(), up: z.number() };
const text = z.string();
/** Becomes part of a file's name. */
const hash = z.string().check(z.regex(/^[a-z0-9]{4,128}$/));
const version = { sizeBytes: z.exactOptional(z.number()), modifiedAt: z.exactOptional(z.number()) };

const begin = z.object({
  type: z.literal("begin"),
  ...stamp,
  /** Becomes part of a file's name. */
  window: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  kind: z.enum(operationKinds),
  accountId: text,
  appId: text,
  appName: z.exactOptional(text),
  title: z.exactOptional(
    z.object({
      from: z.exactOptional(text),
      to: z.exactOptional(text),
      folder: z.exactOptional(text),
      count: z.exactOptional(z.number()),
      isBetweenApps: z.exactOptional(z.boolean()),
    }),
  ),
});

/** The first line of a log of single changes. */
const single = z.object({ type: z.literal("single"), ...stamp, accountId: text, appId: text });

const before = z.union([
  z.literal("absent"),
  z.object({ hash, sizeBytes: z.number(), modifiedAt: z.exactOptional(z.number()) }),
  z.object({ notKept: z.enum(["tooLarge", "unreadable", "generated"]), sizeBytes: z.number() }),
]);

const will = z.object({
  type: z.literal("will"),
  ...stamp,
  /** Names the change within its log. */
  change: z.number(),
  side: z.enum(["app", "local"]),
  path: text,
  what: z.enum(["put", "remove"]),
  before,
  afterHash: z.exactOptional(text),
});

const did = z.object({
  type: z.literal("did"),
  ...stamp,
  change: z.number(),
  end: z.enum(["done", "notDone", "unknown"]),
  hash: z.exactOptional(text),
  ...version,
});

const end = z.object({
  type: z.literal("end"),
  ...stamp,
  outcome: z.enum(["done", "failed", "cancelled"]),
});

const line = z.discriminatedUnion("type", [begin, single, will, did, end]);

export type LogLine = z.infer<typeof line>;
export type BeginLine = z.infer<typeof begin>;
export type SingleLine = z.infer<typeof single>;
export type WillLine = z.infer<typeof will>;
export type DidLine = z.infer<typeof did>;
export type EndLine = z.infer<typeof end>;

/** Ends with the line's end. */
export function lineText(written: LogLine): string {
  return `${JSON.stringify(written)}\n`;
}

/** The lines of a log that can be read, in their order. */
export function readLines(log: string): LogLine[] {
  const lines: LogLine[] = [];
  for (const written of log.split("\n")) {
    const read = written.startsWith("{") ? readLine(written) : undefined;
    if (read) lines.push(read);
  }
  return lines;
}

function readLine(written: string): LogLine | undefined {
  try {
    return line.safeParse(JSON.parse(written)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
