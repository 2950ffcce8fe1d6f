// Finds the name of a page's size, where the service has many pages of apps and does not apply the usual name.

import { isServiceError } from "../../core/errors/serviceError";
import type { AppsPage } from "./answers";
import { candidates } from "./candidates";
import type { Spelling } from "./spelling";

/** How many names are tried by themselves where the service refuses several at once. */
const mostTries = 3;

const [, ...others] = candidates.limitParameter;

/** The name that is applied; undefined when none is, or when it is not worth the requests. */
export async function findSizeName(
  spelling: Spelling,
  /** What came when no size was asked for. */
  first: AppsPage,
  fetchSized: (sizes: Readonly<Record<string, string>>) => Promise<AppsPage>,
): Promise<string | undefined> {
  const usual = first.items.length + first.dropped;
  const lengthOf = async (sizes: Readonly<Record<string, string>>): Promise<number> => {
    try {
      const { items, dropped } = await fetchSized(sizes);
      return items.length + dropped;
    } catch (error) {
      if (!isServiceError(error, "refused")) throw error;
      spelling.sawUnknown(true);
      return 0;
    }
  };
  if (spelling.refusesUnknown !== true) {
    // All at once, each with a size of its own that is a little more than the usual: what comes tells which is applied.
    const sizes = others.map((name, index) => [name, String(usual + 1 + index)]);
    const length = await lengthOf(Object.fromEntries(sizes));
    if (length > 0) return others[length - usual - 1];
  }
  const tries = first.totalItems === undefined ? 0 : mostTries;
  for (const name of others.slice(0, tries)) {
    if ((await lengthOf({ [name]: String(usual + 1) })) === usual + 1) return name;
  }
  return undefined;
}
