import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { RequestDecided, RequestPending, RequestUpdated } from '../../../src/modules/requests/requests.events.js';
import { Household } from './household.js';

/** An event, and how the request stood for somebody who looked when it came. */
interface Heard {
  readonly event: object;
  readonly status: string;
  readonly delivery: string;
}

describe('events about requests', () => {
  let household: Household;
  let heard: Heard[];

  beforeAll(async () => {
    household = await Household.open({ isReusable: true });
    for (const type of [RequestPending, RequestDecided, RequestUpdated])
      household.app.get(EventBus).on<{ requestId: number }>(type, async (event) => {
        const { status } = await household.row(event.requestId);
        const { state } = await household.job(event.requestId);
        heard.push({ event, status, delivery: state });
      });
  });

  beforeEach(async () => {
    await household.startOver();
    heard = [];
  });

  afterAll(() => household.close());

  it('RequestPending: a request waits for a decision; with its id only, and committed before it is published', async () => {
    await household.needApproval();
    const id = await household.requestOf(household.ana, household.film());
    expect(heard).toEqual([{ event: new RequestPending(id), status: 'pending', delivery: 'approval' }]);
    expect(Object.keys(heard[0]?.event ?? {})).toEqual(['requestId']);
  });

  it('RequestPending: is not published for a request that needs no approval', async () => {
    const id = await household.delivered(household.ana, household.film());
    expect(heard).toEqual([{ event: new RequestUpdated(id), status: 'requested', delivery: 'complete' }]);
  });

  it('doc4 §1.12: RequestPending is not published again for a suppressed repeat', async () => {
    await household.needApproval();
    const tmdbId = household.film();
    await Promise.all(Array.from({ length: 5 }, () => household.ask(household.ana, tmdbId)));
    expect(heard).toHaveLength(1);
  });

  it('RequestDecided: an approval, committed with its job', async () => {
    await household.needApproval();
    const id = await household.requestOf(household.ana, household.film());
    // A sweep that the request has begun would deliver it before it is looked at.
    await household.app.deliver();
    heard = [];
    await household.approve(id);
    expect(heard[0]).toEqual({ event: new RequestDecided(id), status: 'requested', delivery: 'queued' });
    expect(Object.keys(heard[0]?.event ?? {})).toEqual(['requestId']);
  });

  it('RequestDecided: a denial', async () => {
    await household.needApproval();
    const id = await household.requestOf(household.ana, household.film());
    heard = [];
    await household.deny(id, { reason: 'no' });
    expect(heard).toEqual([{ event: new RequestDecided(id), status: 'denied', delivery: 'cancelled' }]);
  });

  it('RequestDecided: is not published for a refused decision', async () => {
    await household.needApproval();
    const id = await household.requestOf(household.ana, household.film());
    await household.assign(household.library, 'remove', household.ana);
    heard = [];
    await household.approve(id);
    await household.approve(999);
    await household.deny(id);
    await household.deny(id);
    expect(heard.map(({ event }) => event)).toEqual([new RequestDecided(id)]);
  });

  it('RequestUpdated: what came of each attempt, with its id only', async () => {
    household.app.radarr.fail('GET /api/v3/movie', 503);
    household.app.radarr.given.rootFolders([]);
    const id = await household.delivered(household.ana, household.film());
    await household.app.clock.leap(60_000);
    await household.app.deliver();
    expect(heard).toEqual([
      { event: new RequestUpdated(id), status: 'requested', delivery: 'retry' },
      { event: new RequestUpdated(id), status: 'requested', delivery: 'attention' },
    ]);
    expect(Object.keys(heard[0]?.event ?? {})).toEqual(['requestId']);
  });

  it('doc4 §1.9: RequestUpdated, and nothing to administrators, when it is withdrawn', async () => {
    await household.needApproval();
    const id = await household.requestOf(household.ana, household.film());
    heard = [];
    await household.act(household.ana, id, 'cancel');
    await household.act(household.ana, id, 'cancel');
    expect(heard).toEqual([{ event: new RequestUpdated(id), status: 'denied', delivery: 'cancelled' }]);
  });

  it('doc4 §1.19: RequestUpdated, when the account of its requester is removed', async () => {
    await household.needApproval();
    const ben = await household.app.invite('ben');
    await household.assign(household.library, 'add', ben);
    const id = await household.requestOf(ben, household.film());
    heard = [];
    await household.admin.delete(`/api/admin/users/${ben.userId}`);
    expect(heard).toEqual([{ event: new RequestUpdated(id), status: 'denied', delivery: 'cancelled' }]);
  });

  it('RequestUpdated: a retry', async () => {
    household.app.radarr.given.rootFolders([]);
    const id = await household.delivered(household.ana, household.film());
    heard = [];
    await household.act(household.ana, id, 'retry');
    expect(heard[0]?.event).toEqual(new RequestUpdated(id));
  });
});
