import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HTTP_ROUTES } from '../../architecture/route-table.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

/** What other providers answer, and what set-top boxes do. */
const ELSEWHERE = /\/(music|pictures|books?|listprov|featured|setboxes)\b/;

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

  it('a 404 that is not the provider’s own is 502, never "not found"', async () => {
    app.tmdb.fail('GET /3/movie/:id', { status: 404, body: '<h1>no such site</h1>' });
    expect((await member.get('/api/media/movie/101')).status).toBe(502);
  });
});

describe('without a key for the metadata provider', () => {
  it('doc4 §3.1: every route is 503 "metadata provider is not configured", and nothing is asked', async () => {
    const app = await startApp({ env: { METADATA_TOKEN: '' } });
    try {
      const admin = await app.setUpAdmin();
      const error = 'metadata provider is not configured';
      const routes = HTTP_ROUTES.filter(({ permission }) => permission === 'media:discover').map(({ path }) => path);
      const asked = routes.filter((path) => !ELSEWHERE.test(path));
      expect(asked.length).toBeGreaterThanOrEqual(28);
      // A browse that drops nothing refuses a parameter that it doesn't know.
      const withQuery = (path: string): string =>
        path.endsWith('/filtered') ? path : `${path}?query=a&movies=1&language=de&season=1`;
      for (const path of asked.map((each) => withQuery(each.replace(':id', '1')))) {
        expect(await admin.get(path)).toMatchObject({ status: 503, body: { error } });
      }
      expect(app.tmdb.calls()).toHaveLength(0);
    } finally {
      await app.close();
    }
  });
});
