import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { LeasesService } from '../../../src/modules/requests/delivery/leases.service.js';
import { DispatchRow } from '../../../src/modules/requests/jobs/dispatch-row.entity.js';
import {
  CompatDecisionsService,
  RequestChangesRepository,
  type RequestEntry,
} from '../../../src/modules/requests/requests.public.js';
import { RequestRow } from '../../../src/modules/requests/saved/request-row.entity.js';
import { HELD_RIGHT } from '../../harness/acting-administrator.js';
import type { Answer } from '../../harness/http-client.js';
import { Household } from './household.js';
import type { RequestsFixture } from './requests-fixture.js';
import { SeriesHousehold } from './series-household.js';

/** A request with its job as they are saved. */
type Saved = readonly [RequestRow, DispatchRow | undefined];

/** Follows the feed beside the tables: every row that a step changes must be reported, by each way to change it. */
class Followed {
  private revision = 0;
  private before = new Map<number, Saved>();

  constructor(private readonly fixture: RequestsFixture) {}

  /** Does something, and answers the requests that are others since the step before: the feed has reported each of them. */
  async step(act: () => Promise<unknown>): Promise<readonly number[]> {
    const answer = await act();
    if (isAnswer(answer)) expect(answer.status).toBeLessThan(300);
    const { changes, after } = await this.look();
    this.revision = changes.at(-1)?.revision ?? this.revision;
    const moved = [...after].filter(([id, saved]) => !isDeepStrictEqual(this.before.get(id), saved)).map(([id]) => id);
    this.before = after;
    expect(changes.map(({ id }) => id)).toEqual(expect.arrayContaining(moved));
    for (const { id, entry } of changes) {
      expect(entry).toEqual(shownOf(after.get(id)));
    }
    return moved;
  }

  /** The feed and the tables at one moment: deliveries go on by themselves. */
  private look() {
    return this.fixture.app.get(Database).read(async (tx) => {
      const changes = await this.fixture.app.get(RequestChangesRepository).changesSince(tx, this.revision, 1_000);
      const jobs = new Map((await tx.find(DispatchRow)).map((job) => [job.requestId, job]));
      const rows = await tx.find(RequestRow, { order: { id: 'ASC' } });
      return { changes, after: new Map(rows.map((row): [number, Saved] => [row.id, [row, jobs.get(row.id)]])) };
    });
  }
}

/** Of the entry of a film or series what a request says in so many words; null for one that was forgotten. */
function shownOf([row, job]: Partial<Saved> = []): unknown {
  if (!row || row.forgottenAt !== null) return null;
  const { id, userId, status, instanceId, tvdbId, completedAt } = row;
  const shown: Partial<RequestEntry> = { id, userId, status, instanceId, tvdbId, completedAt };
  return expect.objectContaining({ ...shown, delivery: job?.state, deliveryCode: job?.code });
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'headers' in value;

describe('the changes include every request that', () => {
  let fixture: Household | SeriesHousehold | undefined;
  afterEach(() => fixture?.close());

  describe('is for a film and', () => {
    let household: Household;
    let followed: Followed;
    beforeEach(async () => {
      fixture = household = await Household.open({ isReusable: true });
      followed = new Followed(household);
      await followed.step(() => Promise.resolve());
    });

    it('is made, leased, kept, delivered, gone from its library and asked for again, and forgotten', async () => {
      const tmdbId = household.film();
      let letGo = (): void => undefined;
      expect(
        await followed.step(async () => {
          letGo = await household.holdDelivery(() => household.requestOf(household.ana, tmdbId));
        }),
      ).toHaveLength(1);
      const [row] = await household.rows();
      const id = row?.id ?? NaN;
      const held = { ...(await household.job(id)), leaseToken: (await household.job(id)).leaseToken ?? '' };
      await household.app.clock.advance(1_000);
      const lease = () => household.app.get(LeasesService).extend({ ...held, ...row, requestId: id } as never);
      expect(await followed.step(lease)).toEqual([id]);
      letGo();
      expect(await followed.step(() => household.app.deliver())).toEqual([id]);
      household.app.radarr.removeMovie(tmdbId);
      await household.app.clock.leap(121_000);
      const again: number[] = [];
      const moved = await followed.step(async () => void again.push(await household.requestOf(household.ana, tmdbId)));
      expect(moved).toEqual([id, ...again]);
      await followed.step(() => household.app.deliver());
      expect(await followed.step(() => household.app.get(CompatDecisionsService).forget(HELD_RIGHT, id))).toEqual([id]);
    });

    it('waits for a decision and is approved, denied or withdrawn', async () => {
      await household.needApproval();
      const ids: number[] = [];
      for (let count = 0; count < 3; count += 1)
        await followed.step(async () => void ids.push(await household.requestOf(household.ana, household.film())));
      const [approved = NaN, denied = NaN, withdrawn = NaN] = ids;
      expect(await followed.step(() => household.deny(denied, { reason: 'no' }))).toEqual([denied]);
      expect(await followed.step(() => household.act(household.ana, withdrawn, 'cancel'))).toEqual([withdrawn]);
      expect(await followed.step(() => household.approve(approved))).toEqual([approved]);
      await followed.step(() => household.app.deliver());
      expect(await household.job(approved)).toMatchObject({ state: 'complete' });
    });

    it('can’t be delivered yet, needs a person, is tried again or given up', async () => {
      household.app.radarr.fail('GET /api/v3/movie', 503);
      const ids: number[] = [];
      await followed.step(async () => void ids.push(await household.delivered(household.ana, household.film())));
      const [id = NaN] = ids;
      expect(await household.job(id)).toMatchObject({ state: 'retry' });
      household.app.radarr.fail('GET /api/v3/movie/lookup', { body: [] });
      expect(
        await followed.step(() => household.act(household.ana, id, 'retry').then(() => household.app.deliver())),
      ).toEqual([id]);
      expect(await household.job(id)).toMatchObject({ state: 'attention' });
      const tired = { state: 'processing', attempts: 50, leaseToken: 'lost', leaseUntil: 1 } as const;
      expect(
        await followed.step(() =>
          household.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, tired)),
        ),
      ).toEqual([id]);
      expect(await followed.step(() => household.app.deliver())).toEqual([id]);
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'retry_limit' });
      const failed = { code: 'import_failed' } as const;
      await followed.step(() =>
        household.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, failed)),
      );
      expect(await followed.step(() => household.admin.post(`/api/admin/requests/${id}/wait`))).toEqual([id]);
    });

    it('loses its requester, or its library, and is forgotten with its title', async () => {
      const ben = await household.app.invite('ben');
      const delivered: number[] = [];
      await followed.step(async () => void delivered.push(await household.delivered(household.ana, household.film())));
      await household.needApproval();
      const waiting: number[] = [];
      const shared = household.film();
      await followed.step(async () => void waiting.push(await household.requestOf(ben, shared)));
      expect(await followed.step(() => household.admin.delete(`/api/admin/users/${ben.userId}`))).toEqual(waiting);
      await followed.step(async () => void waiting.push(await household.requestOf(household.ana, shared)));
      expect(
        await followed.step(() => household.app.get(CompatDecisionsService).forgetTitle(HELD_RIGHT, 'movie', shared)),
      ).toEqual(waiting);
      const all = [...delivered, ...waiting];
      expect(await followed.step(() => household.admin.delete(`/api/instances/${household.library}`))).toEqual(all);
    });
  });

  describe('is for a series and', () => {
    let household: SeriesHousehold;
    let followed: Followed;
    beforeEach(async () => {
      fixture = household = await SeriesHousehold.open({ isReusable: true });
      followed = new Followed(household);
      await followed.step(() => Promise.resolve());
    });

    it('is approved for other seasons, held back with its match, matched again and delivered', async () => {
      const show = household.show();
      const other = household.show();
      const path = `/api/admin/tv-matches/${show.tmdbId}`;
      const revision = async (): Promise<string> =>
        ((await household.admin.get(path)).body as { match: { revision: string } }).match.revision;
      const match = async (fields: object): Promise<Answer> =>
        household.admin.put(path, { revision: await revision(), instance_id: household.library, ...fields });
      await household.needApproval();
      const ids: number[] = [];
      await followed.step(
        async () => void ids.push(await household.requestOf(household.ana, show.tmdbId, { seasons: [1, 2] })),
      );
      const [id = NaN] = ids;
      household.app.sonarr.fail('GET /api/v3/series', 503);
      expect(await followed.step(() => household.approve(id, { season_scope: 'first' }))).toEqual([id]);
      await followed.step(() => household.app.deliver());
      expect(await household.job(id)).toMatchObject({ state: 'retry' });
      const paused = { mode: 'paused', tvdb_id: show.tvdbId, season_map: {} };
      expect(await followed.step(() => match(paused))).toEqual([id]);
      expect(await household.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_paused' });
      await followed.step(() => match({ mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1, 2: 2 } }));
      const repair = async (): Promise<Answer> =>
        household.admin.post(`/api/admin/requests/${id}/repair-tv-match`, { revision: await revision() });
      expect(await followed.step(repair)).toEqual([id]);
      await followed.step(() => household.app.deliver());
      expect(await household.job(id)).toMatchObject({ state: 'complete' });
    });
  });
});
