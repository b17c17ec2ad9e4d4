import { describe, expect, it } from 'vitest';
import type { RadarrMovie, RadarrQueueRow } from '../../../clients/radarr/radarr.client.js';
import { unreadTitles } from '../cache/library-kind.js';
import { filmDigest, filmDigestEntry, filmLibrary, filmQueue, sameEntry, sameState } from './film-digest.js';

const film = (over: Partial<RadarrMovie> = {}): RadarrMovie => ({
  id: 12,
  tmdbId: 990101,
  title: 'Harbor Lights',
  year: 2024,
  hasFile: false,
  monitored: true,
  ...over,
});

describe('filmDigest (doc 4 section 2)', () => {
  it('names each film by its TMDB id and keeps what availability needs', () => {
    const digest = filmDigest([
      film({
        hasFile: true,
        inCinemas: Date.UTC(2024, 4, 10),
        digitalRelease: Date.UTC(2024, 6, 16),
        fileAddedAt: Date.UTC(2026, 2, 2, 10, 15),
      }),
      film({ id: 13, tmdbId: 990102, monitored: false }),
    ]);
    expect([...digest]).toEqual([
      [
        990101,
        {
          recordId: 12,
          hasFile: true,
          monitored: true,
          inCinemas: '2024-05-10',
          digital: '2024-07-16',
          fileAddedAt: Date.UTC(2026, 2, 2, 10, 15),
        },
      ],
      [990102, { recordId: 13, hasFile: false, monitored: false, fileAddedAt: null }],
    ]);
  });

  it('is empty for an empty library', () => {
    expect(filmDigest([]).size).toBe(0);
  });

  it('leaves out a record that the manager could not match to a TMDB id', () => {
    expect(filmDigest([film({ tmdbId: 0 })]).size).toBe(0);
  });

  it('has no release dates where the manager knows none', () => {
    const entry = filmDigest([film()]).get(990101);
    expect([entry?.inCinemas, entry?.digital]).toEqual([undefined, undefined]);
  });

  it('gives a release day in UTC, at whatever hour of it the manager puts the release', () => {
    const lastMoment = Date.UTC(2024, 4, 10, 23, 59, 59, 999);
    expect(filmDigest([film({ inCinemas: lastMoment })]).get(990101)?.inCinemas).toBe('2024-05-10');
  });

  it.each([
    ['the film has no file', film({ fileAddedAt: Date.UTC(2026, 2, 2) })],
    ['the manager does not say when the file came', film({ hasFile: true })],
  ])('has no import time when %s', (_case, record) => {
    expect(filmDigest([record]).get(990101)?.fileAddedAt).toBeNull();
  });
});

describe('filmDigestEntry', () => {
  const SEARCHED = Date.UTC(2026, 2, 1);

  it('has when a release was last searched for, as long as there is no file', () => {
    expect(filmDigestEntry(film({ lastSearchedAt: SEARCHED }))).toHaveProperty('lastSearchedAt', SEARCHED);
    expect(filmDigestEntry(film({ lastSearchedAt: SEARCHED, hasFile: true }))).not.toHaveProperty('lastSearchedAt');
    expect(filmDigestEntry(film())).not.toHaveProperty('lastSearchedAt');
  });

  it.each([
    [false, true],
    [true, undefined],
    [undefined, undefined],
  ])('says of a film that the manager calls available (%s) that it is unreleased: %s', (isAvailable, isUnreleased) => {
    expect(filmDigestEntry(film({ ...(isAvailable !== undefined && { isAvailable }) })).isUnreleased).toBe(
      isUnreleased,
    );
  });

  it.each([
    ['the record', { recordId: 13 }, true],
    ['the file', { hasFile: true }, true],
    ['monitoring', { monitored: false }, true],
    ['the premiere', { inCinemas: '2024-05-10' }, false],
    ['the digital release', { digital: '2024-05-10' }, false],
    ['the moment of the import', { fileAddedAt: SEARCHED }, false],
    ['the last search', { lastSearchedAt: SEARCHED }, false],
    ['being released', { isUnreleased: true as const }, false],
  ])('another one differs by %s (%j), and in its state: %s', (_what, over, isOfState) => {
    const one = filmDigestEntry(film());
    expect(sameEntry(one, { ...one })).toBe(true);
    expect(sameEntry(one, { ...one, ...over })).toBe(false);
    expect(sameState(one, { ...one, ...over })).toBe(!isOfState);
  });

  it('a library has its films, and what records that can’t be read leave unknown', () => {
    const { titles, ...rest } = filmLibrary({ rows: [film()], unreadable: [] });
    expect([...titles.keys()]).toEqual([990101]);
    expect(rest).toEqual(unreadTitles([]));
  });
});

let jobs = 0;
const row = (over: Partial<RadarrQueueRow> = {}): RadarrQueueRow => ({
  movieId: 13,
  downloadId: `job-${++jobs}`,
  status: 'downloading',
  size: 1000,
  sizeLeft: 250,
  addedAt: null,
  finishesAt: null,
  trackedStatus: 'ok',
  trackedState: 'downloading',
  hasMessages: false,
  ...over,
});

const kept = ({ downloadId, size, sizeLeft }: RadarrQueueRow) => ({ downloadId, size, sizeLeft });

describe('filmQueue', () => {
  it('sorts the rows by film, leaves out those of no film, and keeps job and sizes alone', () => {
    const [a, b, c] = [row({ movieId: 1 }), row({ movieId: 2 }), row({ movieId: 1 })];
    const queue = filmQueue([a, b, c, row({ movieId: null })]);
    expect([...queue]).toEqual([
      [1, [kept(a), kept(c)]],
      [2, [kept(b)]],
    ]);
  });
});
