import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const POPULAR = '/api/discover/movies/popular';
const UPSTREAM = 'GET /3/movie/popular';

describe('faults of the metadata provider', () => {
  let app: App;
  let member: Session;

  beforeEach(async () => {
    app = await startApp();
    await app.setUpAdmin();
    member = await app.invite('ana');
    app.tmdb.given.film({ id: 101, title: 'Harbor Lights' });
  });

  afterEach(() => app.close());

  it('doc4 §3.1: each is 502 with a text that says what happened, and passes with its cause', async () => {
    const faults = [
      [401, 'metadata provider refused its key'],
      [503, 'metadata provider is out of order'],
      [302, 'metadata provider gave an answer that could not be read'],
      ['garbage', 'metadata provider gave an answer that could not be read'],
      ['empty', 'metadata provider gave an answer that could not be read'],
      ['reset', 'metadata provider could not be reached'],
      ['cut-body', 'metadata provider could not be reached'],
    ] as const;
    for (const [fault, error] of faults) {
      app.tmdb.fail(UPSTREAM, fault);
      expect(await member.get(POPULAR)).toMatchObject({ status: 502, body: { error } });
    }
    expect((await member.get(POPULAR)).status).toBe(200);
  });

  it('doc4 §3.1: a rate limit is 502, not 429: the caller has done nothing wrong', async () => {
    app.tmdb.limitRate(UPSTREAM, { retryAfterSeconds: 30 });
    const error = 'metadata provider asks for fewer requests, try again shortly';
    expect(await member.get(POPULAR)).toMatchObject({ status: 502, body: { error } });
  });

  it('a provider that never answers is 502 after 10 seconds', async () => {
    app.tmdb.fail(UPSTREAM, 'timeout');
    const asked = app.tmdb.nextCall(UPSTREAM);
    const answer = member.get(POPULAR);
    await asked;
    await app.clock.advance(10_000);
    const error = 'metadata provider took too long to answer';
    expect(await answer).toMatchObject({ status: 502, body: { error } });
  });

  it('a 404 that is not the provider’s own is 502, never "not found"', async () => {
    app.tmdb.fail('GET /3/movie/:id', { status: 404, body: '<h1>no such site</h1>' });
    expect((await member.get('/api/media/movie/101')).status).toBe(502);
  });

  it('what was answered before still serves within its 5 minutes', async () => {
    const { text } = await member.get(POPULAR);
    await app.tmdb.stop();
    await app.clock.advance(299_999);
    expect(await member.get(POPULAR)).toMatchObject({ status: 200, text });
    await app.clock.advance(1);
    expect((await member.get(POPULAR)).status).toBe(502);
  });
});

describe('without a key for the metadata provider', () => {
  it('doc4 §3.1: every route is 503 "metadata provider is not configured", and nothing is asked', async () => {
    const app = await startApp({ env: { METADATA_TOKEN: '' } });
    try {
      const admin = await app.setUpAdmin();
      const error = 'metadata provider is not configured';
      const lists = ['/api/search?query=a', POPULAR, '/api/discover/tv/popular', '/api/discover/trending'];
      for (const path of [...lists, '/api/media/movie/1', '/api/media/tv/1']) {
        expect(await admin.get(path)).toMatchObject({ status: 503, body: { error } });
      }
      expect(app.tmdb.calls()).toHaveLength(0);
    } finally {
      await app.close();
    }
  });
});
