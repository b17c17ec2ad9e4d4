import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NotifierService } from '../../../src/modules/realtime/updates/notifier.service.js';
import { CompatDecisionsService } from '../../../src/modules/requests/requests.public.js';
import type { Frame } from '../../../src/modules/realtime/sessions/live-sessions.service.js';
import { HELD_RIGHT } from '../../harness/acting-administrator.js';
import { limitContent } from '../../harness/kids-policy.js';
import type { LiveSocket } from '../../harness/live-socket.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';

/** The frames that three people received. */
type Received = Readonly<Record<'admin' | 'ana' | 'other', readonly Frame[]>>;

describe('doc4 §1.19: what becomes of requests', () => {
  let household: Household;
  let ben: Session;
  let tmdbId: number;
  let admin: LiveSocket;
  let ana: LiveSocket;
  let other: LiveSocket;

  beforeAll(async () => {
    household = await Household.open();
  });

  beforeEach(async () => {
    await household.startOver();
    ben = await household.app.invite('ben');
    tmdbId = household.film('Harbor Lights');
    await household.needApproval();
    admin = await household.app.live(household.admin);
    ana = await household.app.live(household.ana);
    other = await household.app.live(ben);
  });

  afterEach(() => Promise.all([admin, ana, other].map((socket) => socket.close())));

  afterAll(() => household.close());

  const title = () => ({ tmdb_id: tmdbId, media_type: 'movie', title: 'Harbor Lights' });

  /** What each received until now: a change of the configuration is reported to all, and after it. */
  async function everything(): Promise<Received> {
    await household.app.get(NotifierService).idle();
    await household.app.connectRadarr(household.admin, { name: 'The end', auto_add_users: false });
    const [toAdmin, toAna, toOther] = await Promise.all([admin, ana, other].map((one) => one.before('config_changed')));
    return { admin: toAdmin ?? [], ana: toAna ?? [], other: toOther ?? [] };
  }

  /** The same without allowances, which each request draws on, and without frames about titles. */
  async function received(): Promise<Received> {
    const all = await everything();
    const about = (frames: readonly Frame[]): readonly Frame[] =>
      frames.filter(({ type }) => type !== 'request_quota_changed' && type !== 'request_status_changed');
    return { admin: about(all.admin), ana: about(all.ana), other: about(all.other) };
  }

  it('request_pending: administrators receive that a request waits, and how many do', async () => {
    await household.requestOf(ben, household.film());
    await admin.nextOf('request_pending');
    await household.requestOf(household.ana, tmdbId);
    expect(await received()).toEqual({
      admin: [{ type: 'request_pending', data: { ...title(), pending_count: 2, instance_id: household.library } }],
      ana: [],
      other: [],
    });
  });

  it('request_decision: the requester alone receives an approval; each step of the delivery goes to administrators too', async () => {
    const id = await household.requestOf(household.ana, tmdbId);
    await admin.nextOf('request_pending');
    await household.approve(id);
    await household.app.deliver();
    const place = { instance_id: household.library };
    const updated = {
      type: 'request_updated',
      data: { request_id: id, delivery_state: 'complete', ...title(), ...place, foreign_id: '' },
    };
    const decided = {
      type: 'request_decision',
      data: { request_id: id, decision: 'approved', ...title(), ...place, status: 'requested' },
    };
    expect(await received()).toEqual({ admin: [updated], ana: [decided, updated], other: [] });
  });

  it('doc2 §4: request_updated: of a request that is forgotten, and nothing about the status of its title', async () => {
    const id = await household.requestOf(household.ana, tmdbId);
    await household.approve(id);
    await household.app.deliver();
    await household.app.get(NotifierService).idle();
    const before = (await everything()).ana.length;
    expect(before).toBeGreaterThan(0);
    await household.app.get(CompatDecisionsService).forget(HELD_RIGHT, id);
    await household.app.get(NotifierService).idle();
    await household.app.connectRadarr(household.admin, { name: 'The very end', auto_add_users: false });
    const data = {
      request_id: id,
      delivery_state: 'complete',
      ...title(),
      instance_id: household.library,
      foreign_id: '',
    };
    const forgotten = [{ type: 'request_updated', data }];
    expect([await ana.before('config_changed'), await other.before('config_changed')]).toEqual([forgotten, []]);
  });

  it('security 19: a kids account receives nothing about its own request for a film that has become blocked', async () => {
    const id = await household.requestOf(household.ana, tmdbId);
    await admin.nextOf('request_pending');
    await limitContent(household.admin, household.ana, { max_movie_rating: 'G' });
    await ana.nextOf('config_changed');
    await household.deny(id);
    expect((await received()).ana).toEqual([]);
  });

  it('request_decision: a denial comes with its reason, and without one when there is none', async () => {
    const id = await household.requestOf(household.ana, tmdbId);
    await household.deny(id, { reason: 'Not this one.' });
    const second = household.film();
    await household.deny(await household.requestOf(household.ana, second));
    const place = { instance_id: household.library };
    expect((await received()).ana).toMatchObject([
      {
        type: 'request_decision',
        data: { request_id: id, decision: 'denied', ...title(), ...place, status: 'denied', reason: 'Not this one.' },
      },
      { type: 'request_decision', data: { tmdb_id: second, decision: 'denied' } },
    ]);
  });

  it('request_decision: says nothing of a reason that was not given', async () => {
    await household.deny(await household.requestOf(household.ana, tmdbId));
    expect((await ana.nextOf('request_decision')).data).not.toHaveProperty('reason');
  });

  it('request_updated: a withdrawal is reported to the requester and to administrators', async () => {
    const id = await household.requestOf(household.ana, tmdbId);
    await admin.nextOf('request_pending');
    await household.act(household.ana, id, 'cancel');
    const { admin: toAdmin, ana: toAna, other: toOther } = await received();
    expect(toAna).toMatchObject([{ type: 'request_updated', data: { request_id: id, delivery_state: 'cancelled' } }]);
    expect(toAdmin).toEqual(toAna);
    expect(toOther).toEqual([]);
  });

  it('request_quota_changed: the account and administrators receive it, and read the allowance anew', async () => {
    const allowances = [{ media_type: 'movie', count: 1, window_days: 7 }];
    await household.admin.put(`/api/admin/users/${household.ana.userId}/request-quotas`, { allowances });
    const frame = { type: 'request_quota_changed', data: { user_id: household.ana.userId } };
    expect(await everything()).toEqual({ admin: [frame], ana: [frame], other: [] });
  });

  it('request_auto_approved: administrators receive a request that needs no approval', async () => {
    await household.admin.put('/api/admin/request-settings', { require_approval: false });
    await household.requestOf(household.ana, tmdbId);
    await household.app.deliver();
    const { admin: toAdmin, ana: toAna, other: toOther } = await received();
    expect(toAdmin[0]).toEqual({
      type: 'request_auto_approved',
      data: { ...title(), pending_count: 0, instance_id: household.library },
    });
    for (const frames of [toAna, toOther])
      expect(frames.map(({ type }) => type)).not.toContain('request_auto_approved');
  });

  it('security 12: a former administrator receives nothing about other people’s requests', async () => {
    await household.admin.patch(`/api/admin/users/${ben.userId}`, { role: 'admin' });
    await other.closed;
    other = await household.app.live(ben);
    await household.requestOf(household.ana, tmdbId);
    expect((await other.next()).type).toBe('request_pending');
    await household.admin.patch(`/api/admin/users/${ben.userId}`, { role: 'user' });
    await other.closed;
    other = await household.app.live(ben);
    await household.requestOf(household.ana, household.film());
    expect((await received()).other).toEqual([]);
  });
});
