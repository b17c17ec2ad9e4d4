import { describe, expect, it } from 'vitest';
import type { RequestEntry } from '../../requests/requests.public.js';
import { IN_NO_LIBRARY, type Holding, type SeasonState, type TitleState } from '../titles/title-state.js';
import { isOnItsWay, mediaStatus, requestStatus, seasonRequestStatus } from './request-state.js';

const film: RequestEntry = {
  ...{ id: 1, userId: 2, requesterName: 'ann', mediaType: 'movie', tmdbId: 3, tvdbId: null, instanceId: 'a' },
  ...{ qualityProfileId: 0, status: 'requested', decision: 'approved', decidedBy: null, cancelled: false },
  ...{ delivery: 'complete', deliveryCode: null, seasons: [], pilot: false },
  ...{ requestedAt: 1, decidedAt: null, completedAt: null },
};
const series: RequestEntry = { ...film, mediaType: 'tv', tvdbId: 4, seasons: [1, 2] };
const failed = { delivery: 'attention', deliveryCode: 'retry_limit' } as const;

const holds = (holding: Holding, seasons: Readonly<Record<number, Holding | SeasonState>> = {}): TitleState => ({
  ...{ holding, inLibrary: true, recordId: 1, addedAt: null },
  seasons: new Map(
    Object.entries(seasons).map(([number, of]) => [
      Number(number),
      typeof of === 'string' ? { holding: of, pilot: of } : of,
    ]),
  ),
});

describe('the status of a request (doc2 §3)', () => {
  it.each<[string, RequestEntry, TitleState, number | null]>([
    [
      'one that awaits a decision is pending, whatever is on disk',
      { ...film, decision: 'pending' },
      holds('available'),
      1,
    ],
    ['a denied one is declined, whatever is on disk', { ...film, decision: 'denied' }, holds('available'), 3],
    ['a withdrawn one is declined', { ...film, decision: 'cancelled' }, IN_NO_LIBRARY, 3],
    ['one denied by nobody is declined', { ...film, decision: 'unknown' }, IN_NO_LIBRARY, 3],
    ['an accepted one is completed with the film on disk', film, holds('available'), 5],
    ['also where its delivery has failed', { ...film, ...failed }, holds('available'), 5],
    ['an accepted one is approved while the film is looked for', film, holds('requested'), 2],
    ['an accepted one is approved where the film is gone again', film, IN_NO_LIBRARY, 2],
    [
      'one whose delivery needs a person has failed when the film never landed',
      { ...film, ...failed },
      IN_NO_LIBRARY,
      4,
    ],
    ['but not when the film landed', { ...film, ...failed }, holds('requested'), 2],
    [
      'nor while an administrator holds it back',
      { ...series, ...failed, deliveryCode: 'tv_match_paused' },
      IN_NO_LIBRARY,
      2,
    ],
    [
      'nor while it is tried again',
      { ...film, delivery: 'retry', deliveryCode: 'service_unavailable' },
      IN_NO_LIBRARY,
      2,
    ],
    [
      'a series is completed with each of its seasons on disk',
      series,
      holds('partial', { 1: 'available', 2: 'available', 3: 'requested' }),
      5,
    ],
    ['and not with one of them partly there', series, holds('partial', { 1: 'available', 2: 'partial' }), 2],
    ['nor with one that has yet to air', series, holds('available', { 1: 'available', 2: 'requested' }), 2],
    ['nor with one that the library doesn’t know', series, holds('available', { 1: 'available' }), 2],
    ['it is unknown with one that is unknown', series, holds('unknown', { 1: 'available', 2: 'unknown' }), null],
    ['but where another one decides', series, holds('partial', { 1: 'requested', 2: 'unknown' }), 2],
    ['never without knowing which seasons', { ...series, seasons: null }, holds('available', { 1: 'available' }), 2],
    [
      'a pilot is completed with its episode on disk',
      { ...series, pilot: true },
      holds('partial', { 1: { holding: 'partial', pilot: 'available' } }),
      5,
    ],
    [
      'and not with another episode of its season',
      { ...series, pilot: true },
      holds('partial', { 1: { holding: 'partial', pilot: 'requested' } }),
      2,
    ],
    [
      'a series has failed when none of its seasons landed',
      { ...series, ...failed },
      holds('available', { 1: 'unavailable', 3: 'available' }),
      4,
    ],
    [
      'but not when one of them did',
      { ...series, ...failed },
      holds('requested', { 1: 'requested', 2: 'unavailable' }),
      2,
    ],
  ])('%s', (_case, entry, live, status) => {
    expect(requestStatus(entry, live)).toBe(status);
  });

  it('of its seasons: as the request, but completed where one is on disk', () => {
    const [held, empty] = (['available', 'unavailable'] as const).map((one) => ({ holding: one, pilot: one }));
    expect([2, 4, 5, 1, 3].map((status) => seasonRequestStatus(status as 1, held, series))).toEqual([5, 5, 5, 1, 3]);
    expect([2, 4, 1, 3].map((status) => seasonRequestStatus(status as 1, empty, series))).toEqual([2, 4, 1, 3]);
    expect(seasonRequestStatus(2, undefined, series)).toBe(2);
    const pilotOnly: SeasonState = { holding: 'partial', pilot: 'available' };
    expect([seasonRequestStatus(2, pilotOnly, series), seasonRequestStatus(5, pilotOnly, { pilot: true })]).toEqual([
      2, 5,
    ]);
  });
});

describe('the status of a title (doc2 §2, media)', () => {
  it.each<[Holding, boolean, number | null]>([
    ['available', false, 5],
    ['partial', false, 4],
    ['requested', false, 3],
    ['unavailable', true, 3],
    ['unavailable', false, 1],
    ['unknown', true, null],
  ])('%s, awaited: %s', (holding, isAwaited, status) => {
    expect(mediaStatus(holding, isAwaited)).toBe(status);
  });

  it.each<[string, RequestEntry, 2 | 4 | 1, boolean]>([
    ['queued', { ...film, delivery: 'queued' }, 2, true],
    ['held back', { ...film, ...failed }, 2, true],
    ['failed', { ...film, ...failed }, 4, false],
    ['delivered', film, 2, false],
    ['awaiting its decision', { ...film, status: 'pending', decision: 'pending', delivery: 'approval' }, 1, false],
    ['cancelled', { ...film, delivery: 'cancelled' }, 2, false],
  ])('a request is on its way or not: %s', (_case, entry, status, verdict) => {
    expect(isOnItsWay(entry, status)).toBe(verdict);
  });
});
