// Remembers what the user was asked before each call of a tool. VS Code asks and calls in two steps, which share only
// the model's words; their meaning may change between, and the yes was for the earlier one.
import type { AppKey } from "../../core/model/appKey";
import { field, readFields } from "../../core/parse";
import type { ToolName } from "./toolNames";

type AskedTarget =
  | { readonly app: AppKey }
  | { readonly accountIds: readonly string[] }
  /** Why the model's words name no app. */
  | { readonly none: string };

export const toolInput = { app: field.text, path: field.text };

/** Refused calls are never made, so they stay: the oldest are dropped. */
const mostCalls = 100;

export class AskedCalls {
  /** By call: how often the user was asked about each target. */
  private readonly calls = new Map<string, Map<string, number>>();

  remember(name: ToolName, input: object, target: AskedTarget): void {
    const call = callText(name, input);
    const targets = this.calls.get(call) ?? new Map<string, number>();
    const text = JSON.stringify(target);
    targets.set(text, (targets.get(text) ?? 0) + 1);
    this.calls.delete(call);
    this.calls.set(call, targets);
    const [oldest] = this.calls.keys();
    if (this.calls.size > mostCalls && oldest !== undefined) this.calls.delete(oldest);
  }

  /** What the user has agreed to, or a sentence for the model why nothing is done. */
  take(name: ToolName, input: object): AskedTarget | string {
    const call = callText(name, input);
    const [only, ...more] = this.calls.get(call) ?? [];
    if (!only) return "The user was not asked about this call. Call the tool again.";
    if (more.length > 0) {
      // Two questions had the same words: it is unknown which one was answered.
      this.calls.delete(call);
      return "What this call means has changed since the user was asked. Call the tool again.";
    }
    const [text, count] = only;
    if (count === 1) this.calls.delete(call);
    else this.calls.set(call, new Map([[text, count - 1]]));
    return JSON.parse(text) as AskedTarget;
  }
}

function callText(name: ToolName, input: object): string {
  const { app = "", path = "" } = readFields(toolInput, input);
  return JSON.stringify([name, app, path]);
}
