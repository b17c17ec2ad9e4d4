import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const MOVIES = 'GET /3/certification/movie/list';
const SERIES = 'GET /3/certification/tv/list';
const DAY_MS = 24 * 60 * 60_000;

type Rating = Readonly<Record<string, unknown>>;

interface Certifications {
  readonly movie: Readonly<Record<string, readonly Rating[]>>;
  readonly tv: Readonly<Record<string, readonly Rating[]>>;
  readonly source: string;
}

describe('GET /api/admin/certifications', () => {
  let app: App;
  let admin: Session;
  let dataDir: string;

  const start = async (): Promise<void> => {
    app = await startApp({ dataDir });
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'usher-certifications-'));
    await start();
    admin = await app.setUpAdmin();
  });

  afterEach(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const read = async (): Promise<Certifications> => {
    const answer = await admin.get('/api/admin/certifications');
    expect(answer.status).toBe(200);
    return answer.body as Certifications;
  };
  const failing = (...lists: readonly string[]): void => lists.forEach((list) => app.tmdb.fail(list, 503, 100));

  it("doc3 §5.3: every country's schemes, those for the youngest first, with caps to begin with in the US alone", async () => {
    const { movie, tv, source } = await read();
    expect(source).toBe('tmdb');
    expect(movie.US).toEqual([
      { certification: 'NR', order: 0 },
      { certification: 'G', order: 1 },
      { certification: 'PG', order: 2, default: true },
      { certification: 'PG-13', order: 3 },
      { certification: 'R', order: 4 },
      { certification: 'NC-17', order: 5 },
    ]);
    expect(tv.US?.find((rating) => rating.default)).toEqual({ certification: 'TV-PG', order: 4, default: true });
    expect(movie.AU?.some((rating) => rating.default)).toBe(false);
    expect(Object.keys(movie).sort()).toEqual(['AU', 'DE', 'JP', 'US']);
    expect(Object.keys(tv).sort()).toEqual(['AU', 'DE', 'US']);
  });

  it('doc3 §5.3: the built-in scheme of the US while the provider has never answered', async () => {
    failing(MOVIES, SERIES);
    const { movie, tv, source } = await read();
    expect(source).toBe('builtin');
    expect([Object.keys(movie), Object.keys(tv)]).toEqual([['US'], ['US']]);
    expect(tv.US?.map(({ certification }) => certification)).toEqual([
      'NR',
      'TV-Y',
      'TV-Y7',
      'TV-G',
      'TV-PG',
      'TV-14',
      'TV-MA',
    ]);
  });

  it('doc3 §5.3: the source of both is the weaker one; a meaning is included where the provider gives one', async () => {
    const rating = { certification: '6', meaning: 'From six.', order: 1 };
    app.tmdb.given.certifications('movie', { DE: [rating] });
    failing(SERIES);
    const { movie, source } = await read();
    expect([source, movie.DE]).toEqual(['builtin', [rating]]);
  });

  it('doc3 §5.3: the last good copy outlives a restart, and so do the limits that are ranked by it', async () => {
    await read();
    const now = app.clock.now();
    await app.close();
    await start();
    await app.clock.leap(now - app.clock.now() + DAY_MS);
    failing(MOVIES, SERIES);
    admin = await app.login('admin', 'planted-admin-password');
    expect((await read()).source).toBe('cached');
    const ana = 2;
    expect((await admin.post('/api/admin/connect-token', { name: 'ana', server_url: app.url })).status).toBe(201);
    const body = { max_movie_rating: '12', max_tv_rating: '12', rating_region: 'DE' };
    expect((await admin.put(`/api/admin/users/${ana}/content-policy`, body)).status).toBe(200);
  });
});
