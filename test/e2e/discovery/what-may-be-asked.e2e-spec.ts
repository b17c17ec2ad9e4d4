import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const LISTS = [
  '/api/search?query=harbor',
  '/api/discover/movies/popular?',
  '/api/discover/tv/popular?',
  '/api/discover/trending?',
];

const DETAILS = [
  ['/api/media/movie', 'movie'],
  ['/api/media/tv', 'series'],
] as const;

describe('what may be asked about films and series', () => {
  let app: App;
  let member: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
    member = await app.invite('ana');
  });

  afterEach(() => app.tmdb.forgetCalls());

  afterAll(() => app.close());

  it.each(LISTS)('doc2 §4: %s clamps the page to 1..500, and the body reports the page served', async (path) => {
    const served = async (page: string): Promise<number> => {
      const { body } = await member.get(`${path}&page=${page}`);
      return (body as { readonly page: number }).page;
    };
    expect([await served('0'), await served('-3'), await served('2'), await served('501')]).toEqual([1, 1, 2, 500]);
    expect(await served('99999999999999999999999')).toBe(500);
  });

  it.each([
    ['/api/search', 'query parameter required'],
    ['/api/search?query=%20%09', 'query parameter required'],
    ['/api/search?query=a&query=b', 'query parameter required'],
    [`/api/search?query=${'a'.repeat(501)}`, 'query must be at most 500 characters'],
    ['/api/discover/trending?time_window=month', 'time_window must be day or week'],
    ...LISTS.flatMap((path) =>
      ['page=two', 'page=1.5', 'page=1&page=2'].map((page) => [`${path}&${page}`, 'invalid page']),
    ),
    ...DETAILS.flatMap(([path, name]) =>
      ['one', '1e3', '-1', '..%2f..%2fperson'].map((id) => [`${path}/${id}`, `invalid ${name} id`]),
    ),
  ] as [string, string][])('%s is 400 "%s", and nothing is asked of the provider', async (path, error) => {
    expect(await member.get(path)).toMatchObject({ status: 400, body: { error } });
    expect(app.tmdb.calls()).toHaveLength(0);
  });

  it.each(DETAILS.map(([path]) => path))(
    'what the provider affirms not to have at %s is 404 "not found"',
    async (path) => {
      for (const id of ['999', '2147483648', '9007199254740991']) {
        expect(await member.get(`${path}/${id}`)).toMatchObject({ status: 404, body: { error: 'not found' } });
      }
    },
  );

  it.each([...LISTS, ...DETAILS.map(([path]) => `${path}/1`)])(
    '%s is 401 without a session, and nothing is asked of the provider',
    async (path) => {
      expect((await app.http.get(path)).status).toBe(401);
      expect(app.tmdb.calls()).toHaveLength(0);
    },
  );
});
