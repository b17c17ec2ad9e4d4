import { describe, expect, it } from 'vitest';
import type { BookAvailability, FormatAvailability } from '../../library/library.public.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import type { DispatchRow, DispatchState } from '../saved/job-rows.js';
import type { RequestRow, SavedStatus } from '../saved/rows.js';
import { bookInLibrary, bookStatus, formatsOfTitle, type SavedFormat } from './book-status.js';

const NOW = Date.UTC(2026, 4, 1);

const job = (format: 'ebook' | 'audiobook', change: Partial<DispatchRow> = {}): DispatchRow =>
  ({
    requestId: 1,
    format,
    state: 'complete',
    recordId: null,
    canonicalForeignId: null,
    waitingSince: null,
    lastAttemptAt: null,
    ...change,
  }) as DispatchRow;

const request = (change: Partial<RequestRow> = {}): RequestRow =>
  ({ id: 1, status: 'requested', bookFormat: 'both', ...change }) as RequestRow;

const known = (status: 'available' | 'downloading' | 'requested' | 'unavailable', releasedAt: number | null = null) =>
  ({ known: true, status, progress: status === 'available' ? 1 : 0, releasedAt }) as const;

const UNREADABLE: FormatAvailability = { known: false, reason: 'library_unavailable' };
const UNRESOLVED: FormatAvailability = { known: false, reason: 'format_unresolved' };
const AMBIGUOUS: FormatAvailability = { known: false, reason: 'identity_ambiguous' };

const live = (ebook: FormatAvailability, audiobook: FormatAvailability, canonicalForeignId: string | null = null) =>
  ({ ebook, audiobook, canonicalForeignId }) satisfies BookAvailability;

const both = (status: SavedStatus, ebook: DispatchState, audiobook: DispatchState): readonly SavedFormat[] => [
  { format: 'ebook', saved: { request: request({ status }), job: job('ebook', { state: ebook }) } },
  { format: 'audiobook', saved: { request: request({ status }), job: job('audiobook', { state: audiobook }) } },
];

const NEVER: readonly SavedFormat[] = [
  { format: 'ebook', saved: null },
  { format: 'audiobook', saved: null },
];

describe('bookStatus, doc4 §4.3 and §4.6: each format live over saved, then collapsed', () => {
  it.each<[string, readonly SavedFormat[], BookAvailability, object]>([
    ['nobody asked, nothing there', NEVER, live(known('unavailable'), known('unavailable')), { status: 'unavailable' }],
    ['nobody asked, one there', NEVER, live(known('available'), known('unavailable')), { status: 'partial' }],
    [
      'pending is never overlaid',
      both('pending', 'approval', 'approval'),
      live(known('available'), UNREADABLE),
      {
        status: 'pending',
        statusKnown: true,
      },
    ],
    [
      'on their way',
      both('requested', 'queued', 'attention'),
      live(known('unavailable'), known('unavailable')),
      {
        status: 'requested',
      },
    ],
    [
      'delivered and gone',
      both('requested', 'complete', 'complete'),
      live(known('unavailable'), known('unavailable')),
      {
        status: 'unavailable',
        statusKnown: true,
      },
    ],
    [
      'one is there, one is on its way',
      both('requested', 'complete', 'queued'),
      live(known('available'), known('unavailable')),
      {
        status: 'partial',
        progress: 0.5,
      },
    ],
    [
      'denied, and one is there',
      both('denied', 'cancelled', 'cancelled'),
      live(known('available'), known('unavailable')),
      {
        status: 'partial',
      },
    ],
    [
      'denied, and nothing is there',
      both('denied', 'cancelled', 'cancelled'),
      live(known('unavailable'), known('unavailable')),
      {
        status: 'denied',
      },
    ],
    [
      'unreadable',
      both('requested', 'complete', 'complete'),
      live(UNREADABLE, UNREADABLE),
      {
        status: 'requested',
        statusKnown: false,
        statusUnknownReason: 'library_unavailable',
      },
    ],
    [
      'one of two is unknown',
      both('requested', 'complete', 'complete'),
      live(known('available'), UNREADABLE),
      {
        status: 'partial',
        statusKnown: false,
      },
    ],
    [
      'several titles could be meant',
      both('requested', 'complete', 'complete'),
      live(AMBIGUOUS, AMBIGUOUS),
      {
        status: 'requested',
        statusUnknownReason: 'identity_ambiguous',
      },
    ],
    [
      'no format can be told',
      both('requested', 'complete', 'complete'),
      live(UNRESOLVED, UNRESOLVED),
      {
        status: 'unavailable',
        statusKnown: false,
        statusUnknownReason: 'format_unresolved',
      },
    ],
  ])('%s', (_, formats, library, shown) => {
    expect(bookStatus(formats, library, NOW)).toMatchObject(shown);
  });

  it('doc4 §1.3: a format that its library takes in says since when', () => {
    const waiting = job('ebook', { state: 'waiting_library', waitingSince: 5, lastAttemptAt: 6 });
    const formats: readonly SavedFormat[] = [{ format: 'ebook', saved: { request: request(), job: waiting } }];
    expect(bookStatus(formats, live(known('unavailable'), known('unavailable')), NOW)).toMatchObject({
      status: 'requested',
      waits: new Map([['ebook', { reason: 'author_import', waitingSince: 5, lastAttemptAt: 6 }]]),
    });
  });

  it('issue 20 §6: a format that is not out yet has its own day, one that is out has none', () => {
    const library = live(known('requested', NOW + 86_400_000), known('requested', NOW - 1));
    expect(bookStatus(both('requested', 'complete', 'complete'), library, NOW).formatsComeOutOn).toEqual(
      new Map([['ebook', '2026-05-02']]),
    );
  });

  it('doc2 §4 rule 7: the canonical id is the library’s, else the one that was saved', () => {
    const saved = { request: request(), job: job('ebook', { canonicalForeignId: 'hc:9' }) };
    const formats: readonly SavedFormat[] = [{ format: 'ebook', saved }];
    expect(bookStatus(formats, live(UNREADABLE, UNREADABLE), NOW).canonicalForeignId).toBe('hc:9');
    expect(bookStatus(formats, live(known('available'), UNREADABLE, 'hc:8'), NOW).canonicalForeignId).toBe('hc:8');
  });
});

describe('the formats of a title', () => {
  it('each is shown by the newest request that has it, and looked for as the records of their jobs', () => {
    const newer: SavedRequest = {
      request: request({ id: 2, bookFormat: 'ebook' }),
      deliveries: [job('ebook', { requestId: 2, recordId: 51 })],
    };
    const older: SavedRequest = {
      request: request(),
      deliveries: [job('audiobook', { recordId: 52, canonicalForeignId: 'hc:9' }), job('ebook', { recordId: 50 })],
    };
    const formats = formatsOfTitle([newer, older]);
    expect(formats.map(({ format, saved }) => [format, saved?.request.id])).toEqual([
      ['ebook', 2],
      ['audiobook', 1],
    ]);
    expect(bookInLibrary('books', 'hc:1', formats)).toEqual({
      instanceId: 'books',
      foreignId: 'hc:1',
      recordIds: { ebook: 51, audiobook: 52 },
      canonicalForeignId: 'hc:9',
    });
  });
});
