// Reads data from outside without casts: arguments of commands, inputs of tools, stored state, JSON.
import * as z from "zod/mini";
import { isObject } from "./text/isObject";

type Schema<T> = z.ZodMiniType<T>;

/** The value when it fits the schema, else undefined. */
export function readAs<T>(schema: Schema<T>, value: unknown): T | undefined {
  return schema.safeParse(value).data;
}

type Read<Fields extends Readonly<Record<string, Schema<unknown>>>> = {
  readonly [Name in keyof Fields]: z.infer<Fields[Name]> | undefined;
};

/** Reads each field independently: one that does not fit is undefined, as are all fields of a value that is no object. */
export function readFields<Fields extends Readonly<Record<string, Schema<unknown>>>>(
  fields: Fields,
  value: unknown,
): Read<Fields> {
  const object = isObject(value) ? value : {};
  const read = Object.entries(fields).map(([name, schema]) => [name, readAs(schema, object[name])]);
  return Object.fromEntries(read) as Read<Fields>;
}

/** The name of a field that does not fit, or is unknown; empty when the value is no object. */
export function wrongField(
  fields: Readonly<Record<string, Schema<unknown>>>,
  value: unknown,
): string | undefined {
  if (!isObject(value)) return "";
  const known = new Map(Object.entries(fields));
  return Object.keys(value).find((name) => !known.get(name)?.safeParse(value[name]).success);
}

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A schema made of a function; undefined means that the value does not fit. */
function readBy<T>(read: (value: unknown) => T | undefined): Schema<T> {
  return z.pipe(
    z.pipe(z.unknown(), z.transform(read)).check(z.refine((found) => found !== undefined)),
    z.transform((found) => found as T),
  );
}

export const field = {
  anything: z.unknown(),
  text: z.string(),
  number: z.number(),
  flag: z.boolean(),
  object: z.object,
  optional: z.optional,
  list: z.array,
  readBy,

  oneOf: <T extends string>(values: readonly T[]) => readBy((value) => values.find((each) => each === value)),

  url: z.string().check(z.refine((text) => URL.canParse(text))),

  /** Permission to act without a question: only true grants it, any other value refuses. */
  consent: readBy((value) => (value === undefined ? undefined : value === true)),

  /** A list, or a single text. Items of the list that are no text are turned into one. */
  texts: readBy((value) =>
    Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : undefined,
  ),

  /** Leaves out items and `entries` that do not fit. */
  readable: <T>(item: Schema<T>) =>
    readBy((value) =>
      Array.isArray(value) ? value.flatMap((each): T[] => listed(item.safeParse(each))) : undefined,
    ),

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
