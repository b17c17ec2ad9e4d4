import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobLeases } from '../../../src/modules/requests/delivery/job-leases.js';
import { DispatchRow } from '../../../src/modules/requests/jobs/dispatch-row.entity.js';
import { LedgerDecisions, LedgerFeed, type LedgerEntry } from '../../../src/modules/requests/requests.public.js';
import { RequestRow } from '../../../src/modules/requests/saved/request-row.entity.js';
import { STANDING } from '../../harness/acting-administrator.js';
import type { Answer } from '../../harness/http-client.js';
import { Household } from './household.js';
import type { RequestDesk } from './request-desk.js';
import { SeriesHousehold } from './series-household.js';

/** A request with its job as they are saved. */
type Saved = readonly [RequestRow, DispatchRow | undefined];

/** Follows the feed beside the tables: every row that a step changes must be told, whatever changed it. */
class Followed {
  private revision = 0;
  private before = new Map<number, Saved>();

  constructor(private readonly desk: RequestDesk) {}

  /** Does something, and answers the requests that are others since the step before: the feed has told each of them. */
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
    return this.desk.app.get(Database).read(async (tx) => {
      const changes = await this.desk.app.get(LedgerFeed).changesSince(tx, this.revision, 1_000);
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
  const shown: Partial<LedgerEntry> = { id, userId, status, instanceId, tvdbId, completedAt };
  return expect.objectContaining({ ...shown, delivery: job?.state, deliveryCode: job?.code });
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'headers' in value;

describe('the feed of the ledger tells every request that', () => {
  let desk: Household | SeriesHousehold | undefined;
  afterEach(() => desk?.close());

  describe('is for a film and', () => {
    let house: Household;
    let followed: Followed;
    beforeEach(async () => {
      desk = house = await Household.open();
      followed = new Followed(house);
      await followed.step(() => Promise.resolve());
    });

    it('is made, leased, kept, delivered, gone from its library and asked for again, and forgotten', async () => {
      const tmdbId = house.film();
      let letGo = (): void => undefined;
      expect(
        await followed.step(async () => {
          letGo = await house.holdDelivery(() => house.requestOf(house.ana, tmdbId));
        }),
      ).toHaveLength(1);
      const [row] = await house.rows();
      const id = row?.id ?? NaN;
      const held = { ...(await house.job(id)), leaseToken: (await house.job(id)).leaseToken ?? '' };
      await house.app.clock.advance(1_000);
      const lease = () => house.app.get(JobLeases).extend({ ...held, ...row, requestId: id } as never);
      expect(await followed.step(lease)).toEqual([id]);
      letGo();
      expect(await followed.step(() => house.app.deliver())).toEqual([id]);
      house.app.radarr.removeMovie(tmdbId);
      await house.app.clock.leap(121_000);
      const again: number[] = [];
      const moved = await followed.step(async () => void again.push(await house.requestOf(house.ana, tmdbId)));
      expect(moved).toEqual([id, ...again]);
      await followed.step(() => house.app.deliver());
      expect(await followed.step(() => house.app.get(LedgerDecisions).forget(STANDING, id))).toEqual([id]);
    });

    it('waits for a decision and is approved, denied or withdrawn', async () => {
      await house.needApproval();
      const ids: number[] = [];
      for (let count = 0; count < 3; count += 1)
        await followed.step(async () => void ids.push(await house.requestOf(house.ana, house.film())));
      const [approved = NaN, denied = NaN, withdrawn = NaN] = ids;
      expect(await followed.step(() => house.deny(denied, { reason: 'no' }))).toEqual([denied]);
      expect(await followed.step(() => house.act(house.ana, withdrawn, 'cancel'))).toEqual([withdrawn]);
      expect(await followed.step(() => house.approve(approved))).toEqual([approved]);
      await followed.step(() => house.app.deliver());
      expect(await house.job(approved)).toMatchObject({ state: 'complete' });
    });

    it('can’t be delivered yet, needs a person, is tried again or given up', async () => {
      house.app.radarr.fail('GET /api/v3/movie', 503);
      const ids: number[] = [];
      await followed.step(async () => void ids.push(await house.delivered(house.ana, house.film())));
      const [id = NaN] = ids;
      expect(await house.job(id)).toMatchObject({ state: 'retry' });
      house.app.radarr.fail('GET /api/v3/movie/lookup', { body: [] });
      expect(await followed.step(() => house.act(house.ana, id, 'retry').then(() => house.app.deliver()))).toEqual([
        id,
      ]);
      expect(await house.job(id)).toMatchObject({ state: 'attention' });
      const tired = { state: 'processing', attempts: 50, leaseToken: 'lost', leaseUntil: 1 } as const;
      expect(
        await followed.step(() =>
          house.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, tired)),
        ),
      ).toEqual([id]);
      expect(await followed.step(() => house.app.deliver())).toEqual([id]);
      expect(await house.job(id)).toMatchObject({ state: 'attention', code: 'retry_limit' });
      const failed = { code: 'import_failed' } as const;
      await followed.step(() =>
        house.app.get(Database).write((tx) => tx.update(DispatchRow, { requestId: id }, failed)),
      );
      expect(await followed.step(() => house.admin.post(`/api/admin/requests/${id}/wait`))).toEqual([id]);
    });

    it('loses its requester, or its library, and is forgotten with its title', async () => {
      const ben = await house.app.invite('ben');
      const delivered: number[] = [];
      await followed.step(async () => void delivered.push(await house.delivered(house.ana, house.film())));
      await house.needApproval();
      const waiting: number[] = [];
      const shared = house.film();
      await followed.step(async () => void waiting.push(await house.requestOf(ben, shared)));
      expect(await followed.step(() => house.admin.delete(`/api/admin/users/${ben.userId}`))).toEqual(waiting);
      await followed.step(async () => void waiting.push(await house.requestOf(house.ana, shared)));
      expect(await followed.step(() => house.app.get(LedgerDecisions).forgetTitle(STANDING, 'movie', shared))).toEqual(
        waiting,
      );
      const all = [...delivered, ...waiting];
      expect(await followed.step(() => house.admin.delete(`/api/instances/${house.library}`))).toEqual(all);
    });
  });

  describe('is for a series and', () => {
    let house: SeriesHousehold;
    let followed: Followed;
    beforeEach(async () => {
      desk = house = await SeriesHousehold.open();
      followed = new Followed(house);
      await followed.step(() => Promise.resolve());
    });

    it('is approved for other seasons, held back with its match, matched again and delivered', async () => {
      const show = house.show();
      const other = house.show();
      const path = `/api/admin/tv-matches/${show.tmdbId}`;
      const revision = async (): Promise<string> =>
        ((await house.admin.get(path)).body as { match: { revision: string } }).match.revision;
      const match = async (fields: object): Promise<Answer> =>
        house.admin.put(path, { revision: await revision(), instance_id: house.library, ...fields });
      await house.needApproval();
      const ids: number[] = [];
      await followed.step(
        async () => void ids.push(await house.requestOf(house.ana, show.tmdbId, { seasons: [1, 2] })),
      );
      const [id = NaN] = ids;
      house.app.sonarr.fail('GET /api/v3/series', 503);
      expect(await followed.step(() => house.approve(id, { season_scope: 'first' }))).toEqual([id]);
      await followed.step(() => house.app.deliver());
      expect(await house.job(id)).toMatchObject({ state: 'retry' });
      const paused = { mode: 'paused', tvdb_id: show.tvdbId, season_map: {} };
      expect(await followed.step(() => match(paused))).toEqual([id]);
      expect(await house.job(id)).toMatchObject({ state: 'attention', code: 'tv_match_paused' });
      await followed.step(() => match({ mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1, 2: 2 } }));
      const repair = async (): Promise<Answer> =>
        house.admin.post(`/api/admin/requests/${id}/repair-tv-match`, { revision: await revision() });
      expect(await followed.step(repair)).toEqual([id]);
      await followed.step(() => house.app.deliver());
      expect(await house.job(id)).toMatchObject({ state: 'complete' });
    });
  });
});
