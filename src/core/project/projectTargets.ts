// The targets of hosted-app.json: several apps that one folder is pushed to, such as development and production.
import { findNodeAtLocation, getNodeValue, type Node, parseTree } from "jsonc-parser";
import { field, readFields } from "../parse";
import { longestSettingsText, type SettingsTextProblem } from "../settings/settingsJson";

export interface ProjectTarget {
  readonly name: string;
  readonly appId: string;
  /** Every push to it is confirmed. */
  readonly asksFirst: boolean;
}

const guardedName = /^prod(uction)?$/i;
const longestName = 40;

/** Targets in the order of the file; those with a mistake are left out. */
export function readTargets(source: string): {
  readonly targets: readonly ProjectTarget[];
  readonly problems: readonly SettingsTextProblem[];
} {
  if (source.length > longestSettingsText) return { targets: [], problems: [] };
  const root = parseTree(source, [], { allowTrailingComma: true });
  const node = root?.type === "object" ? findNodeAtLocation(root, ["targets"]) : undefined;
  if (!node) return { targets: [], problems: [] };
  if (node.type !== "object") return { targets: [], problems: [problemAt(node, "targets")] };
  const targets = new Map<string, ProjectTarget>();
  const problems: SettingsTextProblem[] = [];
  for (const { children: [keyNode, valueNode] = [] } of node.children ?? []) {
    if (!keyNode || !valueNode) continue;
    const name = String(keyNode.value);
    const { appId, confirm } = readFields(
      { appId: field.text, confirm: field.flag },
      getNodeValue(valueNode),
    );
    if (appId === undefined || appId.trim() === "" || name.trim() === "" || name.length > longestName)
      problems.push(problemAt(valueNode, name));
    else targets.set(name, { name, appId, asksFirst: confirm ?? guardedName.test(name) });
  }
  const all = [...targets.values()];
  const asks = (id: string): boolean => all.some(({ appId, asksFirst }) => asksFirst && appId === id);
  return { targets: all.map((target) => ({ ...target, asksFirst: asks(target.appId) })), problems };
}

function problemAt({ offset, length }: Node, key: string): SettingsTextProblem {
  return { mistake: { kind: "notATarget", key }, offset, length };
}
