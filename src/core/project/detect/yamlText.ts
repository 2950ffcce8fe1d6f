// YAML that other people wrote. Loaded on first use: few projects have a file of it.
import { CORE_SCHEMA, constructFromEvents, mapTag, mergeTag, parseEvents, seqTag, strTag } from "js-yaml";

/** Files that people write are shorter. A step of this much takes some 50 ms. */
const longestText = 128 * 1024;
/** Aliases counted each time: a few can expand to far more than the file has. */
const mostValues = 40_000;

/** Leaves out pairs whose keys are maps or lists, such as `{{ name }}` in a template. */
const map: typeof mapTag = {
  ...mapTag,
  addPair: (pairs, key, value) =>
    typeof key === "object" && key !== null ? "" : mapTag.addPair(pairs, key, value),
};
/** Compose files have tags of their own, such as `!reset`. */
const anyTag = { tagName: "", matchByTagPrefix: true, implicit: false } as const;
const options = {
  schema: CORE_SCHEMA.withTags(
    ...[mergeTag, map, { ...map, ...anyTag }, { ...seqTag, ...anyTag }, { ...strTag, ...anyTag }],
  ),
  json: true,
  maxDepth: 200,
  maxAliases: 100,
};

/** In steps. Throws at the first mistake, and where the text, or its value with aliases expanded, is too large. */
export function* parseYaml(text: string): Generator<undefined, unknown> {
  if (text.length > longestText) throw new Error("too much");
  const events = parseEvents(text, options);
  yield;
  const [value, ...others] = constructFromEvents(events, { ...options, source: text });
  yield;
  if (others.length > 0) throw new Error("several documents");
  let left = mostValues;
  const count = (each: unknown): void => {
    if (left-- === 0) throw new Error("too much");
    if (typeof each === "object" && each !== null) Object.values(each).forEach(count);
  };
  count(value);
  return value;
}
