import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { INTAKE_JOB } from '../../../src/modules/notifications/events/lifecycle-intake.job.js';
import { ChatPreferencesRepository } from '../../../src/modules/notifications/chat/chat-preferences.repository.js';
import { MessageIntakeService } from '../../../src/modules/notifications/notifications.public.js';
import { OutboxWorkerJob, SENDING_JOB } from '../../../src/modules/notifications/outbox/outbox-worker.job.js';
import { AccountsRepository } from '../../../src/modules/users/users.public.js';
import { EXECUTE, type PostedMessage } from '../../fakes/discord/discord-fake.js';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { Session } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { ChatHousehold, OWN, SETTINGS, switched } from './chat-household.js';

const ANA = '900000000000000101';
const ADMIN = '900000000000000102';
const ROLE = '900000000000000201';
const DETAIL = 'GET /3/movie/:id';

describe('posts to the chat', () => {
  let house: ChatHousehold;
  let library: string;
  let ana: Session;
  let people = 0;
  let films = 880_000;

  beforeAll(async () => {
    house = await ChatHousehold.start();
    // An event wakes these in the background, sooner or later; here they run when a test has something sent.
    const jobs = house.app.get(JobRunner);
    const wake = jobs.wake.bind(jobs);
    vi.spyOn(jobs, 'wake').mockImplementation((name) => {
      if (name !== INTAKE_JOB && name !== SENDING_JOB) wake(name);
    });
    library = await house.app.connectRadarr(house.admin);
    await house.admin.put('/api/admin/request-settings', { require_approval: true });
    await house.admin.put('/api/admin/external-address', { external_url: 'https://usher.example' });
  });

  beforeEach(async () => {
    await house.startOver();
    house.app.tmdb.recover();
    ana = await house.app.invite(`ana ${(people += 1)}`);
    await mentioning(ana, ANA);
    await mentioning(house.admin, ADMIN);
    await set({
      enabled: true,
      webhook_url: house.webhook,
      enable_mentions: true,
      events: ALL,
      role_events: switched(),
    });
    await sent();
    house.chat.posted.length = 0;
  });

  afterAll(async () => {
    vi.restoreAllMocks();
    await house.close();
  });

  const ALL = Object.fromEntries(Object.keys(switched()).map((event) => [event, true]));
  const set = (change: object) => house.set(change);

  /** Has somebody mentioned by every event that they may be told of. */
  async function mentioning(who: Session, ...ids: readonly string[]): Promise<void> {
    const { allowed_events: allowed } = await house.own(who);
    const events = Object.fromEntries((allowed as readonly string[]).map((event) => [event, true]));
    await who.put(OWN, { enabled: true, chat_ids: ids, events });
  }

  /** Asks for a film of its own; answers the id of the request. */
  async function asked(who: Session = ana, film: object = {}): Promise<number> {
    const id = (films += 1);
    house.app.tmdb.given.film({ id, title: `Harbor *Lights* ${id}`, ...ratedFilm('PG'), ...film });
    house.app.radarr.given.catalog([{ tmdbId: id, title: 'Harbor Lights', year: 2024 }]);
    const { status, body, text } = await who.post('/api/requests', { media_type: 'movie', tmdb_id: id });
    if (status >= 300) throw new Error(text);
    return (body as { readonly request_id: number }).request_id;
  }
  const approve = (id: number) => house.admin.post(`/api/admin/requests/${id}/approve`, {});
  const deny = (id: number) => house.admin.post(`/api/admin/requests/${id}/deny`, { reason: 'no' });

  /** What stands in the channel once everything that was due has been tried. */
  async function sent(): Promise<readonly PostedMessage[]> {
    await house.app.get(JobRunner).runNow(INTAKE_JOB);
    await house.app.get(JobRunner).runNow(SENDING_JOB);
    await house.app.get(OutboxWorkerJob).idle();
    return house.chat.posted;
  }
  const later = async (ms: number): Promise<readonly PostedMessage[]> => {
    await house.app.clock.leap(ms);
    return sent();
  };
  const eventsIn = (posts: readonly PostedMessage[]): readonly unknown[] =>
    posts.map(({ embeds }) => (embeds[0]?.footer as { readonly text: string } | undefined)?.text);
  const pinged = (posts: readonly PostedMessage[]) => posts.map((post) => post.pinged.users);
  const statuses = async () =>
    ((await house.settings()).recent as readonly Readonly<Record<string, unknown>>[]).map(
      ({ event, status, attempts }) => [event, status, attempts].join(' '),
    );

  it('doc2 §6 chat: title, type, requester, library and event; a link and a public poster; nobody but who is meant', async () => {
    await set({ role_id: ROLE, role_events: { request_pending: true } });
    const id = await asked();
    const [post] = await sent();
    expect(post).toMatchObject({
      content: `<@&${ROLE}> <@${ADMIN}>`,
      threadId: null,
      pinged: { users: [ADMIN], roles: [ROLE], everyone: false },
    });
    expect(post?.embeds).toEqual([
      {
        title: `Harbor \\*Lights\\* ${films}`,
        description: 'Request waiting for approval',
        url: `https://usher.example${E2E_BASE_PATH}/admin/requests/${id}`,
        color: 0x3498db,
        fields: [
          { name: 'Type', value: 'Movie', inline: true },
          { name: 'Requested by', value: `ana ${people}`, inline: true },
          { name: 'Library', value: 'Films', inline: true },
        ],
        thumbnail: { url: `https://image.tmdb.org/t/p/w342/poster-${films}.jpg` },
        footer: { text: 'request_pending' },
      },
    ]);
    expect((await statuses())[0]).toBe('request_pending sent 1');
  });

  it('doc2 §6 chat: each decision is told to who has asked; who did it is not mentioned', async () => {
    for (const decide of [approve, deny]) {
      const id = await asked();
      // What waited is told before it is decided; afterwards it isn't so any more.
      await sent();
      await decide(id);
    }
    await asked(house.admin);
    const posts = await sent();
    const told = eventsIn(posts).map((event, place) => [event, posts[place]?.pinged.users]);
    expect(told).toEqual([
      ['request_pending', [ADMIN]],
      ['request_approved', [ANA]],
      ['request_pending', [ADMIN]],
      ['request_denied', [ANA]],
      ['request_auto_approved', []],
    ]);
  });

  it('issue 43 B10: what was withdrawn or decided before its turn is not posted any more', async () => {
    const withdrawn = await asked();
    await ana.post(`/api/requests/${withdrawn}/delivery`, { action: 'cancel' });
    await approve(await asked());
    expect(eventsIn(await sent())).toEqual(['request_approved']);
    expect(await statuses()).toContain('request_pending cancelled 0');
  });

  it('issue 24: a limit holds everything back in its order, and rights are judged after it', async () => {
    const id = await asked();
    await sent();
    house.chat.posted.length = 0;
    await approve(id);
    await asked();
    house.chat.limitRate('json', { seconds: 30 });
    expect(await sent()).toEqual([]);
    await house.admin.put(`/api/admin/users/${ana.userId}/instance-grants`, { movie_manager: [] });
    await house.admin.put(OWN, { events: { request_pending: false } });
    expect(await later(29_000)).toEqual([]);
    const posts = await later(2_000);
    expect(eventsIn(posts).slice(0, 2)).toEqual(['request_approved', 'request_pending']);
    expect(pinged(posts).slice(0, 2)).toEqual([[], []]);
    expect(await statuses()).toContain('request_approved sent 2');
  });

  it('doc2 §6 chat: what was switched off meanwhile is not posted, and nothing is told of it afterwards', async () => {
    house.chat.limitRate('edge');
    await asked();
    await sent();
    await set({ events: { request_pending: false } });
    await set({ events: { request_pending: true } });
    expect(await later(61_000)).toEqual([]);
    expect((await statuses())[0]).toBe('request_pending cancelled 1');
  });

  it('security 19: a child is mentioned within its limits alone, by those that hold when it is sent', async () => {
    await limitContent(house.admin, ana);
    const first = await asked();
    await sent();
    await approve(first);
    expect(pinged(await sent())).toEqual([[ADMIN], [ANA]]);
    house.chat.posted.length = 0;
    const [within, outside, unreadable] = [await asked(), await asked(), await asked()];
    await sent();
    house.chat.posted.length = 0;
    house.chat.limitRate('json', { seconds: 30 });
    await approve(within);
    expect(await sent()).toEqual([]);
    await limitContent(house.admin, ana, { max_movie_rating: 'G' });
    await deny(outside);
    expect(pinged(await later(31_000))).toEqual([[], []]);
    await damagePolicy(house.app, ana);
    await deny(unreadable);
    expect(pinged(await sent())).toEqual([[], [], []]);
  });

  it('issue 24: a provider that hangs delays a post by three seconds at most, which goes out without what it didn’t tell', async () => {
    const id = await asked();
    await sent();
    house.chat.posted.length = 0;
    await limitContent(house.admin, ana);
    house.app.tmdb.fail(DETAIL, 'timeout', Infinity);
    house.app.tmdb.forgetCalls();
    await deny(id);
    const posted = house.chat.nextCall(EXECUTE);
    await house.app.get(JobRunner).runNow(INTAKE_JOB);
    await house.app.get(JobRunner).runNow(SENDING_JOB);
    await house.app.tmdb.arrived(DETAIL, 1);
    await house.app.clock.advance(3_001);
    await posted;
    await house.app.get(OutboxWorkerJob).idle();
    expect(house.chat.posted).toMatchObject([{ pinged: { users: [] }, embeds: [{ description: 'Request denied' }] }]);
  });

  it('issue 24: a webhook that is gone fails visibly, says what to do, and the next success ends that', async () => {
    house.chat.deleteWebhook();
    await asked();
    await sent();
    expect((await statuses())[0]).toBe('request_pending failed 1');
    expect((await house.settings()).error).toMatch(/^The webhook was deleted: make a new one/);
    house.chat.given.webhook({ token: 'planted-chat-webhook-token' });
    await asked();
    expect(eventsIn(await sent())).toEqual(['request_pending']);
    expect(await house.settings()).not.toHaveProperty('error');
  });

  it('doc2 §6 chat: an answer that is lost leaves it unconfirmed for ever, and nothing is posted twice', async () => {
    house.chat.fail(EXECUTE, 'answer-lost');
    await asked();
    await sent();
    await later(600_000);
    expect(house.chat.posted).toHaveLength(1);
    expect((await statuses())[0]).toBe('request_pending unconfirmed 1');
  });

  it('issue 24: what never left the house is tried again within a minute', async () => {
    const { port } = house.chat;
    await house.chat.leave();
    await asked();
    await sent();
    await house.chat.start(port);
    expect(eventsIn(await later(60_000))).toEqual(['request_pending']);
    expect((await statuses())[0]).toBe('request_pending sent 2');
  });

  it('issue 24: a large audience is spread over posts with receipts of their own, each mentioned once', async () => {
    const ids = (place: number) =>
      Array.from({ length: 10 }, (_, n) => String(910_000_000_000_000_000n + BigInt(place * 10 + n)));
    await house.app.get(Database).write(async (tx) => {
      for (const place of Array.from({ length: 21 }, (_, n) => n)) {
        const { id } = await house.app
          .get(AccountsRepository)
          .create(tx, { username: `crowd ${place}`, role: 'admin' });
        const preferences = { enabled: true, chatIds: ids(place), events: ALL as never };
        await house.app.get(ChatPreferencesRepository).set(tx, id, preferences);
      }
    });
    await set({ role_id: ROLE, role_events: { request_pending: true } });
    house.chat.limitRate('json', { seconds: 1 });
    await asked();
    await sent();
    const posts = await later(2_000);
    expect(posts.map((post) => post.pinged.roles)).toEqual([[ROLE], [], []]);
    const everybody = posts.flatMap((post) => post.pinged.users);
    expect([everybody.length, new Set(everybody).size]).toEqual([211, 211]);
    expect((await statuses()).slice(0, 3)).toEqual([
      'request_pending sent 1',
      'request_pending sent 1',
      'request_pending sent 2',
    ]);
    for (const { id, username } of (await house.admin.get('/api/admin/users')).body as {
      id: number;
      username: string;
    }[])
      if (username.startsWith('crowd')) await house.admin.delete(`/api/admin/users/${id}`);
  });

  it('doc2 §6 chat: reports are told by a fixed text and a link, to administrators and who has sent them', async () => {
    const about = { title: 'Harbor Lights', mediaType: 'movie', tmdbId: 880_001, instanceId: library } as const;
    const report = { issueId: 3, reporterId: ana.userId, ...about };
    await house.app.get(Database).write(async (tx) => {
      const issues = house.app.get(MessageIntakeService);
      await issues.addIssueEvent(tx, { event: 'issue_created', actorId: ana.userId, ...report });
      await issues.addIssueEvent(tx, { event: 'issue_comment', actorId: house.admin.userId, ...report });
    });
    const posts = await sent();
    expect(posts.map(({ embeds, pinged: { users } }) => [embeds[0]?.description, embeds[0]?.url, users])).toEqual([
      ['A problem was reported', `https://usher.example${E2E_BASE_PATH}/issues/3`, [ADMIN]],
      ['New reply to a report', `https://usher.example${E2E_BASE_PATH}/issues/3`, [ANA]],
    ]);
  });

  it('security 4: what is kept of posts shows no address', async () => {
    await asked();
    await sent();
    expect((await house.admin.get(SETTINGS)).text).not.toContain('planted');
  });
});
