import { describe, expect, it } from 'vitest';
import type { FilmAvailability } from '../../library/library.public.js';
import type { DispatchState } from '../saved/job-rows.js';
import { judgeRepeat } from './whole-titles.service.js';

const LIVE: readonly FilmAvailability[] = [
  { known: true, status: 'available', progress: 1 },
  { known: true, status: 'downloading', progress: 0.5 },
  { known: true, status: 'requested', progress: 0 },
  { known: true, status: 'unavailable', progress: 0 },
  { known: false, reason: 'library_unavailable' },
];
const UNDELIVERED: readonly DispatchState[] = ['approval', 'queued', 'processing', 'retry', 'attention', 'cancelled'];
const statusOf = (live: FilmAvailability): string => (live.known ? live.status : 'unreadable');

describe('judgeRepeat', () => {
  it('doc 4 section 1.9: is replaced when it was delivered and the library affirms that the film is gone', () => {
    expect(judgeRepeat('complete', { known: true, status: 'unavailable', progress: 0 })).toBe('replaced');
  });

  it.each(LIVE.filter((live) => statusOf(live) !== 'unavailable').map((live) => [statusOf(live), live] as const))(
    'doc 4 section 1.12: is kept when it was delivered and the library says: %s',
    (_status, live) => {
      expect(judgeRepeat('complete', live)).toBe('kept');
    },
  );

  it.each(UNDELIVERED.flatMap((state) => LIVE.map((live) => [state, statusOf(live), live] as const)))(
    'doc 4 section 1.12: is kept while it was not delivered (%s, library: %s)',
    (state, _status, live) => {
      expect(judgeRepeat(state, live)).toBe('kept');
    },
  );
});
