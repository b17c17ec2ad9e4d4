import { expect, it } from 'vitest';
import fc from 'fast-check';
import { manualPromise, type ManualPromise } from '../../../test/harness/manual-promise.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { TtlCache } from './ttl-cache.js';

const TTL_MS = 100;
const MAX_ENTRIES = 2;

const key = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  fc.record({ do: fc.constant('fetch' as const), key }),
  fc.record({ do: fc.constant('finish' as const), pick: fc.nat(), fails: fc.boolean() }),
  fc.record({ do: fc.constant('get' as const), key }),
  fc.record({ do: fc.constant('set' as const), key }),
  fc.record({ do: fc.constant('delete' as const), key }),
  fc.record({ do: fc.constant('clear' as const) }),
  fc.record({ do: fc.constant('move' as const), ms: fc.integer({ min: 0, max: 150 }) }),
);

interface ModelFill {
  readonly key: string;
  readonly value: number;
  readonly work: ManualPromise<number>;
  readonly waiting: Promise<number>[];
  /** False once its key was dropped or set after it began. */
  current: boolean;
}

/** The cache as one would write it without any care for speed: a list in order of use, and all fills under way. */
class Model {
  entries: { key: string; value: number; storedAt: number }[] = [];
  fills: ModelFill[] = [];

  get(wanted: string, now: number): number | undefined {
    const entry = this.entries.find((each) => each.key === wanted);
    this.entries = this.entries.filter((each) => each.key !== wanted);
    if (!entry || now - entry.storedAt >= TTL_MS) return undefined;
    this.entries.push(entry);
    return entry.value;
  }

  store(stored: string, value: number, now: number): void {
    this.entries = this.entries.filter((each) => each.key !== stored);
    this.entries.push({ key: stored, value, storedAt: now });
    this.entries = this.entries.slice(-MAX_ENTRIES);
  }

  drop(matches: (each: { key: string }) => boolean): void {
    this.entries = this.entries.filter((each) => !matches(each));
    this.outdate(matches);
  }

  outdate(matches: (each: { key: string }) => boolean): void {
    for (const fill of this.fills.filter(matches)) fill.current = false;
  }
}

it('behaves as a plain model does under any order of reads, fills, drops and moves of the clock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clock = new MovedClock();
      const cache = new TtlCache<string, number>({ clock, ttlMs: TTL_MS, maxEntries: MAX_ENTRIES });
      const model = new Model();
      let nextValue = 0;

      const fetch = async (wanted: string): Promise<void> => {
        const known = model.get(wanted, clock.now());
        const joined = model.fills.find((fill) => fill.key === wanted && fill.current);
        const work = manualPromise<number>();
        let started = false;
        const answer = cache.fetch(wanted, () => {
          started = true;
          return work.promise;
        });
        answer.catch(() => undefined);
        await clock.advance(0);
        expect(started).toBe(known === undefined && !joined);
        if (known !== undefined) expect(await answer).toBe(known);
        else if (joined) joined.waiting.push(answer);
        else model.fills.push({ key: wanted, value: nextValue++, work, waiting: [answer], current: true });
      };

      const finish = async (pick: number, fails: boolean): Promise<void> => {
        if (model.fills.length === 0) return;
        const [fill] = model.fills.splice(pick % model.fills.length, 1);
        if (!fill) return;
        if (fails) fill.work.reject(new Error(`fill ${fill.value}`));
        else fill.work.resolve(fill.value);
        if (!fails && fill.current) model.store(fill.key, fill.value, clock.now());
        const expected = fails
          ? { status: 'rejected', reason: new Error(`fill ${fill.value}`) }
          : { status: 'fulfilled', value: fill.value };
        expect(await Promise.allSettled(fill.waiting)).toEqual(fill.waiting.map(() => expected));
      };

      for (const each of steps) {
        if (each.do === 'fetch') await fetch(each.key);
        else if (each.do === 'finish') await finish(each.pick, each.fails);
        else if (each.do === 'get') expect(cache.get(each.key)).toBe(model.get(each.key, clock.now()));
        else if (each.do === 'move') await clock.advance(each.ms);
        else if (each.do === 'clear') {
          cache.clear();
          model.drop(() => true);
        } else if (each.do === 'delete') {
          cache.delete(each.key);
          model.drop((other) => other.key === each.key);
        } else {
          cache.set(each.key, nextValue);
          model.outdate((other) => other.key === each.key);
          model.store(each.key, nextValue++, clock.now());
        }
        expect(cache.size).toBe(model.entries.length);
      }
    }),
    { numRuns: 300 },
  );
});
