// Ends work that takes too long and never yields, such as a regular expression that backtracks: Node's vm can interrupt
// it.
import { createContext, Script } from "node:vm";

const box: { work?: () => unknown } = {};
const context = createContext(box);
const script = new Script("work()");

/** What `work` returns, or undefined when it takes longer than `limitMs`. Throws what `work` throws. */
export function withTimeLimit<T>(limitMs: number, work: () => T): T | undefined {
  box.work = work;
  try {
    return script.runInContext(context, { timeout: limitMs }) as T;
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      return undefined;
    throw error;
  } finally {
    delete box.work;
  }
}
