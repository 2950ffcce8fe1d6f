// Which apps somebody wants to be read again and again, as often as they are wanted.
import type { Disposable } from "../core/async/emitter";
import { type AppKey, keyText } from "../core/model/appKey";

interface Wanted {
  readonly key: AppKey;
  holders: number;
  /** How many of them want it also while the window is not focused. */
  inBackground: number;
}

export class WantedApps {
  private readonly wanted = new Map<string, Wanted>();

  has(key: AppKey): boolean {
    return this.wanted.has(keyText(key));
  }

  /** The ids of an account's apps that are wanted now. */
  idsOf(accountId: string, isFocused = true): string[] {
    return [...this.wanted.values()].flatMap(({ key, inBackground }) =>
      key.accountId === accountId && (isFocused || inBackground > 0) ? [key.appId] : [],
    );
  }

  /** Wanted until let go; `onLetGo` is called once then. */
  hold(key: AppKey, inBackground: boolean, onLetGo: () => void): Disposable {
    const name = keyText(key);
    const entry = this.wanted.get(name) ?? { key, holders: 0, inBackground: 0 };
    entry.holders++;
    if (inBackground) entry.inBackground++;
    this.wanted.set(name, entry);
    let isHeld = true;
    return {
      dispose: () => {
        if (!isHeld) return;
        isHeld = false;
        entry.holders--;
        if (inBackground) entry.inBackground--;
        if (entry.holders === 0) this.wanted.delete(name);
        onLetGo();
      },
    };
  }
}
