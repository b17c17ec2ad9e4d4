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
  let house: Household;
  let heard: Heard[];

  beforeAll(async () => {
    house = await Household.open();
    for (const type of [RequestPending, RequestDecided, RequestUpdated])
      house.app.get(EventBus).on<{ requestId: number }>(type, async (event) => {
        const { status } = await house.row(event.requestId);
        const { state } = await house.job(event.requestId);
        heard.push({ event, status, delivery: state });
      });
  });

  beforeEach(async () => {
    await house.startOver();
    heard = [];
  });

  afterAll(() => house.close());

  it('RequestPending: a request waits for a decision; with its id only, and committed when it is told', async () => {
    await house.needApproval();
    const id = await house.requestOf(house.ana, house.film());
    expect(heard).toEqual([{ event: new RequestPending(id), status: 'pending', delivery: 'approval' }]);
    expect(Object.keys(heard[0]?.event ?? {})).toEqual(['requestId']);
  });

  it('RequestPending: is not told of a request that needs no approval', async () => {
    const id = await house.delivered(house.ana, house.film());
    expect(heard).toEqual([{ event: new RequestUpdated(id), status: 'requested', delivery: 'complete' }]);
  });

  it('doc4 §1.12: RequestPending is not told again for a suppressed repeat', async () => {
    await house.needApproval();
    const tmdbId = house.film();
    await Promise.all(Array.from({ length: 5 }, () => house.ask(house.ana, tmdbId)));
    expect(heard).toHaveLength(1);
  });

  it('RequestDecided: an approval, committed with its job', async () => {
    await house.needApproval();
    const id = await house.requestOf(house.ana, house.film());
    // A sweep that the request has begun would deliver it before it is looked at.
    await house.app.deliver();
    heard = [];
    await house.approve(id);
    expect(heard[0]).toEqual({ event: new RequestDecided(id), status: 'requested', delivery: 'queued' });
    expect(Object.keys(heard[0]?.event ?? {})).toEqual(['requestId']);
  });

  it('RequestDecided: a denial', async () => {
    await house.needApproval();
    const id = await house.requestOf(house.ana, house.film());
    heard = [];
    await house.deny(id, { reason: 'no' });
    expect(heard).toEqual([{ event: new RequestDecided(id), status: 'denied', delivery: 'cancelled' }]);
  });

  it('RequestDecided: is not told of a decision that is refused', async () => {
    await house.needApproval();
    const id = await house.requestOf(house.ana, house.film());
    await house.assign(house.library, 'remove', house.ana);
    heard = [];
    await house.approve(id);
    await house.approve(999);
    await house.deny(id);
    await house.deny(id);
    expect(heard.map(({ event }) => event)).toEqual([new RequestDecided(id)]);
  });

  it('RequestUpdated: what came of each attempt, with its id only', async () => {
    house.app.radarr.fail('GET /api/v3/movie', 503);
    house.app.radarr.given.rootFolders([]);
    const id = await house.delivered(house.ana, house.film());
    await house.app.clock.advance(60_000);
    await house.app.deliver();
    expect(heard).toEqual([
      { event: new RequestUpdated(id), status: 'requested', delivery: 'retry' },
      { event: new RequestUpdated(id), status: 'requested', delivery: 'attention' },
    ]);
    expect(Object.keys(heard[0]?.event ?? {})).toEqual(['requestId']);
  });

  it('doc4 §1.9: RequestUpdated, and nothing to administrators, when it is withdrawn', async () => {
    await house.needApproval();
    const id = await house.requestOf(house.ana, house.film());
    heard = [];
    await house.act(house.ana, id, 'cancel');
    await house.act(house.ana, id, 'cancel');
    expect(heard).toEqual([{ event: new RequestUpdated(id), status: 'denied', delivery: 'cancelled' }]);
  });

  it('RequestUpdated: a retry', async () => {
    house.app.radarr.given.rootFolders([]);
    const id = await house.delivered(house.ana, house.film());
    heard = [];
    await house.act(house.ana, id, 'retry');
    expect(heard[0]?.event).toEqual(new RequestUpdated(id));
  });
});
