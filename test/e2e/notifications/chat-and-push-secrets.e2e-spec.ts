import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BACKUP_JOB } from '../../../src/app/backups/nightly-backup.job.js';
import { Database } from '../../../src/core/database/database.js';
import { foreignWords } from '../../../src/core/errors/sentence.js';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { LOG, type Log } from '../../../src/core/logging/log.js';
import { SecretBox } from '../../../src/core/secrets/secret-box.js';
import { OutboxRow } from '../../../src/modules/notifications/message-rows.js';
import { HTTP_ROUTES } from '../../architecture/route-table.js';
import type { FakeFault } from '../../fakes/fake-server.js';
import { ProxyFake } from '../../fakes/proxy/proxy-fake.js';
import { describeOnSqlite } from '../../harness/database-at.js';
import { answerAsTimePasses } from '../../harness/answer-as-time-passes.js';
import { openedBy, sealedValues } from '../../harness/sealed-values.js';
import { TlsProxy } from '../../harness/tls-proxy.js';
import { CALLS, SECRET, SecretHousehold } from './secret-household.js';
import { OWN, SETTINGS } from './chat-household.js';

/** Names that nobody has. */
const [CHAT, GATEWAY] = ['chat.invalid', 'push.invalid'];

const EVERY_SECRET = Object.values(SECRET).join(' ');
const IN_HEADER = encodeURIComponent(EVERY_SECRET);
const HEADERS = {
  location: `https://elsewhere.example/${SECRET.webhookToken}?token=${IN_HEADER}`,
  'retry-after': SECRET.webhookToken,
  'www-authenticate': `Bearer realm="${IN_HEADER}"`,
  'x-ratelimit-reset-after': SECRET.gatewayKey,
  'set-cookie': `token=${IN_HEADER}`,
  server: IN_HEADER,
};
const PAGE = `<!doctype html><title>${EVERY_SECRET}</title><pre>${EVERY_SECRET}\n    at Server.handle (server.js:1:1)</pre>`;

/** An answer that says back every secret, in each member that is read of either system and beside them. */
const echo = (status: number, secret: string = EVERY_SECRET): FakeFault => ({
  status,
  headers: HEADERS,
  body: {
    id: secret,
    message: EVERY_SECRET,
    code: EVERY_SECRET,
    retry_after: EVERY_SECRET,
    errors: { [EVERY_SECRET]: { _errors: [{ code: EVERY_SECRET, message: EVERY_SECRET }] }, username: EVERY_SECRET },
    error: secret,
    tenant_id: secret,
    sent: 0,
    failed: EVERY_SECRET,
    results: EVERY_SECRET,
    [EVERY_SECRET]: EVERY_SECRET,
  },
});

/** One of each kind that is treated in its own way; the tables of the clients have the others. Kinds are searched for together. */
const FAULTS: readonly (readonly [how: string, faults: readonly FakeFault[]])[] = [
  ['answer with every secret, as good', [echo(200, SECRET.webhookToken)]],
  ['answer with every secret, as a refusal or a fault', [302, 404, 429].map((status) => echo(status))],
  [
    'answer with a web page, or what can’t be read',
    [
      { status: 401, body: PAGE, headers: { ...HEADERS, 'content-type': 'text/html' } },
      { raw: `HTTP/1.1 200 OK\r\nContent-Length: ${EVERY_SECRET}\r\n\r\n` },
    ],
  ],
  ['lose the answer', ['answer-lost']],
];

const REACHED = [CALLS.post, CALLS.notify, CALLS.register, CALLS.forget];
/** Those whose answers have a body, which alone can stall. */
const WITH_BODY = [CALLS.post, CALLS.notify];

const HANGING: readonly (readonly [fault: FakeFault, calls: readonly string[]])[] = [
  ['timeout', REACHED],
  ['stalled-body', WITH_BODY],
];

/** Texts that people send by mistake, or on purpose, in places where none of them belongs. */
const REFUSED_TEXTS = (webhook: string): readonly unknown[] => [
  ...['/slack', '?wait=true', '#x', '/../x', '%20', ' x'].map((more) => ({ webhook_url: `${webhook}${more}` })),
  { webhook_url: webhook.replace('://', `://ana:${SECRET.draftToken}@`) },
  { webhook_url: `https://elsewhere.example/api/webhooks/900000000000000030/${SECRET.webhookToken}` },
  { webhook_url: [webhook] },
  { webhook_url: { [webhook]: webhook } },
  { thread_id: SECRET.webhookToken },
  { role_id: SECRET.webhookToken },
  { username: `discord ${webhook}` },
  { avatar_url: `https://ana:${SECRET.webhookToken}@usher.example/` },
  { events: SECRET.webhookToken },
  { events: { request_pending: SECRET.webhookToken } },
  { [webhook]: webhook, enabled: webhook },
  [webhook],
  `{"webhook_url": "${webhook}`,
  `{"webhook_url": "${webhook}"} ${webhook}`,
  JSON.stringify({ webhook_url: webhook.repeat(1_000) }),
];

/** Bodies of the other routes that the secrets are no part of. */
const REFUSED_TOKENS: readonly unknown[] = [
  { device_id: SECRET.phoneOfAna, apns_token: SECRET.phoneOfAna },
  { device_id: 'x', apns_token: `${SECRET.phoneOfAna} ${SECRET.phoneOfAna}` },
  { device_id: 'x', apns_token: SECRET.phoneOfAna, platform: SECRET.phoneOfAna },
  { device_id: 'x', apns_token: SECRET.phoneOfAna.repeat(200) },
  { device_id: 'x', apns_token: [SECRET.phoneOfAna] },
  { chat_ids: [SECRET.webhookToken], categories: SECRET.gatewayKey, enabled: SECRET.gatewayKey },
  { push_enabled: SECRET.gatewayKey, events: { [SECRET.gatewayKey]: SECRET.gatewayKey } },
  `{"apns_token": "${SECRET.phoneOfAna}`,
];

/** Routes that are named without an id. */
const READS = HTTP_ROUTES.filter(({ method, path }) => method === 'GET' && !/[:*]/.test(path)).map(({ path }) => path);

describe('issue 24 must-show 6, security 4: no secret of chat and push comes out', () => {
  describe('where both systems are reached', () => {
    let house: SecretHousehold;

    beforeAll(async () => {
      house = await SecretHousehold.open();
    });

    beforeEach(() => house.startOver());

    afterAll(() => house.close());

    it('they are sent what they need, and say it to nobody else', async () => {
      const answers = await house.everything();
      expect(answers.map(({ status }) => status)).toEqual([502, 204, 204, 200, 200]);
      const sent = JSON.stringify([house.chat.calls(), house.gateway.calls()]);
      for (const secret of Object.values(SECRET)) expect(sent).toContain(JSON.stringify(secret).slice(1, -1));
      expect(await house.search.findings()).toEqual([]);
    });

    it.each(FAULTS)('they %s', async (_, faults) => {
      for (const fault of faults) {
        house.fail(fault);
        await house.everything();
        expect(house.reached()).toEqual(REACHED);
        await house.goOn();
      }
      expect(await house.search.findings()).toEqual([]);
    });

    it('they hang', async () => {
      for (const [fault, calls] of HANGING) {
        house.fail(fault, calls);
        await house.outlast(house.everything());
        expect(house.reached()).toEqual(REACHED);
        await house.goOn();
      }
      expect(await house.search.findings()).toEqual([]);
    });

    it('the gateway says why a phone was not reached in words that it was sent', async () => {
      const { household, gateway } = house;
      const { gatewayKey, phoneOfAna, phoneOfAdmin } = SECRET;
      const sayings = [gatewayKey, gatewayKey.toUpperCase(), phoneOfAna, phoneOfAdmin, `Bad ${phoneOfAna}`];
      for (const error of sayings) {
        const row = { ok: false, pruned: true, error, token: error, platform: error };
        const results = [household.ana, household.admin].map(({ deviceId }) => ({ ...row, device_id: deviceId }));
        gateway.fail(CALLS.notify, { body: { sent: 0, failed: 1, results } });
        await house.register();
        const { body } = await house.ana().post('/api/notifications/test');
        expect(body).toMatchObject({ results: [{ ok: false, pruned: true }] });
      }
      expect(await house.search.findings()).toEqual([]);
    });

    it('nobody is there', async () => {
      const { chat, gateway } = house;
      await house.register();
      await Promise.all([chat.leave(), gateway.leave()]);
      const answers = await house.everything();
      expect(answers.map(({ status }) => status)).toEqual([502, 502, 502, 502, 502]);
      const findings = await house.search.findings();
      await Promise.all([chat.start(chat.port), gateway.start(gateway.port)]);
      expect(findings).toEqual([]);
    });

    it('they are written in a place where they don’t belong, and are not repeated', async () => {
      const headers = { 'content-type': 'text/plain' };
      // In turn by somebody who may not, as another type, and where it is tried out.
      for (const [at, body] of REFUSED_TEXTS(house.webhook()).entries()) {
        expect((await house.admin().request('PUT', SETTINGS, { body })).status).toBeGreaterThanOrEqual(400);
        if (at % 3 === 0) await house.admin().request('PUT', SETTINGS, { body, headers });
        if (at % 3 === 1) await house.ana().request('PUT', SETTINGS, { body });
        if (at % 3 === 2) await house.admin().request('POST', `${SETTINGS}/test`, { body });
      }
      for (const [at, body] of REFUSED_TOKENS.entries()) {
        expect((await house.ana().post('/api/devices/push-token', body)).status).toBeGreaterThanOrEqual(400);
        if (at % 3 === 0) await house.ana().put(OWN, body);
        if (at % 3 === 1) await house.ana().put('/api/notifications/preferences', body);
        if (at % 3 === 2) await house.admin().put('/api/admin/push-notifications', body);
      }
      for (const secret of Object.values(SECRET).map(encodeURIComponent)) {
        await house.ana().delete(`/api/devices/push-token/${secret}`);
        await house.admin().post(`/api/admin/users/${secret}/test-push?token=${secret}`);
        await house.ana().get(`/api/notifications/preferences?apns_token=${secret}`);
        await house.ana().get(`/api/webhooks/${secret}`);
      }
      expect(await house.search.findings()).toEqual([]);
    });

    it('every route is read that needs no id, by an administrator and by a tool', async () => {
      house.fail(echo(500));
      await house.everything();
      const { api_key: key } = (await house.admin().post('/api/admin/compat-api')).body as { api_key: string };
      expect(READS.length).toBeGreaterThan(60);
      for (const path of READS) {
        await answerAsTimePasses(house.app.clock, house.admin().get(path));
        if (path.startsWith('/api/v1/')) await house.search.client().get(path, { 'x-api-key': key });
      }
      expect(await house.search.findings()).toEqual([]);
    });

    it('security 26: the webhook’s address and the tokens of phones are kept, sealed', async () => {
      await house.register();
      const sealed = await sealedValues(house.app.databaseFile);
      const opened = Object.values(openedBy(house.app.get(SecretBox), sealed));
      expect(opened).toEqual(expect.arrayContaining([house.webhook(), SECRET.phoneOfAna, SECRET.phoneOfAdmin]));
      expect(await house.search.findings()).toEqual([]);
    });

    describeOnSqlite('in a backup', () => {
      it('security 26: they lie sealed, and nothing of them is in its name', async () => {
        await house.app.get(JobRunner).runNow(BACKUP_JOB);
        const names = readdirSync(join(house.app.dataDir, 'backups'));
        expect(names).toEqual([expect.stringMatching(/^usher-\d{8}T\d{6}Z\.tar\.gz$/)]);
        expect(await house.search.findings()).toEqual([]);
      });
    });

    it('and are forgotten with the webhook and the phones', async () => {
      expect((await house.admin().delete(SETTINGS)).status).toBe(204);
      for (const who of [house.household.ana, house.household.admin])
        await house.search.client(who.token).delete(`/api/devices/push-token/${who.deviceId}`);
      await house.tellGateway();
      const sealed = await sealedValues(house.app.databaseFile);
      const opened = Object.values(openedBy(house.app.get(SecretBox), sealed));
      for (const secret of [house.webhook(), SECRET.phoneOfAna, SECRET.phoneOfAdmin])
        expect(opened).not.toContain(secret);
      await house.look();
      expect(await house.search.findings()).toEqual([]);
    });

    it('one would be found: in an answer, a row, a file and the log', async () => {
      const secret = house.search.add('secret that comes out', 'planted-secret-that-comes-out');
      const detail = foreignWords(secret);
      await house.app.get(Database).write((tx) => tx.update(OutboxRow, { destination: 'chat' }, { detail }));
      house.app.get<Log>(LOG).debug(`address ${encodeURIComponent(`https://elsewhere.example/${secret}`)}`);
      await house.look();
      const found = (await house.search.findings()).map((each) => each.replace(': secret that comes out', ''));
      expect(found).toEqual(['the answers', 'the log', 'the rows', 'the files']);
    });
  });

  describe('where neither system is reached', () => {
    let house: SecretHousehold;
    let proxy: ProxyFake;
    let untrusted: TlsProxy;

    beforeAll(async () => {
      house = await SecretHousehold.open({ chatHost: CHAT, gatewayUrl: `https://${GATEWAY}` });
      proxy = await new ProxyFake().start();
      untrusted = await TlsProxy.before(house.chat.url);
    });

    afterAll(async () => {
      await house.close();
      await Promise.all([proxy.stop(), untrusted.close()]);
    });

    const through = async (url: string): Promise<void> => {
      expect((await house.admin().put('/api/admin/outbound-proxy', { url })).status).toBe(200);
    };

    const NOT_REACHED: readonly (readonly [how: string, prepare: () => Promise<void> | void])[] = [
      ['their names are not found', () => through('')],
      [
        'the proxy wants credentials',
        () => {
          proxy.refuse(407);
          return through(proxy.url);
        },
      ],
      ['their certificate is not trusted', () => lead(untrusted.port)],
    ];

    function lead(port: number): void {
      proxy.refuse();
      for (const host of [CHAT, GATEWAY]) proxy.standFor(host, port);
    }

    it('for whatever reason', async () => {
      for (const [how, prepare] of NOT_REACHED) {
        await prepare();
        const answers = await house.everything();
        expect([how, ...answers.map(({ status }) => status)]).toEqual([how, 502, 502, 502, 502, 502]);
        expect(house.chat.calls()).toEqual([]);
        await house.goOn();
      }
      expect(JSON.stringify(proxy.tunnels())).not.toContain('planted');
      expect(await house.search.findings()).toEqual([]);
    });
  });

  it('a gateway repeats the key that an enrolment brings, and what was sent for it', async () => {
    const house = await SecretHousehold.open({ hasKey: false });
    await house.tellGateway();
    const [enrolment] = house.gateway.calls(CALLS.enroll);
    const attempt = house.search.add('Idempotency-Key of the enrolment', String(enrolment?.headers['idempotency-key']));
    const key = house.search.add('key that the enrolment brings', 'gateway-key-1');
    const statuses = [200, 400];
    for (const status of statuses) {
      house.gateway.startOver();
      const body = { error: `${attempt} ${key}`, tenant_id: key, api_key: [key], message: attempt };
      const headers = { location: `/${key}`, 'retry-after': key, 'www-authenticate': `Bearer ${key} ${attempt}` };
      house.fail({ status, body, headers }, [CALLS.enroll]);
      await house.tellGateway();
      expect((await house.ana().post('/api/notifications/test')).status).toBeGreaterThanOrEqual(500);
      await house.deliver();
      await house.look();
      expect(house.reached()).toEqual([CALLS.post, CALLS.enroll]);
    }
    house.gateway.startOver();
    await house.tellGateway();
    expect(house.gateway.devices.size).toBe(2);
    await house.look();
    const sealed = await sealedValues(house.app.databaseFile);
    expect(Object.values(openedBy(house.app.get(SecretBox), sealed))).toContain(key);
    const findings = await house.search.findings();
    await house.close();
    expect(findings).toEqual([]);
  });
});
