import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/http-client.js';
import { KeyClient } from '../../harness/key-client.js';
import { handshake } from '../../harness/live-socket.js';
import { rawRequest } from '../../harness/raw-exchange.js';
import { ADMIN_PASSWORD, SETUP_CODE } from '../../harness/start-app.js';
import { WebhookHousehold } from '../instances/webhook-household.js';

const METRICS_TOKEN = 'planted-metrics-token';

/** Where a credential can be shown, and what is answered to one that doesn't belong there. */
const REFUSALS = {
  session: 401,
  socket: 401,
  refresh: 401,
  connect: 400,
  password: 401,
  compat: 403,
  webhook: 401,
  metrics: 401,
} as const;

type EntryPoint = keyof typeof REFUSALS;

/** What each credential opens; all else is refused. */
const OPENS = {
  'an access token': { session: 200, socket: 101 },
  'a refresh token': { refresh: 200 },
  'a connect token': { connect: 200 },
  'a password': { password: 200 },
  'a compatibility key': { compat: 200 },
  'the password of a webhook': { webhook: 200 },
  'the token of the metrics': { metrics: 200 },
  'the setup code, once there is an administrator': {},
} as const satisfies Readonly<Record<string, Partial<Record<EntryPoint, number>>>>;

type Credential = keyof typeof OPENS;

const basic = (secret: string): string => `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`;

describe('entry points that ask for a credential of their own', () => {
  let household: WebhookHousehold;
  let credentials: Readonly<Record<Credential, string>>;

  beforeAll(async () => {
    household = await WebhookHousehold.open({ env: { METRICS_TOKEN } });
    await household.install();
    const { app, admin } = household;
    const { key } = await KeyClient.issuedBy(app, admin);
    const minted = await admin.post('/api/admin/connect-token', { name: 'ana', server_url: app.url });
    credentials = {
      'an access token': admin.token ?? '',
      'a refresh token': admin.refreshToken,
      'a connect token': new URL((minted.body as { link: string }).link).searchParams.get('token') ?? '',
      'a password': ADMIN_PASSWORD,
      'a compatibility key': key,
      'the password of a webhook': household.password(),
      'the token of the metrics': METRICS_TOKEN,
      'the setup code, once there is an administrator': SETUP_CODE,
    };
  });

  // A new minute for the entry points that count calls; the access token lasts for 15.
  beforeEach(() => household.app.clock.advance(61_000));

  afterAll(() => household.close());

  /** Sends a secret to an entry point in the way that its own credential is sent. */
  async function send(secret: string, entryPoint: EntryPoint): Promise<number> {
    const { app, library } = household;
    const statusOf = async (answer: Promise<Pick<Answer, 'status'>>): Promise<number> => (await answer).status;
    const bearer = { authorization: `Bearer ${secret}` };
    switch (entryPoint) {
      case 'session':
        return statusOf(app.http.get('/api/auth/me', bearer));
      case 'socket':
        return (await handshake({ url: app.url, secrets: app.secrets, token: secret })).status;
      case 'refresh':
        return statusOf(app.http.post('/api/auth/refresh', { refresh_token: secret }));
      case 'connect':
        return statusOf(app.http.post('/api/auth/connect', { token: secret, device_name: 'Phone' }));
      case 'password':
        return statusOf(app.http.post('/api/auth/login', { username: 'admin', password: secret }));
      case 'compat':
        return statusOf(app.http.get('/api/v1/status', { 'x-api-key': secret }));
      case 'webhook':
        return statusOf(
          app.http.post(`/api/webhooks/arr/${library}`, { eventType: 'Test' }, { authorization: basic(secret) }),
        );
      case 'metrics':
        return statusOf(app.http.get('/metrics', bearer));
    }
  }

  it.each(Object.keys(OPENS) as Credential[])(
    'security 11: %s opens what it is for and no other entry point',
    async (name) => {
      const answered: Partial<Record<EntryPoint, number>> = {};
      for (const entryPoint of Object.keys(REFUSALS) as EntryPoint[])
        answered[entryPoint] = await send(credentials[name], entryPoint);
      expect(answered).toEqual({ ...REFUSALS, ...OPENS[name] });
    },
  );

  it.each([
    ['POST', '/api/webhooks/arr/:id/'],
    ['POST', '/api/webhooks//arr/:id'],
    ['POST', '/api/webhooks/Arr/:id'],
    ['POST', '/api/webhooks/%61rr/:id'],
    ['POST', '/api/./webhooks/arr/:id'],
    ['POST', '/api/webhooks/arr/x/../:id'],
    ['POST', '/api/webhooks/arr/:id;x'],
    ['GET', '/metrics/'],
    ['GET', '//metrics'],
    ['GET', '/Metrics'],
    ['GET', '/%6detrics'],
    ['GET', '/metrics;x'],
    ['GET', '/api/../metrics'],
  ])('security 5: %s %s is no entry point, by any credential', async (method, path) => {
    const secret = credentials[method === 'POST' ? 'the password of a webhook' : 'the token of the metrics'];
    const authorization = method === 'POST' ? basic(secret) : `Bearer ${secret}`;
    const body = method === 'POST' ? '{"eventType":"Test"}' : undefined;
    const { status } = await rawRequest(household.app.url, {
      method,
      path: path.replace(':id', household.library),
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    expect(status).toBe(404);
  });
});
