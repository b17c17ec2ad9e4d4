import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../harness/http-client.js';
import { DescribedKeys } from './described-keys.js';
import { SEERR_GAPS, UNASKED_GAPS } from './seerr-gaps.js';
import { TrackedHousehold, type Tracked } from './tracked-household.js';
import { upstreamYaml } from './upstream-documents.js';

const FILM_STATES = [
  ...['pending', 'declined', 'cancelled', 'approved', 'processing', 'downloading', 'completed', 'failed', 'waiting'],
];
const SERIES_STATES = ['pending', 'declined', 'processing', 'partly', 'oneOfTwo', 'completed', 'pilot', 'failed'];

const REQUEST = 'GET /request/{requestId}';
const FILM = 'GET /movie/{movieId}';
const SERIES = 'GET /tv/{tvId}';

const document = upstreamYaml<Readonly<Record<string, unknown>>>('seerr/seerr-api.yml');
const keys = new DescribedKeys(document, SEERR_GAPS);
const unaskedKeys = new DescribedKeys(document, UNASKED_GAPS);

let household: TrackedHousehold;

beforeAll(async () => {
  household = await TrackedHousehold.open();
});
afterAll(() => household.close());

const film = (state: string): Tracked => household.films[state] as Tracked;
const series = (state: string): Tracked => household.series[state] as Tracked;

/** What of a good answer the document gives and the answer lacks. */
function lacks(route: string, { status, body, text }: Answer, wanted = keys): readonly string[] {
  return status === 200 ? wanted.complaints(route, body) : [`${status} ${text}`];
}

it('(every listed gap is of a key that the document has)', () => {
  expect(keys.slips()).toEqual([]);
});

it('(the states of the household are the ones that are looked at)', () => {
  expect(Object.keys(household.films).sort()).toEqual(FILM_STATES.toSorted());
  expect(Object.keys(household.series).sort()).toEqual(SERIES_STATES.toSorted());
});

it('(the steps towards each state of a request lead to it)', async () => {
  const deliveries = async (all: Readonly<Record<string, Tracked>>): Promise<unknown> => {
    const entries = Object.entries(all).map(async ([state, one]) => [state, await household.deliveryOf(one)]);
    return Object.fromEntries(await Promise.all(entries)) as unknown;
  };
  const decided = { pending: 'approval', declined: 'cancelled', failed: 'attention', processing: 'complete' };
  const films = { cancelled: 'cancelled', approved: 'complete', downloading: 'complete', waiting: 'retry' };
  const shows = { partly: 'complete', oneOfTwo: 'complete', pilot: 'waiting_library' };
  expect(await deliveries(household.films)).toEqual({ ...decided, ...films, completed: 'complete' });
  expect(await deliveries(household.series)).toEqual({ ...decided, ...shows, completed: 'complete' });
});

describe('issue 6, doc4 decisions: every key that the tracker’s document gives is there', () => {
  it.each([
    ['GET /status', '/status'],
    ['GET /settings/about', '/settings/about'],
    ['GET /settings/jobs', '/settings/jobs'],
    ['GET /request', '/request?take=100'],
    ['GET /request', '/request?take=100&mediaType=tv&sort=modified'],
    ['GET /request/count', '/request/count'],
    ['GET /user', '/user?take=100'],
  ])('%s: %s', async (route, path) => {
    expect(lacks(route, await household.ask('GET', path))).toEqual([]);
  });

  it('POST /settings/jobs/{jobId}/run', async () => {
    const answer = await household.ask('POST', '/settings/jobs/availability-sync/run');
    expect(lacks('POST /settings/jobs/{jobId}/run', answer)).toEqual([]);
  });

  it('GET /user/{userId}', async () => {
    for (const { userId } of [household.admin, household.ana])
      expect(lacks('GET /user/{userId}', await household.ask('GET', `/user/${userId}`))).toEqual([]);
  });

  it.each(FILM_STATES)('GET /request/{requestId}: of a film that is %s', async (state) => {
    expect(lacks(REQUEST, await household.ask('GET', `/request/${film(state).requestId}`))).toEqual([]);
  });

  it.each(SERIES_STATES)('GET /request/{requestId}: of a series that is %s', async (state) => {
    expect(lacks(REQUEST, await household.ask('GET', `/request/${series(state).requestId}`))).toEqual([]);
  });

  it.each(FILM_STATES)('GET /movie/{movieId}: of one that is %s', async (state) => {
    const answer = await household.ask('GET', `/movie/${film(state).tmdbId}`);
    expect(lacks(FILM, answer)).toEqual([]);
    expect(answer.body).toHaveProperty('mediaInfo.requests');
  });

  it.each(SERIES_STATES)('GET /tv/{tvId}: of one that is %s', async (state) => {
    const answer = await household.ask('GET', `/tv/${series(state).tmdbId}`);
    expect(lacks(SERIES, answer)).toEqual([]);
    expect(answer.body).toHaveProperty('mediaInfo.requests');
  });

  it('GET /movie/{movieId}, GET /tv/{tvId}: of a title that a library has and nobody asked for', async () => {
    const [movie, show] = [household.heldFilm(), household.heldSeries()];
    const answers = [await household.ask('GET', `/movie/${movie}`), await household.ask('GET', `/tv/${show}`)] as const;
    expect([lacks(FILM, answers[0], unaskedKeys), lacks(SERIES, answers[1], unaskedKeys)]).toEqual([[], []]);
    expect(answers.map(({ body }) => (body as { mediaInfo: object }).mediaInfo)).toMatchObject([
      { id: movie * 2, status: 5, requests: [] },
      { id: show * 2 + 1, status: 4, requests: [] },
    ]);
  });

  it('GET /movie/{movieId}, GET /tv/{tvId}: of a title that nobody has, without mediaInfo', async () => {
    const movie = await household.ask('GET', `/movie/${household.unheardFilm()}`);
    const show = await household.ask('GET', `/tv/${household.unheardSeries()}`);
    expect([lacks(FILM, movie), lacks(SERIES, show)]).toEqual([[], []]);
    expect([movie.body, show.body]).not.toContainEqual(expect.objectContaining({ mediaInfo: expect.anything() }));
  });

  it('GET /tv/{tvId}/season/{seasonNumber}', async () => {
    const route = 'GET /tv/{tvId}/season/{seasonNumber}';
    expect(lacks(route, await household.ask('GET', `/tv/${series('partly').tmdbId}/season/1`))).toEqual([]);
  });

  it.each(['approve', 'decline'])('POST /request/{requestId}/{status}: %s', async (decision) => {
    const { requestId } = await household.pending();
    const answer = await household.ask('POST', `/request/${requestId}/${decision}`);
    expect(lacks('POST /request/{requestId}/{status}', answer)).toEqual([]);
    expect(answer.body).toMatchObject({ id: requestId, status: decision === 'approve' ? 2 : 3 });
  });
});

describe('doc2 §2, §3: the statuses are those of the state', () => {
  const statusesOf = async ({ requestId }: Tracked): Promise<unknown> => {
    const { body } = await household.ask('GET', `/request/${requestId}`);
    const { status, media } = body as { status: number; media: { status: number } };
    return [status, media.status];
  };

  it.each(FILM_STATES)('of a film that is %s', async (state) => {
    expect(await statusesOf(film(state))).toEqual(film(state).status);
  });

  it.each(SERIES_STATES)('of a series that is %s', async (state) => {
    expect(await statusesOf(series(state))).toEqual(series(state).status);
  });

  it('the list and the counts say the same', async () => {
    const { body } = await household.ask('GET', '/request?take=100');
    const { results } = body as { results: readonly { id: number; status: number; media: { status: number } }[] };
    const listed = new Map(results.map(({ id, status, media }) => [id, [status, media.status]]));
    const all = [...Object.values(household.films), ...Object.values(household.series)];
    expect(all.map(({ requestId }) => listed.get(requestId))).toEqual(all.map(({ status }) => status));

    const counts = (await household.ask('GET', '/request/count')).body as Record<string, number>;
    const of = (status: number): number => results.filter((one) => one.status === status).length;
    expect(counts).toMatchObject({ total: results.length, pending: of(1), declined: of(3), completed: of(5) });
  });
});

describe('doc2 §4: what has no body', () => {
  it('DELETE /request/{requestId}, DELETE /media/{mediaId}: 204, and nothing in it', async () => {
    const [first, second] = [await household.pending(), await household.pending()];
    const answers = [
      await household.ask('DELETE', `/request/${first.requestId}`),
      await household.ask('DELETE', `/media/${second.tmdbId * 2}`),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    expect((await household.ask('GET', `/request/${second.requestId}`)).status).toBe(404);
  });
});
