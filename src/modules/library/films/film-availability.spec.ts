import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { judgeFilm, UNKNOWN_FILM, type FilmAvailability } from './film-availability.js';
import type { FilmDigestEntry } from './film-digest.js';
import type { QueueRow } from '../cache/download-queue.js';

const entry = (over: Partial<FilmDigestEntry> = {}): FilmDigestEntry => ({
  recordId: 13,
  hasFile: false,
  monitored: false,
  fileAddedAt: null,
  ...over,
});
const half: QueueRow = { downloadId: 'a', size: 100, sizeLeft: 50 };
const known = (status: string, progress: number): object => ({ known: true, status, progress });

describe('judgeFilm', () => {
  describe('doc 4 section 4.1: the first test that holds decides', () => {
    it.each<[boolean, boolean, boolean, object]>([
      // has file, in the queue, monitored
      [true, true, true, known('available', 1)],
      [true, true, false, known('available', 1)],
      [true, false, true, known('available', 1)],
      [true, false, false, known('available', 1)],
      [false, true, true, known('downloading', 0.5)],
      [false, true, false, known('downloading', 0.5)],
      [false, false, true, known('requested', 0)],
      [false, false, false, known('unavailable', 0)],
    ])('file %s, in the queue %s, monitored %s', (hasFile, queued, monitored, verdict) => {
      expect(judgeFilm(entry({ hasFile, monitored }), queued ? [half] : [])).toEqual(verdict);
    });

    it('a film that is not in the library is unavailable', () => {
      expect(judgeFilm(undefined, [])).toEqual(known('unavailable', 0));
    });
  });

  describe('doc 4 section 4.5: with an unreadable queue', () => {
    it.each<[string, FilmDigestEntry | undefined, FilmAvailability | object]>([
      ['a film with a file is available', entry({ hasFile: true }), known('available', 1)],
      ['a monitored film without a file is unknown', entry({ monitored: true }), UNKNOWN_FILM],
      ['an unmonitored film without a file is unknown', entry(), UNKNOWN_FILM],
      ['a film without a record is unavailable, since no row can be about it', undefined, known('unavailable', 0)],
    ])('%s', (_case, film, verdict) => {
      expect(judgeFilm(film, null)).toEqual(verdict);
    });
  });

  describe('doc 4 section 4.1: releases', () => {
    it.each<[string, Partial<FilmDigestEntry>, object | undefined]>([
      [
        'both dates',
        { inCinemas: '2024-05-10', digital: '2024-07-16' },
        { inCinemas: '2024-05-10', digital: '2024-07-16' },
      ],
      ['the premiere alone', { inCinemas: '2024-05-10' }, { inCinemas: '2024-05-10' }],
      ['the digital release alone', { digital: '2024-07-16' }, { digital: '2024-07-16' }],
      ['no dates', {}, undefined],
    ])('carries %s in every known state', (_case, dates, releases) => {
      const verdicts = [
        judgeFilm(entry({ ...dates, hasFile: true }), []),
        judgeFilm(entry(dates), [half]),
        judgeFilm(entry({ ...dates, monitored: true }), []),
        judgeFilm(entry(dates), []),
      ];
      for (const verdict of verdicts) {
        // Compared as JSON, so that a key with the value undefined would count as missing and null would not.
        expect(JSON.stringify((verdict as { releases?: object }).releases)).toBe(JSON.stringify(releases));
      }
    });

    it('leaves the key out when there is no date', () => {
      expect(judgeFilm(entry(), [])).not.toHaveProperty('releases');
      expect(judgeFilm(entry({ digital: '2024-07-16' }), [])).not.toHaveProperty('releases.inCinemas');
    });
  });

  it('gives a known film a progress of 1 when available, of 0 when nothing runs, and between them otherwise', () => {
    const film = fc.record({ hasFile: fc.boolean(), monitored: fc.boolean() }).map(entry);
    const rows = fc.array(fc.record({ downloadId: fc.constant(null), size: fc.double(), sizeLeft: fc.double() }));
    fc.assert(
      fc.property(fc.option(film, { nil: undefined }), rows, (held, queued) => {
        const verdict = judgeFilm(held, queued);
        if (!verdict.known) return false;
        if (verdict.status === 'available') return verdict.progress === 1;
        if (verdict.status === 'downloading') return verdict.progress >= 0 && verdict.progress <= 1;
        return verdict.progress === 0;
      }),
    );
  });
});
