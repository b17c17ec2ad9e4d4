import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookRemoval } from '../../../src/modules/instances/webhook/webhook-removal.js';
import { deferred } from '../../harness/deferred.js';
import { WebhookHouse } from './webhook-house.js';

const OK = { supported: true, configured: true, state: 'ok' };
const FILM = { id: 990_101, title: 'Harbor Lights', release_date: '2024-05-10' };
const LIST = 'GET /api/v3/notification';

let house: WebhookHouse;

beforeEach(async () => {
  house = await WebhookHouse.open();
});

afterEach(() => house.close());

/** The manager's webhooks: what they are called, and where they call. */
const webhooks = (): readonly (readonly [unknown, unknown])[] => {
  const { notifications } = house.app.radarr;
  return notifications.resources().map(({ name }, at) => [name, notifications.saved()[at]?.url]);
};

describe('doc3 §3.3: two instances that are one manager', () => {
  let second: string;

  beforeEach(async () => {
    second = await house.app.connectRadarr(house.admin, { name: 'The same' });
  });

  it('have a webhook each, and names that the manager can tell apart', async () => {
    for (const id of [house.library, second])
      expect((await house.install(id)).body).toEqual({ status: 'configured', action: 'created' });
    expect(webhooks()).toEqual([
      ['Usher', house.callback()],
      [`Usher (${second})`, house.callback(second)],
    ]);
    for (const id of [house.library, second]) expect(await house.state(id)).toEqual(OK);
  });

  it('are each given new passwords in their own', async () => {
    for (const id of [house.library, second, house.library, second]) await house.install(id);
    expect(webhooks()).toHaveLength(2);
    const saved = house.app.radarr.notifications.saved();
    const passwords = saved.map(({ password }) => house.app.secrets.plant('webhook password', String(password)));
    const heard = await Promise.all(
      [house.library, second].map(async (id, at) => (await house.call(passwords[at] ?? null, undefined, id)).status),
    );
    expect(heard).toEqual([200, 200]);
  });

  it('one that has none is missing it, whatever the other has', async () => {
    await house.install();
    expect(await house.state(second)).toMatchObject({ configured: false, state: 'missing' });
  });

  it('a webhook of our name that calls none of them is taken over, as ever', async () => {
    await house.install();
    await house.store({ id: 'gone' });
    expect((await house.install(second)).body).toMatchObject({ action: 'updated' });
    expect(webhooks()).toEqual([['Usher', house.callback(second)]]);
  });
});

describe('doc3 §3.3: an instance that is deleted', () => {
  const remove = async (id = house.library) => {
    const { status } = await house.admin.delete(`/api/instances/${id}`);
    await house.app.get(WebhookRemoval).idle();
    return status;
  };

  it('takes its webhook out of its manager, and no other', async () => {
    const second = await house.app.connectRadarr(house.admin, { name: 'The same' });
    for (const id of [house.library, second]) await house.install(id);
    expect(await remove()).toBe(204);
    expect(webhooks()).toEqual([[`Usher (${second})`, house.callback(second)]]);
  });

  it('that was never given a webhook asks its manager nothing', async () => {
    house.app.radarr.forgetCalls();
    expect(await remove()).toBe(204);
    expect(house.app.radarr.calls()).toEqual([]);
  });

  it('goes before its manager is asked, and stays gone where that doesn’t answer', async () => {
    await house.install();
    house.app.radarr.fail(LIST, 'timeout');
    const asked = house.app.radarr.nextCall(LIST);
    expect((await house.admin.delete(`/api/instances/${house.library}`)).status).toBe(204);
    await asked;
    expect((await house.admin.get('/api/instances')).body).toEqual([]);
    await house.app.clock.advance(20_000);
    await house.app.get(WebhookRemoval).idle();
    expect(webhooks()).toHaveLength(1);
  });

  it('doc4 decisions: that an undelivered request still needs is not deleted, and keeps its webhook', async () => {
    await house.install();
    house.app.tmdb.given.film(FILM);
    house.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
    const asked = await house.admin.post('/api/requests', { media_type: 'movie', tmdb_id: FILM.id });
    expect(asked.body).toMatchObject({ instance_id: house.library });
    house.app.radarr.forgetCalls();
    expect([await remove(), webhooks()]).toEqual([409, [['Usher', house.callback()]]]);
    expect(house.app.radarr.calls(LIST)).toEqual([]);
    expect(await house.state()).toEqual(OK);
  });

  describe('and is there again while its manager is asked', () => {
    let resolve: () => void;

    beforeEach(async () => {
      await house.install();
      const held = deferred();
      ({ resolve } = held);
      const asked = house.app.radarr.nextCall(LIST);
      house.app.radarr.route(LIST, async () => {
        const body = house.app.radarr.notifications.resources();
        await held.promise;
        return { body };
      });
      expect((await house.admin.delete(`/api/instances/${house.library}`)).status).toBe(204);
      await asked;
      house.app.radarr.route(LIST, () => ({ body: house.app.radarr.notifications.resources() }));
    });

    it('keeps what stands in the manager', async () => {
      await house.app.connectRadarr(house.admin, { id: house.library });
      resolve();
      await house.app.get(WebhookRemoval).idle();
      expect(webhooks()).toEqual([['Usher', house.callback()]]);
    });

    it('keeps what it was given anew, though it knows its manager by another address', async () => {
      const url = house.app.radarr.url.replace('127.0.0.1', 'localhost');
      await house.app.connectRadarr(house.admin, { id: house.library, url });
      expect((await house.install()).status).toBe(200);
      resolve();
      await house.app.get(WebhookRemoval).idle();
      expect(webhooks()).toEqual([['Usher', house.callback()]]);
      expect((await house.call(house.password())).status).toBe(200);
    });
  });

  it('leaves a webhook alone that calls it by another origin, be it another server’s, and says so in the log', async () => {
    await house.install();
    const host = new URL(house.app.url);
    const elsewhere = `${host.protocol}//elsewhere.home${host.pathname}`.replace(/\/$/, '');
    const [webhook] = house.app.radarr.notifications.resources();
    const fields = (webhook?.fields as readonly { name: string; value: unknown }[]).map((field) =>
      field.name === 'url' ? { ...field, value: `${elsewhere}/api/webhooks/arr/${house.library}` } : field,
    );
    await house.app.radarr.notifications.change(Number(webhook?.id), { ...webhook, fields }, true);
    await remove();
    expect(webhooks()).toHaveLength(1);
    const warnings = house.app.logLines.filter((line) => line.includes('"level":"warn"'));
    expect(warnings.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        message:
          'a webhook of an instance that is gone stays in its manager, since it calls this server by another name',
        instance_id: house.library,
        origin: 'http://elsewhere.home',
      },
    ]);
  });
});

describe('doc3 §3.3: an instance that is changed', () => {
  beforeEach(async () => {
    await house.install();
  });

  it('to another manager has no webhook there, and the password of the one before is refused', async () => {
    const password = house.password();
    const other = await house.anotherManager();
    expect((await house.put({ url: other.url })).status).toBe(200);
    expect(await house.state()).toMatchObject({ configured: false, state: 'missing' });
    expect((await house.call(password)).status).toBe(401);
    expect(await house.row()).toMatchObject({ webhookToken: '', webhookPendingToken: '' });
    await house.app.get(WebhookRemoval).idle();
    expect(webhooks()).toEqual([]);
  });

  it('to another manager and given a webhook there leaves that alone, whatever the one before still says', async () => {
    const other = await house.anotherManager();
    house.app.radarr.fail(LIST, 500);
    expect((await house.put({ url: other.url })).status).toBe(200);
    expect((await house.install()).status).toBe(200);
    await house.app.get(WebhookRemoval).idle();
    expect([webhooks().length, other.notifications.saved().length]).toEqual([1, 1]);
    expect((await house.call(house.password(other))).status).toBe(200);
  });

  it('to the address of before again keeps what stands in the manager', async () => {
    const other = await house.anotherManager();
    const held = deferred();
    const asked = house.app.radarr.nextCall(LIST);
    house.app.radarr.route(LIST, async () => {
      const body = house.app.radarr.notifications.resources();
      await held.promise;
      return { body };
    });
    expect((await house.put({ url: other.url })).status).toBe(200);
    await asked;
    expect((await house.put({ url: house.app.radarr.url })).status).toBe(200);
    held.resolve();
    await house.app.get(WebhookRemoval).idle();
    expect(webhooks()).toHaveLength(1);
  });

  it('in all but its address keeps it', async () => {
    const password = house.password();
    const { url, apiKey } = house.app.radarr;
    expect((await house.put({ url, api_key: apiKey })).status).toBe(200);
    expect(await house.state()).toEqual(OK);
    expect((await house.call(password)).status).toBe(200);
  });
});
