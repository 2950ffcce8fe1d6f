// Chance from a seed or a stored history: a simulation never uses the machine's random numbers.

/** xoshiro128**, for decisions made once and in order. */
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

  /** 0 <= n < 1. */
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

  /** An integer, 0 <= n < `below`. */
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

  /** By weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    return pickWeighted(choices, this.next());
  }
}

/** Stored numbers, by name and in order. */
export type Rolls = Readonly<Record<string, readonly number[]>>;

/** Value of a roll that is not stored. */
const middle = 0.5;

/**
 * Numbers that depend only on a name and on how often it was rolled: a history replayed with fewer operations
 * keeps its luck. From a seed, or stored; others have the middle value, however many the engine draws.
 */
export class Dice {
  readonly rolled: Record<string, number[]> = {};

  constructor(private readonly luck: number | Rolls) {}

  /** 0 <= n < 1. */
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

/** Murmur3's final 32-bit mix. */
export function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
