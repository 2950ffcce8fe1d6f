// Evaluates `when` clauses of package.json: || && ! ( ) == != =~ > in, not in and keys.
export type ContextValues = Readonly<
  Record<string, string | number | boolean | undefined | readonly string[]>
>;

/** True for an absent clause; throws on unknown syntax. */
export function holds(clause: string | undefined, values: ContextValues): boolean {
  if (clause === undefined) return true;
  const words = clause.match(/\(|\)|\|\||&&|!(?!=)|[=!]=|=~|>|\/(?:[^/\\]|\\.)+\/[a-z]*|[\w.:-]+/g) ?? [];
  if (words.join("") !== clause.replaceAll(" ", "")) throw new Error(`Not understood: ${clause}`);
  let at = 0;
  const isNext = (word: string): boolean => words[at] === word && ++at > 0;
  const text = (key: string): string => String(values[key] ?? "");
  const single = (): boolean => {
    if (isNext("!")) return !single();
    if (isNext("(")) {
      const inner = either();
      if (!isNext(")")) throw new Error(`Not closed: ${clause}`);
      return inner;
    }
    const isListed = (key: string): boolean => {
      const list = values[words[at++] ?? ""];
      return Array.isArray(list) && list.includes(values[key]);
    };
    const key = words[at++] ?? "";
    if (key === "true" || key === "false") return key === "true";
    if (!/^\w/.test(key)) throw new Error(`Not a key: ${key} in ${clause}`);
    if (isNext("==")) return text(key) === words[at++];
    if (isNext("!=")) return text(key) !== words[at++];
    if (isNext(">")) return Number(values[key]) > Number(words[at++]);
    if (isNext("in")) return isListed(key);
    if (words[at + 1] === "in" && isNext("not") && isNext("in")) return !isListed(key);
    if (!isNext("=~")) return Boolean(values[key]);
    const [, pattern = "", flags] = /^\/(.*)\/([a-z]*)$/.exec(words[at++] ?? "") ?? [];
    return new RegExp(pattern, flags).test(text(key));
  };
  const all = (): boolean => {
    let value = single();
    while (isNext("&&")) value = single() && value;
    return value;
  };
  const either = (): boolean => {
    let value = all();
    while (isNext("||")) value = all() || value;
    return value;
  };
  const value = either();
  if (at < words.length) throw new Error(`Not understood after ${at} words: ${clause}`);
  return value;
}
