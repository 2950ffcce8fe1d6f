// Journal lines as JSON, and their journal. Unreadable lines (torn, or of a newer version) are skipped.
import * as z from "zod/mini";
import type { Stamp } from "./age";
import { operationKinds } from "./operation";

const stamp = { at: z.number(), up: z.number() };
const text = z.string();
/** Part of a file name; so is `window`. */
const hash = z.string().check(z.regex(/^[a-z0-9]{4,128}$/));
const version = { sizeBytes: z.exactOptional(z.number()), modifiedAt: z.exactOptional(z.number()) };

const begin = z.object({
  type: z.literal("begin"),
  ...stamp,
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
      release: z.exactOptional(z.number()),
      isBetweenApps: z.exactOptional(z.boolean()),
    }),
  ),
});

/** A window takes over an operation that was cut off. `turn`: number of earlier owners. */
const owner = z.object({ type: z.literal("owner"), ...stamp, window: z.string(), turn: z.number() });

const single = z.object({ type: z.literal("single"), ...stamp, accountId: text, appId: text });

const before = z.union([
  z.literal("absent"),
  z.object({ hash, sizeBytes: z.number(), modifiedAt: z.exactOptional(z.number()) }),
  z.object({ notBackedUp: z.enum(["tooLarge", "unreadable", "generated"]), sizeBytes: z.number() }),
]);

const will = z.object({
  type: z.literal("will"),
  ...stamp,
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

const line = z.discriminatedUnion("type", [begin, owner, single, will, did, end]);

export type JournalLine = z.infer<typeof line>;
export type BeginLine = z.infer<typeof begin>;
export type WillLine = z.infer<typeof will>;
type DidLine = z.infer<typeof did>;

export interface JournalChange {
  readonly will: WillLine;
  /** The last one; absent when the window died first. */
  readonly did?: DidLine;
}

export interface Journal {
  readonly begin?: BeginLine;
  readonly single?: z.infer<typeof single>;
  readonly end?: z.infer<typeof end>;
  readonly owners: readonly string[];
  readonly changes: readonly JournalChange[];
  readonly last?: Stamp;
}

/** With a line break. */
export function lineText(written: JournalLine): string {
  return `${JSON.stringify(written)}\n`;
}

export function readLines(text: string): JournalLine[] {
  const lines: JournalLine[] = [];
  for (const written of text.split("\n")) {
    const read = written.startsWith("{") ? readLine(written) : undefined;
    if (read) lines.push(read);
  }
  return lines;
}

/** Skips doubled lines, and sorts changes by number: parallel ones are written in any order. */
export function joinLines(lines: readonly JournalLine[]): Journal {
  const heads: { -readonly [Key in "begin" | "single" | "end"]?: Journal[Key] } = {};
  const changes = new Map<number, JournalChange>();
  const owners: string[] = [];
  for (const line of lines) {
    if (line.type === "begin") heads.begin ??= line;
    else if (line.type === "single") heads.single ??= line;
    else if (line.type === "end") heads.end = line;
    // The first of several windows that wrote for one turn owns the operation.
    else if (line.type === "owner") owners.push(...(line.turn === owners.length ? [line.window] : []));
    else if (line.type === "will" && !changes.has(line.change)) changes.set(line.change, { will: line });
    else if (line.type === "did") {
      const change = changes.get(line.change);
      if (change) changes.set(line.change, { ...change, did: line });
    }
  }
  const last = lines.at(-1);
  const inOrder = [...changes.values()].sort((a, b) => a.will.change - b.will.change);
  return { ...heads, owners, changes: inOrder, ...(last && { last }) };
}

function readLine(written: string): JournalLine | undefined {
  try {
    return line.safeParse(JSON.parse(written)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
