import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { WebhookRemovalService } from '../../../src/modules/instances/webhook/webhook-removal.service.js';
import { WebhookTokensService } from '../../../src/modules/instances/webhook/webhook-tokens.service.js';
import type { FakeFault } from '../../fakes/fake-server.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { refuseUpdates } from '../../harness/refused-updates.js';
import { WebhookHousehold } from './webhook-household.js';

const BASE = '/api/v3/notification';
const SCHEMA = `GET ${BASE}/schema`;
const LIST = `GET ${BASE}`;
const ADD = `POST ${BASE}`;
const TRY = `POST ${BASE}/test`;
const CHANGE = `PUT ${BASE}/5`;

/** What has not been done, and what has, unheard. The specs of the client hold what other faults are. */
const FAULTS: readonly FakeFault[] = [500, 'answer-lost'];

let home: WebhookHousehold;
let household: WebhookHousehold;

beforeAll(async () => {
  home = await WebhookHousehold.open({ isReusable: true });
});

beforeEach(async () => {
  household = await home.withOwnLibrary();
});

afterEach(() => household.close());

afterAll(() => home.close());

/** The target that the manager's one webhook would call now, with what it has saved. */
const heard = async (): Promise<number> => (await household.call(household.password())).status;

/** The pending token as it is stored: sealing never gives the same text twice, so an equal text is the same token. */
const pending = async (): Promise<string> => (await household.row()).webhookPendingToken;

describe('doc3 §3.3, Rotation: a first webhook whose making fails', () => {
  describe.each([SCHEMA, LIST, ADD])('at %s', (step) => {
    it.each(FAULTS)('with %j: 502, the token waits, and the next try makes it with the same', async (fault) => {
      household.radarr.fail(step, fault);
      const answer = await household.install();
      expect([answer.status, Object.keys(answer.body as object)]).toEqual([502, ['error', 'code', 'params']]);
      expect(answer.body).toMatchObject({ code: 'webhook_failed' });
      const waiting = await pending();
      expect(waiting).not.toBe('');
      expect((await household.row()).webhookToken).toBe('');
      const reached = household.radarr.notifications.saved();
      const passwords = reached.map(({ password }) => password);
      if (passwords.length > 0) expect(await heard()).toBe(200);
      expect((await household.install()).status).toBe(200);
      expect(household.radarr.notifications.saved()).toHaveLength(1);
      if (passwords.length > 0) expect([household.password()]).toEqual(passwords);
      expect([await heard(), await pending()]).toEqual([200, '']);
    });
  });
});

describe('doc3 §3.3, Rotation: a new password whose handing over fails', () => {
  let before: string;

  beforeEach(async () => {
    await household.install();
    before = household.password();
  });

  describe.each([SCHEMA, LIST, TRY, CHANGE])('at %s', (step) => {
    it.each(FAULTS)(
      'with %j: whatever the manager has by then is let in, until the next try has succeeded',
      async (fault) => {
        household.radarr.fail(step, fault);
        expect((await household.install()).status).toBe(502);
        const waiting = await pending();
        expect(waiting).not.toBe('');
        expect([await heard(), (await household.call(before)).status]).toEqual([200, 200]);
        household.radarr.fail(CHANGE, 'answer-lost');
        expect((await household.install()).status).toBe(502);
        expect(await pending()).toBe(waiting);
        const offered = household.password();
        expect((await household.install()).body).toEqual({ status: 'configured', action: 'updated' });
        expect(household.password()).toBe(offered);
        expect([await heard(), await pending()]).toEqual([200, '']);
        expect((await household.call(before)).status).toBe(401);
      },
    );
  });

  it('both are let in while the manager tries the new one', async () => {
    const during: number[] = [];
    household.radarr.route(TRY, async ({ body }) => {
      during.push((await household.call(before)).status);
      const { body: failed } = await household.radarr.notifications.try(body as never);
      return { body: failed };
    });
    expect((await household.install()).status).toBe(200);
    expect(during).toEqual([200]);
  });

  it('a server that stops before it has heard of the change lets both in after its next start', async () => {
    await household.close();
    const dataDir = mkdtempSync(join(tmpdir(), 'usher-webhook-'));
    household = await WebhookHousehold.open({ dataDir });
    await household.install();
    const old = household.password();
    household.radarr.fail(CHANGE, 'answer-lost');
    await household.install();
    const offered = household.password();
    const { library } = household;
    await household.close();
    household = await WebhookHousehold.resume({ dataDir }, library);
    expect(offered).not.toBe(old);
    expect([(await household.call(old)).status, (await household.call(offered)).status]).toEqual([200, 200]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('a database that can’t take the promotion: 503, both are let in, and the next try ends it', async () => {
    const statement = (sql: string): Promise<unknown> => household.app.get(Database).write((tx) => tx.query(sql));
    const allow = await refuseUpdates(statement, 'service_instances', 'webhook_token');
    const answer = await household.install();
    expect([answer.status, answer.body]).toEqual([
      503,
      { error: 'the webhook is set, its promotion is pending: retry', code: 'webhook_promotion_pending' },
    ]);
    const offered = household.password();
    expect([await heard(), (await household.call(before)).status]).toEqual([200, 200]);
    await allow();
    expect((await household.install()).status).toBe(200);
    expect(household.password()).toBe(offered);
    expect([await heard(), (await household.call(before)).status]).toEqual([200, 401]);
  });

  it('a manager that doesn’t answer is given up after 20 s', async () => {
    household.radarr.fail(CHANGE, 'timeout');
    const arrived = household.radarr.nextCall(CHANGE);
    const installing = household.install();
    await arrived;
    await household.app.clock.advance(20_001);
    expect((await installing).body).toEqual({
      error: expect.stringMatching(/^webhook failed: .*no complete answer within 20 s$/) as string,
      code: 'webhook_failed',
      params: {
        reason: {
          code: 'server_not_reached',
          params: {
            why: {
              code: 'no_complete_answer_in_time',
              params: { seconds: 20 },
              text: 'no complete answer within 20 s',
            },
          },
          text: 'could not reach server: no complete answer within 20 s',
        },
      },
    });
    expect(await heard()).toBe(200);
  });

  it('an answer over 2 MiB is not taken', async () => {
    household.radarr.route(LIST, () => ({ body: [{ name: 'x'.repeat(2 * 1024 * 1024) }] }));
    expect((await household.install()).body).toEqual({
      error: 'webhook failed: server answered with more data than we take',
      code: 'webhook_failed',
      params: { reason: { code: 'answer_too_large', params: {}, text: 'server answered with more data than we take' } },
    });
  });

  it('security 4: what the manager says of a refusal comes without our secrets, and cut to 300 characters', async () => {
    const { apiKey } = household.radarr;
    household.radarr.route(TRY, ({ body }) => {
      const { fields } = body as { fields: readonly { name: string; value: string }[] };
      const password = fields.find(({ name }) => name === 'password')?.value ?? '';
      const header = Buffer.from(`usher:${password}`).toString('base64');
      household.app.secrets.plant('offered password', password);
      household.app.secrets.plant('offered header', header);
      const errorMessage = `no: ${password} ${header} ${apiKey} http://usher:${password}@x.home/?k=${apiKey} ${'y'.repeat(240)}${password}`;
      return { status: 400, body: [{ propertyName: 'Url', errorMessage, errorCode: '' }] };
    });
    const { body } = await household.install();
    const { error, params } = body as { error: string; params: object };
    const said = error.replace('webhook failed: ', '');
    expect(params).toEqual({ reason: { code: 'foreign', params: { text: said }, text: said } });
    expect(said.startsWith('no: [redacted] [redacted] [redacted] http://x.home/ yyy')).toBe(true);
    expect([said.length, said.at(-1)]).toEqual([300, '…']);
  });
});

describe('doc3 §3.3: installs that meet', () => {
  it('two at the same time come one after the other, and what the manager has in the end is let in', async () => {
    const answers = await Promise.all([household.install(), household.install()]);
    expect(answers.map(({ body }) => (body as { action: string }).action).sort()).toEqual(['created', 'updated']);
    expect(household.radarr.notifications.saved()).toHaveLength(1);
    expect([await heard(), await pending()]).toEqual([200, '']);
  });

  it('another server on the same database that has begun anew meanwhile: 503, and the next try brings both together', async () => {
    await household.install();
    household.radarr.route(TRY, async () => {
      await household.store({
        webhookPendingToken: household.app.get(WebhookTokensService).mint(household.library).sealed,
      });
      return { body: {} };
    });
    const answer = await household.install();
    expect([answer.status, answer.body]).toEqual([
      503,
      { error: 'the webhook is set, its promotion is pending: retry', code: 'webhook_promotion_pending' },
    ]);
    household.radarr.route(TRY, () => ({ body: {} }));
    expect((await household.install()).status).toBe(200);
    expect([await heard(), await pending()]).toEqual([200, '']);
  });

  it('an instance that moves while its manager answers is not said to be configured, and neither manager has a webhook', async () => {
    const { promise, resolve } = manualPromise();
    const arrived = household.radarr.nextCall(LIST);
    household.radarr.route(LIST, async () => {
      await promise;
      return { body: [] };
    });
    const answering = household.install();
    await arrived;
    const other = await household.anotherManager();
    expect((await household.put({ url: other.url })).status).toBe(200);
    household.radarr.route(LIST, () => ({ body: household.radarr.notifications.resources() }));
    resolve();
    const { status, body } = await answering;
    expect([status, body]).toMatchObject([409, { error: 'the instance was changed meanwhile, try again' }]);
    expect(await household.row()).toMatchObject({ webhookToken: '', webhookPendingToken: '' });
    await household.app.get(WebhookRemovalService).idle();
    expect([household.radarr, other].map(({ notifications }) => notifications.saved())).toEqual([[], []]);
  });

  it.each(['POST', 'GET'] as const)(
    'an instance that is deleted while the manager answers a %s is gone, and nothing stays in the manager',
    async (method) => {
      const { promise, resolve } = manualPromise();
      const key = method === 'POST' ? SCHEMA : LIST;
      const arrived = household.radarr.nextCall(key);
      household.radarr.route(key, async () => {
        await promise;
        return { body: method === 'POST' ? household.radarr.notifications.templates() : [] };
      });
      const answering = household.admin.request(method, `/api/instances/${household.library}/webhook`);
      await arrived;
      expect((await household.admin.delete(`/api/instances/${household.library}`)).status).toBe(204);
      resolve();
      const { status } = await answering;
      expect(status).toBe(method === 'POST' ? 404 : 200);
      expect((await household.call('f'.repeat(48))).status).toBe(404);
      await household.app.get(WebhookRemovalService).idle();
      expect(household.radarr.notifications.saved()).toEqual([]);
    },
  );

  it('an instance that is deleted while the manager takes a webhook has none there, though the manager’s answer is lost', async () => {
    const { promise, resolve } = manualPromise();
    const arrived = household.radarr.nextCall(ADD);
    household.radarr.route(ADD, async ({ body }) => {
      await promise;
      await household.radarr.notifications.add(body as never, true);
      return { status: 500 };
    });
    const answering = household.install();
    await arrived;
    expect((await household.admin.delete(`/api/instances/${household.library}`)).status).toBe(204);
    await household.app.get(WebhookRemovalService).idle();
    resolve();
    expect((await answering).status).toBe(502);
    await household.app.get(WebhookRemovalService).idle();
    expect(household.radarr.notifications.saved()).toEqual([]);
  });
});
