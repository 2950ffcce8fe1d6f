// Items of the status bar. Their texts are text apart from a first icon of ours, and at most three items are shown.
import * as vscode from "vscode";
import { Emitter } from "../../core/async/emitter";
import { inertLine, plainText } from "../../core/text/inertText";
import { guarded } from "./guarded";

const ownIcon = /^\$\([a-z][a-z0-9-]*(~spin)?\)/;

/** Other extensions need the status bar, too. */
const mostItems = 3;
/** Beginnings of ids, without the prefix; when there is no room for all, items of earlier ranks are shown. */
const ranks = ["metrics", "filesOutdated", "transfers", "filesAccess", "following"];

interface Wish {
  readonly id: string;
  readonly item: vscode.StatusBarItem;
  isShown: boolean;
}

/** Sorted by rank. */
let wishes: readonly Wish[] = [];
const roomChanges = new Emitter<void>();

/** Fires when the room for some items may have changed. */
export const onDidChangeStatusBarRoom = roomChanges.event;

/** Number of items with `prefix` in their ids that fit beside all others; at least one. */
export function statusBarRoomFor(prefix: string): number {
  return Math.max(1, mostItems - wishes.filter(({ id }) => !id.startsWith(prefix)).length);
}

/** A text that begins with one of VS Code's icons. */
export function withIcon(icon: string, text: string): string {
  return `$(${icon}) ${inertLine(text)}`;
}

/** Like `vscode.window.createStatusBarItem`, shown only where there is room; icons come from `withIcon`. */
export function createStatusBarItem(
  id: string,
  alignment: vscode.StatusBarAlignment,
  priority?: number,
): vscode.StatusBarItem {
  const item = guarded(vscode.window.createStatusBarItem(id, alignment, priority), {
    text: (text) => {
      const [icon = ""] = ownIcon.exec(text) ?? [];
      return icon + inertLine(text.slice(icon.length), 120);
    },
    tooltip: (tooltip) => (typeof tooltip === "string" ? plainText(tooltip, 2_000) : tooltip),
  });
  return withRoom(id, item);
}

function withRoom(id: string, item: vscode.StatusBarItem): vscode.StatusBarItem {
  const wish: Wish = { id, item, isShown: false };
  const own: Readonly<Record<PropertyKey, (() => unknown) | undefined>> = {
    show: () => {
      if (!wishes.includes(wish)) arrange([...wishes, wish]);
    },
    hide: () => {
      leave(wish);
      return item.hide();
    },
    dispose: () => {
      leave(wish);
      return item.dispose();
    },
  };
  return new Proxy(item, { get: (target, key) => own[key] ?? Reflect.get(target, key) });
}

function leave(wish: Wish): void {
  if (!wishes.includes(wish)) return;
  arrange(wishes.filter((other) => other !== wish));
  wish.isShown = false;
}

function arrange(next: readonly Wish[]): void {
  wishes = [...next].sort((a, b) => rankOf(a.id) - rankOf(b.id));
  wishes.forEach((wish, index) => {
    const isShown = index < mostItems;
    if (isShown && !wish.isShown) wish.item.show();
    if (!isShown && wish.isShown) wish.item.hide();
    wish.isShown = isShown;
  });
  roomChanges.fire();
}

function rankOf(id: string): number {
  const rank = ranks.findIndex((name) => id.startsWith(`hostedApps.${name}`));
  return rank < 0 ? ranks.length : rank;
}
