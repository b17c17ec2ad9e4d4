import { afterEach } from 'vitest';
import { hasFullCounts, killsAtEachStep } from '../harness/full-counts.js';
import type { SeededRandom } from './seeded-random.js';

/** A place at which something is killed. */
interface Pick<K extends string, P> {
  readonly kind: K;
  readonly place: P;
}

/** At least so many places are killed at in a run without full counts. */
const PICKS = 12;

/**
 * The places at which a run kills, by their kind: all of them with full counts, else a dozen that chance chooses, or as
 * many as there are steps. Each step is among them once before any is a second time, and kinds take turns.
 *
 * @param stepOf what places of several kinds have in common
 * @param least how many there are at least in place of a dozen
 */
export function picked<K extends string, P>(
  places: ReadonlyMap<K, readonly P[]>,
  stepOf: (place: P) => string,
  random: SeededRandom,
  least = PICKS,
): ReadonlyMap<K, readonly P[]> {
  if (hasFullCounts) return places;
  const all = pairs(places);
  const left = shuffled(all, random);
  const chosen = new Set<Pick<K, P>>();
  const times = (one: Pick<K, P>): number =>
    [...chosen].filter(({ place }) => stepOf(place) === stepOf(one.place)).length;
  const ofKind = (one: Pick<K, P>): number => [...chosen].filter(({ kind }) => kind === one.kind).length;
  const steps = new Set(all.map(({ place }) => stepOf(place)));
  while (chosen.size < Math.min(Math.max(least, steps.size), all.length)) {
    const [next] = left
      .filter((one) => !chosen.has(one))
      .toSorted((one, other) => times(one) - times(other) || ofKind(one) - ofKind(other));
    if (next) chosen.add(next);
  }
  return new Map(
    [...places].map(([kind, those]) => {
      const kept = [...chosen].filter((one) => one.kind === kind).map(({ place }) => place);
      return [kind, those.filter((place) => kept.includes(place))];
    }),
  );
}

/**
 * As {@link picked} where each step is killed at (`npm run test:kills`). In `npm test` one place, which chance chooses: of what is
 * killed at each of its steps where its modules have changed.
 */
export function pickedOnce<K extends string, P>(
  places: ReadonlyMap<K, readonly P[]>,
  stepOf: (place: P) => string,
  random: SeededRandom,
  least = PICKS,
): ReadonlyMap<K, readonly P[]> {
  if (killsAtEachStep) return picked(places, stepOf, random, least);
  const [one] = shuffled(pairs(places), random);
  return new Map(one ? [[one.kind, [one.place]]] : []);
}

function pairs<K extends string, P>(places: ReadonlyMap<K, readonly P[]>): readonly Pick<K, P>[] {
  return [...places].flatMap(([kind, those]) => those.map((place) => ({ kind, place })));
}

function shuffled<T>(things: readonly T[], random: SeededRandom): readonly T[] {
  return things
    .map((thing) => ({ thing, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}

/** Says after each test that fails by which seed it can be had again. */
export function tellSeed({ seed }: SeededRandom): void {
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`to have it again: KILL_SEED=${seed}\n`);
  });
}
