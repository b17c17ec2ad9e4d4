import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilmAvailability } from '../../library/library.public.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import { DISPATCH_STATES, type DispatchRow, type DispatchState } from '../saved/job-rows.js';
import type { SavedStatus } from '../saved/rows.js';
import {
  jointStatus,
  keptRecord,
  type SavedState,
  statusNow,
  type StatusNow,
  statusOfSaved,
  statusSaved,
  waitOf,
} from './request-status.js';

type KnownFilm = Extract<FilmAvailability, { known: true }>;

const SAVED: readonly SavedStatus[] = ['pending', 'requested', 'denied', 'unavailable'];
const KNOWN: readonly KnownFilm[] = [
  { known: true, status: 'available', progress: 1 },
  { known: true, status: 'downloading', progress: 0.25 },
  { known: true, status: 'requested', progress: 0 },
  { known: true, status: 'unavailable', progress: 0 },
];
const ABSENT: FilmAvailability = { known: true, status: 'unavailable', progress: 0 };
const UNREADABLE: FilmAvailability = { known: false, reason: 'library_unavailable' };
const saved = (status: SavedStatus, delivery: DispatchState = 'complete'): SavedState => ({ status, delivery });

describe('statusNow, doc 4 section 4.6: the live library over what is saved', () => {
  it.each([...KNOWN, UNREADABLE].map((live) => [live.known ? live.status : 'unreadable', live] as const))(
    'pending is never overlaid (live: %s)',
    (_status, live) => {
      expect(statusNow(saved('pending', 'approval'), live)).toEqual({
        status: 'pending',
        progress: 0,
        statusKnown: true,
      });
    },
  );

  it('denied, and the library has it not: denied', () => {
    expect(statusNow(saved('denied', 'cancelled'), ABSENT)).toMatchObject({ status: 'denied', statusKnown: true });
  });

  const present = KNOWN.filter(({ status }) => status !== 'unavailable');
  it.each(present.map((live) => [live.status, live] as const))(
    'denied, and the library says anything else: %s',
    (_status, live) => {
      expect(statusNow(saved('denied', 'cancelled'), live)).toMatchObject({
        status: live.status,
        progress: live.progress,
        statusKnown: true,
      });
    },
  );

  const others = (['requested', 'unavailable'] as const).flatMap((status) =>
    DISPATCH_STATES.map((state) => [status, state] as const),
  );
  it.each(others.flatMap(([status, state]) => present.map((live) => [status, state, live.status, live] as const)))(
    'any other (%s, %s), and the library is known: %s',
    (status, state, _live, live) => {
      expect(statusNow(saved(status, state), live)).toMatchObject({
        status: live.status,
        progress: live.progress,
        statusKnown: true,
      });
    },
  );

  it.each(
    SAVED.filter((status) => status !== 'pending').flatMap((status) =>
      DISPATCH_STATES.map((state) => [status, state] as const),
    ),
  )('%s, %s, and the library is unreadable: what is saved, not known, and never absent', (status, state) => {
    expect(statusNow(saved(status, state), UNREADABLE)).toEqual({
      status,
      progress: 0,
      statusKnown: false,
      statusUnknownReason: 'library_unavailable',
    });
  });

  it.each(['queued', 'processing', 'retry', 'waiting_library', 'attention'] as const)(
    'doc 4 section 1.8: accepted and not delivered yet (%s) is requested, though the library has it not',
    (state) => {
      expect(statusNow(saved('requested', state), ABSENT)).toMatchObject({ status: 'requested', statusKnown: true });
    },
  );

  it.each(['complete', 'cancelled'] as const)(
    'doc 4 section 1.9: delivered (%s) and gone from the library is unavailable',
    (state) => {
      expect(statusNow(saved('requested', state), ABSENT)).toMatchObject({ status: 'unavailable', statusKnown: true });
    },
  );

  it.each(DISPATCH_STATES)(
    'doc 4 section 1.8: a healed row stays unavailable while the library has it not (%s)',
    (state) => {
      expect(statusNow(saved('unavailable', state), ABSENT)).toMatchObject({
        status: 'unavailable',
        statusKnown: true,
      });
    },
  );

  it('shows the library’s status of a film without a request', () => {
    for (const live of KNOWN) expect(statusNow(null, live)).toMatchObject({ status: live.status, statusKnown: true });
  });

  it('shows an unknown status for a film without a request in an unreadable library', () => {
    expect(statusNow(null, UNREADABLE)).toEqual({
      status: 'unavailable',
      progress: 0,
      statusKnown: false,
      statusUnknownReason: 'library_unavailable',
    });
  });

  it('doc 4 section 4.1: includes the library’s release dates', () => {
    const releases = { inCinemas: '2024-05-10', digital: '2024-07-16' };
    expect(statusNow(null, { known: true, status: 'requested', progress: 0, releases }).releases).toEqual(releases);
  });

  it('is known exactly when the library is, or the request waits for a decision; progress stays within 0 and 1', () => {
    const anySaved = fc.option(
      fc.record({ status: fc.constantFrom(...SAVED), delivery: fc.constantFrom(...DISPATCH_STATES) }),
    );
    const anyLive = fc.constantFrom<FilmAvailability>(...KNOWN, UNREADABLE);
    fc.assert(
      fc.property(anySaved, anyLive, (one, live) => {
        const now = statusNow(one, live);
        expect(now.statusKnown).toBe(live.known || one?.status === 'pending');
        expect(now.progress).toBeGreaterThanOrEqual(0);
        expect(now.progress).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('statusSaved', () => {
  it.each(SAVED)('doc 2 section 4: films are as saved when no library is looked at (%s)', (status) => {
    expect(statusSaved(saved(status))).toEqual({ status, progress: 0, statusKnown: true });
  });
});

describe('waitOf', () => {
  it.each(DISPATCH_STATES)('doc4 §1.8: a book waits for its author also while a worker looks (%s)', (state) => {
    const job = { state, waitingSince: 5, lastAttemptAt: 6 } as DispatchRow;
    const waits = state === 'waiting_library' || state === 'processing';
    expect(waitOf(job)).toEqual(waits ? { reason: 'author_import', waitingSince: 5, lastAttemptAt: 6 } : null);
    expect(waitOf({ ...job, waitingSince: null })).toBeNull();
  });
});

/** A saved request of this kind, with these deliveries. */
const savedRequest = (request: object, ...deliveries: readonly Partial<DispatchRow>[]): SavedRequest =>
  ({
    request: { mediaType: 'book', status: 'requested', bookFormat: 'both', ...request },
    deliveries: deliveries.map((job) => ({
      ...{ format: '', state: 'complete', waitingSince: null, lastAttemptAt: null },
      ...{ canonicalForeignId: null, recordId: null, ...job },
    })),
  }) as unknown as SavedRequest;

describe('statusOfSaved, doc 2 section 4: a request when no library is read', () => {
  it.each(['movie', 'tv'])('of a %s is as saved, and known', (mediaType) => {
    const one = savedRequest({ mediaType, bookFormat: '' }, { state: 'complete' });
    expect(statusOfSaved(one)).toEqual({ status: 'requested', progress: 0, statusKnown: true });
  });

  it('of an album has no formats, and the id under which its library files it', () => {
    const album = { mediaType: 'music', bookFormat: '' };
    expect(statusOfSaved(savedRequest(album, { state: 'queued' }))).toEqual({
      status: 'requested',
      progress: 0,
      statusKnown: true,
    });
    expect(statusOfSaved(savedRequest(album, { canonicalForeignId: 'other' }))).toEqual({
      status: 'requested',
      progress: 0,
      statusKnown: false,
      canonicalForeignId: 'other',
    });
  });

  it('of a book has each format that is asked for and has a job, as saved, and why it waits', () => {
    const waiting = { state: 'waiting_library', waitingSince: 5, lastAttemptAt: 9 } as const;
    const both = savedRequest({}, { format: 'ebook', state: 'queued' }, { format: 'audiobook', ...waiting });
    expect(statusOfSaved(both)).toEqual({
      status: 'requested',
      progress: 0,
      statusKnown: true,
      formats: new Map([
        ['ebook', 'requested'],
        ['audiobook', 'requested'],
      ]),
      waits: new Map([['audiobook', { reason: 'author_import', waitingSince: 5, lastAttemptAt: 9 }]]),
    });
    const one = savedRequest({ bookFormat: 'ebook' }, { format: 'ebook' }, { format: 'audiobook' }, { format: '' });
    expect(statusOfSaved(one).formats).toEqual(new Map([['ebook', 'requested']]));
  });

  it.each([
    ['waits for approval', 'pending', ['approval', 'approval'], true],
    ['is on its way', 'requested', ['queued', 'retry'], true],
    ['was delivered', 'requested', ['complete', 'complete'], false],
    ['was delivered in part', 'requested', ['queued', 'complete'], false],
    ['was denied', 'denied', ['cancelled', 'cancelled'], false],
  ] as const)('of a book that %s (%s, %j) is known: %s', (_case, status, [ebook, audiobook], isKnown) => {
    const one = savedRequest({ status }, { format: 'ebook', state: ebook }, { format: 'audiobook', state: audiobook });
    expect(statusOfSaved(one)).toMatchObject({ status, statusKnown: isKnown });
  });
});

describe('jointStatus: a book whose formats several requests cover', () => {
  const WAIT = { reason: 'author_import', waitingSince: 1, lastAttemptAt: null } as const;
  const now = (over: Partial<StatusNow>): StatusNow => ({
    status: 'requested',
    progress: 0,
    statusKnown: true,
    ...over,
  });
  const ebook = now({
    status: 'available',
    progress: 1,
    formats: new Map([['ebook', 'available']]),
    formatsComeOutOn: new Map([['ebook', '2026-03-01']]),
  });
  const audiobook = now({
    status: 'downloading',
    progress: 0.5,
    formats: new Map([['audiobook', 'downloading']]),
    waits: new Map([['audiobook', WAIT]]),
  });

  it('is its only one', () => {
    expect(jointStatus(ebook, [])).toBe(ebook);
  });

  it('has the formats, waits and days of all, their mean progress, and what its formats come to', () => {
    expect(jointStatus(ebook, [audiobook])).toEqual({
      status: 'partial',
      progress: 0.75,
      statusKnown: true,
      formats: new Map([
        ['audiobook', 'downloading'],
        ['ebook', 'available'],
      ]),
      waits: new Map([['audiobook', WAIT]]),
      formatsComeOutOn: new Map([['ebook', '2026-03-01']]),
    });
    expect(jointStatus(audiobook, [ebook])).toMatchObject({ waits: new Map([['audiobook', WAIT]]), progress: 0.75 });
  });

  it('has of a format that both cover what the first says', () => {
    const again = now({ formats: new Map([['ebook', 'requested']]) });
    expect(jointStatus(ebook, [again])).toMatchObject({ status: 'available', formats: ebook.formats });
  });

  it('is known only where all are, with the reason of the first that is not', () => {
    const unread = now({ statusKnown: false, statusUnknownReason: 'library_unavailable' });
    const unclear = now({ statusKnown: false, statusUnknownReason: 'format_unresolved' });
    expect(jointStatus(ebook, [unread])).toMatchObject({
      statusKnown: false,
      statusUnknownReason: 'library_unavailable',
    });
    expect(jointStatus(unclear, [unread])).toMatchObject({ statusUnknownReason: 'format_unresolved' });
    expect(jointStatus(unclear, [ebook])).toMatchObject({ statusKnown: false });
  });
});

describe('keptRecord', () => {
  it('is the first record that a delivery was bound to; null where none was', () => {
    const [none, some] = [savedRequest({}, {}, {}), savedRequest({}, { recordId: null }, { recordId: 0 })];
    expect(keptRecord([none, some, savedRequest({}, { recordId: 7 })])).toBe(0);
    expect(keptRecord([none])).toBeNull();
    expect(keptRecord([])).toBeNull();
  });
});
