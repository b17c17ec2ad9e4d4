import { describe, expect, it } from 'vitest';
import type { RadarrMovie, RadarrQueueRow } from '../../../clients/radarr/radarr-movie.js';
import { filmDigest, filmQueue } from './film-digest.js';

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
