type Guards<T> = { readonly [K in keyof T]?: (value: T[K]) => T[K] };

/** `target` (an object of VS Code) with guards on some properties, which make each value that is set harmless. */
export function guarded<T extends object>(target: T, guards: Guards<T>): T {
  const guardOf = guards as Readonly<Record<PropertyKey, ((value: unknown) => unknown) | undefined>>;
  return new Proxy(target, {
    set: (object, key, value) => Reflect.set(object, key, guardOf[key]?.(value) ?? value),
    // VS Code's objects must be called as themselves.
    get: (object, key) => {
      const value: unknown = Reflect.get(object, key);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}

/** A guard for a text that may be left out. */
export function optional<T extends string | undefined>(guard: (text: string) => string): (text: T) => T {
  return (text) => (text === undefined ? text : (guard(text) as T));
}
