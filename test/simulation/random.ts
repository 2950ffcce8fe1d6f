// Chance, all of it from a seed or from a stored history: nothing in a simulation asks the machine for a random number.

/** A stream of numbers (xoshiro128**), for what is decided once and in order. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(seed: number) {
    let state = seed >>> 0;
    const next = (): number => {
      state = (state + 0x9e3779b9) >>> 0;
      return mix(state);
    };
    this.a = next();
    this.b = next();
    this.c = next();
    this.d = next() | 1;
  }

  /** From 0 up to, and not including, 1. */
  next(): number {
    const result = Math.imul(rotate(Math.imul(this.b, 5), 7), 9) >>> 0;
    const shifted = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= shifted;
    this.d = rotate(this.d, 11);
    return result / 2 ** 32;
  }

  /** A whole number from 0 up to, and not including, `below`. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.int(from.length)];
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  }

  /** One of the values, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    return pickWeighted(choices, this.next());
  }
}

/** Numbers that were written down, by name and in the order in which the name is rolled. */
export type Rolls = Readonly<Record<string, readonly number[]>>;

/** What a name rolls whose number was not written down. */
const middle = 0.5;

/**
 * Numbers that hang on a name and on how often the name was rolled before, and on nothing else: a history that is
 * replayed with fewer operations has the same luck in all that is left of it. They come from a seed, or are those that a
 * stored history names; all others of it are the same, however many the engine draws.
 */
export class Dice {
  readonly rolled: Record<string, number[]> = {};

  constructor(private readonly luck: number | Rolls) {}

  /** From 0 up to, and not including, 1. */
  roll(name: string): number {
    this.rolled[name] ??= [];
    const rolled = this.rolled[name];
    const { luck } = this;
    const times = rolled.length + 1;
    const roll = typeof luck === "number" ? rollOf(luck, name, times) : (luck[name]?.[times - 1] ?? middle);
    rolled.push(roll);
    return roll;
  }

  int(name: string, below: number): number {
    return Math.floor(this.roll(name) * below);
  }

  chance(name: string, probability: number): boolean {
    return this.roll(name) < probability;
  }

  weighted<T>(name: string, choices: readonly (readonly [weight: number, value: T])[]): T {
    return pickWeighted(choices, this.roll(name));
  }
}

function rollOf(seed: number, name: string, times: number): number {
  let hash = mix(seed ^ Math.imul(times, 0x9e3779b9));
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  return mix(hash) / 2 ** 32;
}

function pickWeighted<T>(choices: readonly (readonly [weight: number, value: T])[], at: number): T {
  let left = at * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  const last = choices.at(-1);
  if (!last) throw new Error("nothing to pick from");
  return last[1];
}

/** A whole number of 32 bits, well mixed (the end of murmur3). */
export function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
