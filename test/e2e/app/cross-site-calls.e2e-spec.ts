import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppModule } from '../../../src/app/app.module.js';
import { collectRoutes } from '../../../src/app/routes/route-table.js';
import type { RateLimitBucket } from '../../../src/core/access/access.decorators.js';
import { RATE_LIMIT_BUDGETS } from '../../../src/modules/auth/auth.public.js';
import { HTTP_ROUTES } from '../../architecture/route-table.js';
import { rawRequest, type RawRequest } from '../../harness/raw-exchange.js';
import { type Household, startHousehold } from './household.js';
import { type RouteCall, routeCalls } from './route-calls.js';

const EVIL = 'https://evil.example';
const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TYPE = { 'content-type': 'text/plain;charset=UTF-8' };
const CROSS_SITE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };

type Shape = Pick<RawRequest, 'method' | 'headers' | 'body'>;

/** What a page of another site can make a browser send to a route, at secure addresses and over plain HTTP. */
function shapesOf({ key, body = {} }: RouteCall): readonly Shape[] {
  const text = JSON.stringify(body);
  const posts: readonly Shape[] = [
    { method: 'POST', headers: { origin: EVIL, ...CROSS_SITE, ...TEXT_TYPE }, body: text },
    { method: 'POST', headers: { origin: EVIL, ...TEXT_TYPE }, body: text },
    { method: 'POST', headers: { origin: EVIL } },
    { method: 'POST', headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
    { method: 'POST', headers: { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' } },
    // Old browsers name no origin, and some proxies allow every origin to send JSON.
    { method: 'POST', headers: TEXT_TYPE, body: text },
    { method: 'POST', headers: { origin: EVIL, ...JSON_TYPE }, body: text },
  ];
  const gets: readonly Shape[] = [
    { method: 'GET', headers: { ...CROSS_SITE, 'sec-fetch-dest': 'image' } },
    { method: 'GET', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } },
    { method: 'GET' },
  ];
  return [...(/^(GET|ANY) /.test(key) ? gets : []), ...(/^(POST|ANY) /.test(key) ? posts : [])];
}

const LIMITED = new Map(
  collectRoutes(AppModule).flatMap(({ method, path, bucket }) => (bucket ? [[`${method} ${path}`, bucket]] : [])),
);

const OPEN = new Set(
  HTTP_ROUTES.filter(({ access }) => !/session|admin|picture/.test(access)).map(
    ({ method, path }) => `${method} ${path}`,
  ),
);

/** A call that counts, for each budget of an address that any call of a route can count against. */
const COUNTED: Readonly<Record<Exclude<RateLimitBucket, 'oidc-start' | 'device-refresh'>, string>> = {
  auth: 'POST /api/auth/connect',
  'hub-poll': 'POST /api/auth/hub/cancel',
  oauth: 'POST /api/auth/hub/mcp/begin',
  'chat-test': 'POST /api/auth/chat-notifications/test',
  setbox: 'GET /api/setboxes',
  'refused-refresh': 'POST /api/auth/refresh',
  'refused-metrics': 'GET /metrics',
};

describe('security 38, issue 43 A4: what another site can make a browser send', () => {
  let household: Household;
  let calls: readonly RouteCall[];
  let victims = 0;

  beforeAll(async () => {
    household = await startHousehold({ env: { TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'm'.repeat(32) } });
    calls = routeCalls(household).filter(({ key }) => !key.startsWith('WS '));
  });

  afterAll(() => household.app.close());

  const send = async (path: string, shape: Shape, client: string): Promise<number> => {
    const { url } = household.app;
    const headers = { ...shape.headers, 'x-forwarded-for': client };
    return (await rawRequest(url, { ...shape, path: new URL(url).pathname.replace(/\/$/, '') + path, headers })).status;
  };
  const refusals = (since: number): readonly string[] =>
    household.app.logLines.slice(since).filter((line) => line.includes('"sign-in refused"'));
  const nextVictim = (): string => `203.0.113.${(victims += 1)}`;

  /** The call that counts, as somebody sends it who may. */
  const counted = (key: string, client: string): Promise<number> => {
    const call = calls.find((one) => one.key === key);
    const { method = 'GET', path = '', body } = call ?? {};
    const token = key === 'GET /metrics' ? 'wrong' : household.admin.token;
    const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
    return send(path, { method, headers, body: body && JSON.stringify(body) }, client);
  };

  it('every budget has a call here that counts', () => {
    expect([...new Set(LIMITED.values()), 'refused-metrics'].sort()).toEqual(
      [...Object.keys(COUNTED), 'oidc-start'].sort(),
    );
  });

  it.each(Object.entries(COUNTED) as [keyof typeof COUNTED, string][])(
    'uses up nothing of the budget %s: all of it is left for %s',
    async (bucket, key) => {
      const client = nextVictim();
      const since = household.app.logLines.length;
      const { limit } = RATE_LIMIT_BUDGETS[bucket];
      const limited = calls.filter((call) => (LIMITED.get(call.key) ?? 'refused-metrics') === bucket);
      const attacks = limited
        .filter((call) => LIMITED.has(call.key) || call.key === key)
        .flatMap((call) => shapesOf(call).map((shape) => ({ call, shape })));
      const sent = Array.from({ length: Math.ceil(12 / Math.max(1, attacks.length)) }, () => attacks).flat();
      for (const { call, shape } of sent)
        expect({ key: call.key, shape, status: await send(call.path, shape, client) }).not.toMatchObject({
          status: expect.toSatisfy((status: number) => status < 400 || status === 429),
        });
      expect(refusals(since)).toEqual([]);
      for (let n = 0; n < limit; n += 1) expect(await counted(key, client)).not.toBe(429);
      expect(await counted(key, client)).toBe(429);
    },
  );

  it('leaves no line of a refused sign-in, on any route that needs no session', async () => {
    const [client, since] = [nextVictim(), household.app.logLines.length];
    const open = calls.filter(({ key }) => OPEN.has(key));
    for (const call of open) for (const shape of shapesOf(call)) await send(call.path, shape, client);
    expect(refusals(since)).toEqual([]);
  });

  it.each([
    ['nothing', {}],
    ['our origin', { origin: 'OWN' }],
    ['that the page is ours', { origin: 'OWN', 'sec-fetch-site': 'same-origin' }],
    ['that no page has sent it', { 'sec-fetch-site': 'none' }],
    ['the origin of an app', { origin: 'capacitor://localhost' }],
    ['another site', { origin: EVIL, 'sec-fetch-site': 'cross-site' }],
    ['another type', TEXT_TYPE],
    ['a type of its own', { 'content-type': 'application/x+json' }],
    ['a session that is none', { authorization: 'Bearer none' }],
    ['another method', { 'x-http-method-override': 'GET' }],
  ])('security 24: of twelve guesses of a client that says %s, no more than ten are judged', async (_, said) => {
    const [client, origin] = [nextVictim(), new URL(household.app.url).origin];
    const own = Object.fromEntries(Object.entries(said).map(([name, text]) => [name, text === 'OWN' ? origin : text]));
    const guess: Shape = {
      method: 'POST',
      headers: { ...JSON_TYPE, ...own },
      body: JSON.stringify({ token: 'f'.repeat(64), device_name: 'phone' }),
    };
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await send('/api/auth/connect', guess, client));
    const judged = statuses.filter((status) => status === 400).length;
    expect({ judged, refused: statuses.at(-1) }).toEqual(
      judged === 0
        ? { judged: 0, refused: expect.toSatisfy((status: number) => status === 403 || status === 415) }
        : { judged: 10, refused: 429 },
    );
  });
});
