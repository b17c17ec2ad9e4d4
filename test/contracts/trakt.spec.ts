import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TRAKT_DOMAIN, TraktClient, traktTitleRows } from '../../src/clients/trakt/trakt.client.js';
import { silentLog } from '../../src/core/logging/log.js';
import { Secret } from '../../src/core/secrets/secret.js';
import { TraktFake } from '../fakes/trakt/trakt-fake.js';
import { MovedClock } from '../harness/moved-clock.js';
import { missingKeys, SchemaCheck } from './schema-check.js';
import { upstreamJson } from './upstream-documents.js';

type Paths = Readonly<Record<string, unknown>>;

const PAGE = { page: 2, limit: 20 };
const KINDS = ['movies', 'shows'] as const;

const example = (name: string): readonly Record<string, unknown>[] => upstreamJson(`trakt/examples/${name}.json`);

/** The document ends some paths with a slash; with or without one they are the same to the provider. */
function traktDocument(): Readonly<Record<string, unknown>> {
  const document = upstreamJson<{ readonly paths: Paths }>('trakt/openapi.v2.json');
  const paths = Object.entries(document.paths).map(([path, item]) => [path.replace(/\/$/, ''), item] as const);
  return { ...document, paths: Object.fromEntries(paths) };
}

describe('Trakt contract', () => {
  let fake: TraktFake;
  let client: TraktClient;
  let check: SchemaCheck;

  beforeEach(async () => {
    fake = await new TraktFake().start();
    fake.given.movie({ id: 801, title: 'Harbor Lights', tmdb: 990101, watchers: 41 });
    fake.given.show({ id: 901, title: 'Northern Relay', tmdb: 990201, tvdb: 880201, watchers: 77 });
    fake.given.list({ user: 'ada', slug: 'lights', movies: [801], shows: [901] });
    const clientId = Secret.of(fake.clientId);
    client = new TraktClient({ url: fake.url, clientId, clock: new MovedClock(), log: silentLog });
    check = new SchemaCheck(traktDocument());
  });

  afterEach(() => fake.stop());

  async function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const own = { 'trakt-api-key': fake.clientId, 'trakt-api-version': '2', 'content-type': 'application/json' };
    return fetch(fake.url + path, { headers: { ...own, ...headers } });
  }

  describe('answers of the fake', () => {
    it.each([
      ['/movies/trending', '', 'movies.trending'],
      ['/movies/trending', '?extended=full,images', 'movies.trending.extended'],
      ['/movies/popular', '', 'movies.popular'],
      ['/movies/anticipated', '', 'movies.anticipated'],
      ['/shows/trending', '', 'shows.trending'],
      ['/users/ada/lists/lights/items/movie,show', '', 'user.list.items'],
      ['/calendars/all/shows/2026-11-27/7', '', 'calendar.shows'],
    ])('%s%s has every key of %s, and none that the document does not know', async (path, query, name) => {
      const body: unknown = await (await ask(path + query)).json();
      expect(missingKeys(example(name), body)).toEqual([]);
      expect(check.answer('GET', path, body)).toEqual([]);
    });

    it.each([
      '/shows/popular?extended=full,images',
      '/shows/anticipated?extended=full,images',
      '/calendars/all/movies/2026-11-27/7',
      '/lists/popular',
    ])('%s has no example, and nothing that the document does not know', async (path) => {
      const body = (await (await ask(path)).json()) as readonly unknown[];
      expect(body).toHaveLength(1);
      expect(check.answer('GET', path.split('?')[0] ?? '', body)).toEqual([]);
    });

    it('Trakt facts: page numbers are in headers, and only what is asked for by `extended` comes beyond the plain title', async () => {
      fake.given.movie({ id: 802, title: 'Low Tide', tmdb: null });
      const answer = await ask('/movies/trending?page=2&limit=1');
      const pagination = ['page', 'limit', 'page-count', 'item-count'].map((name) =>
        answer.headers.get(`x-pagination-${name}`),
      );
      expect(pagination).toEqual(['2', '1', '2', '2']);
      const [row] = (await answer.json()) as readonly { readonly movie: object }[];
      expect(Object.keys(row?.movie ?? {})).toEqual(['title', 'year', 'ids']);
    });

    it('Trakt facts, Limits: refusals have their statuses', async () => {
      const status = async (path: string, headers = {}): Promise<number> => (await ask(path, headers)).status;
      expect(await status('/movies/trending', { 'trakt-api-key': 'other' })).toBe(403);
      expect(await status('/movies/trending', { 'trakt-api-version': '1' })).toBe(412);
      expect(await status('/recommendations/movies')).toBe(401);
      expect(await status('/users/ada/lists/none/items/movie,show')).toBe(404);
      fake.limitRate('GET /movies/trending', { retryAfterSeconds: 7 });
      const limited = await ask('/movies/trending');
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    });
  });

  describe('calls of the client', () => {
    it.each([
      ['validateKey', () => client.validateKey()],
      ...KINDS.flatMap((kind) => [
        [`trending ${kind}`, () => client.trending(kind, PAGE)] as const,
        [`trending titles of ${kind}`, () => client.trendingTitles(kind, PAGE)] as const,
        [`popular ${kind}`, () => client.popular(kind, PAGE)] as const,
        [`anticipated ${kind}`, () => client.anticipated(kind, PAGE)] as const,
        [`calendar of ${kind}`, () => client.calendar(kind, '2026-11-27', 14)] as const,
        [`recommendations of ${kind}`, () => client.recommendations(kind, 20).catch(() => undefined)] as const,
      ]),
      ['popularLists', () => client.popularLists(PAGE)],
      ['listItems', () => client.listItems('ada', 'lights', PAGE)],
    ] as const)('%s is known to the document, path and query', async (_, call) => {
      await (call as () => Promise<unknown>)();
      // The document writes the comma between two types as it is; decoded they are the same.
      const calls = fake.calls().map((one) => ({ ...one, path: decodeURIComponent(one.path) }));
      expect(calls.map((one) => check.call(one))).toEqual([[]]);
    });

    it('Trakt facts, Headers: every call names the client, the version and who we are', async () => {
      await client.popularLists(PAGE);
      expect(fake.calls()[0]?.headers).toMatchObject({
        'trakt-api-key': fake.clientId,
        'trakt-api-version': '2',
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Usher\/\d/) as unknown,
      });
    });
  });

  describe('what we rely on', () => {
    it.each(['movies.trending', 'movies.trending.extended', 'shows.trending'])('is there in %s', (name) => {
      const [row] = traktTitleRows.parse(example(name));
      expect((row?.movie ?? row?.show)?.ids.tmdb).toEqual(expect.any(Number));
    });

    it('Trakt facts, Images: artwork is named without a scheme, below the domain, under images/', () => {
      const [row] = example('movies.trending.extended') as unknown as readonly [
        { readonly movie: { readonly images: Readonly<Record<string, readonly string[]>> } },
      ];
      const named = Object.values(row.movie.images).flat();
      expect(named).not.toEqual([]);
      for (const one of named)
        expect(one).toMatch(new RegExp(`^[a-z0-9-]+\\.${TRAKT_DOMAIN.replace('.', '\\.')}/images/`));
    });
  });
});
