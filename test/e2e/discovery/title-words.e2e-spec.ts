import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../web/src/domain/language.js';
import { translationsOf } from '../../fakes/tmdb/tmdb-parts.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { refusedWith } from '../../harness/refused-with.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { statusAndBody } from '../../harness/status-and-body.js';

const GERMAN = { language: 'de', country: 'DE' };
const FILM = 'GET /3/movie/:id';
const ids = (count: number): string => Array.from({ length: count }, (_, n) => n + 1).join(',');

describe('issue 46: GET /api/titles/words', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    admin = await app.beginNextDay();
    ana = await app.invite('ana');
    const words = { ...GERMAN, title: 'Hafenlichter', overview: 'Eine Lampe erlischt.' };
    app.tmdb.given.film({
      id: 1,
      title: 'Harbor Lights',
      ...ratedFilm('PG'),
      translations: translationsOf('title', [words]),
    });
    app.tmdb.given.film({ id: 2, title: 'Harbor Fires', ...ratedFilm('R') });
    const relay = translationsOf('name', [{ ...GERMAN, title: 'Nordstaffel' }]);
    app.tmdb.given.series({ id: 1, name: 'Northern Relay', translations: relay });
  });

  afterAll(() => app.close());

  const words = (query: string, session = ana) => session.get(`/api/titles/words?${query}`);

  it('has films and series together, null for what nobody has translated, and lacks what doesn’t exist', async () => {
    const answer = await words('movies=1,2,404,1&series=1&language=de');
    expect(statusAndBody(answer)).toEqual([
      200,
      {
        movies: {
          1: { title: 'Hafenlichter', overview: 'Eine Lampe erlischt.' },
          2: { title: null, overview: null },
        },
        series: { 1: { title: 'Nordstaffel', overview: null } },
        complete: true,
      },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('doc2 §4: asks for the translations of titles in en-US, and never for another language', async () => {
    await words('movies=1&language=de');
    const asked = { language: 'en-US', append_to_response: 'translations' };
    expect(app.tmdb.calls().map(({ query }) => query)).toEqual([asked]);
  });

  it('takes the languages that people choose from in the web app, and asks nothing for English', async () => {
    for (const [language] of LANGUAGES) expect((await words(`movies=1&language=${language}`)).status).toBe(200);
    app.tmdb.forgetCalls();
    const english = { movies: { 1: { title: 'Harbor Lights', overview: expect.any(String) as string } }, series: {} };
    expect((await words('movies=1,2&language=en')).body).toEqual({ ...english, complete: true });
    expect(app.tmdb.calls()).toEqual([]);
  });

  it.each([
    ['movies=1', 'language must be en or de'],
    ['movies=1&language=fr', 'language must be en or de'],
    ['movies=1&language=en-XA', 'language must be en or de'],
    ['movies=1&language=de&language=de', 'language must be en or de'],
    ['language=de', 'movies or series required'],
    ['movies=&language=de', 'movies or series required'],
    ['movies=1&movies=2&language=de', 'movies was given more than once'],
    ...['0', '1.5', '../me', '1,', '1%0d%0a', '12345678901'].map((id) => [
      `series=${id}&language=de`,
      'series must be ids, separated by commas',
    ]),
    [`movies=${ids(101)}&language=de`, 'at most 100 ids'],
    [`movies=${ids(60)}&series=${ids(41)}&language=de`, 'at most 100 ids'],
  ] as [string, string][])('security 6, 7: %s is 400 "%s", and nothing is asked', async (query, error) => {
    expect(statusAndBody(await words(query))).toEqual([400, refusedWith(error)]);
    expect(app.tmdb.calls()).toEqual([]);
  });

  it('a hundred titles can be asked for at once', async () => {
    const { status, body } = await words(`movies=${ids(60)}&series=${ids(40)}&language=de`);
    expect([status, body]).toMatchObject([200, { movies: { 1: {}, 2: {} }, series: { 1: {} }, complete: true }]);
  });

  it('security 19: a child’s lack what is outside its limits, whoever has asked for it before', async () => {
    const kid = await app.invite('kid');
    await limitContent(admin, kid);
    await words('movies=1,2&language=de');
    for (const language of ['de', 'en']) {
      const { status, body } = await words(`movies=1,2&language=${language}`, kid);
      expect([status, Object.keys((body as { movies: object }).movies)]).toEqual([200, ['1']]);
    }
    expect(Object.keys(((await words('movies=1,2&language=de')).body as { movies: object }).movies)).toEqual([
      '1',
      '2',
    ]);
  });

  it('what the provider fails for is left out, and 502 where nothing is known', async () => {
    await words('movies=1&language=de');
    app.tmdb.fail(FILM, 503);
    expect((await words('movies=1,2&language=de')).body).toMatchObject({ movies: { 1: {} }, complete: false });
    const failed = 'metadata provider is out of order';
    expect(statusAndBody(await words('movies=2&language=de'))).toEqual([502, refusedWith(failed)]);
  });

  it('security 22: text from outside is text', async () => {
    const title = '<script>alert(1)</script>';
    const translations = translationsOf('title', [{ ...GERMAN, title }]);
    app.tmdb.given.film({ id: 3, title: 'Harbor', translations });
    const answer = await words('movies=3&language=de');
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.body).toMatchObject({ movies: { 3: { title } } });
  });
});
