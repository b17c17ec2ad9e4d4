import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Household } from './household.js';

const LIST = 'GET /api/v3/movie';

type Entry = Readonly<Record<string, unknown>>;

let household: Household;

beforeAll(async () => {
  household = await Household.open({ isReusable: true });
});

beforeEach(() => household.startOver());

afterAll(() => household.close());

describe('web-app.md §6: limit, before and poster_path on GET /api/requests', () => {
  const page = async (query: string): Promise<readonly Entry[]> =>
    (await household.ana.get(`/api/requests${query}`)).body as Entry[];

  it('pages follow one another without a gap or a repetition, and a page that isn’t full is the last', async () => {
    const made: number[] = [];
    for (let n = 0; n < 5; n++) made.unshift(await household.requestOf(household.ana, household.film()));
    const seen: unknown[] = [];
    for (let before = ''; ;) {
      const entries = await page(`?limit=2${before}`);
      seen.push(...entries.map(({ request_id }) => request_id));
      if (entries.length < 2) break;
      before = `&before=${String(entries.at(-1)?.['request_id'])}`;
    }
    expect(seen).toEqual(made);
  });

  it('a page carries posters; the whole list answers as before', async () => {
    await household.needApproval();
    const tmdbId = household.film();
    await household.requestOf(household.ana, tmdbId);
    const [whole] = await page('');
    const [paged] = await page('?limit=10');
    expect(whole).not.toHaveProperty('poster_path');
    expect(paged).toEqual({ ...whole, poster_path: `/poster-${tmdbId}.jpg` });
  });

  it('nothing follows a request of another account, or one that doesn’t exist', async () => {
    await household.requestOf(household.ana, household.film());
    const ben = await household.app.invite('ben');
    const foreign = await household.requestOf(ben, household.film());
    expect(await page(`?before=${foreign}`)).toEqual([]);
    expect(await page('?before=99999')).toEqual([]);
  });

  it.each(['?limit=0', '?limit=101', '?limit=x', '?before=-1', '?limit=1&limit=2'])('%s is refused', async (query) => {
    expect((await household.ana.get(`/api/requests${query}`)).status).toBe(400);
  });
});

describe('web-app.md §6: GET /api/requests/statuses', () => {
  it('says what cards show, with the caller’s own request, by one reading of the library', async () => {
    const { radarr } = household.app;
    const [there, asked, unknown] = [household.film(), household.film(), household.film()];
    const requestId = await household.delivered(household.ana, asked);
    radarr.given.movie({ tmdbId: there, hasFile: true });
    await household.app.clock.leap(121_000);
    const before = radarr.calls(LIST).length;
    const answer = await household.ana.get(`/api/requests/statuses?movies=${there},${asked},${unknown}`);
    expect(answer.body).toEqual({
      movies: {
        [there]: { status: 'available', progress: 1, status_known: true },
        [asked]: { status: 'requested', progress: 0, status_known: true, request_id: requestId },
        [unknown]: { status: 'unavailable', progress: 0, status_known: true },
      },
      series: {},
    });
    expect(radarr.calls(LIST).length - before).toBe(1);
  });

  it('another account’s request is not named, and a library that can’t be read is unknown', async () => {
    const tmdbId = household.film();
    await household.delivered(household.ana, tmdbId);
    const ben = await household.app.invite('ben');
    await household.app.clock.leap(121_000);
    household.app.radarr.fail(LIST, 503);
    const answer = await ben.get(`/api/requests/statuses?movies=${tmdbId}`);
    expect(answer.body).toEqual({
      movies: { [tmdbId]: { status: 'unavailable', progress: 0, status_known: false } },
      series: {},
    });
  });

  it('a kind without a library is left out', async () => {
    expect((await household.ana.get('/api/requests/statuses?series=5')).body).toEqual({ movies: {}, series: {} });
  });

  it.each(['', '?movies=', '?movies=a', '?movies=1,,2', '?movies=0'])('%j is refused', async (query) => {
    expect((await household.ana.get(`/api/requests/statuses${query}`)).status).toBe(400);
  });

  it('takes a hundred ids and refuses one more', async () => {
    const ids = (count: number): string => Array.from({ length: count }, (_, index) => index + 1).join();
    expect((await household.ana.get(`/api/requests/statuses?movies=${ids(100)}`)).status).toBe(200);
    expect((await household.ana.get(`/api/requests/statuses?movies=${ids(100)}&series=1`)).status).toBe(400);
  });
});
