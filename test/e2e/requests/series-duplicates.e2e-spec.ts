import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestPending } from '../../../src/modules/requests/requests.events.js';
import type { Answer } from '../../harness/http-client.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold, type Show } from './series-household.js';

const LIST = 'GET /api/v3/series';
const IN_MEMORY_MS = 120_000;

let household: SeriesHousehold;
let ana: Session;

beforeAll(async () => {
  household = await SeriesHousehold.open({ isReusable: true });
});
beforeEach(async () => {
  await household.startOver();
  ({ ana } = household);
});
afterAll(() => household.close());

const idOf = ({ body }: Answer): number | undefined => (body as { request_id?: number }).request_id;

describe('doc4 §1.12: asking for a series that waits for approval', () => {
  let show: Show;

  beforeEach(async () => {
    await household.needApproval();
    show = household.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
  });

  it('is answered with the open request: one row, no second event, nothing widened, nothing charged', async () => {
    const published: number[] = [];
    household.app.get(EventBus).on(RequestPending, ({ requestId }) => void published.push(requestId));
    const first = await household.ask(ana, show.tmdbId, { seasons: [1] });
    const saved = await household.rows();
    await household.app.clock.advance(1_000);
    const second = await household.ask(ana, show.tmdbId, { season_scope: 'all', quality_profile_id: 6 });
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.body).toMatchObject({ success: true, status: 'pending' });
    expect(await household.rows()).toEqual(saved);
    expect(published).toEqual([idOf(first)]);
    expect(await household.used()).toBe(1);
  });

  it('ten at once make one row', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => household.ask(ana, show.tmdbId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await household.rows()).toHaveLength(1);
    expect(await household.used()).toBe(3);
  });

  it('in another library, and by another account, is another request', async () => {
    const other = await household.addLibrary();
    await household.assign(other.id, 'add', ana);
    const ben = await household.app.invite('ben');
    await household.requestOf(ana, show.tmdbId);
    await household.requestOf(ana, show.tmdbId, { instance_id: other.id });
    await household.requestOf(ben, show.tmdbId);
    expect((await household.rows()).map(({ userId, instanceId }) => [userId, instanceId])).toEqual([
      [ana.userId, household.library],
      [ana.userId, other.id],
      [ben.userId, household.library],
    ]);
  });
});

describe('doc2 §4 rule 9: asking for more of a series that was accepted', () => {
  it('is a new row for the seasons that no row is for', async () => {
    const { tmdbId } = household.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
    const first = await household.requestOf(ana, tmdbId, { seasons: [2] });
    const second = await household.requestOf(ana, tmdbId, { seasons: [1, 2] });
    const third = await household.requestOf(ana, tmdbId, { season_scope: 'all' });
    expect(await household.rows()).toMatchObject([
      { id: first, seasonScope: '2', seasonMap: '2:2', status: 'requested' },
      { id: second, seasonScope: '1,2', seasonMap: '1:1', status: 'requested' },
      { id: third, seasonScope: 'all', seasonMap: '3:3', status: 'requested' },
    ]);
    expect(await household.used()).toBe(3);
  });

  it('doc4 §1.12: without missing seasons is answered with the newest row that covers a part of it', async () => {
    const { tmdbId } = household.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
    const first = await household.requestOf(ana, tmdbId, { seasons: [1] });
    const second = await household.requestOf(ana, tmdbId, { seasons: [2] });
    await household.requestOf(ana, tmdbId, { seasons: [3] });
    const { body } = await household.ask(ana, tmdbId, { seasons: [1, 2] });
    expect(body).toMatchObject({ request_id: second, message: 'Already requested.' });
    expect(await household.requestOf(ana, tmdbId, { seasons: [1] })).toBe(first);
    expect(await household.rows()).toHaveLength(3);
    expect(await household.used()).toBe(3);
  });

  it('ten at once make one row', async () => {
    const { tmdbId } = household.show();
    const answers = await Promise.all(Array.from({ length: 10 }, () => household.ask(ana, tmdbId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await household.rows()).toHaveLength(1);
  });

  it('doc4 §1.15: a pilot is no season, and a season has its pilot', async () => {
    const { tmdbId } = household.show();
    const pilot = await household.requestOf(ana, tmdbId, { season_scope: 'pilot' });
    const season = await household.requestOf(ana, tmdbId, { seasons: [1] });
    expect(season).not.toBe(pilot);
    expect(await household.requestOf(ana, tmdbId, { season_scope: 'pilot' })).toBe(season);
    expect(await household.rows()).toHaveLength(2);
    expect(await household.used()).toBe(1);
  });
});

describe('doc4 §1.9: asking for what was delivered and then deleted from the library', () => {
  let show: Show;

  beforeEach(() => {
    show = household.show({ seasons: { 1: 3, 2: 3 } });
  });

  it('makes a new row; the old one is history', async () => {
    const old = await household.deliveredBefore(ana, show, { seasons: [1] });
    const id = await household.requestOf(ana, show.tmdbId, { seasons: [1] });
    expect(await household.rows()).toMatchObject([
      { id: old, status: 'unavailable', seasonMap: '1:1' },
      { id, status: 'requested', seasonMap: '1:1' },
    ]);
  });

  it('makes none beside one that was delivered while the library was read: the read is older', async () => {
    await household.deliveredBefore(ana, show, { seasons: [1] });
    const { begun, letGo } = household.holdRead();
    const asked = household.requestOf(ana, show.tmdbId, { seasons: [1] });
    await begun;
    const newer = await household.deliveredBefore(ana, show, { seasons: [1] });
    letGo();
    expect(await asked).toBe(newer);
    expect(await household.row(newer)).toMatchObject({ status: 'requested' });
    expect(await household.rows()).toHaveLength(2);
  });

  it('in part makes a row for that part; the old one stays for what is there', async () => {
    const old = await household.deliveredBefore(ana, show, { seasons: [1, 2] });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [2], files: { 2: [1] } });
    const id = await household.requestOf(ana, show.tmdbId, { seasons: [1, 2] });
    expect(await household.rows()).toMatchObject([
      { id: old, status: 'requested', seasonMap: '1:1,2:2' },
      { id, status: 'requested', seasonMap: '1:1' },
    ]);
    expect(await household.requestOf(ana, show.tmdbId, { seasons: [2] })).toBe(old);
  });

  it('makes none while the library has a part of it, or still searches for it', async () => {
    const old = await household.deliveredBefore(ana, show, { seasons: [1, 2] });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, monitoredSeasons: [1, 2], files: { 2: [1] } });
    expect(await household.requestOf(ana, show.tmdbId, { seasons: [1, 2] })).toBe(old);
    expect(await household.rows()).toHaveLength(1);
  });

  it('makes none while the library can not be read: unreadable is not gone', async () => {
    const old = await household.deliveredBefore(ana, show, { seasons: [1] });
    household.app.sonarr.fail(LIST, 503, Infinity);
    expect(await household.requestOf(ana, show.tmdbId, { seasons: [1] })).toBe(old);
    expect(await household.rows()).toMatchObject([{ status: 'requested' }]);
  });
});

describe('doc4 §1.12: asking for what is on disk already', () => {
  it('that the cache shows as complete: available, no row, nothing charged', async () => {
    const show = household.show({ title: 'Northern Relay' });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, files: { 1: 'aired', 2: 'aired' } });
    await household.lookAt(show);
    household.app.sonarr.forgetCalls();
    const { status, body } = await household.ask(ana, show.tmdbId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: 'available',
      title: 'Northern Relay',
      message: 'Already in the library.',
      instance_id: household.library,
    });
    expect(await household.rows()).toEqual([]);
    expect(await household.used()).toBe(0);
    expect(household.app.sonarr.calls()).toEqual([]);
  });

  it('doc4 §1.15: that the cache shows as partly there: a row for the rest', async () => {
    const show = household.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, files: { 1: 'aired', 2: [1] } });
    await household.lookAt(show);
    expect(await household.row(await household.requestOf(ana, show.tmdbId))).toMatchObject({
      seasonScope: 'all',
      seasonMap: '2:2,3:3',
    });
    expect(await household.used()).toBe(2);
  });

  it('doc4 decisions: that is not in the cache is accepted and charged', async () => {
    const show = household.show();
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, files: { 1: 'aired', 2: 'aired' } });
    await household.lookAt(show);
    await household.app.clock.leap(IN_MEMORY_MS);
    await household.needApproval();
    expect(await household.row(await household.requestOf(ana, show.tmdbId))).toMatchObject({ seasonMap: '1:1,2:2' });
    expect(await household.used()).toBe(2);
  });

  it('doc4 §1.15: of a pilot is its first episode', async () => {
    const show = household.show();
    household.app.sonarr.given.series({ tvdbId: show.tvdbId, files: { 1: [1] } });
    await household.lookAt(show);
    expect((await household.ask(ana, show.tmdbId, { season_scope: 'pilot' })).body).toMatchObject({
      status: 'available',
    });
    expect(await household.rows()).toEqual([]);
  });
});
