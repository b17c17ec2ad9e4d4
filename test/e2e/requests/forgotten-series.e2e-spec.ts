import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STANDING } from '../../harness/acting-administrator.js';
import { LedgerDecisions } from '../../../src/modules/requests/requests.public.js';
import { SeriesHousehold, type Show } from './series-household.js';

describe('doc2 §4, compatibility: a request for a series that is forgotten', () => {
  let house: SeriesHousehold;
  let show: Show;
  let ledger: LedgerDecisions;

  beforeAll(async () => {
    house = await SeriesHousehold.open();
  });

  beforeEach(async () => {
    await house.startOver();
    show = house.show({ seasons: { 1: 3, 2: 3 } });
    ledger = house.app.get(LedgerDecisions);
    await house.limit(5);
  });

  afterAll(() => house.close());

  const path = (): string => `/api/admin/tv-matches/${show.tmdbId}`;
  const today = async (): Promise<string> =>
    ((await house.admin.get(path())).body as { match: { revision: string } }).match.revision;

  it('stands for its seasons no more: they may be asked for again, and what was charged in the window is paid for', async () => {
    const first = await house.delivered(house.ana, show.tmdbId, { seasons: [1] });
    expect(await house.requestOf(house.ana, show.tmdbId, { seasons: [1] })).toBe(first);
    expect(await ledger.forget(STANDING, first)).toBe(true);
    expect(await house.used()).toBe(1);
    const again = await house.requestOf(house.ana, show.tmdbId, { seasons: [1, 2] });
    expect(again).not.toBe(first);
    expect(await house.row(again)).toMatchObject({ seasonMap: '1:1,2:2' });
    expect(await house.used()).toBe(2);
  });

  it('gives back the seasons that it waited with', async () => {
    await house.needApproval();
    const id = await house.requestOf(house.ana, show.tmdbId, { seasons: [1, 2] });
    expect(await house.used()).toBe(2);
    expect(await ledger.forget(STANDING, id)).toBe(true);
    expect(await house.used()).toBe(0);
    expect(await house.status(house.ana, show.tmdbId)).toMatchObject({ status: 'unavailable' });
  });

  it('doc4 §1.14: is not matched again, and not listed among those that could be', async () => {
    const id = await house.delivered(house.ana, show.tmdbId, { seasons: [1] });
    const other = house.show({ seasons: { 1: 3, 2: 3 } });
    const wish = { mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1, 2: 2 }, revision: await today() };
    expect((await house.admin.put(path(), wish)).status).toBe(200);
    expect((await house.admin.get(`${path()}/repairs`)).body).toMatchObject({ repairs: [{ request_id: id }] });
    expect(await ledger.forget(STANDING, id)).toBe(true);
    expect((await house.admin.get(`${path()}/repairs`)).body).toEqual({ repairs: [] });
    const repair = await house.admin.post(`/api/admin/requests/${id}/repair-tv-match`, { revision: await today() });
    expect([repair.status, repair.body]).toEqual([400, { error: 'no request with this id' }]);
    expect(await house.job(id)).toMatchObject({ state: 'complete' });
  });

  it('with all others for its title: a film of the same number stays', async () => {
    const { tmdbId } = show;
    const id = await house.delivered(house.ana, tmdbId, { seasons: [1] });
    await ledger.forgetTitle(STANDING, 'movie', tmdbId);
    expect(await house.row(id)).toMatchObject({ forgottenAt: null });
    await ledger.forgetTitle(STANDING, 'tv', tmdbId);
    expect(await house.row(id)).toMatchObject({ forgottenAt: house.app.clock.now() });
  });
});
