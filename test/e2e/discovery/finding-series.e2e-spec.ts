import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const POPULAR = '/api/discover/tv/popular';

interface Page {
  readonly results: readonly { readonly id: number; readonly media_type?: string }[];
}

describe('finding series', () => {
  let app: App;
  let member: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
    member = await app.invite('ana');
    for (let id = 201; id <= 225; id++) app.tmdb.given.series({ id, name: `Relay ${id}`, popularity: 500 - id });
    app.tmdb.given.film({ id: 201, title: 'Relay Race', popularity: 1_000 });
  });

  afterEach(() => app.tmdb.forgetCalls());

  afterAll(() => app.close());

  it('doc2 §4, issue 46: a detail brings videos, credits, external ids, content ratings and who streams it along', async () => {
    const { status, body } = await member.get('/api/media/tv/201');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 201,
      name: 'Relay 201',
      seasons: expect.anything(),
      videos: { results: expect.anything() },
      credits: expect.anything(),
      external_ids: { tvdb_id: expect.any(Number) },
      content_ratings: { results: expect.anything() },
      'watch/providers': { results: { US: expect.anything() } },
    });
    expect(app.tmdb.calls()[0]?.query).toEqual({
      language: 'en-US',
      append_to_response: 'videos,credits,external_ids,content_ratings,keywords,watch/providers',
    });
  });

  it('doc2 §4: popular series come twenty to a page, and no film is among them', async () => {
    const { status, body } = await member.get(POPULAR);
    expect(status).toBe(200);
    expect((body as Page).results.map((row) => row.id)).toEqual(Array.from({ length: 20 }, (_, n) => 201 + n));
  });

  it.each(['/api/search?query=relay', '/api/discover/trending'])(
    'doc2 §4: %s finds series beside films, each named for what it is',
    async (path) => {
      const { results } = (await member.get(path)).body as Page;
      const kinds = results.map((row) => row.media_type);
      expect(kinds.slice(0, 3)).toEqual(['movie', 'tv', 'tv']);
    },
  );

  it('a detail that cannot be read, or a 404 of somebody else, is 502, never "not found"', async () => {
    for (const fault of [{ status: 404, body: '<h1>no such site</h1>' }, { body: { id: 299 } }]) {
      app.tmdb.fail('GET /3/tv/:id', fault);
      const error = 'metadata provider gave an answer that could not be read';
      expect(await member.get('/api/media/tv/299')).toMatchObject({ status: 502, body: { error } });
    }
  });

  it('doc4 §3.1: bodies are the provider’s, character for character', async () => {
    const list =
      '{ "page":9, "results":[{"id":12345678901234567890, "x":1.50, "x":2}],\n"total_pages":1,"total_results":1}';
    const detail = '{ "id":298,"name":"A","original_name":"A","seasons":[],"vote_average":8.0,\n"external_ids":{} }';
    app.tmdb.fail('GET /3/tv/popular', { body: Buffer.from(list) });
    app.tmdb.fail('GET /3/tv/:id', { body: Buffer.from(detail) });
    expect((await member.get(`${POPULAR}?page=9`)).text).toBe(list);
    expect((await member.get('/api/media/tv/298')).text).toBe(detail);
  });

  it('twelve simultaneous misses make one call', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => member.get('/api/media/tv/202')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(app.tmdb.calls()).toHaveLength(1);
  });
});
