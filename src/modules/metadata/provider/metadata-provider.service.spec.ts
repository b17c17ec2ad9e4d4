import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';
import { type Log, silentLog } from '../../../core/logging/log.js';

const POPULAR = 'GET /3/movie/popular';

describe('MetadataProviderService', () => {
  let fixture: MetadataFixture;
  let lines: unknown[];

  beforeEach(async () => {
    lines = [];
    const log: Log = { ...silentLog, warn: (message, fields) => void lines.push({ message, ...fields }) };
    fixture = await MetadataFixture.open({ log });
  });

  afterEach(() => fixture.close());

  it('a failure is logged once however many wait for it, with its kind and without the key', async () => {
    fixture.fake.limitRate(POPULAR);
    await Promise.all([1, 2, 3].map(() => errorOf(fixture.films.popularMovies(1))));
    expect(lines).toEqual([
      {
        message: 'metadata provider failed',
        operation: 'movie.popular',
        kind: 'rate_limited',
        status: 429,
        reason: 'server returned status 429',
      },
    ]);
  });

  it('a fault of the program is no failure of the provider', async () => {
    const fault = new TypeError('out of place');
    expect(await errorOf(fixture.provider.ask(() => Promise.reject(fault)))).toBe(fault);
    expect(lines).toEqual([]);
  });

  it('doc4 §3.1: without a key every call is 503, and the provider is not asked', async () => {
    await fixture.close();
    fixture = await MetadataFixture.open({ hasKey: false });
    const { films, series } = fixture;
    const faults = await Promise.all([
      errorOf(films.searchMulti('harbor', 1)),
      errorOf(films.popularMovies(1)),
      errorOf(films.trending('day', 1)),
      errorOf(films.movieDetail(7)),
      errorOf(films.filmSummary(7)),
      errorOf(series.popularSeries(1)),
      errorOf(series.seriesDetail(7)),
      errorOf(series.seriesSummary(7)),
    ]);
    const notConfigured = { status: 503, safeText: 'metadata provider is not configured' };
    expect(faults).toMatchObject(Array.from({ length: 8 }, () => notConfigured));
    expect(fixture.fake.calls()).toHaveLength(0);
  });
});
