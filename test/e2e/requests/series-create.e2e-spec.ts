import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestPending } from '../../../src/modules/requests/requests.events.js';
import { TvMatchOverrideRow } from '../../../src/modules/series-matching/rows.js';
import type { Session } from '../../harness/start-app.js';
import { SeriesHousehold } from './series-household.js';
import { refusedWith } from '../../harness/refused-with.js';

let household: SeriesHousehold;
let admin: Session;
let ana: Session;

beforeAll(async () => {
  household = await SeriesHousehold.open({ isReusable: true });
});
beforeEach(async () => {
  await household.startOver();
  ({ admin, ana } = household);
});
afterAll(() => household.close());

const settings = (fields: object) => admin.put('/api/admin/request-settings', fields);

describe('a request for a series', () => {
  it('doc4 §1.3: is saved with what it is for, under the title of the provider, and acknowledged', async () => {
    const { tmdbId, tvdbId } = household.show({ title: 'Northern Relay' });
    const { status, body } = await household.ask(ana, tmdbId, { title: 'my own words', tvdb_id: 1, search_term: 'x' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: 'requested',
      title: 'Northern Relay',
      instance_id: household.library,
      request_id: expect.any(Number),
    });
    const { request_id: id } = body as { request_id: number };
    expect(await household.row(id)).toMatchObject({
      userId: ana.userId,
      requesterName: 'ana',
      mediaType: 'tv',
      tmdbId,
      tvdbId,
      title: 'Northern Relay',
      status: 'requested',
      instanceId: household.library,
      openKey: null,
      seasonScope: 'all',
      seasonMap: '1:1,2:2',
      matchRevision: expect.stringMatching(/^[0-9a-f]{24}$/),
      matchProvenance: 'metadata',
      qualityProfileId: 0,
      requestedAt: household.app.clock.now(),
    });
  });

  it('doc4 §1.9: waits for approval if needed, and publishes it for administrators', async () => {
    await household.needApproval();
    const published: number[] = [];
    household.app.get(EventBus).on(RequestPending, ({ requestId }) => void published.push(requestId));
    const { tmdbId } = household.show();
    const id = await household.requestOf(ana, tmdbId);
    expect(await household.row(id)).toMatchObject({
      status: 'pending',
      openKey: `${ana.userId}:tv:${tmdbId}:${household.library}`,
    });
    expect(await household.job(id)).toMatchObject({ state: 'approval' });
    expect(published).toEqual([id]);
    const own = await household.requestOf(admin, tmdbId);
    expect(await household.row(own)).toMatchObject({ status: 'requested' });
  });

  it('doc4 §1.2, §1.15: is for the scope and the seasons that were chosen, in each way of choosing', async () => {
    for (const [fields, seasonScope, seasonMap] of [
      [{ season_scope: 'all' }, 'all', '1:1,2:2,3:3'],
      [{ season_scope: 'first' }, 'first', '1:1'],
      [{ season_scope: 'latest' }, 'latest', '3:3'],
      [{ season_scope: 'pilot' }, 'pilot', '1:1'],
      [{ seasons: [3, 1, 3] }, '1,3', '1:1,3:3'],
      [{ seasons: [2], season_scope: 'all' }, '2', '2:2'],
      [{ seasons: [] }, 'all', '1:1,2:2,3:3'],
      [{ seasons: null, season_scope: null }, 'all', '1:1,2:2,3:3'],
      [{ season_scope: 'whatever' }, 'all', '1:1,2:2,3:3'],
      [{ season_scope: '' }, 'all', '1:1,2:2,3:3'],
      [{ season_scope: 1 }, 'all', '1:1,2:2,3:3'],
      [{ season_scope: ['first'] }, 'all', '1:1,2:2,3:3'],
      [{ season_scope: { scope: 'first' } }, 'all', '1:1,2:2,3:3'],
    ] as const) {
      const { tmdbId } = household.show({ seasons: { 0: 2, 1: 3, 2: 3, 3: 3, 4: 0 } });
      const row = await household.row(await household.requestOf(ana, tmdbId, fields));
      expect({ ...row, fields }).toMatchObject({ fields, seasonScope, seasonMap });
    }
  });

  it('doc4 §1.11: uses the default when the policy allows no choice of seasons', async () => {
    await settings({ allow_season_choice: false, default_season_scope: 'latest' });
    const fields = { seasons: [1], season_scope: 'all' };
    const shows = [household.show(), household.show()].map(({ tmdbId }) => tmdbId);
    const [one = 0, other = 0] = shows;
    expect(await household.row(await household.requestOf(ana, one, fields))).toMatchObject({ seasonMap: '2:2' });
    await admin.put(`/api/admin/users/${ana.userId}/request-settings`, { season_scope: 'pilot' });
    expect(await household.row(await household.requestOf(ana, other, fields))).toMatchObject({
      seasonScope: 'pilot',
      seasonMap: '1:1',
    });
    expect(await household.row(await household.requestOf(admin, one, fields))).toMatchObject({ seasonScope: '1' });
  });

  it('doc4 §1.11: keeps a chosen profile only when the policy allows a choice', async () => {
    const shows = [household.show(), household.show()].map(({ tmdbId }) => tmdbId);
    const [one = 0, other = 0] = shows;
    const fields = { quality_profile_id: 6 };
    expect(await household.row(await household.requestOf(ana, one, fields))).toMatchObject({ qualityProfileId: 0 });
    await settings({ allow_quality_choice: true });
    expect(await household.row(await household.requestOf(ana, other, fields))).toMatchObject({ qualityProfileId: 6 });
  });
});

describe('a request that can not be taken', () => {
  const refused = async (tmdbId: number, fields: object = {}) => {
    const made = await household.ask(ana, tmdbId, { ...fields });
    const previewed = await household.preview(ana, tmdbId, { ...fields });
    expect([previewed.status, previewed.body]).toEqual([made.status, made.body]);
    expect(await household.rows()).toEqual([]);
    return { status: made.status, body: made.body };
  };

  it('doc4 §1.2: seasons that can not be asked for, and media types that are not served, are 400', async () => {
    const { tmdbId } = household.show();
    const OTHER_MEDIA = 'media_type must be movie, tv, book or music';
    for (const [fields, error] of [
      [{ seasons: [0] }, 'specials can not be requested'],
      [{ seasons: [9] }, 'season 9 does not exist'],
      [{ seasons: ['1'] }, 'seasons must be whole numbers'],
      [{ seasons: [1.5] }, 'seasons must be whole numbers'],
      [{ seasons: 1 }, 'seasons must be a list'],
      [{ seasons: Array(101).fill(1) }, 'seasons must be at most 100'],
      [{ media_type: 'book' }, 'foreign_id required for book and music'],
      [{ media_type: 'music' }, 'foreign_id required for book and music'],
      [{ media_type: 'show' }, OTHER_MEDIA],
    ] as const)
      expect({ fields, ...(await refused(tmdbId, fields)) }).toEqual({ fields, status: 400, body: refusedWith(error) });
  });

  it('doc4 §1.10: for a library that is not theirs is 403, and nothing is asked about the series', async () => {
    const other = await household.addLibrary();
    const { tmdbId } = household.show();
    household.app.tmdb.forgetCalls();
    expect(await refused(tmdbId, { instance_id: other.id })).toMatchObject({ status: 403 });
    expect(await refused(tmdbId, { instance_id: 'none' })).toMatchObject({ status: 400 });
    await household.assign(household.library, 'remove', ana);
    expect(await refused(tmdbId)).toMatchObject({ status: 403 });
    expect(household.app.tmdb.calls()).toEqual([]);
  });

  it('doc4 §1.10: of a series that there is not is 404', async () => {
    expect(await refused(2_000_000_000)).toEqual({
      status: 404,
      body: { error: 'no series with this tmdb_id', code: 'series_not_found' },
    });
  });

  it('doc4 §1.10: while the provider is silent is 503 with its code', async () => {
    const { tmdbId } = household.show();
    household.app.tmdb.fail('GET /3/tv/:id', 503, Infinity);
    expect(await refused(tmdbId)).toMatchObject({ status: 503, body: { code: 'tv_metadata_unavailable' } });
  });

  it('doc4 §1.10: of what the library’s catalog does not know is 409 with its code', async () => {
    const tmdbId = 660_001;
    household.app.tmdb.given.series({ id: tmdbId, name: 'Unheard of', tvdb_id: null });
    expect(await refused(tmdbId)).toMatchObject({ status: 409, body: { code: 'tv_target_missing' } });
  });

  it('doc4 §1.10: of a series that is paused is 409 with its code', async () => {
    const { tmdbId } = household.show();
    await pause(tmdbId);
    expect(await refused(tmdbId)).toMatchObject({ status: 409, body: { code: 'tv_match_paused' } });
  });

  it('doc4 §1.10: of seasons that are not mapped is 409, which names them', async () => {
    const { tmdbId, tvdbId } = household.show({ seasons: { 1: 3, 2: 3, 3: 3 } });
    await matchWith(tmdbId, tvdbId, { 2: 1 });
    expect(await refused(tmdbId, { seasons: [1, 2, 3] })).toEqual({
      status: 409,
      body: {
        error: 'the library has no counterpart for seasons 1, 3',
        code: 'tv_seasons_unmapped',
        params: { seasons: '1, 3', count: 2 },
      },
    });
    expect(await household.row(await household.requestOf(ana, tmdbId))).toMatchObject({
      seasonScope: 'all',
      seasonMap: '2:1',
      matchProvenance: 'custom',
    });
  });
});

describe('what holds where it counts, and not when it was asked', () => {
  /** Asks for what was delivered before, and changes something while the library is looked at. */
  const askedWhile = async (changed: (tmdbId: number) => Promise<unknown>) => {
    const show = household.show();
    await household.deliveredBefore(ana, show, { seasons: [1] });
    const { begun, letGo } = household.holdRead();
    const asked = household.ask(ana, show.tmdbId);
    await begun;
    await changed(show.tmdbId);
    letGo();
    return asked;
  };

  it('doc4 §1.14: is the match: moved meanwhile it is 409, and nothing is saved', async () => {
    const { status, body } = await askedWhile((tmdbId) => hold(tmdbId));
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'tv_match_paused' } });
    expect(await household.rows()).toMatchObject([{ status: 'requested' }]);
  });

  it('doc1 routing rule 4: is the grant: lost meanwhile it is 403', async () => {
    const { status } = await askedWhile(() => household.assign(household.library, 'remove', ana));
    expect(status).toBe(403);
    expect(await household.rows()).toHaveLength(1);
  });

  it('doc4 §1.11: is the policy: it decides of approval and of the choice of seasons', async () => {
    const policy = { require_approval: true, allow_season_choice: false, default_season_scope: 'latest' };
    const { body } = await askedWhile(() => settings(policy));
    expect(body).toMatchObject({ status: 'pending' });
    expect((await household.rows()).at(-1)).toMatchObject({ seasonScope: 'latest', seasonMap: '2:2' });
  });

  it('doc4 §1.12: is the open one: requested meanwhile it is not repeated', async () => {
    const { body } = await askedWhile((tmdbId) => household.requestOf(ana, tmdbId, { seasons: [2] }));
    const rows = await household.rows();
    expect(rows.map(({ status, seasonMap }) => [status, seasonMap])).toEqual([
      ['unavailable', '1:1'],
      ['requested', '2:2'],
      ['requested', '1:1'],
    ]);
    expect(body).toMatchObject({ request_id: rows.at(-1)?.id });
  });
});

describe('a preview', () => {
  it('doc4 §1.9, §1.18: reports the seasons that the selection comes to, and saves nothing', async () => {
    const { tmdbId } = household.show({ seasons: { 0: 1, 1: 3, 2: 3 } });
    const { status, body } = await household.preview(ana, tmdbId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ fits: true, reduce_selection: false, seasons: [1, 2] });
    expect((await household.preview(ana, tmdbId, { season_scope: 'pilot' })).body).toMatchObject({ seasons: [1] });
    expect(await household.rows()).toEqual([]);
  });
});

const revisionOf = async (tmdbId: number): Promise<string> => {
  const { body } = await admin.get(`/api/admin/tv-matches/${tmdbId}?instance_id=${household.library}`);
  return (body as { match: { revision: string } }).match.revision;
};

/** An administrator holds the series back, while nobody can be asked about it. */
function hold(tmdbId: number): Promise<unknown> {
  const row = {
    tmdbId,
    mode: 'paused' as const,
    tvdbId: null,
    seasonMap: '',
    revision: 'f'.repeat(24),
    updatedBy: 1,
    updatedAt: 1,
  };
  return household.app.get(Database).write((tx) => tx.insert(TvMatchOverrideRow, row));
}

async function pause(tmdbId: number): Promise<void> {
  await change(tmdbId, { mode: 'paused' });
}

async function matchWith(tmdbId: number, tvdbId: number, season_map: Record<number, number>): Promise<void> {
  await change(tmdbId, { mode: 'custom', tvdb_id: tvdbId, season_map });
}

async function change(tmdbId: number, fields: object): Promise<void> {
  const body = { revision: await revisionOf(tmdbId), instance_id: household.library, ...fields };
  const { status, text } = await admin.put(`/api/admin/tv-matches/${tmdbId}`, body);
  if (status !== 200) throw new Error(`no match: ${status} ${text}`);
}
