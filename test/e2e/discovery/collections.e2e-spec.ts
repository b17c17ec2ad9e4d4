import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const COLLECTION = 'GET /3/collection/:id';

describe('issue 46: GET /api/media/collections/{id}', () => {
  let app: App;
  let member: Session;
  let kid: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    const admin = await app.setUpAdmin();
    member = await app.invite('ana');
    kid = await app.invite('kid');
    await limitContent(admin, kid);
    const { given } = app.tmdb;
    given.film({ id: 1, title: 'Harbor Lights', release_date: '2024-05-10', ...ratedFilm('PG') });
    given.film({ id: 2, title: 'Harbor: to come', release_date: '', ...ratedFilm('G') });
    given.film({ id: 3, title: 'Harbor: the first', release_date: '1999-02-01', ...ratedFilm('R') });
    given.film({
      id: 4,
      title: 'Hafenlichter',
      original_language: 'de',
      release_date: '2001-01-01',
      ...ratedFilm('R'),
    });
    given.collection({ id: 7, name: 'Harbor Collection', parts: [2, 1, 3, 4] });
    given.collection({ id: 8, parts: [3, 4] });
  });

  afterEach(() => {
    app.tmdb.recover();
    app.tmdb.forgetCalls();
  });

  afterAll(() => app.close());

  const titlesFor = async (who: Session, id: number) =>
    ((await who.get(`/api/media/collections/${id}`)).body as { parts: readonly { title: string }[] }).parts.map(
      ({ title }) => title,
    );

  it('answers the collection with its films as rows of a browse, by their release, whatever their language', async () => {
    const { status, body } = await member.get('/api/media/collections/7');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 7,
      name: 'Harbor Collection',
      overview: 'What happens in all of them.',
      poster_path: '/collection-7.jpg',
      backdrop_path: '/collection-backdrop-7.jpg',
      parts: [
        { id: 3, title: 'Harbor: the first', release_date: '1999-02-01', poster_path: '/poster-3.jpg' },
        { id: 4, title: 'Hafenlichter', original_language: 'de' },
        { id: 1, title: 'Harbor Lights', genre_ids: [18, 9648], vote_average: expect.any(Number) },
        { id: 2, title: 'Harbor: to come', release_date: '' },
      ],
    });
  });

  it('asks the provider once an hour, in en-US', async () => {
    app.tmdb.given.collection({ id: 9, parts: [1] });
    for (let nth = 0; nth < 2; nth += 1) expect(await titlesFor(member, 9)).toEqual(['Harbor Lights']);
    expect(app.tmdb.calls(COLLECTION).map(({ query }) => query)).toEqual([{ language: 'en-US' }]);
  });

  it('security 19: a child gets the films within its limits, and 404 for a collection of which none is left', async () => {
    expect(await titlesFor(kid, 7)).toEqual(['Harbor Lights', 'Harbor: to come']);
    const hidden = { status: 404, body: { error: 'not available' } };
    expect(await kid.get('/api/media/collections/8')).toMatchObject(hidden);
    expect(await kid.get('/api/media/collections/404')).toMatchObject(hidden);
  });

  it('is 404 for what the provider affirms not to have, and for what can be none without asking', async () => {
    const absent = { status: 404, body: { error: 'not found' } };
    expect(await member.get('/api/media/collections/404')).toMatchObject(absent);
    app.tmdb.forgetCalls();
    expect(await member.get('/api/media/collections/2147483648')).toMatchObject(absent);
    expect(app.tmdb.calls()).toEqual([]);
  });

  it.each([
    ['is out of order', 503, 'metadata provider is out of order'],
    [
      'answers about another',
      { body: { id: 6, parts: [] } },
      'metadata provider gave an answer that could not be read',
    ],
    ['lists no films', { body: { id: 5 } }, 'metadata provider gave an answer that could not be read'],
  ])('is 502, never empty, where the provider %s', async (_, fault, error) => {
    app.tmdb.fail(COLLECTION, fault);
    expect(await member.get('/api/media/collections/5')).toMatchObject({ status: 502, body: { error } });
  });
});
