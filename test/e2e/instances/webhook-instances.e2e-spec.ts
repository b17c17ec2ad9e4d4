import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookRemovalService } from '../../../src/modules/instances/webhook/webhook-removal.service.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { WebhookHousehold } from './webhook-household.js';

const OK = { supported: true, configured: true, state: 'ok' };
const FILM = { id: 990_101, title: 'Harbor Lights', release_date: '2024-05-10' };
const LIST = 'GET /api/v3/notification';

let household: WebhookHousehold;

beforeEach(async () => {
  household = await WebhookHousehold.open({ isReusable: true });
});

afterEach(() => household.close());

/** The manager's webhooks: what they are called, and where they call. */
const webhooks = (): readonly (readonly [unknown, unknown])[] => {
  const { notifications } = household.app.radarr;
  return notifications.resources().map(({ name }, at) => [name, notifications.saved()[at]?.url]);
};

describe('doc3 §3.3: two instances that are one manager', () => {
  let second: string;

  beforeEach(async () => {
    second = await household.app.connectRadarr(household.admin, { name: 'The same' });
  });

  it('have a webhook each, and names that the manager can distinguish', async () => {
    for (const id of [household.library, second])
      expect((await household.install(id)).body).toEqual({ status: 'configured', action: 'created' });
    expect(webhooks()).toEqual([
      ['Usher', household.callback()],
      [`Usher (${second})`, household.callback(second)],
    ]);
    for (const id of [household.library, second]) expect(await household.state(id)).toEqual(OK);
  });

  it('are each given new passwords in their own', async () => {
    for (const id of [household.library, second, household.library, second]) await household.install(id);
    expect(webhooks()).toHaveLength(2);
    const saved = household.app.radarr.notifications.saved();
    const passwords = saved.map(({ password }) => household.app.secrets.plant('webhook password', String(password)));
    const heard = await Promise.all(
      [household.library, second].map(
        async (id, at) => (await household.call(passwords[at] ?? null, undefined, id)).status,
      ),
    );
    expect(heard).toEqual([200, 200]);
  });

  it('one that has none is missing it, whatever the other has', async () => {
    await household.install();
    expect(await household.state(second)).toMatchObject({ configured: false, state: 'missing' });
  });

  it('a webhook of our name that calls none of them is taken over, as ever', async () => {
    await household.install();
    await household.store({ id: 'gone' });
    expect((await household.install(second)).body).toMatchObject({ action: 'updated' });
    expect(webhooks()).toEqual([['Usher', household.callback(second)]]);
  });
});

describe('doc3 §3.3: an instance that is deleted', () => {
  const remove = async (id = household.library) => {
    const { status } = await household.admin.delete(`/api/instances/${id}`);
    await household.app.get(WebhookRemovalService).idle();
    return status;
  };

  it('takes its webhook out of its manager, and no other', async () => {
    const second = await household.app.connectRadarr(household.admin, { name: 'The same' });
    for (const id of [household.library, second]) await household.install(id);
    expect(await remove()).toBe(204);
    expect(webhooks()).toEqual([[`Usher (${second})`, household.callback(second)]]);
  });

  it('that was never given a webhook asks its manager nothing', async () => {
    household.app.radarr.forgetCalls();
    expect(await remove()).toBe(204);
    expect(household.app.radarr.calls()).toEqual([]);
  });

  it('goes before its manager is asked, and stays gone where that doesn’t answer', async () => {
    await household.install();
    household.app.radarr.fail(LIST, 'timeout');
    const asked = household.app.radarr.nextCall(LIST);
    expect((await household.admin.delete(`/api/instances/${household.library}`)).status).toBe(204);
    await asked;
    expect((await household.admin.get('/api/instances')).body).toEqual([]);
    await household.app.clock.advance(20_000);
    await household.app.get(WebhookRemovalService).idle();
    expect(webhooks()).toHaveLength(1);
  });

  it('doc4 decisions: that an undelivered request still needs is not deleted, and keeps its webhook', async () => {
    await household.install();
    household.app.tmdb.given.film(FILM);
    household.app.radarr.fail('GET /api/v3/movie', 503, Infinity);
    const asked = await household.admin.post('/api/requests', { media_type: 'movie', tmdb_id: FILM.id });
    expect(asked.body).toMatchObject({ instance_id: household.library });
    household.app.radarr.forgetCalls();
    expect([await remove(), webhooks()]).toEqual([409, [['Usher', household.callback()]]]);
    expect(household.app.radarr.calls(LIST)).toEqual([]);
    expect(await household.state()).toEqual(OK);
  });

  describe('and is there again while its manager is asked', () => {
    let resolve: () => void;

    beforeEach(async () => {
      await household.install();
      const held = manualPromise();
      ({ resolve } = held);
      const asked = household.app.radarr.nextCall(LIST);
      household.app.radarr.route(LIST, async () => {
        const body = household.app.radarr.notifications.resources();
        await held.promise;
        return { body };
      });
      expect((await household.admin.delete(`/api/instances/${household.library}`)).status).toBe(204);
      await asked;
      household.app.radarr.route(LIST, () => ({ body: household.app.radarr.notifications.resources() }));
    });

    it('keeps what is in the manager', async () => {
      await household.app.connectRadarr(household.admin, { id: household.library });
      resolve();
      await household.app.get(WebhookRemovalService).idle();
      expect(webhooks()).toEqual([['Usher', household.callback()]]);
    });

    it('keeps what it was given anew, though it knows its manager by another address', async () => {
      const url = household.app.radarr.url.replace('127.0.0.1', 'localhost');
      await household.app.connectRadarr(household.admin, { id: household.library, url });
      expect((await household.install()).status).toBe(200);
      resolve();
      await household.app.get(WebhookRemovalService).idle();
      expect(webhooks()).toEqual([['Usher', household.callback()]]);
      expect((await household.call(household.password())).status).toBe(200);
    });
  });

  it('leaves a webhook alone that calls it by another origin, be it another server’s, and says so in the log', async () => {
    await household.install();
    const host = new URL(household.app.url);
    const elsewhere = `${host.protocol}//elsewhere.home${host.pathname}`.replace(/\/$/, '');
    const [webhook] = household.app.radarr.notifications.resources();
    const fields = ((webhook?.fields ?? []) as readonly { name: string; value: unknown }[]).map((field) =>
      field.name === 'url' ? { ...field, value: `${elsewhere}/api/webhooks/arr/${household.library}` } : field,
    );
    await household.app.radarr.notifications.change(Number(webhook?.id), { ...webhook, fields }, true);
    await remove();
    expect(webhooks()).toHaveLength(1);
    const warnings = household.app.logLines.filter((line) => line.includes('"level":"warn"'));
    expect(warnings.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        message:
          'a webhook of an instance that is gone stays in its manager, since it calls this server by another name',
        instance_id: household.library,
        origin: 'http://elsewhere.home',
      },
    ]);
  });
});

describe('doc3 §3.3: an instance that is changed', () => {
  beforeEach(async () => {
    await household.install();
  });

  it('to another manager has no webhook there, and the password of the one before is refused', async () => {
    const password = household.password();
    const other = await household.anotherManager();
    expect((await household.put({ url: other.url })).status).toBe(200);
    expect(await household.state()).toMatchObject({ configured: false, state: 'missing' });
    expect((await household.call(password)).status).toBe(401);
    expect(await household.row()).toMatchObject({ webhookToken: '', webhookPendingToken: '' });
    await household.app.get(WebhookRemovalService).idle();
    expect(webhooks()).toEqual([]);
  });

  it('to another manager and given a webhook there leaves that alone, whatever the one before still says', async () => {
    const other = await household.anotherManager();
    household.app.radarr.fail(LIST, 500);
    expect((await household.put({ url: other.url })).status).toBe(200);
    expect((await household.install()).status).toBe(200);
    await household.app.get(WebhookRemovalService).idle();
    expect([webhooks().length, other.notifications.saved().length]).toEqual([1, 1]);
    expect((await household.call(household.password(other))).status).toBe(200);
  });

  it('to the address of before again keeps what is in the manager', async () => {
    const other = await household.anotherManager();
    const held = manualPromise();
    const asked = household.app.radarr.nextCall(LIST);
    household.app.radarr.route(LIST, async () => {
      const body = household.app.radarr.notifications.resources();
      await held.promise;
      return { body };
    });
    expect((await household.put({ url: other.url })).status).toBe(200);
    await asked;
    expect((await household.put({ url: household.app.radarr.url })).status).toBe(200);
    held.resolve();
    await household.app.get(WebhookRemovalService).idle();
    expect(webhooks()).toHaveLength(1);
  });

  it('in all but its address keeps it', async () => {
    const password = household.password();
    const { url, apiKey } = household.app.radarr;
    expect((await household.put({ url, api_key: apiKey })).status).toBe(200);
    expect(await household.state()).toEqual(OK);
    expect((await household.call(password)).status).toBe(200);
  });
});

describe('issue 43 C14, security 39: a connection of the manager that can’t be read may be ours', () => {
  const UNREADABLE = {
    error: 'webhook failed: the server has a connection that can not be read',
    code: 'webhook_failed',
    params: {
      reason: {
        code: 'webhook_connection_unreadable',
        params: {},
        text: 'the server has a connection that can not be read',
      },
    },
  };
  const listed = (...more: readonly unknown[]) =>
    household.app.radarr.fail(LIST, { body: [...household.app.radarr.notifications.resources(), ...more] });

  it('where ours isn’t among the others it is unknown, and no second one is made', async () => {
    listed(null);
    const state = await household.admin.get(`/api/instances/${household.library}/webhook`);
    expect([state.status, state.body]).toEqual([502, UNREADABLE]);
    listed(null);
    const answer = await household.install();
    expect([answer.status, answer.body]).toEqual([502, UNREADABLE]);
    expect(webhooks()).toEqual([]);
  });

  it('where ours is among the others it is judged and set anew', async () => {
    await household.install();
    listed({ id: 9, name: 5 });
    expect(await household.state()).toEqual(OK);
    listed({ id: 9, name: 5 });
    expect((await household.install()).body).toEqual({ status: 'configured', action: 'updated' });
  });
});
