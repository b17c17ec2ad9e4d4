import { describe, expect, it } from 'vitest';
import type { RadarrMovie } from '../../../clients/radarr/radarr-movie.js';
import { filmDigest } from './film-digest.js';

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
