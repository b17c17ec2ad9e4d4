import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HELD_RIGHT } from '../../harness/acting-administrator.js';
import { CompatDecisionsService } from '../../../src/modules/requests/requests.public.js';
import { SeriesHousehold, type Show } from './series-household.js';

describe('doc2 §4, compatibility: a request for a series that is forgotten', () => {
  let household: SeriesHousehold;
  let show: Show;
  let ledger: CompatDecisionsService;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
  });

  beforeEach(async () => {
    await household.startOver();
    show = household.show({ seasons: { 1: 3, 2: 3 } });
    ledger = household.app.get(CompatDecisionsService);
    await household.limit(5);
  });

  afterAll(() => household.close());

  const path = (): string => `/api/admin/tv-matches/${show.tmdbId}`;
  const today = async (): Promise<string> =>
    ((await household.admin.get(path())).body as { match: { revision: string } }).match.revision;

  it('no longer covers its seasons: they may be requested again, and charges within the window pay for them', async () => {
    const first = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
    expect(await household.requestOf(household.ana, show.tmdbId, { seasons: [1] })).toBe(first);
    expect(await ledger.forget(HELD_RIGHT, first)).toBe(true);
    expect(await household.used()).toBe(1);
    const again = await household.requestOf(household.ana, show.tmdbId, { seasons: [1, 2] });
    expect(again).not.toBe(first);
    expect(await household.row(again)).toMatchObject({ seasonMap: '1:1,2:2' });
    expect(await household.used()).toBe(2);
  });

  it('gives back the seasons that it waited with', async () => {
    await household.needApproval();
    const id = await household.requestOf(household.ana, show.tmdbId, { seasons: [1, 2] });
    expect(await household.used()).toBe(2);
    expect(await ledger.forget(HELD_RIGHT, id)).toBe(true);
    expect(await household.used()).toBe(0);
    expect(await household.status(household.ana, show.tmdbId)).toMatchObject({ status: 'unavailable' });
  });

  it('doc4 §1.14: is not matched again, and not listed among those that could be', async () => {
    const id = await household.delivered(household.ana, show.tmdbId, { seasons: [1] });
    const other = household.show({ seasons: { 1: 3, 2: 3 } });
    const input = { mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1, 2: 2 }, revision: await today() };
    expect((await household.admin.put(path(), input)).status).toBe(200);
    expect((await household.admin.get(`${path()}/repairs`)).body).toMatchObject({ repairs: [{ request_id: id }] });
    expect(await ledger.forget(HELD_RIGHT, id)).toBe(true);
    expect((await household.admin.get(`${path()}/repairs`)).body).toEqual({ repairs: [] });
    const repair = await household.admin.post(`/api/admin/requests/${id}/repair-tv-match`, { revision: await today() });
    expect([repair.status, repair.body]).toEqual([
      400,
      { error: 'no request with this id', code: 'request_not_found' },
    ]);
    expect(await household.job(id)).toMatchObject({ state: 'complete' });
  });

  it('with all others for its title: a film of the same number stays', async () => {
    const { tmdbId } = show;
    const id = await household.delivered(household.ana, tmdbId, { seasons: [1] });
    await ledger.forgetTitle(HELD_RIGHT, 'movie', tmdbId);
    expect(await household.row(id)).toMatchObject({ forgottenAt: null });
    await ledger.forgetTitle(HELD_RIGHT, 'tv', tmdbId);
    expect(await household.row(id)).toMatchObject({ forgottenAt: household.app.clock.now() });
  });
});
