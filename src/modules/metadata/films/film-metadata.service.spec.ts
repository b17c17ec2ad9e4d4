import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';
import type { MovedClock } from '../../../../test/harness/moved-clock.js';
import type { TmdbFake } from '../../../../test/fakes/tmdb/tmdb-fake.js';
import type { RawJson } from '../../../core/http/raw-answer.js';
import type { FilmMetadataService } from './film-metadata.service.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const POPULAR = 'GET /3/movie/popular';
const DETAIL = 'GET /3/movie/:id';

describe('FilmMetadataService', () => {
  let clock: MovedClock;
  let fake: TmdbFake;
  let films: FilmMetadataService;

  beforeEach(async () => {
    ({ clock, fake, films } = await MetadataFixture.open());
    fake.given.film({ id: 7, title: 'Harbor Lights', release_date: '2024-05-10', poster_path: '/p.jpg' });
  });

  afterEach(() => fake.stop());

  const lists: [string, () => Promise<RawJson>][] = [
    ['search', () => films.searchMulti('harbor', 1)],
    ['popular', () => films.popularMovies(1)],
    ['trending', () => films.trending('day', 1)],
  ];

  it.each(lists)('doc4 §3.1: %s is kept for 5 minutes, and not a moment longer', async (_, ask) => {
    const { text } = await ask();
    fake.given.film({ id: 8, title: 'Harbor Nights' });
    await clock.advance(5 * MINUTE_MS - 1);
    expect((await ask()).text).toBe(text);
    expect(fake.calls()).toHaveLength(1);
    await clock.advance(1);
    expect((await ask()).text).toContain('Harbor Nights');
    expect(fake.calls()).toHaveLength(2);
  });

  it('lists that differ in page, window or query are kept apart', async () => {
    await films.searchMulti('harbor', 1);
    await films.searchMulti('harbor', 2);
    await films.searchMulti('Harbor', 1);
    await films.searchMulti('2 harbor', 1);
    await films.trending('day', 1);
    await films.trending('week', 1);
    await films.popularMovies(1);
    await films.popularMovies(2);
    expect(fake.calls()).toHaveLength(8);
  });

  it('doc4 §3.1: a detail is kept for an hour, for the detail and the summary alike', async () => {
    expect((await films.movieDetail(7))?.text).toContain('"title":"Harbor Lights"');
    await clock.advance(60 * MINUTE_MS - 1);
    const summary = { tmdbId: 7, title: 'Harbor Lights', year: 2024, posterPath: '/p.jpg' };
    expect(await films.filmSummary(7)).toEqual(summary);
    expect(fake.calls()).toHaveLength(1);
    await clock.advance(1);
    await films.filmSummary(7);
    expect(fake.calls()).toHaveLength(2);
  });

  it('an affirmed absence is null, and believed for 5 minutes', async () => {
    expect(await films.movieDetail(8)).toBeNull();
    expect(await films.filmSummary(8)).toBeNull();
    expect(fake.calls()).toHaveLength(1);
    fake.given.film({ id: 8, title: 'Harbor Nights' });
    await clock.advance(5 * MINUTE_MS);
    expect(await films.filmSummary(8)).toMatchObject({ title: 'Harbor Nights' });
  });

  it('one hundred callers at once share one call', async () => {
    const hundred = Array.from({ length: 100 });
    const texts = await Promise.all(hundred.map(async () => (await films.popularMovies(1)).text));
    const titles = await Promise.all(hundred.map(async () => (await films.filmSummary(7))?.title));
    expect([new Set(texts).size, new Set(titles)]).toEqual([1, new Set(['Harbor Lights'])]);
    expect([fake.calls(POPULAR).length, fake.calls(DETAIL).length]).toEqual([1, 1]);
  });

  it('a failure reaches every waiting caller, and is not cached', async () => {
    fake.fail(POPULAR, 503);
    fake.fail(DETAIL, 503);
    const failed = await Promise.all([1, 2, 3].map(() => errorOf(films.popularMovies(1))));
    expect(failed).toMatchObject([{ status: 502 }, { status: 502 }, { status: 502 }]);
    expect(await errorOf(films.filmSummary(7))).toMatchObject({ status: 502 });
    await expect(films.popularMovies(1)).resolves.toBeDefined();
    await expect(films.filmSummary(7)).resolves.toBeDefined();
  });

  it('cached answers are used while the provider can not be reached', async () => {
    const { text } = await films.popularMovies(1);
    await fake.leave();
    await clock.advance(4 * MINUTE_MS);
    expect((await films.popularMovies(1)).text).toBe(text);
    expect(await errorOf(films.popularMovies(2))).toMatchObject({
      status: 502,
      safeText: 'metadata provider could not be reached',
    });
  });
});
