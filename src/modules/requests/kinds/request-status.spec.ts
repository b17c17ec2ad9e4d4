import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { FilmAvailability } from '../../library/library.public.js';
import { DISPATCH_STATES, type DispatchRow, type DispatchState } from '../jobs/dispatch-row.entity.js';
import type { SavedStatus } from '../saved/request-row.entity.js';
import { statusNow, statusSaved, waitOf, type SavedState } from './request-status.js';

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
