// Tests a version against a range of package.json. npm uses a sibling only if it fits, else asks the registry.

const longestRange = 200;

/** False when in doubt: for tags, prereleases, and texts that are no range. */
export function isInRange(version: string | undefined, range: string): boolean {
  if (range === "" || range === "*") return true;
  const [, release] = /^v?(\d{1,9}\.\d{1,9}\.\d{1,9})(?:\+[\w.-]{0,100})?$/.exec(version ?? "") ?? [];
  if (version === range) return true;
  if (release === undefined || range.length > longestRange) return false;
  const own = release.split(".").map(Number);
  return range.split("||").some((part) => {
    const comparators = part
      .trim()
      .replaceAll(/([<>=~^])\s+/g, "$1")
      .split(/\s+/);
    return comparators.every((each) => meets(own, each));
  });
}

function meets(own: readonly number[], comparator: string): boolean {
  const [, sign = "", said] =
    /^([<>]=?|=|\^|~)?v?((?:\d{1,9}|[xX*])(?:\.(?:\d{1,9}|[xX*])){0,2})$/.exec(comparator) ?? [];
  if (said === undefined) return false;
  const given = said.split(".").map((each) => (/^\d/.test(each) ? Number(each) : undefined));
  const known = given.slice(0, [...given, undefined].indexOf(undefined)).filter((each) => each !== undefined);
  const least = [0, 1, 2].map((index) => known[index] ?? 0);
  const order = compared(own, least);
  const isSame = (count: number): boolean =>
    least.slice(0, count).every((each, index) => own[index] === each);
  if (sign === ">=") return order >= 0;
  if (sign === "<") return order < 0;
  if (sign === ">") return order > 0 && !isSame(known.length);
  if (sign === "<=") return order <= 0 || isSame(known.length);
  if (sign === "~") return order >= 0 && isSame(Math.min(known.length, 2));
  if (sign === "^") {
    const first = least.findIndex((each) => each > 0);
    return order >= 0 && isSame(Math.min(known.length, first < 0 ? known.length : first + 1));
  }
  return isSame(known.length);
}

function compared(a: readonly number[], b: readonly number[]): number {
  const index = [0, 1, 2].find((each) => a[each] !== b[each]);
  return index === undefined ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
