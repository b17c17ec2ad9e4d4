import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import type { Answer } from '../../harness/http-client.js';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const FILMS = '/api/discover/movies/featured';
const SERIES = '/api/discover/tv/featured';
const TRENDING = 'GET /3/trending/movie/:window';
const POPULAR = 'GET /3/movie/popular';
const NOT_APPLIED = [502, { error: 'content limits could not be applied' }];

interface Page {
  readonly source: string;
  readonly page: number;
  readonly results: readonly { readonly id: number }[];
  readonly total_pages: number;
  readonly total_results: number;
}

const pageIn = ({ status, body }: Answer): Page => {
  expect(status).toBe(200);
  return body as Page;
};
const idsIn = (answer: Answer): readonly number[] => pageIn(answer).results.map(({ id }) => id);
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

describe('doc2 §4, doc4 §3.2: the headline row', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
  });
  afterAll(() => app.close());

  async function begin(): Promise<void> {
    admin = await app.beginNextDay();
    ana = await app.invite('ana');
  }

  const choose = (body: object): Promise<Answer> => admin.put('/api/admin/discovery-settings', body);
  const films = (page = 1): Promise<Answer> => ana.get(`${FILMS}?page=${page}`);
  /** Films 1 to `count`, the best known first; those of `french` are French. */
  function given(count: number, french: readonly number[] = []): void {
    for (const id of range(1, count)) {
      const original_language = french.includes(id) ? 'fr' : 'en';
      app.tmdb.given.film({ id, title: `Film ${id}`, popularity: 1000 - id, original_language });
    }
  }

  describe('of whatever was asked before', () => {
    beforeAll(begin);

    it.each([
      ['0', 1],
      ['-7', 1],
      ['501', 500],
      ['9999999999999999', 500],
    ])('doc2 §4: page %s is page %i', async (page, served) => {
      expect(pageIn(await ana.get(`${FILMS}?page=${page}`)).page).toBe(served);
    });

    it.each(['x', '1.5', ''])('page %j is 400, and nothing is asked', async (page) => {
      app.tmdb.forgetCalls();
      expect(statusAndBody(await ana.get(`${FILMS}?page=${page}`))).toEqual([
        400,
        { error: 'invalid page', code: 'invalid', params: expect.anything() },
      ]);
      expect(app.tmdb.calls()).toEqual([]);
    });
  });

  describe('of what can never be read', () => {
    beforeAll(begin);

    it.each([
      ['no id', { title: 'Film' }],
      ['no title', { id: 1 }],
      ['a language that is none', { id: 1, title: 'Film', original_language: 7 }],
    ])('a row with %s fails the page and is not left out: 502', async (_, row) => {
      app.tmdb.fail(TRENDING, { body: { page: 1, results: [row], total_pages: 1, total_results: 1 } });
      const error = 'metadata provider gave an answer that could not be read';
      expect(statusAndBody(await films())).toEqual([502, refusedWith(error)]);
    });
  });

  describe('of what nobody has asked for yet', () => {
    beforeEach(begin);

    it.each([
      [401, 'metadata provider refused its key'],
      [503, 'metadata provider is out of order'],
      ['garbage', 'metadata provider gave an answer that could not be read'],
      ['reset', 'metadata provider could not be reached'],
    ] as const)('doc4 §3.1: %s is 502, and is not kept', async (fault, error) => {
      given(1);
      app.tmdb.fail(TRENDING, fault);
      expect(statusAndBody(await films())).toEqual([502, refusedWith(error)]);
      expect(idsIn(await films())).toEqual([1]);
    });

    it('shows trending films until somebody decides otherwise, each with what a headline needs and no more', async () => {
      app.tmdb.given.film({ id: 7, title: 'Harbor Lights', original_language: 'en', release_date: '2024-05-10' });
      const row = app.tmdb.given.film({ id: 8, title: 'Bare', overview: '', poster_path: null, release_date: '' });
      expect(pageIn(await ana.get(FILMS))).toMatchObject({ source: 'metadata_trending', page: 1, total_pages: 1 });
      const { results, total_results } = pageIn(await films());
      expect(total_results).toBe(2);
      expect(results.find(({ id }) => id === 8)).toEqual({
        id: 8,
        title: 'Bare',
        overview: '',
        poster_path: null,
        backdrop_path: row.backdrop_path,
        release_date: '',
        vote_average: row.vote_average,
        original_language: row.original_language,
      });
    });

    it('shows trending series by their names and first days', async () => {
      const row = app.tmdb.given.series({ id: 11, name: 'Northern Harbor', original_language: 'en' });
      const { source, results } = pageIn(await ana.get(SERIES));
      expect([source, results]).toEqual([
        'metadata_trending',
        [
          {
            id: 11,
            name: 'Northern Harbor',
            overview: row.overview,
            poster_path: row.poster_path,
            backdrop_path: row.backdrop_path,
            first_air_date: row.first_air_date,
            vote_average: row.vote_average,
            original_language: 'en',
          },
        ],
      ]);
      expect(app.tmdb.calls('GET /3/trending/tv/:window')).toHaveLength(1);
    });

    it('fills page 1 up to twenty when English-only thins it; later pages are the next ones, thin as they are', async () => {
      given(70, [...range(1, 10), ...range(21, 30)]);
      expect(idsIn(await films(1))).toEqual([...range(11, 20), ...range(31, 40)]);
      expect(idsIn(await films(2))).toEqual(range(31, 40));
      expect(pageIn(await films(2))).toMatchObject({ page: 2, total_pages: 4, total_results: 70 });
      expect(app.tmdb.calls(TRENDING)).toHaveLength(2);
    });

    it('doc2 §8: total_pages says how far it can be paged, which is page 500 where the provider has more', async () => {
      const body = { results: [{ id: 1, title: 'Film 1' }], total_pages: 48_211, total_results: 964_220 };
      app.tmdb.fail(TRENDING, { body: { page: 500, ...body } });
      expect(pageIn(await films(500))).toMatchObject({ page: 500, total_pages: 500, total_results: 964_220 });
    });

    it('reads three pages for it and no more', async () => {
      given(100, range(1, 59));
      expect(idsIn(await films())).toEqual([60]);
      expect(app.tmdb.calls(TRENDING).map(({ query }) => query.page)).toEqual(['1', '2', '3']);
    });

    it('reads no page that there is not', async () => {
      given(20, range(1, 19));
      expect(idsIn(await films())).toEqual([20]);
      expect(app.tmdb.calls(TRENDING)).toHaveLength(1);
    });

    it('shows every language where the administrator wants it, and the source that they choose, from the next call on', async () => {
      given(25, [1, 2]);
      expect(idsIn(await films())).toEqual(range(3, 22));
      await choose({ english_only: false });
      expect(idsIn(await films())).toEqual(range(1, 20));
      expect(app.tmdb.calls(POPULAR)).toHaveLength(0);
      await choose({ source: 'metadata_popular' });
      expect(pageIn(await films()).source).toBe('metadata_popular');
      expect(app.tmdb.calls(POPULAR)).toHaveLength(1);
    });

    it('doc4 §3.3: falls back where the chosen source is not available', async () => {
      given(1);
      await choose({ source: 'listprov_trending' });
      expect(pageIn(await films())).toMatchObject({ source: 'metadata_trending', results: [{ id: 1 }] });
    });

    describe('asked once, read by many', () => {
      it('twelve callers at once make one call of the provider', async () => {
        given(30);
        const answers = await Promise.all(Array.from({ length: 12 }, () => films()));
        expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
        expect(app.tmdb.calls(TRENDING)).toHaveLength(1);
      });

      it('doc4 §3.1: a page serves for 5 minutes, no matter what happens to the provider', async () => {
        given(30);
        const { text } = await films();
        await app.tmdb.leave();
        await app.clock.leap(299_999);
        expect(await films()).toMatchObject({ status: 200, text });
        await app.clock.advance(1);
        expect((await films()).status).toBe(502);
        await app.tmdb.start(app.tmdb.port);
      });
    });

    describe('faults', () => {
      it('a page that can not be refilled is 502, not a thin row', async () => {
        given(60);
        const results = [{ id: 1, title: 'Film 1', original_language: 'en' }];
        app.tmdb.fail(TRENDING, { body: { page: 1, results, total_pages: 3, total_results: 60 } });
        app.tmdb.fail(TRENDING, 503);
        expect((await films()).status).toBe(502);
        expect(app.tmdb.calls(TRENDING)).toHaveLength(2);
      });

      it('doc2 §7: choices that can not be read are 503, and nothing is asked', async () => {
        await app
          .get(Database)
          .write((tx) => tx.upsert(SettingRow, { key: 'discovery_preferences', value: '[]' }, ['key']));
        expect((await films()).status).toBe(503);
        expect(app.tmdb.calls()).toEqual([]);
      });
    });

    describe('doc2 §4 Kids accounts on discovery, security 19', () => {
      beforeEach(() => {
        const { film, series } = app.tmdb.given;
        film({ id: 1, title: 'Mild', ...ratedFilm('PG') });
        film({ id: 2, title: 'Too much', ...ratedFilm('R') });
        film({ id: 3, title: 'Unrated', release_dates: { results: [] } });
        film({ id: 4, title: 'For adults', adult: true, ...ratedFilm('G') });
        film({ id: 5, title: 'Horror', genres: [{ id: 27, name: 'Horror' }], ...ratedFilm('G') });
        const rated = (rating: string) => ({
          content_ratings: { results: [{ iso_3166_1: 'US', descriptors: [], rating }] },
        });
        series({ id: 11, name: 'Mild series', ...rated('TV-G') });
        series({ id: 12, name: 'Other series', ...rated('TV-MA') });
      });

      const limit = () => limitContent(admin, ana, { blocked_movie_genres: [27] });

      it('the row leaves out what is outside the limits; its totals and what others see stay', async () => {
        const whole = pageIn(await admin.get(FILMS));
        await limit();
        const { results, ...rest } = pageIn(await films());
        expect([results, rest]).toEqual([
          whole.results.filter(({ id }) => id === 1),
          { source: whole.source, page: 1, total_pages: 1, total_results: 5 },
        ]);
        expect(idsIn(await ana.get(SERIES))).toEqual([11]);
        expect(idsIn(await admin.get(FILMS))).toEqual([1, 2, 3, 4, 5]);
        expect(app.tmdb.calls(TRENDING)).toHaveLength(1);
      });

      it.each([
        ['for adults', { adult: true }],
        ['of a hidden genre', { genres: [{ id: 27, name: 'Horror' }] }],
      ])('a title that its list says to be %s is left out, though that day’s ratings do not', async (_, raised) => {
        await limit();
        expect(idsIn(await films())).toEqual([1]);
        app.tmdb.given.film({ id: 1, title: 'Mild', ...ratedFilm('PG'), ...raised });
        await app.clock.leap(600_000);
        app.tmdb.forgetCalls();
        expect(idsIn(await films())).toEqual([]);
        expect(app.tmdb.calls().map(({ path }) => path)).toEqual(['/3/trending/movie/day']);
      });

      it('what a list says of a title and can not be read is 502, and only for a kids account', async () => {
        const results = [{ id: 1, title: 'Mild', original_language: 'en', adult: 'no' }];
        app.tmdb.fail(TRENDING, { body: { page: 1, results, total_pages: 1, total_results: 1 } });
        await limit();
        expect(statusAndBody(await films())).toEqual(NOT_APPLIED);
        expect(idsIn(await admin.get(FILMS))).toEqual([1]);
      });

      it('a rating that can not be looked up is 502', async () => {
        await limit();
        app.tmdb.fail('GET /3/movie/:id', 503, 10);
        expect(statusAndBody(await films())).toEqual(NOT_APPLIED);
      });

      it('limits that can not be read are 503, and nothing is asked', async () => {
        await limit();
        await damagePolicy(app, ana);
        app.tmdb.forgetCalls();
        expect((await films()).status).toBe(503);
        expect(app.tmdb.calls()).toEqual([]);
      });
    });
  });
});

describe('the headline row without a key for the metadata provider', () => {
  it('doc4 §3.1: is 503 "metadata provider is not configured", and nothing is asked', async () => {
    const app = await startApp({ env: { METADATA_TOKEN: '' } });
    try {
      const admin = await app.setUpAdmin();
      for (const path of [FILMS, SERIES])
        expect(statusAndBody(await admin.get(path))).toEqual([
          503,
          { error: 'metadata provider is not configured', code: 'metadata_not_configured' },
        ]);
      expect(app.tmdb.calls()).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
