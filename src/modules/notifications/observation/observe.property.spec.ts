import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import { observe, type Baseline, type Observation } from './observe.js';
import { episodePart, NO_PARTS, WHOLE_TITLE, type Parts } from './seen-parts.js';

/** A destination, by its number. */
const name = (destination: number): string => `destination ${destination}`;

const titles = fc.constantFrom<'film' | 'series'>('film', 'series');
const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('request' as const), title: titles }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('accept' as const), request: fc.nat(5) }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: fc.constant('import' as const), title: titles, episode: fc.nat(3) }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('delete' as const), title: titles, episode: fc.nat(3) }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('upgrade' as const), title: titles }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('rematch' as const), request: fc.nat(5) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('begin' as const), destination: fc.nat(2) }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('mute' as const), destination: fc.nat(2) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('break' as const), isBroken: fc.boolean() }), weight: 1 },
  // The process may die after it has read and before it has written: then nothing of the sweep is left.
  { arbitrary: fc.record({ do: fc.constant('sweep' as const), dies: fc.boolean() }), weight: 6 },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Asked {
  readonly id: number;
  readonly title: 'film' | 'series';
  readonly at: number;
  target: number;
  /** What was on disk when the library accepted it. */
  before?: ReadonlySet<string>;
}

/** One sweep that was written, as the model remembers it: everything, for ever. */
interface Past {
  readonly at: number;
  readonly target: number;
  readonly parts: readonly string[];
}

/** The household; its moments are the numbers of the steps. */
class World {
  readonly requests: Asked[] = [];
  readonly disk = { film: new Set<string>(), series: new Set<string>() };
  /** When each destination began last; it tells nothing without. */
  readonly begun = new Map<number, number>();
  isBroken = false;
}

/** Says by the whole history what is told: the plain words of the spec, without any summary of the past. */
class Model {
  private readonly readings = new Map<number, Past[]>();

  told(world: World, asked: Asked, at: number): readonly string[] {
    const parts = [...world.disk[asked.title]];
    const all = this.readings.get(asked.id) ?? [];
    const atFirst = all.length === 0 && asked.title === 'series' ? [...(asked.before ?? [])] : [];
    const told = [...world.begun].filter(([, begunAt]) => {
      if (all.length === 0) {
        const isNew = (part: string) => asked.title === 'film' || asked.before?.has(part) === false;
        return asked.at > begunAt && parts.some(isNew);
      }
      const lastOther = all.findLastIndex(({ target }) => target !== asked.target);
      const sameTarget = all.slice(lastOther + 1);
      const isNeverSeen = (part: string) => sameTarget.every((past) => !past.parts.includes(part));
      return sameTarget.length > 0 && all.some((past) => past.at > begunAt) && parts.some(isNeverSeen);
    });
    this.readings.set(asked.id, [...all, { at, target: asked.target, parts: [...parts, ...atFirst] }]);
    return told.map(([destination]) => name(destination)).sort();
  }
}

/** The function with what is stored, which is all that a restart leaves. */
class Stored {
  private readonly rows = new Map<number, string>();
  private readonly baselines = new Map<number, Baseline>();
  private revision = 0;

  begin(destination: number, newestId: number): void {
    this.baselines.set(destination, { destination: name(destination), revision: ++this.revision, newestId });
  }

  told(world: World, asked: Asked, dies: boolean): readonly string[] {
    const row = this.rows.get(asked.id);
    const last = row === undefined ? null : (JSON.parse(row) as Observation);
    const request = {
      id: asked.id,
      target: `${asked.target}`,
      before: asked.title === 'film' ? NO_PARTS : (asked.before ?? null),
    };
    const parts: Parts = new Set(world.disk[asked.title]);
    if (world.isBroken) return [];
    const reading = { parts, asOf: this.revision };
    const baselines = [...this.baselines].filter(([destination]) => world.begun.has(destination)).map(([, one]) => one);
    const { observation, destinations } = observe(request, last, reading, baselines);
    if (!dies && observation && observation !== last) this.rows.set(asked.id, JSON.stringify(observation));
    if (observation === last && destinations.length > 0) throw new Error('told, and nothing is written of it');
    return [...destinations].sort();
  }
}

function play(steps: readonly Step[]): void {
  const [world, model, stored] = [new World(), new Model(), new Stored()];
  steps.forEach((one, index) => move(world, model, stored, one, index + 1));
}

function move(world: World, model: Model, stored: Stored, one: Step, at: number): void {
  const part = (title: 'film' | 'series', episode: number) =>
    title === 'film' ? WHOLE_TITLE : episodePart(1, episode);
  switch (one.do) {
    case 'request':
      world.requests.push({ id: at, title: one.title, at, target: 0 });
      return;
    case 'accept': {
      const asked = world.requests[one.request];
      if (asked) asked.before ??= new Set(world.disk[asked.title]);
      return;
    }
    case 'import':
      world.disk[one.title].add(part(one.title, one.episode));
      return;
    case 'delete':
      world.disk[one.title].delete(part(one.title, one.episode));
      return;
    case 'upgrade': {
      // Each file is replaced: it is gone for a moment, and there again before anybody looks.
      const files = [...world.disk[one.title]];
      world.disk[one.title].clear();
      for (const file of files) world.disk[one.title].add(file);
      return;
    }
    case 'rematch': {
      const asked = world.requests[one.request];
      if (asked?.title === 'series') asked.target += 1;
      return;
    }
    case 'begin':
      world.begun.set(one.destination, at);
      stored.begin(one.destination, world.requests.at(-1)?.id ?? 0);
      return;
    case 'mute':
      world.begun.delete(one.destination);
      return;
    case 'break':
      world.isBroken = one.isBroken;
      return;
    case 'sweep':
      for (const asked of world.requests) {
        const told = stored.told(world, asked, one.dies);
        if (!one.dies) expect(told).toEqual(world.isBroken ? [] : model.told(world, asked, at));
      }
  }
}

describe('issue 24, Availability: what is told', () => {
  it('is what the whole history says, through imports, deletions, baselines, repairs, faults and restarts', () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 60, size: 'max' }), play), {
      seed: 24,
      numRuns: generatedCount(3_000),
    });
  });

  it('no part of a request is told twice at one destination under one match', () => {
    const part = (parts: Parts, asOf: number) => ({ parts, asOf });
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat(5)), { maxLength: 20 }), (readings) => {
        const request = { id: 9, target: '', before: NO_PARTS };
        const baselines = [{ destination: 'chat', revision: 1, newestId: 0 }];
        let last: Observation | null = null;
        const seen = new Set<string>();
        for (const numbers of readings) {
          const parts = new Set(numbers.map((number) => episodePart(1, number)));
          const { observation, destinations } = observe(request, last, part(parts, 1), baselines);
          expect(destinations).toEqual([...parts].some((one) => !seen.has(one)) ? ['chat'] : []);
          for (const one of parts) seen.add(one);
          last = observation;
        }
      }),
      { seed: 24, numRuns: 500 },
    );
  });
});
