import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';
import type { RawJson } from '../../../core/http/raw-answer.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FILTERS = { with_genres: '18' };

type Ask = (fixture: MetadataFixture, page: number) => Promise<RawJson | null>;

/** Each question, the call that it makes of the provider, and how long the answer is kept. */
const QUESTIONS: readonly (readonly [string, string, number, Ask])[] = [
  ['popular films', '/movie/popular', 5 * MINUTE_MS, ({ films }, page) => films.popularMovies(page)],
  ['top rated films', '/movie/top_rated', 5 * MINUTE_MS, ({ films }, page) => films.topRatedMovies(page)],
  ['films in cinemas', '/movie/now_playing', 5 * MINUTE_MS, ({ films }, page) => films.nowPlayingMovies(page)],
  ['a browse of films', '/discover/movie', 5 * MINUTE_MS, ({ films }, page) => films.browseMovies(FILTERS, page)],
  ['popular series', '/tv/popular', 5 * MINUTE_MS, ({ series }, page) => series.popularSeries(page)],
  ['top rated series', '/tv/top_rated', 5 * MINUTE_MS, ({ series }, page) => series.topRatedSeries(page)],
  ['series on the air', '/tv/on_the_air', 5 * MINUTE_MS, ({ series }, page) => series.onTheAirSeries(page)],
  ['a browse of series', '/discover/tv', 5 * MINUTE_MS, ({ series }, page) => series.browseSeries(FILTERS, page)],
  ['keywords', '/search/keyword', 5 * MINUTE_MS, ({ films }, page) => films.searchTerms('keyword', 'storm', page)],
  ['companies', '/search/company', 5 * MINUTE_MS, ({ films }, page) => films.searchTerms('company', 'tide', page)],
  [
    'recommended films',
    '/movie/7/recommendations',
    30 * MINUTE_MS,
    ({ catalog }, page) => catalog.relatedTitles('movie', 7, 'recommendations', page),
  ],
  [
    'similar films',
    '/movie/7/similar',
    30 * MINUTE_MS,
    ({ catalog }, page) => catalog.relatedTitles('movie', 7, 'similar', page),
  ],
  [
    'recommended series',
    '/tv/8/recommendations',
    30 * MINUTE_MS,
    ({ catalog }, page) => catalog.relatedTitles('tv', 8, 'recommendations', page),
  ],
  [
    'similar series',
    '/tv/8/similar',
    30 * MINUTE_MS,
    ({ catalog }, page) => catalog.relatedTitles('tv', 8, 'similar', page),
  ],
  ['a person', '/person/9', HOUR_MS, ({ catalog }) => catalog.person(9)],
  ['what a person was part of', '/person/9/combined_credits', HOUR_MS, ({ catalog }) => catalog.credits(9)],
  ['genres of films', '/genre/movie/list', 24 * HOUR_MS, ({ catalog }) => catalog.genres('movie')],
  ['genres of series', '/genre/tv/list', 24 * HOUR_MS, ({ catalog }) => catalog.genres('tv')],
  ['who streams films', '/watch/providers/movie', 24 * HOUR_MS, ({ catalog }) => catalog.watchProviders('movie', 'US')],
  ['who streams series', '/watch/providers/tv', 24 * HOUR_MS, ({ catalog }) => catalog.watchProviders('tv', 'US')],
  ['regions', '/watch/providers/regions', 24 * HOUR_MS, ({ catalog }) => catalog.watchRegions()],
  ['languages', '/configuration/languages', 24 * HOUR_MS, ({ catalog }) => catalog.languages()],
];

describe('answers of the metadata provider', () => {
  let fixture: MetadataFixture;

  beforeEach(async () => {
    fixture = await MetadataFixture.open();
    const { given } = fixture.fake;
    given.film({ id: 7, title: 'Harbor Lights' });
    given.series({ id: 8, name: 'Northern Relay' });
    given.person({ id: 9, name: 'Ada Kroll', parts: [{ kind: 'movie', id: 7 }] });
  });

  afterEach(() => fixture.close());

  it.each(QUESTIONS)('doc4 §3.1: %s (%s) are kept for %d ms, and not a moment longer', async (_, path, ttlMs, ask) => {
    const call = `GET /3${path}`;
    const text = (await ask(fixture, 1))?.text;
    expect(text).toBeDefined();
    await fixture.clock.advance(ttlMs - 1);
    expect((await ask(fixture, 1))?.text).toBe(text);
    expect(fixture.fake.calls(call)).toHaveLength(1);
    await fixture.clock.advance(1);
    await ask(fixture, 1);
    expect(fixture.fake.calls(call)).toHaveLength(2);
  });

  it.each(QUESTIONS)('one hundred who ask for %s (%s) at once make one call', async (_, path, __, ask) => {
    const texts = await Promise.all(Array.from({ length: 100 }, async () => (await ask(fixture, 2))?.text));
    expect(new Set(texts).size).toBe(1);
    expect(fixture.fake.calls().map((call) => call.path)).toEqual([`/3${path}`]);
  });

  it.each(QUESTIONS)(
    '%s (%s): a failure is 502 and not kept, and what is kept serves when it is gone',
    async (_, path, __, ask) => {
      for (const fault of ['garbage', 'reset', 503] as const) {
        fixture.fake.fail(`GET /3${path}`, fault);
        expect(await errorOf(ask(fixture, 3))).toMatchObject({ status: 502 });
      }
      fixture.fake.limitRate(`GET /3${path}`);
      const slower = { status: 502, safeText: 'metadata provider asks for fewer requests, try again shortly' };
      expect(await errorOf(ask(fixture, 3))).toMatchObject(slower);
      const text = (await ask(fixture, 3))?.text;
      await fixture.fake.stop();
      expect((await ask(fixture, 3))?.text).toBe(text);
    },
  );

  it.each(QUESTIONS)('%s (%s) are verbatim, character for character', async (_, path, __, ask) => {
    const known = await fetch(`${fixture.fake.apiUrl}${path}?query=storm&watch_region=US`, {
      headers: { authorization: `Bearer ${fixture.fake.token}` },
    });
    const text = (await known.text()).replace(/^([[{])/, '$1 \n');
    fixture.fake.fail(`GET /3${path}`, { body: Buffer.from(text) });
    expect((await ask(fixture, 1))?.text).toBe(text);
  });

  it('pages of a browse are kept apart by their filters, whatever the order in which those are named', async () => {
    const { films, series } = fixture;
    await films.browseMovies({ a: '1', b: '2' }, 1);
    await films.browseMovies({ b: '2', a: '1' }, 1);
    await films.browseMovies({ a: '1', b: '3' }, 1);
    await films.browseMovies({ a: '1', b: '2' }, 2);
    await films.browseMovies({ a: '1 b' }, 1);
    await series.browseSeries({ a: '1', b: '2' }, 1);
    expect(fixture.fake.calls()).toHaveLength(5);
  });

  it.each([
    ['titles beside it', (): Promise<unknown> => fixture.catalog.relatedTitles('movie', 70, 'similar', 1)],
    ['a person', () => fixture.catalog.person(70)],
    ['their credits', () => fixture.catalog.credits(70)],
  ])('an affirmed absence is null: %s', async (_, ask) => {
    expect(await ask()).toBeNull();
    expect(await ask()).toBeNull();
    expect(fixture.fake.calls()).toHaveLength(1);
  });
});
