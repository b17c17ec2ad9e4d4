import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  HARDCOVER_QUERIES,
  HardcoverClient,
  hardcoverHydrated,
  hardcoverTrending,
} from '../../src/clients/hardcover/hardcover.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { HardcoverFake } from '../fakes/hardcover/hardcover-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { GraphqlSchema } from './graphql-schema.js';
import { missingKeys } from './schema-check.js';
import { upstreamJson, upstreamText } from './upstream-documents.js';

const TOKEN = 'a-token';
const SPAN = { from: '2026-10-20', to: '2026-11-20' };

const example = (name: string): Record<string, unknown> => upstreamJson(`hardcover/examples/${name}.json`);
const exampleQuery = (name: string): string => String(example(`${name}.request`).query);

describe('Hardcover contract', () => {
  let fake: HardcoverFake;
  let client: HardcoverClient;

  beforeEach(async () => {
    fake = await new HardcoverFake().start();
    fake.given.token(TOKEN);
    fake.given.book({
      id: 330101,
      title: 'The Salt Cartographer',
      image: null,
      cached_image: {},
      cached_contributors: [],
      contributions: [
        { contribution: null, author: { name: 'Ines Valdor' } },
        { contribution: 'Narrator', author: { name: 'Theo Lund' } },
      ],
      editions: [{ isbn_13: null }, { isbn_13: '9780000000019' }],
    });
    fake.given.book({ id: 330102, title: 'The Reef Ledger' });
    fake.given.trending([330101]);
    client = clientWith(TOKEN);
  });

  afterEach(() => fake.stop());

  const clientWith = (token: string): HardcoverClient =>
    new HardcoverClient({ url: fake.apiUrl, token: Secret.of(token), clock: new MovedClock(), log: silentLog });

  async function ask(body: unknown, token = TOKEN): Promise<{ status: number; body: unknown }> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(fake.apiUrl, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  }

  describe('our queries', () => {
    const schema = new GraphqlSchema(upstreamText('hardcover/schema.graphql'));

    it.each(Object.entries(HARDCOVER_QUERIES))('%s is answered by the schema, and counts as one call', (_, query) => {
      expect(schema.complaints(query)).toEqual([]);
      expect(schema.topFields(query)).toBe(1);
    });

    it.each(['trending', 'books.hydrate'])('the example %s is answered by it, too', (name) => {
      expect(schema.complaints(exampleQuery(name))).toEqual([]);
    });

    it('the hydration asks for what the example asks for', () => {
      expect(HARDCOVER_QUERIES.hydrate).toBe(exampleQuery('books.hydrate'));
    });

    it('what the client sends is one of them with its variables, to the one endpoint', async () => {
      await client.verify();
      const ids = await client.trending(SPAN, 50);
      await client.books(ids);
      const bodies = fake.calls().map(({ method, path, body }) => ({ method, path, body }));
      const to = { method: 'POST', path: '/v1/graphql' };
      expect(bodies).toEqual([
        { ...to, body: { query: HARDCOVER_QUERIES.verify, variables: {} } },
        { ...to, body: { query: HARDCOVER_QUERIES.trending, variables: { ...SPAN, limit: 50 } } },
        { ...to, body: { query: HARDCOVER_QUERIES.hydrate, variables: { ids: [330101] } } },
      ]);
    });
  });

  describe('answers of the fake', () => {
    it.each(['trending', 'books.hydrate'])('%s has every key of the example', async (name) => {
      fake.given.trending([330101, 330102]);
      const { body: answer } = await ask(example(`${name}.request`));
      expect(missingKeys(example(`${name}.response`), answer)).toEqual([]);
      expect(missingKeys(answer, example(`${name}.response`))).toEqual([]);
    });

    it('refusals are those of the examples', async () => {
      const asked = { query: HARDCOVER_QUERIES.verify, variables: {} };
      expect(await ask(asked, 'wrong')).toEqual({ status: 401, body: example('error.401') });
      fake.given.token('narrow', 'read:me');
      expect(await ask(asked, 'narrow')).toEqual({ status: 403, body: example('error.403') });
      fake.limitRate();
      expect(await ask(asked)).toEqual({ status: 429, body: example('error.429') });
      expect(await ask({ query: 'query X { books { nope } }', variables: {} })).toEqual({
        status: 200,
        body: example('error.graphql.200'),
      });
    });
  });

  it('what we rely on is there in the examples', () => {
    const { data: trending } = example('trending.response');
    expect(hardcoverTrending.parse(trending).books_trending.ids).toEqual([330101, 330102]);
    const { data: hydrated } = example('books.hydrate.response');
    const [book] = hardcoverHydrated.parse(hydrated).books;
    expect(book && Object.keys(book).sort()).toEqual(
      Object.keys((hydrated as { books: object[] }).books[0] ?? {}).sort(),
    );
  });
});
