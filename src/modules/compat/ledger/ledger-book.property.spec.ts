import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../../test/harness/full-counts.js';
import fc from 'fast-check';
import type { RequestEntry } from '../../requests/requests.public.js';
import type { TitleKind } from '../titles/media-id.js';
import { IN_NO_LIBRARY, type Holding, type SeasonState, type TitleState } from '../titles/title-state.js';
import { LedgerBook, type PageQuestion, type RequestChange } from './ledger-book.js';
import { FILTERS, type LedgerFilter } from './ledger-filter.js';
import { isOnItsWay, mediaStatus, requestStatus } from './request-state.js';

const IDS = 14;
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
    ...{ id: fc.integer({ min: 1, max: IDS }), userId: fc.integer({ min: 1, max: 3 }) },
    ...{ tmdbId: fc.integer({ min: 1, max: 3 }), tvdbId: fc.integer({ min: 1, max: 2 }) },
    mediaType: fc.constantFrom<TitleKind>('movie', 'tv'),
    decision: fc.constantFrom<RequestEntry['decision']>('pending', 'approved', 'approved', 'denied', 'cancelled'),
    delivery: fc.constantFrom<RequestEntry['delivery']>('queued', 'attention', 'complete', 'cancelled'),
    seasons: fc.constantFrom<RequestEntry['seasons']>([1], [1, 2], [3], null),
    pilot: fc.boolean(),
    ...{ requestedAt: moment, decidedAt: fc.option(moment), completedAt: fc.option(moment) },
  })
  .map((fields): RequestEntry => {
    const { mediaType, decision, id, tvdbId, seasons, pilot } = fields;
    const isSeries = mediaType === 'tv';
    return {
      ...fields,
      requesterName: 'ann',
      tvdbId: isSeries && id % 5 > 0 ? tvdbId : null,
      seasons: isSeries ? seasons : [],
      pilot: isSeries && pilot,
      ...{ instanceId: 'a', qualityProfileId: 0, decidedBy: null, deliveryCode: null },
      cancelled: decision === 'cancelled',
      status: decision === 'approved' ? 'requested' : decision === 'pending' ? 'pending' : 'denied',
    };
  });

type Event =
  | { readonly put: RequestEntry }
  | { readonly removed: number }
  | { readonly doubted: readonly number[] }
  | { readonly kind: TitleKind; readonly subject: number; readonly state: TitleState };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ put: saved }) },
  { weight: 1, arbitrary: fc.record({ removed: fc.integer({ min: 1, max: IDS }) }) },
  { weight: 1, arbitrary: fc.record({ doubted: fc.uniqueArray(fc.integer({ min: 1, max: 3 })) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom<TitleKind>('movie', 'tv'),
      subject: fc.integer({ min: 1, max: 3 }),
      state: titleState,
    }),
  },
);

const question: fc.Arbitrary<PageQuestion> = fc.record({
  filter: fc.constantFrom<LedgerFilter>(...FILTERS),
  mediaType: fc.constantFrom('movie' as const, 'tv' as const, null),
  requestedBy: fc.option(fc.integer({ min: 1, max: 3 })),
  sort: fc.constantFrom('added' as const, 'modified' as const),
  descending: fc.boolean(),
  skip: fc.integer({ min: 0, max: 6 }),
  take: fc.integer({ min: 1, max: 6 }),
});

/** The ledger as a scan of everything finds it, written apart from the kept one. */
class Scan {
  readonly entries = new Map<number, RequestEntry>();
  readonly states = new Map<string, TitleState>();
  doubted: readonly number[] = [];

  take(one: Event): void {
    if ('put' in one) this.entries.set(one.put.id, one.put);
    else if ('removed' in one) this.entries.delete(one.removed);
    else if ('doubted' in one) this.doubted = one.doubted;
    else if (this.isAsked(one.kind, one.subject)) this.states.set(`${one.kind} ${one.subject}`, one.state);
    // Nobody reports what nobody requests any more.
    for (const key of this.states.keys()) {
      const [kind, subject] = key.split(' ');
      if (!this.isAsked(kind as TitleKind, Number(subject))) this.states.delete(key);
    }
  }

  rows() {
    return [...this.entries.values()].map((entry) => {
      const mates = [...this.entries.values()].filter(
        ({ mediaType, tmdbId }) => mediaType === entry.mediaType && tmdbId === entry.tmdbId,
      );
      const awaited = mates.some((mate) => isOnItsWay(mate, requestStatus(mate, this.stateOf(mate))));
      const best = HOLDINGS.find((one) => mates.some((mate) => this.stateOf(mate).holding === one)) ?? 'unavailable';
      const media = mediaStatus(best, awaited);
      const modified = Math.max(entry.requestedAt, entry.decidedAt ?? 0, entry.completedAt ?? 0);
      return { entry, modified, status: requestStatus(entry, this.stateOf(entry)), media };
    });
  }

  private stateOf({ mediaType, tmdbId, tvdbId }: RequestEntry): TitleState {
    const held = this.states.get(`${mediaType} ${mediaType === 'movie' ? tmdbId : tvdbId}`) ?? IN_NO_LIBRARY;
    if (mediaType === 'movie' || !this.doubted.includes(tmdbId)) return held;
    const sure = (one: Holding): Holding => (one === 'unavailable' ? one : 'requested');
    const seasons = [...held.seasons].map(
      ([number, { holding: whole, pilot }]) => [number, { holding: sure(whole), pilot: sure(pilot) }] as const,
    );
    return { ...held, holding: sure(held.holding), seasons: new Map(seasons) };
  }

  private isAsked(kind: TitleKind, subject: number): boolean {
    return [...this.entries.values()].some(
      ({ mediaType, tmdbId, tvdbId }) => mediaType === kind && (kind === 'movie' ? tmdbId : tvdbId) === subject,
    );
  }
}

type ScannedRow = ReturnType<Scan['rows']>[number];

const BY_FILTER: Readonly<Record<LedgerFilter, (row: ScannedRow) => boolean>> = {
  all: () => true,
  pending: ({ status }) => status === 1,
  approved: ({ status }) => status === 2,
  failed: ({ status }) => status === 4,
  completed: ({ status }) => status === 5,
  available: ({ entry, media }) => entry.decision === 'approved' && media === 5,
  processing: ({ status, media }) => status === 2 && media === 3,
  unavailable: ({ status, media }) => status !== null && status < 3 && media !== 5,
  deleted: ({ status, media, entry }) => status === 2 && media === 1 && entry.delivery === 'complete',
};

/** The rows that a filter can't decide, as long as a series may be there in full or in part. */
const IN_DOUBT: Readonly<Record<LedgerFilter, (row: ScannedRow) => boolean>> = {
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

describe('doc2 §2 and §4 Compat: the kept ledger is what a scan of all requests finds', () => {
  it('after any run of events: counts, lists in both orders, pages, titles and what is unknown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(event, { minLength: 1, maxLength: 5 }), { maxLength: 16 }),
        fc.array(question, { minLength: 2, maxLength: 6 }),
        (run, asked) => {
          const book = new LedgerBook();
          const scan = new Scan();
          for (const [place, events] of run.entries()) {
            apply(book, ...events);
            for (const one of events) scan.take(one);
            // Lists that were read before follow the changes; others are made when they are read.
            if (place % 3 === 0) for (const one of asked) book.page(one);
          }
          for (const one of asked) expect(pageOf(book, one)).toEqual(scannedPage(scan, one));
          expect(book.counts).toEqual(scannedCounts(scan));
          for (const mediaType of ['movie', 'tv'] as const) {
            for (const filter of FILTERS)
              for (const requestedBy of [null, 1, 2, 3]) {
                const unknownRows = scan
                  .rows()
                  .filter(
                    ({ entry }) => entry.mediaType === mediaType && (requestedBy ?? entry.userId) === entry.userId,
                  )
                  .some(IN_DOUBT[filter]);
                expect([filter, book.isUnknown({ filter, mediaType, requestedBy })]).toEqual([filter, unknownRows]);
              }
            for (const tmdbId of [1, 2, 3]) {
              const rows = scan.rows().filter(({ entry }) => entry.mediaType === mediaType && entry.tmdbId === tmdbId);
              const actual = book.titleRows({ mediaType, tmdbId }).map(({ entry, media }) => [entry.id, media]);
              expect(actual).toEqual(
                rows.map(({ entry, media }) => [entry.id, media]).sort(([a], [b]) => Number(a) - Number(b)),
              );
            }
          }
          for (const userId of [1, 2, 3]) {
            expect(book.requestCount(userId)).toBe(scan.rows().filter(({ entry }) => entry.userId === userId).length);
          }
        },
      ),
      { numRuns: generatedCount(500) },
    );
  });

  it('makes a list anew after more changes than it follows', () => {
    const book = new LedgerBook();
    const scan = new Scan();
    const asked = { filter: 'completed', mediaType: 'movie', requestedBy: null, sort: 'added' } as const;
    const page = { ...asked, descending: true, skip: 0, take: 5 };
    book.page(page);
    const [first] = fc.sample(saved, { numRuns: 1, seed: 7 });
    if (!first) throw new Error('no entry');
    for (let id = 1; id <= 700; id += 1) {
      const put = { put: { ...first, id, mediaType: 'movie', tmdbId: 1, decision: 'approved', seasons: [] } } as const;
      apply(book, put);
      scan.take(put);
    }
    const held = {
      kind: 'movie',
      subject: 1,
      state: { ...IN_NO_LIBRARY, holding: 'available', inLibrary: true },
    } as const;
    apply(book, held);
    scan.take(held);
    expect(pageOf(book, page)).toEqual({
      total: 700,
      ids: [700, 699, 698, 697, 696],
      statuses: Array(5).fill([5, 5]),
    });
    expect(pageOf(book, page)).toEqual(scannedPage(scan, page));
  });
});

/** Changes of several requests are applied together, as far as possible. */
function apply(book: LedgerBook, ...events: readonly Event[]): void {
  let together: RequestChange[] = [];
  for (const one of events) {
    const change = changeIn(one);
    if (!change || together.some(({ id }) => id === change.id)) {
      book.follow(together);
      together = [];
    }
    if (change) together.push(change);
    else if ('doubted' in one) book.doubt(new Set(one.doubted));
    else if ('kind' in one) book.hold(one.kind, one.subject, one.state);
  }
  book.follow(together);
}

function changeIn(one: Event): RequestChange | null {
  if ('put' in one) return { id: one.put.id, entry: one.put };
  return 'removed' in one ? { id: one.removed, entry: null } : null;
}

function pageOf(book: LedgerBook, one: PageQuestion): object {
  const { total, rows } = book.page(one);
  return { total, ids: rows.map(({ entry }) => entry.id), statuses: rows.map(({ status, media }) => [status, media]) };
}

function scannedPage(
  scan: Scan,
  { filter, mediaType, requestedBy, sort, descending, skip, take }: PageQuestion,
): object {
  const rows = scan
    .rows()
    .filter(BY_FILTER[filter])
    .filter(({ entry }) => (mediaType ?? entry.mediaType) === entry.mediaType)
    .filter(({ entry }) => (requestedBy ?? entry.userId) === entry.userId)
    .sort((a, b) => (sort === 'modified' ? a.modified - b.modified : 0) || a.entry.id - b.entry.id);
  if (descending) rows.reverse();
  const part = rows.slice(skip, skip + take);
  return {
    total: rows.length,
    ids: part.map(({ entry }) => entry.id),
    statuses: part.map(({ status, media }) => [status, media]),
  };
}

function scannedCounts(scan: Scan): object {
  const rows = scan.rows();
  const count = (test: (row: ScannedRow) => boolean): number => rows.filter(test).length;
  return {
    total: rows.length,
    movie: count(({ entry }) => entry.mediaType === 'movie'),
    tv: count(({ entry }) => entry.mediaType === 'tv'),
    pending: count(BY_FILTER.pending),
    approved: count(BY_FILTER.approved),
    declined: count(({ status }) => status === 3),
    processing: count(BY_FILTER.processing),
    available: count(BY_FILTER.available),
    completed: count(BY_FILTER.completed),
  };
}
