import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Announcer } from '../../../src/modules/realtime/announcements/announcer.js';
import { LedgerDecisions } from '../../../src/modules/requests/requests.public.js';
import type { Frame } from '../../../src/modules/realtime/sessions/live-sessions.js';
import { STANDING } from '../../harness/acting-administrator.js';
import { limitContent } from '../../harness/kids-policy.js';
import type { LiveSocket } from '../../harness/live-socket.js';
import type { Session } from '../../harness/start-app.js';
import { Household } from '../requests/household.js';

/** What three people were told. */
type Told = Readonly<Record<'admin' | 'ana' | 'other', readonly Frame[]>>;

describe('doc4 §1.19: what becomes of requests', () => {
  let house: Household;
  let ben: Session;
  let tmdbId: number;
  let admin: LiveSocket;
  let ana: LiveSocket;
  let other: LiveSocket;

  beforeEach(async () => {
    house = await Household.open();
    ben = await house.app.invite('ben');
    tmdbId = house.film('Harbor Lights');
    await house.needApproval();
    admin = await house.app.live(house.admin);
    ana = await house.app.live(house.ana);
    other = await house.app.live(ben);
  });

  afterEach(() => house.close());

  const title = () => ({ tmdb_id: tmdbId, media_type: 'movie', title: 'Harbor Lights' });

  /** What each was told until now: a change of the configuration is told to all, and after it. */
  async function everything(): Promise<Told> {
    await house.app.get(Announcer).idle();
    await house.app.connectRadarr(house.admin, { name: 'The end', auto_add_users: false });
    const [toAdmin, toAna, toOther] = await Promise.all([admin, ana, other].map((one) => one.before('config_changed')));
    return { admin: toAdmin ?? [], ana: toAna ?? [], other: toOther ?? [] };
  }

  /** The same without allowances, which each request draws on, and without what is told of titles. */
  async function told(): Promise<Told> {
    const all = await everything();
    const about = (frames: readonly Frame[]): readonly Frame[] =>
      frames.filter(({ type }) => type !== 'request_quota_changed' && type !== 'request_status_changed');
    return { admin: about(all.admin), ana: about(all.ana), other: about(all.other) };
  }

  it('request_pending: administrators are told that a request waits, and of how many', async () => {
    await house.requestOf(ben, house.film());
    await admin.nextOf('request_pending');
    await house.requestOf(house.ana, tmdbId);
    expect(await told()).toEqual({
      admin: [{ type: 'request_pending', data: { ...title(), pending_count: 2, instance_id: house.library } }],
      ana: [],
      other: [],
    });
  });

  it('request_decision: the requester alone is told of an approval; each step of the delivery goes to administrators too', async () => {
    const id = await house.requestOf(house.ana, tmdbId);
    await admin.nextOf('request_pending');
    await house.approve(id);
    await house.app.deliver();
    const place = { instance_id: house.library };
    const updated = {
      type: 'request_updated',
      data: { request_id: id, delivery_state: 'complete', ...title(), ...place, foreign_id: '' },
    };
    const decided = {
      type: 'request_decision',
      data: { request_id: id, decision: 'approved', ...title(), ...place, status: 'requested' },
    };
    expect(await told()).toEqual({ admin: [updated], ana: [decided, updated], other: [] });
  });

  it('doc2 §4: request_updated: of a request that is forgotten, and nothing of where its title stands', async () => {
    const id = await house.requestOf(house.ana, tmdbId);
    await house.approve(id);
    await house.app.deliver();
    await house.app.get(Announcer).idle();
    const before = (await everything()).ana.length;
    expect(before).toBeGreaterThan(0);
    await house.app.get(LedgerDecisions).forget(STANDING, id);
    await house.app.get(Announcer).idle();
    await house.app.connectRadarr(house.admin, { name: 'The very end', auto_add_users: false });
    const data = { request_id: id, delivery_state: 'complete', ...title(), instance_id: house.library, foreign_id: '' };
    const forgotten = [{ type: 'request_updated', data }];
    expect([await ana.before('config_changed'), await other.before('config_changed')]).toEqual([forgotten, []]);
  });

  it('security 19: a kids account is not told of its own request for a film that has become blocked', async () => {
    const id = await house.requestOf(house.ana, tmdbId);
    await admin.nextOf('request_pending');
    await limitContent(house.admin, house.ana, { max_movie_rating: 'G' });
    await ana.nextOf('config_changed');
    await house.deny(id);
    expect((await told()).ana).toEqual([]);
  });

  it('request_decision: a denial comes with its reason, and without one when there is none', async () => {
    const id = await house.requestOf(house.ana, tmdbId);
    await house.deny(id, { reason: 'Not this one.' });
    const second = house.film();
    await house.deny(await house.requestOf(house.ana, second));
    const place = { instance_id: house.library };
    expect((await told()).ana).toMatchObject([
      {
        type: 'request_decision',
        data: { request_id: id, decision: 'denied', ...title(), ...place, status: 'denied', reason: 'Not this one.' },
      },
      { type: 'request_decision', data: { tmdb_id: second, decision: 'denied' } },
    ]);
  });

  it('request_decision: says nothing of a reason that was not given', async () => {
    await house.deny(await house.requestOf(house.ana, tmdbId));
    expect((await ana.nextOf('request_decision')).data).not.toHaveProperty('reason');
  });

  it('request_updated: a withdrawal is told to the requester and to administrators', async () => {
    const id = await house.requestOf(house.ana, tmdbId);
    await admin.nextOf('request_pending');
    await house.act(house.ana, id, 'cancel');
    const { admin: toAdmin, ana: toAna, other: toOther } = await told();
    expect(toAna).toMatchObject([{ type: 'request_updated', data: { request_id: id, delivery_state: 'cancelled' } }]);
    expect(toAdmin).toEqual(toAna);
    expect(toOther).toEqual([]);
  });

  it('request_quota_changed: the account and administrators are told, and read the allowance anew', async () => {
    const allowances = [{ media_type: 'movie', count: 1, window_days: 7 }];
    await house.admin.put(`/api/admin/users/${house.ana.userId}/request-quotas`, { allowances });
    const frame = { type: 'request_quota_changed', data: { user_id: house.ana.userId } };
    expect(await everything()).toEqual({ admin: [frame], ana: [frame], other: [] });
  });

  it('request_auto_approved: administrators are told of a request that needs no approval', async () => {
    await house.admin.put('/api/admin/request-settings', { require_approval: false });
    await house.requestOf(house.ana, tmdbId);
    await house.app.deliver();
    const { admin: toAdmin, ana: toAna, other: toOther } = await told();
    expect(toAdmin[0]).toEqual({
      type: 'request_auto_approved',
      data: { ...title(), pending_count: 0, instance_id: house.library },
    });
    for (const frames of [toAna, toOther])
      expect(frames.map(({ type }) => type)).not.toContain('request_auto_approved');
  });

  it('security 12: an administrator of a moment ago is told of nobody else’s requests', async () => {
    await house.admin.patch(`/api/admin/users/${ben.userId}`, { role: 'admin' });
    await other.closed;
    other = await house.app.live(ben);
    await house.requestOf(house.ana, tmdbId);
    expect((await other.next()).type).toBe('request_pending');
    await house.admin.patch(`/api/admin/users/${ben.userId}`, { role: 'user' });
    await other.closed;
    other = await house.app.live(ben);
    await house.requestOf(house.ana, house.film());
    expect((await told()).other).toEqual([]);
  });
});
