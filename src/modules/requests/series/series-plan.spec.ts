import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type KnownSeason,
  type KnownSeries,
  type SeriesAvailability,
  UNKNOWN_SERIES,
} from '../../library/library.public.js';
import type { DispatchState } from '../saved/job-rows.js';
import { type OpenSeries, planSeries } from './series-plan.js';

const TARGET = 880_001;
type Status = KnownSeason['status'];

/** A series in a library, by the library's number of each season. */
const library = (seasons: Readonly<Record<number, Status>>): SeriesAvailability => ({
  known: true,
  inLibrary: true,
  seasons: Object.entries(seasons).map(([number, status]) => ({
    known: true,
    seasonNumber: Number(number),
    status,
    progress: { available: 1, partial: 0.5, requested: 0, unavailable: 0 }[status],
    files: { available: 2, partial: 1, requested: 0, unavailable: 0 }[status],
    episodes: 2,
    pilotHeld: status === 'available' || status === 'partial',
    pilotWanted: status === 'requested',
  })),
});
const ABSENT: SeriesAvailability = { known: true, inLibrary: false, seasons: [] };
const same = (...seasons: readonly number[]) => new Map(seasons.map((season) => [season, season]));
const whole = (...seasons: readonly number[]) => ({ seasons: same(...seasons), work: 'season' as const });
const pilot = { seasons: same(1), work: 'pilot' as const };
const openSeries = (id: number, over: Partial<OpenSeries> = {}): OpenSeries => ({
  id,
  pending: false,
  delivery: 'queued',
  tvdbId: TARGET,
  ...whole(1),
  ...over,
});
const plan = (
  wanted: { seasons: ReadonlyMap<number, number>; work: 'season' | 'pilot' },
  requests: readonly OpenSeries[] = [],
  state: SeriesAvailability = UNKNOWN_SERIES,
  delivered: readonly number[] = requests.map(({ id }) => id),
) => {
  const of = (tvdbId: number) => (tvdbId === TARGET ? state : UNKNOWN_SERIES);
  return planSeries(wanted, TARGET, requests, { of, delivered: new Set(delivered) });
};
const asks = (...seasons: readonly number[]) => ({ kind: 'asks', seasons: same(...seasons), gone: [] });
const repeats = (requestId: number, pending = false) => ({ kind: 'repeats', requestId, pending });

describe('what the library holds', () => {
  it('doc4 §1.12: of all requested seasons leaves nothing to request', () => {
    expect(plan(whole(1, 2), [], library({ 1: 'available', 2: 'available' }))).toEqual({ kind: 'owned' });
  });

  it('doc4 §1.15: is skipped, and the rest is requested', () => {
    expect(plan(whole(1, 2), [], library({ 1: 'available', 2: 'partial' }))).toEqual(asks(2));
  });

  it('doc4 §1.15: is requested when it has unmonitored future episodes; a pilot is not', () => {
    const [season] = (library({ 1: 'available' }) as KnownSeries).seasons;
    const airing = { known: true, inLibrary: true, seasons: [{ ...season, unwatchedToCome: true }] } as KnownSeries;
    expect(plan(whole(1), [], airing)).toEqual(asks(1));
    expect(plan(pilot, [], airing)).toEqual({ kind: 'owned' });
  });

  it('doc4 §1.14: is looked at by the number that the library uses', () => {
    const wanted = { seasons: new Map([[1, 5]]), work: 'season' as const };
    expect(plan(wanted, [], library({ 5: 'available' }))).toEqual({ kind: 'owned' });
    expect(plan(wanted, [], library({ 1: 'available' }))).toMatchObject({ kind: 'asks' });
  });

  it('doc4 decisions: is nothing while it is not known', () => {
    expect(plan(whole(1))).toEqual(asks(1));
    const unread: SeriesAvailability = {
      known: true,
      inLibrary: true,
      seasons: [{ known: false, seasonNumber: 1, files: 1, episodes: 2 }],
    };
    expect(plan(whole(1), [], unread)).toEqual(asks(1));
  });

  it('doc4 §1.15: of a pilot is its first episode', () => {
    expect(plan(pilot, [], library({ 1: 'partial' }))).toEqual({ kind: 'owned' });
    expect(plan(pilot, [], library({ 1: 'requested' }))).toEqual(asks(1));
  });
});

describe('a request that awaits its decision', () => {
  it('doc4 §1.12: is the answer, and is not widened', () => {
    const waiting = openSeries(7, { pending: true, delivery: 'approval' });
    expect(plan(whole(1), [waiting])).toEqual(repeats(7, true));
    expect(plan(whole(1, 2, 3), [waiting])).toEqual(repeats(7, true));
  });

  it('doc4 §1.12: is not answered when the library holds everything requested', () => {
    const waiting = openSeries(7, { pending: true, delivery: 'approval' });
    expect(plan(whole(1), [waiting], library({ 1: 'available' }))).toEqual({ kind: 'owned' });
  });
});

describe('accepted requests', () => {
  it('doc2 §4 rule 9: allow another request for the seasons that none of them covers', () => {
    expect(plan(whole(1, 2, 3), [openSeries(9, whole(3)), openSeries(7, whole(1))])).toEqual(asks(2));
  });

  it('doc4 §1.12: cover all of it: the newest one that covers a part is the answer', () => {
    const requests = [openSeries(9, whole(4)), openSeries(8, whole(2)), openSeries(7, whole(1, 2))];
    expect(plan(whole(1, 2), requests)).toEqual(repeats(8));
    expect(plan(whole(1), requests)).toEqual(repeats(7));
  });

  it('doc4 §1.15: for a season cover its pilot; those for a pilot cover no season', () => {
    expect(plan(pilot, [openSeries(7)])).toEqual(repeats(7));
    expect(plan(whole(1), [openSeries(7, pilot)])).toEqual(asks(1));
    expect(plan(pilot, [openSeries(7, pilot)])).toEqual(repeats(7));
  });
});

describe('a delivered season that is requested again', () => {
  const delivered = (over: Partial<OpenSeries> = {}) => openSeries(7, { delivery: 'complete', ...over });

  it('doc4 §1.9: is requested again when the library affirms its deletion, and closes a request with nothing left', () => {
    expect(plan(whole(1), [delivered()], ABSENT)).toEqual({ ...asks(1), gone: [7] });
    expect(plan(whole(1), [delivered()], library({ 1: 'unavailable' }))).toEqual({ ...asks(1), gone: [7] });
  });

  it('doc4 §1.9: is requested again while other seasons of its request are there; that request stays', () => {
    const partly = delivered(whole(1, 2));
    expect(plan(whole(1, 2), [partly], library({ 1: 'unavailable', 2: 'requested' }))).toEqual(asks(1));
  });

  it('doc4 §1.9: leaves requests for other seasons alone', () => {
    const requests = [delivered({ id: 8, ...whole(2) }), delivered()];
    expect(plan(whole(1), requests, ABSENT)).toEqual({ ...asks(1), gone: [7] });
  });

  it.each(['partial', 'requested'] as const)(
    'doc4 §1.12: still covers the season while the library says: %s',
    (status) => {
      expect(plan(whole(1), [delivered()], library({ 1: status }))).toEqual(repeats(7));
    },
  );

  it('doc4 §1.12: stays covered while the library can not be read: unreadable is not deleted', () => {
    expect(plan(whole(1), [delivered()])).toEqual(repeats(7));
    expect(plan(whole(1), [delivered({ tvdbId: TARGET + 1 })], ABSENT)).toEqual(repeats(7));
  });

  const undelivered: readonly DispatchState[] = ['queued', 'processing', 'retry', 'waiting_library', 'attention'];
  it.each(undelivered)(
    'doc4 §1.12: still covers the season though the library lacks it while its delivery is at %s',
    (delivery) => {
      expect(plan(whole(1), [openSeries(7, { delivery })], ABSENT)).toEqual(repeats(7));
    },
  );
});

it('doc2 §4 rule 1: no season is requested twice, and no wanted season is lost', () => {
  const season = fc.integer({ min: 1, max: 4 });
  const some = fc.uniqueArray(season, { minLength: 1 }).map((seasons) => same(...seasons));
  const work = fc.constantFrom('season' as const, 'pilot' as const);
  const request = fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    pending: fc.constant(false),
    delivery: fc.constantFrom<DispatchState>('queued', 'retry', 'complete'),
    tvdbId: fc.constant(TARGET),
    seasons: some,
    work,
  });
  const status = fc.constantFrom<Status>('available', 'partial', 'requested', 'unavailable');
  const states = fc.oneof(
    fc.constant(UNKNOWN_SERIES),
    fc.record({ 1: status, 2: status, 3: status, 4: status }).map(library),
  );
  fc.assert(
    fc.property(some, work, fc.array(request, { maxLength: 3 }), states, (seasons, of, requests, state) => {
      const isCovered = (wanted: number): boolean =>
        requests.some(
          (one) =>
            one.seasons.has(wanted) &&
            (one.work === 'season' || of === 'pilot') &&
            !(one.delivery === 'complete' && state.known && statusOf(state, wanted) === 'unavailable'),
        );
      const held = (wanted: number): boolean =>
        state.known &&
        (statusOf(state, wanted) === 'available' || (of === 'pilot' && statusOf(state, wanted) === 'partial'));
      const wanted = [...seasons.keys()].filter((one) => !held(one) && !isCovered(one));
      const result = plan({ seasons, work: of }, requests, state);
      expect(result.kind === 'asks' ? [...result.seasons.keys()] : []).toEqual(wanted);
      if ([...seasons.keys()].every(held)) expect(result.kind).toBe('owned');
    }),
  );
});

function statusOf(state: SeriesAvailability, season: number): Status | undefined {
  const found = state.known ? state.seasons.find(({ seasonNumber }) => seasonNumber === season) : undefined;
  return found?.known ? found.status : undefined;
}

it('doc4 §1.9: only a request that was delivered before the library was read may be found deleted', () => {
  const requests = [openSeries(2, { delivery: 'complete' }), openSeries(1, { delivery: 'complete' })];
  expect(plan(whole(1), requests, ABSENT, [1])).toEqual(repeats(2));
  expect(plan(whole(1), requests, ABSENT, [1, 2])).toMatchObject({ kind: 'asks', gone: [2, 1] });
});
