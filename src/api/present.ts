// Leaves out what is undefined, so that an absent field is absent and not there with the value undefined.

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** A copy of `fields` without those that are undefined. */
export function present<T extends object>(fields: T): Present<T> {
  // A loop, since lists hold thousands of these.
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    const value = fields[key as keyof T];
    if (value !== undefined) kept[key] = value;
  }
  return kept as Present<T>;
}
