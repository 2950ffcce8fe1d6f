// Reads what comes from outside: arguments of commands, inputs of tools, stored state, JSON. Nothing of it is cast.
import * as z from "zod/mini";
import { isObject } from "../text/isObject";

/** What is read, by what it may be. */
type Schema<T> = z.ZodMiniType<T>;

/** The value where it is what the schema says, else undefined. */
export function readAs<T>(schema: Schema<T>, value: unknown): T | undefined {
  return schema.safeParse(value).data;
}

type Read<Fields extends Readonly<Record<string, Schema<unknown>>>> = {
  readonly [Name in keyof Fields]: z.infer<Fields[Name]> | undefined;
};

/** Reads each field by itself: one that is something else is undefined, as all are of what is no object. */
export function readFields<Fields extends Readonly<Record<string, Schema<unknown>>>>(
  fields: Fields,
  value: unknown,
): Read<Fields> {
  const object = isObject(value) ? value : {};
  const read = Object.entries(fields).map(([name, schema]) => [name, readAs(schema, object[name])]);
  return Object.fromEntries(read) as Read<Fields>;
}

/** The name of a field that is something else, or that there is not; the empty one where it is no object. */
export function wrongField(
  fields: Readonly<Record<string, Schema<unknown>>>,
  value: unknown,
): string | undefined {
  if (!isObject(value)) return "";
  const known = new Map(Object.entries(fields));
  return Object.keys(value).find((name) => !known.get(name)?.safeParse(value[name]).success);
}

/** What JSON says; undefined for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What `read` makes of a value; undefined is a refusal. */
function readBy<T>(read: (value: unknown) => T | undefined): Schema<T> {
  return z.pipe(
    z.pipe(z.unknown(), z.transform(read)).check(z.refine((found) => found !== undefined)),
    z.transform((found) => found as T),
  );
}

/** What a field may be. */
export const field = {
  /** Looked at by the caller. */
  anything: z.unknown(),
  text: z.string(),
  number: z.number(),
  flag: z.boolean(),
  object: z.object,
  optional: z.optional,
  list: z.array,
  readBy,

  oneOf: <T extends string>(values: readonly T[]) => readBy((value) => values.find((each) => each === value)),

  webAddress: z.string().check(z.refine((text) => URL.canParse(text))),

  /** What may be done without a question: only true is a yes, and whatever else was said is a no. */
  consent: readBy((value) => (value === undefined ? undefined : value === true)),

  /** A list, or one text that stands alone. What is no text in a list stands as what it looks like. */
  texts: readBy((value) =>
    Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : undefined,
  ),

  /** Those of a list that can be read. */
  readable: <T>(item: Schema<T>) =>
    readBy((value) =>
      Array.isArray(value) ? value.flatMap((each): T[] => listed(item.safeParse(each))) : undefined,
    ),

  /** By name, those that can be read. */
  entries: <T>(schema: Schema<T>) =>
    readBy((value): Readonly<Record<string, T>> | undefined =>
      isObject(value)
        ? Object.fromEntries(
            Object.entries(value).flatMap(([name, each]) =>
              listed(schema.safeParse(each)).map((read) => [name, read] as const),
            ),
          )
        : undefined,
    ),
};

function listed<T>(result: z.core.util.SafeParseResult<T>): T[] {
  return result.success ? [result.data] : [];
}
