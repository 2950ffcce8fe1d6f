// Counts, per app, who wants it polled.
import type { Disposable } from "../core/async/emitter";
import { type AppKey, keyText } from "../core/model/appKey";

interface Wanted {
  readonly key: AppKey;
  holders: number;
  /** Of these, also while the window is not focused. */
  inBackground: number;
}

export class WantedApps {
  private readonly wanted = new Map<string, Wanted>();

  has(key: AppKey): boolean {
    return this.wanted.has(keyText(key));
  }

  idsOf(accountId: string, isFocused = true): string[] {
    return [...this.wanted.values()].flatMap(({ key, inBackground }) =>
      key.accountId === accountId && (isFocused || inBackground > 0) ? [key.appId] : [],
    );
  }

  /** `onDispose` is called once, when the result is disposed. */
  hold(key: AppKey, inBackground: boolean, onDispose: () => void): Disposable {
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
        onDispose();
      },
    };
  }
}
