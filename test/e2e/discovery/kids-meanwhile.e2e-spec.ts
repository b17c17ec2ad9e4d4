import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const POPULAR = '/api/discover/movies/popular';

describe('doc2 §4 Kids accounts on discovery: limits that change while the metadata provider answers', () => {
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
    app.tmdb.given.film({ id: 1, title: 'Harbor: mild', ...ratedFilm('PG') });
    app.tmdb.given.film({ id: 2, title: 'Harbor: too much', ...ratedFilm('R') });
  });

  afterAll(() => app.close());

  /** Ana asks, and before the provider answers, this happens. */
  const askedWhile = (path: string, call: string, happens: () => Promise<void>) => {
    app.tmdb.meanwhile(call, happens);
    return ana.get(path);
  };
  const limit = (policy = {}) => limitContent(admin, ana, policy);

  it('an account that becomes a kids account gets the rows that a kids account gets', async () => {
    const { body } = await askedWhile(POPULAR, 'GET /3/movie/popular', limit);
    expect((body as { results: readonly { id: number }[] }).results.map(({ id }) => id)).toEqual([1]);
  });

  it('a title outside of the limits is not available to it', async () => {
    const answer = await askedWhile('/api/media/movie/2', 'GET /3/movie/2', limit);
    expect([answer.status, answer.body]).toEqual([404, { error: 'not available' }]);
  });

  it('a title that isn’t there reads the same to it', async () => {
    const answer = await askedWhile('/api/media/movie/404404', 'GET /3/movie/404404', limit);
    expect([answer.status, answer.body]).toEqual([404, { error: 'not available' }]);
  });

  it('limits that can’t be read by then are 503', async () => {
    const { status, text } = await askedWhile(POPULAR, 'GET /3/movie/popular', async () => {
      await limit();
      await damagePolicy(app, ana);
    });
    expect([status, text.includes('Harbor')]).toEqual([503, false]);
  });

  it('a kids account whose limits are tightened while ratings are looked up is asked to try again', async () => {
    await limit();
    const answer = await askedWhile(POPULAR, 'GET /3/movie/1', () => limit({ max_movie_rating: 'G' }));
    expect([answer.status, answer.body]).toEqual([503, refusedWith('content limits cannot be checked, retry shortly')]);
    expect((await ana.get(POPULAR)).body).toMatchObject({ results: [] });
  });
});
