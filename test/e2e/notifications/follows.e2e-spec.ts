import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { INTAKE_JOB } from '../../../src/modules/notifications/events/lifecycle-intake.job.js';
import { FollowRow } from '../../../src/modules/notifications/message-rows.js';
import { AVAILABILITY_JOB } from '../../../src/modules/notifications/observation/availability-sweep.job.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { ChatHousehold, OWN, switched } from './chat-household.js';

const FOLLOWS = '/api/notifications/follows';
const ANA = '900000000000000101';
const BEN = '900000000000000102';

describe('issue 24, follow a title without asking', () => {
  let house: ChatHousehold;
  let library: string;
  let ana: Session;
  let ben: Session;
  let people = 0;
  let films = 870_000;

  beforeAll(async () => {
    house = await ChatHousehold.start();
    library = await house.app.connectRadarr(house.admin);
    await house.admin.put('/api/admin/request-settings', { require_approval: false });
  });
  beforeEach(async () => {
    await house.startOver();
    house.app.tmdb.recover();
    ana = await member('ana', ANA);
    ben = await member('ben', BEN);
    const events = switched('request_available');
    await house.set({ enabled: true, webhook_url: house.webhook, enable_mentions: true, events });
    await run(AVAILABILITY_JOB);
  });
  afterAll(() => house.close());

  const run = (job: string) => house.app.get(JobRunner).runNow(job);

  async function member(name: string, chatId: string): Promise<Session> {
    const session = await house.app.invite(`${name} ${(people += 1)}`);
    await session.put(OWN, { enabled: true, chat_ids: [chatId], events: { request_available: true } });
    return session;
  }

  /** A film that ana has asked for. */
  async function asked(rating = 'PG'): Promise<number> {
    const id = (films += 1);
    house.app.tmdb.given.film({ id, title: `Harbor Lights ${id}`, ...ratedFilm(rating) });
    house.app.radarr.given.catalog([{ tmdbId: id, title: 'Harbor Lights', year: 2024 }]);
    expect((await ana.post('/api/requests', { media_type: 'movie', tmdb_id: id })).status).toBeLessThan(300);
    return id;
  }

  /** Who is mentioned by the post about a film that has come. */
  async function mentionedOf(tmdbId: number): Promise<readonly string[]> {
    house.app.radarr.given.movie({ tmdbId, hasFile: true });
    await house.app.clock.leap(150_000);
    await run(AVAILABILITY_JOB);
    await house.app.clock.leap(61_000);
    await run(INTAKE_JOB);
    await run(SENDING_JOB);
    await house.app.get(OutboxWorkerJob).idle();
    expect(house.chat.posted).toHaveLength(1);
    return house.chat.posted[0]?.pinged.users ?? [];
  }
  const follow = (who: Session, id: number) => who.put(`${FOLLOWS}/movie/${id}`);

  it('a follower is mentioned with the requester; it is listed, stored once, and ends', async () => {
    const id = await asked();
    const stored = { media_type: 'movie', tmdb_id: id, instance_id: library };
    expect((await follow(ben, id)).body).toEqual(stored);
    expect((await ben.put(`${FOLLOWS}/movie/${id}?instance_id=${library}`)).body).toEqual(stored);
    expect((await ben.get(FOLLOWS)).body).toEqual({ follows: [stored] });
    expect((await ana.get(FOLLOWS)).body).toEqual({ follows: [] });
    expect([...(await mentionedOf(id))].sort()).toEqual([ANA, BEN]);
    expect((await ben.delete(`${FOLLOWS}/movie/${id}`)).status).toBe(204);
    expect((await ben.delete(`${FOLLOWS}/movie/${id}`)).status).toBe(204);
    expect((await ben.get(FOLLOWS)).body).toEqual({ follows: [] });
  });

  /** What ends a follower's right or wish, each of another person. */
  const ENDINGS: Readonly<Record<string, (who: Session, id: number) => Promise<unknown>>> = {
    'who stopped following': (who, id) => who.delete(`${FOLLOWS}/movie/${id}`),
    'whose library was taken': ({ userId }) =>
      house.admin.patch(`/api/instances/${library}/assignments`, { action: 'remove', user_ids: [userId] }),
    'who wants no mention of it': (who) => who.put(OWN, { events: { request_available: false } }),
    'who became a child meanwhile': (who) => limitContent(house.admin, who, { max_movie_rating: 'G' }),
    'whose account is gone': ({ userId }) => house.admin.delete(`/api/admin/users/${userId}`),
  };

  it('at delivery: a follower is mentioned, and none whose wish, library, account or sight of it has ended', async () => {
    const id = await asked();
    await follow(ben, id);
    for (const [n, end] of Object.values(ENDINGS).entries()) {
      const who = await member('follower', `${900_000_000_000_000_200n + BigInt(n)}`);
      expect((await follow(who, id)).status).toBe(200);
      await end(who, id);
    }
    expect([...(await mentionedOf(id))].sort()).toEqual([ANA, BEN]);
  });

  it('security 19: a title that a child may not see is 404 and stands in no list of theirs', async () => {
    const [fine, other] = [await asked('G'), await asked('R')];
    await follow(ben, other);
    await limitContent(house.admin, ben, { max_movie_rating: 'PG' });
    expect((await follow(ben, other)).status).toBe(404);
    expect((await follow(ben, fine)).status).toBe(200);
    expect((await ben.get(FOLLOWS)).body).toMatchObject({ follows: [{ tmdb_id: fine }] });
    house.app.tmdb.fail('GET /3/movie/:id', 503, Infinity);
    expect((await follow(ben, 869_999)).status).toBeGreaterThanOrEqual(502);
  });

  it('what can’t be followed is 400, and what nobody knows 404', async () => {
    const refused: readonly (readonly [path: string, status: number])[] = [
      ['/book/7', 400],
      ['/movie/x', 400],
      ['/movie/0', 400],
      ['/movie/9999999999', 404],
      ['/movie/7?instance_id=none', 400],
      ['/movie/7?instance_id=a&instance_id=b', 400],
    ];
    for (const [path, status] of refused)
      expect([path, (await ben.put(FOLLOWS + path)).status]).toEqual([path, status]);
  });

  it('nobody follows more than 200 titles', async () => {
    const { userId } = ben;
    const followed = { userId, mediaType: 'movie' as const, instanceId: library, createdAt: house.app.clock.now() };
    const rows = Array.from({ length: 199 }, (_, at) => ({ ...followed, tmdbId: 1_000_001 + at }));
    await house.app.get(Database).write((tx) => tx.insert(FollowRow, rows));
    expect((await follow(ben, 1_000_200)).status).toBe(200);
    expect([(await follow(ben, 1_000_001)).status, (await follow(ben, 1_000_201)).status]).toEqual([200, 409]);
  });
});
