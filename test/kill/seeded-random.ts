/** Randomness that can be had again: the same seed gives the same sequence (mulberry32). */
export class SeededRandom {
  private state: number;

  /** @param seed a whole number; without one KILL_SEED from the environment, else another one each time */
  constructor(readonly seed: number = Number(process.env.KILL_SEED) || Date.now() % 0x1_0000_0000) {
    this.state = seed >>> 0;
  }

  /** At least 0 and less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** A whole number from 0 to one less than `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** True once in `oneIn` times. */
  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }
}
