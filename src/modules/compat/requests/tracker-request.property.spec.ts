import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import type { RequestEntry } from '../../requests/requests.public.js';
import type { TitleKind } from '../titles/media-id.js';
import { IN_NO_LIBRARY, type Holding, type SeasonState, type TitleState } from '../titles/title-state.js';
import { countsOf, isUnsure, type TrackerCounts, FILTERS, passes, type TrackerFilter } from './tracker-filter.js';
import { isOnItsWay, mediaStatus, requestStatus } from './request-state.js';
import { isKnown, judgeRequests, type TrackerRequest } from './tracker-request.js';

const HOLDINGS: readonly Holding[] = ['available', 'unknown', 'partial', 'requested', 'unavailable'];

const holding = fc.constantFrom(...HOLDINGS);
const seasonState: fc.Arbitrary<SeasonState> = fc.record({ holding, pilot: holding });
const titleState: fc.Arbitrary<TitleState> = fc.oneof(
  fc.constant(IN_NO_LIBRARY),
  fc
    .record({ holding, seasons: fc.dictionary(fc.constantFrom('1', '2', '3'), seasonState) })
    .map(({ holding: whole, seasons }) => ({
      holding: whole,
      inLibrary: true,
      recordId: 1,
      addedAt: null,
      seasons: new Map(Object.entries(seasons).map(([number, state]) => [Number(number), state])),
    })),
);

const moment = fc.integer({ min: 1, max: 6 });
const saved = fc
  .record({
    ...{ userId: fc.integer({ min: 1, max: 3 }) },
    ...{ tmdbId: fc.integer({ min: 1, max: 3 }), tvdbId: fc.option(fc.integer({ min: 1, max: 2 })) },
    mediaType: fc.constantFrom<TitleKind>('movie', 'tv'),
    decision: fc.constantFrom<RequestEntry['decision']>('pending', 'approved', 'approved', 'denied', 'cancelled'),
    delivery: fc.constantFrom<RequestEntry['delivery']>('queued', 'attention', 'complete', 'cancelled'),
    seasons: fc.constantFrom<RequestEntry['seasons']>([1], [1, 2], [3], null),
    pilot: fc.boolean(),
    ...{ requestedAt: moment, decidedAt: fc.option(moment), completedAt: fc.option(moment) },
  })
  .map((fields): RequestEntry => {
    const { mediaType, decision, tvdbId, seasons, pilot } = fields;
    const isSeries = mediaType === 'tv';
    return {
      ...fields,
      id: 0,
      requesterName: 'ann',
      tvdbId: isSeries ? tvdbId : null,
      seasons: isSeries ? seasons : [],
      pilot: isSeries && pilot,
      ...{ instanceId: 'a', qualityProfileId: 0, decidedBy: null, deliveryCode: null },
      cancelled: decision === 'cancelled',
      status: decision === 'approved' ? 'requested' : decision === 'pending' ? 'pending' : 'denied',
    };
  });

const entries = fc
  .array(saved, { maxLength: 14 })
  .map((all) => all.map((entry, place) => ({ ...entry, id: place + 1 })));
/** What libraries hold, by kind and by the id that libraries go by. */
const states = fc.dictionary(fc.constantFrom('movie 1', 'movie 2', 'movie 3', 'tv 1', 'tv 2'), titleState);
const household = fc.record({ entries, states, doubted: fc.uniqueArray(fc.integer({ min: 1, max: 3 })) });
type Household = typeof household extends fc.Arbitrary<infer T> ? T : never;

const judged = ({ entries: all, states: held, doubted }: Household) =>
  judgeRequests(
    { entries: all, doubted: new Set(doubted) },
    {
      version: '',
      judge: ({ mediaType, tmdbId, tvdbId }) => {
        const id = mediaType === 'movie' ? tmdbId : tvdbId;
        return id === null
          ? null
          : { state: held[`${mediaType} ${id}`] ?? IN_NO_LIBRARY, until: Infinity, unsettled: [] };
      },
    },
  ).requests;

/** The same, found by looking at each request by itself. */
function scanned({ entries: all, states: held, doubted }: Household) {
  const stateOf = ({ mediaType, tmdbId, tvdbId }: RequestEntry): TitleState => {
    const state = held[`${mediaType} ${mediaType === 'movie' ? tmdbId : tvdbId}`] ?? IN_NO_LIBRARY;
    if (mediaType === 'movie' || !doubted.includes(tmdbId)) return state;
    const sure = (one: Holding): Holding => (one === 'unavailable' ? one : 'requested');
    const seasons = [...state.seasons].map(
      ([number, { holding: whole, pilot }]) => [number, { holding: sure(whole), pilot: sure(pilot) }] as const,
    );
    return { ...state, holding: sure(state.holding), seasons: new Map(seasons) };
  };
  return all.map((entry) => {
    const ofTitle = all.filter(({ mediaType, tmdbId }) => mediaType === entry.mediaType && tmdbId === entry.tmdbId);
    const isAwaited = ofTitle.some((one) => isOnItsWay(one, requestStatus(one, stateOf(one))));
    const best = HOLDINGS.find((one) => ofTitle.some((each) => stateOf(each).holding === one)) ?? 'unavailable';
    return {
      entry,
      modifiedAt: Math.max(entry.requestedAt, entry.decidedAt ?? 0, entry.completedAt ?? 0),
      status: requestStatus(entry, stateOf(entry)),
      media: mediaStatus(best, isAwaited),
      held: stateOf(entry),
      titleAskedAt: Math.min(...ofTitle.map(({ requestedAt }) => requestedAt)),
    };
  });
}

const unknownIn = (requests: readonly TrackerRequest[]) => requests.filter((request) => !isKnown(request));

/** The requests that a filter can't decide, as long as a series may be there in full or in part. */
const IN_DOUBT: Readonly<Record<TrackerFilter, (request: TrackerRequest) => boolean>> = {
  all: () => false,
  pending: () => false,
  approved: ({ status }) => status === null,
  completed: ({ status }) => status === null,
  failed: ({ status, entry }) => status === null && entry.pilot && entry.delivery === 'attention',
  available: ({ entry, media }) => entry.decision === 'approved' && media === null,
  processing: ({ status, media }) => status === null && (media === 1 || media === 3),
  unavailable: ({ status, media }) =>
    ((status === 1 || status === 2) && media === null) || (status === null && media !== 5),
  deleted: ({ status, media, entry }) => status === null && media === 1 && entry.delivery === 'complete',
};

describe('doc2 §2 and §4 Compat: requests by what is saved and what libraries hold', () => {
  it('each has the status that a look at it and at the others for its title finds, and the oldest comes first', () => {
    fc.assert(
      fc.property(household, (all) => {
        expect(judged(all)).toEqual(scanned(all));
      }),
      { numRuns: generatedCount(500) },
    );
  });

  it('a list is unsure where a request may or may not belong to it', () => {
    fc.assert(
      fc.property(household, (all) => {
        const requests = judged(all);
        for (const mediaType of ['movie', 'tv', null] as const)
          for (const requestedBy of [null, 1, 2, 3])
            for (const filter of FILTERS) {
              const ofList = requests.filter(
                ({ entry }) =>
                  (mediaType ?? entry.mediaType) === entry.mediaType && (requestedBy ?? entry.userId) === entry.userId,
              );
              expect([filter, isUnsure(unknownIn(requests), { filter, mediaType, requestedBy })]).toEqual([
                filter,
                ofList.some(IN_DOUBT[filter]),
              ]);
            }
      }),
      { numRuns: generatedCount(300) },
    );
  });

  it('counts are those of the lists, and none where one of those is unsure', () => {
    fc.assert(
      fc.property(household, (all) => {
        const requests = judged(all);
        const counted = ['pending', 'approved', 'processing', 'available', 'completed'] as const;
        const isUnknown = counted.some((filter) => requests.some(IN_DOUBT[filter]));
        const of = (test: (request: TrackerRequest) => boolean): number => requests.filter(test).length;
        const expected: TrackerCounts = {
          total: requests.length,
          movie: of(({ entry }) => entry.mediaType === 'movie'),
          tv: of(({ entry }) => entry.mediaType === 'tv'),
          declined: of(({ status }) => status === 3),
          pending: of((one) => passes(one, 'pending')),
          approved: of((one) => passes(one, 'approved')),
          processing: of((one) => passes(one, 'processing')),
          available: of((one) => passes(one, 'available')),
          completed: of((one) => passes(one, 'completed')),
        };
        expect(countsOf(requests, unknownIn(requests))).toEqual(isUnknown ? null : expected);
      }),
      { numRuns: generatedCount(300) },
    );
  });
});
