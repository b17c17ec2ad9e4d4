import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestQuotaChanged } from '../../../src/modules/quotas/quotas.public.js';
import { RequestDecided } from '../../../src/modules/requests/requests.events.js';
import { TvMatchOverrideRow } from '../../../src/modules/series-matching/rows.js';
import { seriesOf } from '../../fakes/tmdb/tmdb-series.js';
import { manualPromise } from '../../harness/manual-promise.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold, type Show } from './series-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const DAY = 86_400_000;
const LIST = 'GET /api/v3/series';
const DETAIL = 'GET /3/tv/:id';

let household: SeriesHousehold;
let admin: Session;
let ana: Session;
let show: Show;
let decided: number[];
let respent: number[];

beforeAll(async () => {
  household = await SeriesHousehold.open({ isReusable: true });
  household.app.get(EventBus).on(RequestDecided, ({ requestId }) => void decided.push(requestId));
  household.app.get(EventBus).on(RequestQuotaChanged, ({ userId }) => void respent.push(userId));
});
beforeEach(async () => {
  await household.startOver();
  ({ admin, ana } = household);
  await household.needApproval();
  show = household.show({ title: 'Northern Relay', seasons: { 1: 3, 2: 3, 3: 3 } });
});
afterAll(() => household.close());

/** A pending request of ana's; what it makes known is not of interest. */
const pending = async (fields: object = {}): Promise<number> => {
  const id = await household.requestOf(ana, show.tmdbId, { ...fields });
  decided = [];
  respent = [];
  return id;
};

describe('doc4 §1.9: approving what was asked for', () => {
  it('stores the decision, costs nothing, and frees the way for more seasons', async () => {
    const id = await pending({ seasons: [1, 3] });
    const answer = await household.approve(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: true, status: 'requested', request_id: id, message: 'Approved.' });
    expect(await household.row(id)).toMatchObject({
      status: 'requested',
      approvedBy: admin.userId,
      decidedAt: household.app.clock.now(),
      openKey: null,
      seasonScope: '1,3',
      seasonMap: '1:1,3:3',
    });
    expect(await household.used()).toBe(2);
    expect([decided, respent]).toEqual([[id], []]);
    const more = await household.requestOf(ana, show.tmdbId);
    expect(await household.row(more)).toMatchObject({ status: 'pending', seasonMap: '2:2' });
  });

  it('doc2 §4 rule 4: hands over the seasons that were asked for, whatever the provider lists by then, in the profile that the administrator chooses', async () => {
    const id = await pending();
    household.show({ tmdbId: show.tmdbId, tvdbId: show.tvdbId, seasons: { 1: 3, 2: 3, 3: 3, 4: 3 } });
    await household.approve(id, { quality_profile_id: 6 });
    expect(await household.row(id)).toMatchObject({
      seasonScope: 'all',
      seasonMap: '1:1,2:2,3:3',
      qualityProfileId: 6,
    });
  });

  it('is done once: what has been decided is 400', async () => {
    const id = await pending();
    const answers = await Promise.all([household.approve(id), household.approve(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await household.deny(id)).status).toBe(400);
    expect((await household.approve(404)).body).toEqual({
      error: 'no request with this id',
      code: 'request_not_found',
    });
    expect(decided).toEqual([id]);
  });

  it('doc1 routing rule 6: is 403 when the requester has lost the library', async () => {
    const id = await pending();
    await household.assign(household.library, 'remove', ana);
    expect((await household.approve(id)).status).toBe(403);
    expect(await household.row(id)).toMatchObject({ status: 'pending' });
  });
});

describe('doc4 §1.14: approving after the match has moved', () => {
  const stays = async (id: number, code: string, fields?: object) => {
    const { status, body } = await household.approve(id, { ...fields });
    expect({ status, body }).toMatchObject({ status: 409, body: { code } });
    expect(await household.row(id)).toMatchObject({ status: 'pending', decidedAt: null });
    expect(await household.job(id)).toMatchObject({ state: 'approval' });
    expect(decided).toEqual([]);
  };

  it('is 409 tv_match_changed', async () => {
    const id = await pending();
    await change({ mode: 'custom', tvdb_id: show.tvdbId, season_map: { 1: 1, 2: 3 } });
    await stays(id, 'tv_match_changed');
  });

  it('is 409 tv_match_paused, also with other seasons, and goes through once the match is what it was', async () => {
    const id = await pending();
    await change({ mode: 'paused' });
    await stays(id, 'tv_match_paused', { season_scope: 'first' });
    await change({ mode: 'default' });
    expect((await household.approve(id)).status).toBe(200);
  });

  it('is judged where it counts: paused while the provider is asked, it is 409', async () => {
    const id = await pending();
    await household.app.clock.leap(DAY);
    const again = await household.app.refresh(admin);
    const { promise, resolve } = manualPromise();
    household.app.tmdb.route(DETAIL, async () => {
      await promise;
      return { body: seriesOf({ id: show.tmdbId, name: 'Northern Relay', tvdb_id: show.tvdbId }) };
    });
    const looked = household.app.tmdb.nextCall(DETAIL);
    const approved = again.post(`/api/admin/requests/${id}/approve`, { season_scope: 'first' });
    await looked;
    const row = { tmdbId: show.tmdbId, mode: 'paused' as const, tvdbId: null, seasonMap: '', revision: 'f'.repeat(24) };
    const override = { ...row, updatedBy: again.userId, updatedAt: 1 };
    await household.app.get(Database).write((tx) => tx.insert(TvMatchOverrideRow, override));
    resolve();
    expect(await approved).toMatchObject({ status: 409, body: { code: 'tv_match_paused' } });
    expect(await household.row(id)).toMatchObject({ status: 'pending' });
  });

  it('doc3 §1.6, security 12: is 403 for an administrator who is demoted while the provider is asked', async () => {
    const id = await pending();
    const invited = await household.app.invite('eve');
    await household.app.clock.leap(DAY);
    const [again, eve] = [await household.app.refresh(admin), await household.app.refresh(invited)];
    await again.patch(`/api/admin/users/${eve.userId}`, { role: 'admin' });
    household.app.tmdb.meanwhile(DETAIL, () => again.patch(`/api/admin/users/${eve.userId}`, { role: 'user' }));
    const path = `/api/admin/requests/${id}/approve`;
    expect((await eve.post(path, { season_scope: 'first' })).status).toBe(403);
    expect(await household.row(id)).toMatchObject({ status: 'pending' });
    expect((await again.post(path, { season_scope: 'first' })).status).toBe(200);
  });
});

describe('doc4 §1.9: approving another choice of seasons', () => {
  it('doc2 §4 rule 1: charges what it adds to the requester, and stores what it comes to', async () => {
    const id = await pending({ seasons: [2] });
    expect((await household.approve(id, { season_scope: 'all' })).status).toBe(200);
    expect(await household.row(id)).toMatchObject({
      status: 'requested',
      seasonScope: 'all',
      seasonMap: '1:1,2:2,3:3',
    });
    expect(await household.used()).toBe(3);
    expect(await household.used(admin)).toBe(0);
    expect([decided, respent]).toEqual([[id], [ana.userId]]);
  });

  it('gives back what it takes away', async () => {
    const id = await pending();
    await household.approve(id, { season_scope: 'latest' });
    expect(await household.row(id)).toMatchObject({ seasonScope: 'latest', seasonMap: '3:3' });
    expect(await household.used()).toBe(1);
    expect(respent).toEqual([ana.userId]);
  });

  it('pays for what comes with what goes', async () => {
    const id = await pending({ seasons: [1] });
    await household.limit(1);
    expect((await household.approve(id, { season_scope: 'latest' })).status).toBe(200);
    expect(await household.row(id)).toMatchObject({ seasonMap: '3:3' });
    expect(await household.used()).toBe(1);
  });

  it('doc4 §1.15: of a season makes a pilot, and of a pilot a season, for the same unit', async () => {
    const season = await pending({ seasons: [1] });
    await household.approve(season, { season_scope: 'pilot' });
    expect(await household.row(season)).toMatchObject({ seasonScope: 'pilot', seasonMap: '1:1' });
    const other = household.show();
    const pilot = await household.requestOf(ana, other.tmdbId, { season_scope: 'pilot' });
    await household.approve(pilot, { season_scope: 'first' });
    expect(await household.row(pilot)).toMatchObject({ seasonScope: 'first', seasonMap: '1:1' });
    expect(await household.used()).toBe(2);
  });

  it('doc4 §1.9: is 429 when the requester’s allowance has not enough left; it stays pending, as it was', async () => {
    const id = await pending({ seasons: [2] });
    await household.limit(2);
    const before = [await household.row(id), await household.job(id)];
    const { status, body } = await household.approve(id, { season_scope: 'all' });
    expect(status).toBe(429);
    expect(body).toMatchObject({
      code: 'request_quota_exceeded',
      error: 'Request allowance exceeded: 2 seasons asked for, 1 of 2 in 7 days left.',
      allowances: [{ media_type: 'tv', count: 2, used: 1, remaining: 1, requested_units: 2 }],
    });
    expect([await household.row(id), await household.job(id)]).toEqual(before);
    expect(await household.used()).toBe(1);
    expect(decided).toEqual([]);
    expect((await household.approve(id, { season_scope: 'first' })).status).toBe(200);
  });

  it('doc4 §1.18: is not 429 for what the library is quick to prove that it has', async () => {
    const id = await pending({ seasons: [2] });
    await household.limit(1);
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, files: { 1: 'aired', 3: 'aired' } });
    expect((await household.approve(id, { season_scope: 'all' })).status).toBe(200);
    expect(await household.row(id)).toMatchObject({ seasonScope: 'all', seasonMap: '2:2' });
    expect(await household.used()).toBe(1);
  });

  describe('beside an accepted request of theirs for the first season', () => {
    let accepted: number;

    beforeEach(async () => {
      household.app.sonarr.fail(LIST, 'reset', Infinity);
      await household.admin.put('/api/admin/request-settings', { require_approval: false });
      accepted = await household.requestOf(ana, show.tmdbId, { seasons: [1] });
      await household.needApproval();
    });

    it('doc2 §4 rule 1: leaves out, and doesn’t charge, the seasons that the other one covers', async () => {
      const id = await pending({ seasons: [2] });
      await household.limit(3);
      expect((await household.approve(id, { season_scope: 'all' })).status).toBe(200);
      expect(await household.row(id)).toMatchObject({ seasonScope: 'all', seasonMap: '2:2,3:3' });
      expect(await household.used()).toBe(3);
    });

    it('doc2 §4 rule 1: with the other one withdrawn, what is delivered is what is paid for', async () => {
      const id = await pending({ seasons: [2] });
      await household.approve(id, { season_scope: 'all' });
      await household.app.deliver();
      expect((await household.act(ana, accepted, 'cancel')).status).toBe(200);
      expect(await household.row(id)).toMatchObject({ seasonMap: '2:2,3:3' });
      expect(await household.used()).toBe(2);
      household.app.sonarr.recover();
      await household.act(ana, id, 'retry');
      await household.app.deliver();
      const seasons = household.app.sonarr.series(show.tvdbId)?.seasons.filter(({ monitored }) => monitored);
      expect(seasons?.map(({ seasonNumber }) => seasonNumber)).toEqual([2, 3]);
      expect(await household.used()).toBe(2);
    });

    it('doc4 §1.15: drops a pilot whose whole season is already requested', async () => {
      const other = household.show({ seasons: { 1: 3, 2: 3 } });
      const pilot = await household.requestOf(ana, other.tmdbId, { season_scope: 'pilot' });
      await household.deliveredBefore(ana, other, { seasons: [1] });
      expect((await household.approve(pilot, { season_scope: 'all' })).status).toBe(200);
      expect(await household.row(pilot)).toMatchObject({ seasonMap: '2:2' });
      expect(await household.used()).toBe(2);
    });

    it('is 400 when nothing is left, and it stays pending as it was', async () => {
      const id = await pending({ seasons: [2] });
      const before = [await household.row(id), await household.job(id)];
      const { status, body } = await household.approve(id, { season_scope: 'first' });
      const error = 'this choice leaves nothing: the library or another request has all of it';
      expect({ status, body }).toEqual({ status: 400, body: refusedWith(error) });
      expect([await household.row(id), await household.job(id)]).toEqual(before);
      expect(await household.used()).toBe(2);
      expect([decided, respent]).toEqual([[], []]);
    });
  });

  it('doc2 §4 rule 9: keeps a season that was asked for, whatever the library holds by then', async () => {
    const id = await pending({ seasons: [1, 2] });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, files: { 1: 'aired' } });
    await household.lookAt(show);
    // What it holds is known from now on; a delivery that could look at it would give the season back.
    household.app.sonarr.fail(LIST, 503, Infinity);
    expect((await household.approve(id, { season_scope: 'first' })).status).toBe(200);
    expect(await household.row(id)).toMatchObject({ seasonMap: '1:1' });
    expect(await household.used()).toBe(1);
  });

  it('is worked out by what the provider lists now', async () => {
    const id = await pending({ seasons: [1] });
    household.show({ tmdbId: show.tmdbId, tvdbId: show.tvdbId, seasons: { 1: 3, 2: 3, 3: 3, 4: 3 } });
    await household.app.clock.leap(DAY);
    household.app.tmdb.fail(DETAIL, 503);
    const signedIn = await household.app.refresh(admin);
    const path = `/api/admin/requests/${id}/approve`;
    const silent = await signedIn.post(path, { season_scope: 'latest' });
    expect({ status: silent.status, body: silent.body }).toMatchObject({ status: 503 });
    expect((await signedIn.post(path, { season_scope: 'latest' })).status).toBe(200);
    expect(await household.row(id)).toMatchObject({ seasonMap: '4:4' });
  });

  it('of what can not be chosen is 400, and it stays pending', async () => {
    const id = await pending();
    for (const [fields, error] of [
      [{ season_scope: 'some' }, 'season_scope must be one of: all, first, latest, pilot'],
      [{ book_format: 'ebook' }, 'book_format can not be changed by a decision'],
    ] as const) {
      const { status, body } = await household.approve(id, fields);
      expect({ fields, status, body }).toEqual({ fields, status: 400, body: refusedWith(error) });
      expect(await household.row(id)).toMatchObject({ status: 'pending' });
    }
  });
});

it('doc4 §1.9: an approval that sends back the seasons by number, as the queue shows them, keeps them', async () => {
  const id = await pending({ seasons: [1, 3] });
  const [queued] = (await admin.get('/api/admin/requests')).body as { season_scope: string }[];
  expect((await household.approve(id, { season_scope: queued?.season_scope })).status).toBe(200);
  expect(await household.row(id)).toMatchObject({ seasonScope: '1,3', seasonMap: '1:1,3:3' });
});

describe('doc4 §1.9: ending a request for a series', () => {
  it('denied, gives everything back and keeps the reason', async () => {
    const id = await pending();
    expect((await household.deny(id, { reason: 'not this year' })).body).toEqual({ success: true });
    expect(await household.row(id)).toMatchObject({ status: 'denied', denyReason: 'not this year', openKey: null });
    expect(await household.used()).toBe(0);
    expect(respent).toEqual([ana.userId]);
  });
});

async function change(fields: object): Promise<void> {
  const path = `/api/admin/tv-matches/${show.tmdbId}`;
  const { body } = await admin.get(`${path}?instance_id=${household.library}`);
  const { revision } = (body as { match: { revision: string } }).match;
  const { status, text } = await admin.put(path, { revision, instance_id: household.library, ...fields });
  if (status !== 200) throw new Error(`no match: ${status} ${text}`);
}
