import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const RETIRED = [
  '/api/discover/books/search?query=reef',
  '/api/discover/books/popular',
  '/api/discover/books/images',
  '/api/genres/book',
  '/api/media/book/OL42W',
  '/api/media/book/..%2f..%2fadmin',
  '/api/media/book/OL42W/request-target',
];

describe('the routes of the retired book catalog', () => {
  let app: App;
  let admin: Session;
  let member: Session;
  let child: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    member = await app.invite('ana');
    child = await app.invite('child');
    const policy = { max_movie_rating: 'G', max_tv_rating: 'TV-Y' };
    await admin.put(`/api/admin/users/${child.userId}/content-policy`, policy);
    app.tmdb.forgetCalls();
  });

  afterAll(() => app.close());

  it.each(RETIRED)(
    'doc2 §4 Books: %s is 410 catalog_retired for a caller who may discover, and calls nobody',
    async (path) => {
      for (const caller of [admin, member, child]) {
        const answer = await caller.get(path);
        expect(answer.status).toBe(410);
        expect(answer.body).toEqual({
          code: 'catalog_retired',
          error: 'this book catalog is retired',
          message: 'search for books in the library',
          search_path: '/dashboard/books',
        });
      }
      expect(app.tmdb.calls()).toHaveLength(0);
    },
  );

  it.each(RETIRED)('doc2 §4 Books: %s is 401 without a session', async (path) => {
    expect((await app.http.get(path)).status).toBe(401);
  });
});
