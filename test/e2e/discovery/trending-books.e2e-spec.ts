import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitContent } from '../../harness/kids-policy.js';
import type { Answer } from '../../harness/http-client.js';
import type { Session } from '../../harness/start-app.js';
import { BookHousehold, NEXT_TOKEN, TOKEN } from '../bookcatalog/book-household.js';

const TRENDING = '/api/discover/books/trending';
const GRAPHQL = 'POST /v1/graphql';
const MINUTE = 60_000;

describe('doc2 §4 Books: trending', () => {
  let household: BookHousehold;
  let ana: Session;

  beforeAll(async () => {
    household = await BookHousehold.open();
  });

  beforeEach(async () => {
    await household.startOver();
    ana = await household.app.invite('ana');
    household.fake.given.book({ id: 330102, title: 'The Reef Ledger' });
    household.fake.given.book({
      id: 330101,
      title: 'The Salt Cartographer',
      release_year: 2023,
      rating: 4.2,
      image: null,
      cached_image: {},
      contributions: [
        { contribution: null, author: { name: 'Ines Valdor' } },
        { contribution: 'Narrator', author: { name: 'Theo Lund' } },
      ],
      book_series: [],
      editions: [{ isbn_13: null }, { isbn_13: '9780000000019' }, { isbn_13: '9780000000019' }],
    });
    household.fake.given.trending([330101, 330102]);
  });

  afterAll(() => household.close());

  const trending = (session: Session = ana, query = ''): Promise<Answer> => session.get(TRENDING + query);
  const ids = async (session?: Session): Promise<unknown> =>
    ((await trending(session)).body as { books: { bookcatalog_id: number }[] }).books.map(
      (book) => book.bookcatalog_id,
    );

  it('an instance without a connection has no books, and nobody is asked', async () => {
    const answer = await trending();
    expect([answer.status, answer.body]).toEqual([200, { connected: false, books: [] }]);
    expect(household.fake.calls()).toHaveLength(0);
  });

  it('doc4 §3.6: books come with what is known of them, in the provider’s order, by two calls', async () => {
    await household.connect();
    household.fake.forgetCalls();
    const { status, body } = await trending();
    expect(status).toBe(200);
    expect(body).toEqual({
      connected: true,
      source: 'bookcatalog',
      scope: 'trending',
      books: [
        {
          bookcatalog_id: 330101,
          foreign_id: 'bc:330101',
          title: 'The Salt Cartographer',
          authors: ['Ines Valdor'],
          year: 2023,
          rating: 4.2,
          ratings_count: 80,
          readers_count: 410,
          description: '',
          image_url: null,
          series: null,
          series_position: null,
          isbn13s: ['9780000000019'],
        },
        expect.objectContaining({
          foreign_id: 'bc:330102',
          image_url: 'https://assets.hardcover.app/books/330102/cover.jpg',
          series: 'Tidal Atlas',
          series_position: 1,
        }),
      ],
    });
    expect(household.fake.reads).toBe(2);
  });

  it('security 22: hostile text is data, and an address that is no https address is none', async () => {
    const title = '<script>alert(1)</script>';
    household.fake.given.book({
      id: 1,
      title,
      image: { url: 'javascript:alert(1)' },
      cached_image: { url: 'http://a.b/c' },
    });
    household.fake.given.trending([1]);
    await household.connect();
    expect((await trending()).body).toMatchObject({ books: [{ title, image_url: null }] });
  });

  it('doc2 §8: is kept for 30 minutes per instance, no matter who asks, and no connection is read for it', async () => {
    await household.connect();
    await trending();
    await household.app.clock.leap(9 * MINUTE);
    household.fake.forgetCalls();
    expect(await ids(household.admin)).toEqual([330101, 330102]);
    expect(household.fake.reads).toBe(0);
    await household.app.clock.leap(21 * MINUTE);
    await ids(await household.app.refresh(ana));
    expect(household.fake.reads).toBe(2);
  });

  it('doc2 §4 Books: the connection is read only on a miss, and one that can’t be opened is 503 and still listed', async () => {
    await household.connect();
    await trending();
    await household.statement("UPDATE bookcatalog_connections SET access_token = 'no sealed text'");
    expect(await ids()).toEqual([330101, 330102]);
    expect((await household.status()).body).toMatchObject({ configured: true, method: 'token' });
    await household.later(30 * MINUTE);
    expect((await trending(household.admin)).status).toBe(503);
  });

  it('doc2 §4 Books: what is kept renews no token', async () => {
    household.fake.signIns.tokenExpiresIn = 120;
    const { body } = await household.admin.post(household.path('/device/begin'));
    household.fake.signIns.decide('approved');
    await household.app.clock.leap(5_000);
    await household.admin.get(household.path(`/device/${(body as { flow_id: string }).flow_id}`));
    await trending();
    household.fake.forgetCalls();
    await household.app.clock.leap(10 * MINUTE);
    expect(await ids()).toEqual([330101, 330102]);
    expect(household.fake.calls()).toHaveLength(0);
  });

  it('doc2 §4 Books: a token that has lost its right to the catalog is a 502 that says so', async () => {
    await household.connect();
    household.fake.given.token(TOKEN, 'read:me');
    expect(await trending()).toMatchObject({
      status: 502,
      body: { error: 'the book catalog no longer accepts its token: connect it again' },
    });
  });

  it('doc2 §4 Books: books that fail after their list are 502, never a list without books', async () => {
    await household.connect();
    household.fake.meanwhile(GRAPHQL, () => Promise.resolve(household.fake.fail(GRAPHQL, 503)));
    expect((await trending()).status).toBe(502);
    expect(await ids()).toEqual([330101, 330102]);
  });

  it('doc2 §8: fifty books are asked for, of the past thirty days', async () => {
    const many = Array.from({ length: 60 }, (_, n) => n + 1);
    for (const id of many) household.fake.given.book({ id, title: `Book ${id}` });
    household.fake.given.trending(many);
    await household.connect();
    expect(await ids()).toEqual(many.slice(0, 50));
    const asked = household.fake.calls(GRAPHQL).map(({ body }) => (body as { variables: object }).variables);
    const day = (back: number): string =>
      new Date(household.app.clock.now() - back * 86_400_000).toISOString().slice(0, 10);
    expect(asked[1]).toEqual({ from: day(30), to: day(0), limit: 50 });
  });

  it('twelve who ask at once make one fetch', async () => {
    await household.connect();
    household.fake.forgetCalls();
    const answers = await Promise.all(Array.from({ length: 12 }, () => trending()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(household.fake.reads).toBe(2);
  });

  it('a change of the connection counts at once', async () => {
    await household.connect();
    await trending();
    await household.admin.delete(household.path());
    expect((await trending()).body).toEqual({ connected: false, books: [] });
    await household.connect(NEXT_TOKEN);
    household.fake.given.trending([330102]);
    expect(await ids()).toEqual([330102]);
  });

  it('a fetch that was under way when the connection changed is never kept', async () => {
    await household.connect();
    household.fake.meanwhile(GRAPHQL, () => household.admin.delete(household.path()));
    expect([200, 502]).toContain((await trending()).status);
    expect((await trending()).body).toEqual({ connected: false, books: [] });
  });

  it.each([503, 'reset', 'garbage', { body: { errors: [{ message: 'x' }] } }, 429] as const)(
    'a provider that fails (%j) is 502, never an empty list, and isn’t kept',
    async (failure) => {
      await household.connect();
      household.fake.fail(GRAPHQL, failure);
      const failed = await trending();
      expect(failed.status).toBe(502);
      expect(String((failed.body as { error: string }).error)).toMatch(/^the book catalog /);
      await household.app.clock.leap(MINUTE);
      expect(await ids()).toEqual([330101, 330102]);
    },
  );

  it('a token that the provider no longer accepts is a 502 that says so', async () => {
    await household.connect();
    household.fake.given.noToken(TOKEN);
    expect(await trending()).toMatchObject({
      status: 502,
      body: { error: 'the book catalog no longer accepts its token: connect it again' },
    });
  });

  it('security 35: past its share of ten calls in a burst an account asks nothing, and others still do', async () => {
    await household.connect();
    household.fake.fail(GRAPHQL, 503, Infinity);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await trending()).status);
    for (let n = 0; n < 5; n += 1) statuses.push((await trending(household.admin)).status);
    expect(statuses).toEqual([...Array<number>(5).fill(502), 503, 503, 502, 502, 502, 503, 503]);
    household.fake.recover();
    await household.app.clock.leap(10_000);
    expect((await trending()).status).toBe(200);
  });

  it('doc2 §4 Access: a member without a book manager is 403, and nobody is asked; an administrator needs one, too', async () => {
    await household.connect();
    household.fake.forgetCalls();
    const action = { action: 'remove', user_ids: [ana.userId] };
    await household.admin.patch(`/api/instances/${household.instanceId}/assignments`, action);
    expect((await trending()).status).toBe(403);
    expect((await trending(ana, `?instance_id=${household.instanceId}`)).status).toBe(403);
    expect((await trending(household.admin, '?instance_id=book_manager-none')).status).toBe(400);
    expect((await trending(household.admin, '?instance_id=..%2f..%2fx')).status).toBe(400);
    expect((await household.app.http.get(TRENDING)).status).toBe(401);
    expect(household.fake.calls()).toHaveLength(0);
    expect((await trending(household.admin)).status).toBe(200);
    await household.admin.delete(`/api/instances/${household.instanceId}`);
    expect((await trending(household.admin)).status).toBe(400);
  });

  it('a grant that is taken back while the provider is asked is 403', async () => {
    await household.connect();
    const action = { action: 'remove', user_ids: [ana.userId] };
    household.fake.meanwhile(GRAPHQL, () =>
      household.admin.patch(`/api/instances/${household.instanceId}/assignments`, action),
    );
    expect((await trending()).status).toBe(403);
  });

  it('a kids account sees the same list', async () => {
    await household.connect();
    const child = await household.app.invite('child');
    await limitContent(household.admin, child);
    expect((await trending(child)).body).toEqual((await trending()).body);
  });
});
