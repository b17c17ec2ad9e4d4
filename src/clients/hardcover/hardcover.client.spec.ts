import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HardcoverFake } from '../../../test/fakes/hardcover/hardcover-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { HardcoverClient, INSUFFICIENT_SCOPE } from './hardcover.client.js';

const GRAPHQL = 'POST /v1/graphql';
const TOKEN = 'a-token';
const SPAN = { from: '2026-10-20', to: '2026-11-20' };

describe('HardcoverClient', () => {
  let fake: HardcoverFake;

  beforeEach(async () => {
    fake = await new HardcoverFake().start();
    fake.given.token(TOKEN);
  });

  afterEach(() => fake.stop());

  const clientWith = (token = TOKEN): HardcoverClient =>
    new HardcoverClient({ url: fake.apiUrl, token: Secret.of(token), clock: new MovedClock(), log: silentLog });

  it('a token is good when it reads the catalog; nothing about its account is asked', async () => {
    await clientWith().verify();
    expect(fake.calls().map(({ body }) => (body as { query: string }).query)).toEqual([
      'query Verify { books(limit: 1) { id } }',
    ]);
  });

  it('a token that is not accepted, one without the scope, and silence are three different faults', async () => {
    expect(await failureOf(clientWith('wrong').verify())).toMatchObject({ kind: 'unauthorized', refusals: [] });
    fake.given.token('narrow', 'read:me');
    const narrow = await failureOf(clientWith('narrow').verify());
    expect(narrow).toMatchObject({ kind: 'unauthorized', refusals: [INSUFFICIENT_SCOPE] });
    await fake.leave();
    expect(await failureOf(clientWith().verify())).toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    [{ status: 403, body: { error: 'unsupported_operation' } }, 'rejected'],
    [{ status: 403, body: '<html>no</html>' }, 'rejected'],
    [{ status: 400, body: { error: 'invalid_query' } }, 'rejected'],
    [{ status: 408 }, 'rejected'],
    [{ status: 429, body: { error: 'x', message: 'x' } }, 'rate_limited'],
    [{ status: 503 }, 'failed'],
    [{ body: { errors: [{ message: 'x' }] } }, 'failed'],
    [{ body: { errors: [{ message: 'x' }], data: { books: [] } } }, 'failed'],
    ['garbage', 'malformed'],
    ['empty', 'malformed'],
    [{ body: { data: null } }, 'malformed'],
    [{ body: {} }, 'malformed'],
    [{ status: 302, headers: { location: 'https://elsewhere.example' } }, 'redirected'],
  ] as const)('%j says nothing about the token: %s', async (answer, kind) => {
    fake.fail(GRAPHQL, answer);
    expect(await failureOf(clientWith().verify())).toMatchObject({ kind });
  });

  it('doc2 §4 trending: the ids come in the order of the provider, each once, and never more than asked for', async () => {
    fake.given.trending([3, null, 1, 3, 2]);
    expect(await clientWith().trending(SPAN, 50)).toEqual([3, 1, 2]);
    expect(await clientWith().trending(SPAN, 2)).toEqual([3]);
  });

  it.each([
    { data: { books_trending: { error: 'out of order', ids: null } } },
    { data: { books_trending: { error: 'out of order', ids: [] } } },
    { data: { books_trending: null } },
    { data: { books_trending: { error: null, ids: null } } },
    { data: { books_trending: { error: null, ids: ['1'] } } },
  ])('a list that is none is a fault and never empty: %j', async (body) => {
    fake.fail(GRAPHQL, { body });
    expect(['failed', 'malformed']).toContain((await failureOf(clientWith().trending(SPAN, 50))).kind);
  });

  it('doc2 §4 trending: books come in the order of their ids, without those that the catalog has lost', async () => {
    for (const id of [1, 2, 3]) fake.given.book({ id, title: `Book ${id}` });
    expect((await clientWith().books([2, 4, 3, 1])).map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it('reads a book with few fields', async () => {
    fake.given.book({
      id: 1,
      title: null,
      description: null,
      release_year: null,
      rating: null,
      image: null,
      cached_image: {},
      cached_contributors: [],
      contributions: [],
      book_series: [],
      editions: [],
    });
    expect(await clientWith().books([1])).toMatchObject([{ id: 1, title: null, image: null, cached_image: {} }]);
  });
});
