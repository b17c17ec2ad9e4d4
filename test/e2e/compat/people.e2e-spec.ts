import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

const FILMS = [990_101, 990_102];

/** The fields of an account that is linked to none of the other systems. */
const unlinked = (id: number, username: string, createdAt: number) => ({
  id,
  email: '',
  username,
  displayName: username,
  hubUsername: null,
  hubId: null,
  videoServerUsername: null,
  videoServerUserId: null,
  plexUsername: null,
  plexId: null,
  jellyfinUsername: null,
  jellyfinUserId: null,
  userType: 2,
  permissions: 32,
  avatar: '',
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(createdAt).toISOString(),
  movieQuotaLimit: null,
  movieQuotaDays: null,
  tvQuotaLimit: null,
  tvQuotaDays: null,
  recoveryLinkExpirationDate: null,
  requestCount: 0,
});

describe('doc2 §4: the people who ask, for tools', () => {
  let app: App;
  let admin: Session;
  let tool: KeyClient;
  const people: Session[] = [];

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    for (const id of FILMS) app.tmdb.given.film({ id, title: `Film ${id}` });
    app.radarr.given.catalog(FILMS.map((tmdbId) => ({ tmdbId, title: `Film ${tmdbId}`, year: 2024 })));
    admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
    for (let n = 1; n <= 11; n += 1) people.push(await app.invite(`person${n}`));
    tool = await KeyClient.issuedBy(app, admin);
  });

  afterAll(() => app.close());

  interface Page {
    readonly pageInfo: unknown;
    readonly results: readonly { readonly id: number }[];
  }

  async function page(query: string): Promise<Page> {
    const { status, body } = await tool.get(`/api/v1/user${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body as Page;
  }

  it('the list comes oldest first, ten at a time where nothing is said', async () => {
    const { pageInfo, results } = await page('');
    expect(pageInfo).toEqual({ page: 1, pages: 2, pageSize: 10, results: 12 });
    expect(results.map(({ id }) => id)).toEqual([admin.userId, ...people.map(({ userId }) => userId)].slice(0, 10));
  });

  it.each([
    ['?take=5&skip=5', { page: 2, pages: 3, pageSize: 5, results: 12 }, 5],
    ['?take=5&skip=10', { page: 3, pages: 3, pageSize: 5, results: 12 }, 2],
    ['?take=20', { page: 1, pages: 1, pageSize: 20, results: 12 }, 12],
    ['?take=12&skip=12', { page: 2, pages: 1, pageSize: 12, results: 12 }, 0],
    ['?take=&skip=', { page: 1, pages: 2, pageSize: 10, results: 12 }, 10],
    ['?take=0', { page: 1, pages: 12, pageSize: 1, results: 12 }, 1],
    ['?take=-3&skip=-3', { page: 1, pages: 12, pageSize: 1, results: 12 }, 1],
    ['?take=-1', { page: 1, pages: 1, pageSize: 1000, results: 12 }, 12],
    ['?take=99999', { page: 1, pages: 1, pageSize: 1000, results: 12 }, 12],
    ['?take=5&skip=999999999999999', { page: 200_000_000_000_000, pages: 3, pageSize: 5, results: 12 }, 0],
    ['?take=5&sort=requests&q=x', { page: 1, pages: 3, pageSize: 5, results: 12 }, 5],
  ])('doc2 §4, take and skip: %s', async (query, pageInfo, length) => {
    const answer = await page(query);
    expect([answer.pageInfo, answer.results.length]).toEqual([pageInfo, length]);
  });

  it.each(['take=x', 'take=1.5', 'take=1e3', 'take=0x10', 'take=1&take=2', 'take=9999999999999999', 'take=%20'])(
    '%s is 400 {message}',
    async (query) =>
      expect(statusAndBody(await tool.get(`/api/v1/user?${query}`))).toEqual([400, { message: 'invalid take' }]),
  );

  it('skip=x is 400 {message}', async () => {
    expect(statusAndBody(await tool.get('/api/v1/user?skip=x'))).toEqual([400, { message: 'invalid skip' }]);
  });

  it('doc2, Compat MediaRequest; doc4, compat bodies: an account has both sets of names, null where nothing is linked', async () => {
    const [first] = people;
    const answer = await tool.get(`/api/v1/user/${first?.userId}`);
    const body = answer.body as { createdAt: string };
    expect(statusAndBody(answer)).toEqual([200, unlinked(first?.userId ?? 0, 'person1', Date.parse(body.createdAt))]);
    expect((await page('?take=20')).results[1]).toEqual(body);
  });

  it('doc2, Compat MediaRequest: permissions are those of the role, at this moment', async () => {
    const [, second] = people;
    const permissions = async (): Promise<unknown> =>
      ((await tool.get(`/api/v1/user/${second?.userId}`)).body as { permissions: unknown }).permissions;
    expect(await permissions()).toBe(32);
    await admin.patch(`/api/admin/users/${second?.userId}`, { role: 'admin' });
    expect(await permissions()).toBe(2);
    await admin.patch(`/api/admin/users/${second?.userId}`, { role: 'user' });
    expect(await permissions()).toBe(32);
  });

  it('an account that is made is there at once, and one that is deleted is gone at once', async () => {
    const mia = await app.invite('mia');
    expect((await tool.get(`/api/v1/user/${mia.userId}`)).body).toMatchObject({ username: 'mia' });
    expect((await page('?take=20')).results).toHaveLength(13);
    await admin.delete(`/api/admin/users/${mia.userId}`);
    expect(statusAndBody(await tool.get(`/api/v1/user/${mia.userId}`))).toEqual([404, { message: 'User not found' }]);
    expect((await page('?take=20')).results).toHaveLength(12);
  });

  it('requestCount counts what the account has asked for', async () => {
    const [, , third] = people;
    const count = async (): Promise<unknown> =>
      ((await tool.get(`/api/v1/user/${third?.userId}`)).body as { requestCount: unknown }).requestCount;
    const counts = [await count()];
    for (const tmdbId of FILMS) {
      expect((await third?.post('/api/requests', { media_type: 'movie', tmdb_id: tmdbId }))?.status).toBe(200);
      counts.push(await count());
    }
    expect(counts).toEqual([0, 1, 2]);
  });

  it('doc2 §7, doc4 §0: an id that nobody has is 404, and what is none 400', async () => {
    expect(statusAndBody(await tool.get('/api/v1/user/999999'))).toEqual([404, { message: 'User not found' }]);
    for (const id of ['0', '-1', '01', '1.0', 'me', 'undefined', '9007199254740993'])
      expect(statusAndBody(await tool.get(`/api/v1/user/${id}`))).toEqual([400, { message: 'invalid user id' }]);
  });

  it('nothing else of an account is shown: no password, address or way to sign in', async () => {
    const [first] = people;
    await first?.post('/api/auth/hub-email', { email: 'person1@example.test' });
    const { text } = await tool.get('/api/v1/user?take=20');
    expect(text).not.toMatch(/example\.test|password|passkey|argon/i);
  });
});
