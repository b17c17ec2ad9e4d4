import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const MINUTE_MS = 60_000;

interface Page {
  readonly results: readonly { readonly id: number; readonly title: string }[];
}

describe('finding films', () => {
  let app: App;
  let member: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
    member = await app.invite('ana');
    for (let id = 101; id <= 125; id++) app.tmdb.given.film({ id, title: `Harbor Lights ${id}`, popularity: 500 - id });
  });

  afterEach(() => app.tmdb.forgetCalls());

  afterAll(() => app.close());

  it('doc2 §4: search finds films by name, twenty to a page', async () => {
    const { status, body } = await member.get('/api/search?query=%20harbor%20lights%20');
    expect(status).toBe(200);
    expect((body as Page).results).toHaveLength(20);
    expect((body as Page).results[0]).toMatchObject({ id: 101, title: 'Harbor Lights 101', media_type: 'movie' });
    expect(app.tmdb.calls()[0]?.query).toMatchObject({ query: 'harbor lights', page: '1', language: 'en-US' });
  });

  it('doc2 §4: a detail brings videos, credits and release dates along', async () => {
    const { status, body } = await member.get('/api/media/movie/101');
    expect(status).toBe(200);
    const parts = {
      videos: { results: expect.anything() },
      credits: expect.anything(),
      release_dates: expect.anything(),
    };
    expect(body).toMatchObject({ id: 101, title: 'Harbor Lights 101', ...parts });
  });

  it('doc4 §3.1: trending looks back a day, or a week when asked', async () => {
    await member.get('/api/discover/trending?page=9');
    await member.get('/api/discover/trending?page=9&time_window=day');
    await member.get('/api/discover/trending?page=9&time_window=week');
    expect(app.tmdb.calls().map((call) => call.path)).toEqual(['/3/trending/all/day', '/3/trending/all/week']);
  });

  it('doc4 §3.1: a list is asked for again after 5 minutes', async () => {
    const path = '/api/discover/movies/popular?page=7';
    await member.get(path);
    await app.clock.advance(5 * MINUTE_MS - 1);
    await member.get(path);
    expect(app.tmdb.calls()).toHaveLength(1);
    await app.clock.advance(1);
    await member.get(path);
    expect(app.tmdb.calls()).toHaveLength(2);
  });

  it('twelve simultaneous misses make one call', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => member.get('/api/search?query=lights%20102')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(app.tmdb.calls()).toHaveLength(1);
  });

  it('doc4 §3.1: the body is the provider’s, character for character', async () => {
    const text =
      '{ "page":1, "results":[{"id":12345678901234567890, "x":1.50, "x":2}],\n"total_pages":1,"total_results":1}';
    app.tmdb.fail('GET /3/search/multi', { body: Buffer.from(text) });
    const answer = await member.get('/api/search?query=verbatim');
    expect(answer.text).toBe(text);
  });

  it('text of a film that looks like markup stays inert', async () => {
    const title = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\u2028';
    app.tmdb.given.film({ id: 666, title, overview: title });
    const answer = await member.get('/api/media/movie/666');
    expect(answer.body).toMatchObject({ title, overview: title });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
