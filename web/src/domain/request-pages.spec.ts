import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf, pagesWith, startAfter, type PageStart } from './request-pages.js';

const SIZE = 3;

/** Pages of a list as they were read, each at its own time. */
class Reader {
  readonly kept = new Map<PageStart, readonly number[]>();
  readings = 0;

  constructor(public all: readonly number[]) {}

  readonly idsOf = (start: PageStart) => this.kept.get(start);

  read(start: PageStart): void {
    this.readings += 1;
    this.kept.set(start, this.all.filter((id) => start === undefined || id < start).slice(0, SIZE));
  }

  /** Reads what the chain lacks until it lacks nothing. */
  settle(starts: readonly PageStart[]): readonly PageStart[] {
    for (let chain = starts; ;) {
      const next = chainOf(chain, this.idsOf, SIZE);
      const missing = next.filter((start) => !this.kept.has(start));
      if (missing.length === 0 && next.join() === chain.join()) return next;
      for (const start of missing) this.read(start);
      chain = next;
    }
  }

  /** Goes on to the next page. */
  more(chain: readonly PageStart[]): readonly PageStart[] {
    const next = startAfter(chain, this.idsOf, SIZE);
    return next === undefined ? chain : this.settle([...chain, next]);
  }

  shown(chain: readonly PageStart[]): readonly number[] {
    return [...new Set(chain.flatMap((start) => this.kept.get(start) ?? []))];
  }
}

const down = (from: number): readonly number[] => Array.from({ length: from }, (_, at) => from - at);

describe('issue 22: own requests page by page', () => {
  it('go on to the end, and not past it', () => {
    const reader = new Reader(down(7));
    let chain = reader.settle([undefined]);
    for (let times = 0; times < 5; times += 1) chain = reader.more(chain);
    expect(reader.shown(chain)).toEqual(down(7));
    expect(chain).toEqual([undefined, 5, 2]);
    expect(startAfter(chain, reader.idsOf, SIZE)).toBeUndefined();
  });

  it('a request that is made meanwhile costs one more page, whatever follows, and the next ones no page more', () => {
    const reader = new Reader(down(20));
    let chain = reader.settle([undefined]);
    for (let times = 0; times < 4; times += 1) chain = reader.more(chain);
    const before = reader.readings;
    reader.all = [21, ...reader.all];
    reader.read(undefined);
    chain = reader.settle(chain);
    expect(reader.readings - before).toBe(2);
    expect(reader.shown(chain)).toEqual(reader.all.slice(0, 5 * SIZE + 1));
    reader.all = [22, ...reader.all];
    reader.read(undefined);
    const length = chain.length;
    chain = reader.settle(chain);
    expect(chain).toHaveLength(length);
    expect(reader.shown(chain)).toEqual(reader.all.slice(0, 5 * SIZE + 2));
  });

  it('nothing is missing and nothing is there twice, whatever is made and removed between readings', () => {
    const act = fc.oneof(
      fc.constant('more' as const),
      fc.constant('made' as const),
      fc.record({ removed: fc.nat(40) }),
      fc.record({ readAgain: fc.nat(10) }),
    );
    fc.assert(
      fc.property(fc.nat(30), fc.array(act, { maxLength: 30 }), (count, acts) => {
        const reader = new Reader(down(count));
        let newest = count;
        let chain = reader.settle([undefined]);
        for (const one of acts) {
          if (one === 'more') chain = reader.more(chain);
          else if (one === 'made') reader.all = [(newest += 1), ...reader.all];
          else if ('removed' in one) reader.all = reader.all.filter((_, at) => at !== one.removed);
          else reader.read(chain[one.readAgain % chain.length]);
          chain = reader.settle(chain);
        }
        for (const start of chain) reader.read(start);
        chain = reader.settle(chain);
        const shown = reader.shown(chain);
        expect(shown).toEqual(reader.all.slice(0, shown.length));
        expect(new Set(chain).size).toBe(chain.length);
        if (startAfter(chain, reader.idsOf, SIZE) === undefined) expect(shown).toEqual(reader.all);
      }),
    );
  });

  it('of many pages those alone matter that have what is shown, and so many at most', () => {
    const reader = new Reader(down(12));
    let chain = reader.settle([undefined]);
    for (let times = 0; times < 3; times += 1) chain = reader.more(chain);
    expect(pagesWith(chain, reader.idsOf, [9, 8, 99], 2)).toEqual(new Set([10]));
    expect(pagesWith(chain, reader.idsOf, [12, 7, 1], 2)).toEqual(new Set([undefined, 10]));
  });
});
