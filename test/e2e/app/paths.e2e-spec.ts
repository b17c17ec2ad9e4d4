import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { rawRequest, type RawAnswer, type RawRequest } from '../../harness/raw-exchange.js';
import { ROUTE_TABLE } from '../../architecture/route-table.js';
import { hasFullCounts } from '../../harness/full-counts.js';
import { startHousehold, type Household } from './household.js';
import { routeCalls, type RouteCall } from './route-calls.js';
import { SweepClient } from './sweep-client.js';

const NOT_FOUND = '{"error":"not found"}';

/** Spellings that a careless reader of paths would take for /api/instances and what is below it, or for a public route. */
const OTHER_SPELLINGS = [
  '//api/instances',
  '/api//instances',
  '/api/instances/',
  '/api/instances//',
  '/api/instances.',
  '/api/instances%20',
  '/api/instances;x',
  '/api/instances;/api/health',
  '/api;x/instances',
  '/api/instances%2f',
  '/api%2finstances',
  '/api/instances%00',
  '/api/instances%0d%0aX-Injected:%201',
  '/API/instances',
  '/api/Instances',
  '/%61pi/instances',
  '/api/./instances',
  '/api/%2e/instances',
  '/api/../api/instances',
  '/api/%2e%2e/api/instances',
  '/api/health/../instances',
  '/api/health/%2e%2e/instances',
  '/api/health/..%2finstances',
  '/api/health%2f..%2finstances',
  '/api\\instances',
  '/api/instances/media-roots/',
  '/api/instances/media-roots%2f',
  '/api/instances/%6dedia-roots',
  '/api/instances//users',
  '/api/instances/films%2fgrant-users',
  '/api/admin/users/1/default-instances/',
  '/api/admin/users/1/%2e%2e/1/instance-grants',
  '*',
];

/** Spellings of what is below an instance: whatever isn't served to the letter goes to the proxy, which knows no `films`. */
const BELOW_AN_INSTANCE = [
  '/api/instances/../../etc/passwd',
  '/api/instances/films/../media-roots',
  '/api/instances/films/users;x',
  '/api/instances/films/Users',
  '/api/instances/films/grant-users/',
  '/api/instances/films/%75sers',
];

const FOREIGN_IDS = [
  '..',
  '.',
  '..%2f',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fsystem',
  '-1',
  '+1',
  '0',
  '00001',
  '1e3',
  '0x10',
  '1.0',
  '1%20',
  '%31%00',
  '%00',
  '%0d%0a',
  '12345678901234567890',
  '9007199254740993',
  'NaN',
  'true',
  'null',
  '%7b%7d',
  '*',
  '%25',
  '%E0%A4%A',
  "'%20OR%20'1'='1",
  'x'.repeat(4000),
  '\u{1F3AC}',
];

/** What each route is asked; the first one with a parameter of that name is asked all, and each in a full run. */
const ASKED_EVERYWHERE = ['..%2f', '%00'];

/** Whatever is in them, they are gone. */
const RETIRED = ['/api/discover/books/:feed', '/api/media/book/:workId', '/api/media/book/:workId/request-target'];

/** For each id they are 403 in the same words, within a budget; test/e2e/media-accounts proves it. */
const ONE_REFUSAL = ['/api/media-servers/:instanceID/account', '/api/media-servers/:instanceID/account/link'];

/** A box that there isn't is one that the caller may not use; where nothing speaks to boxes, no id is looked at. */
const CODES = ['403 not_available', '404 pairing_expired', '404 not_found', '400 invalid_request', '503 unsupported'];

/** What is said of an id that is none. */
const REASON =
  /^(not found|bad request|invalid \w+(?: id| number)?|(?:instance|channel|post|device|job|sign-in|image|passkey|token|connect token) not found|unknown instance|download unavailable|unknown credential key: [^]+)$/i;

describe('paths', () => {
  let household: Household;
  let auth: Readonly<Record<string, string>>;
  let calls: ReadonlyMap<string, RouteCall>;
  let sweep: SweepClient;

  beforeAll(async () => {
    household = await startHousehold();
    calls = new Map(routeCalls(household).map((call) => [call.key, call]));
    sweep = new SweepClient(household.app);
    const { key } = await KeyClient.issuedBy(household.app, household.admin);
    auth = { authorization: `Bearer ${household.admin.token}`, 'x-api-key': key };
  });

  afterAll(() => {
    sweep.close();
    return household.app.close();
  });

  const send = (request: Partial<RawRequest>): Promise<RawAnswer> =>
    rawRequest(household.app.url, { method: 'GET', path: '/', ...request });

  it.each(OTHER_SPELLINGS)('security 5: %s is nobody’s path, signed in or not', async (path) => {
    for (const headers of [{}, auth]) {
      const { status, text } = await send({ path, headers });
      expect([status, text]).toEqual([404, NOT_FOUND]);
    }
  });

  it.each(BELOW_AN_INSTANCE)('security 5: %s opens nothing of what is served below an instance', async (path) => {
    expect((await send({ path })).status).toBe(401);
    const { status, text } = await send({ path, headers: auth });
    expect([status, text]).toEqual([404, '{"error":"instance not found","code":"instance_missing"}']);
  });

  it('security 5: what is behind the question mark opens nothing', async () => {
    expect((await send({ path: '/api/instances?x=/api/health' })).status).toBe(401);
    expect((await send({ path: '/api/instances?/../health#/api/health' })).status).toBe(401);
    expect((await send({ path: '/api/instances?access_token=x&authorization=Bearer%20x' })).status).toBe(401);
  });

  it('security 5: an absolute address is judged by its path', async () => {
    expect((await send({ path: 'http://other.example/api/instances' })).status).toBe(401);
    expect((await send({ path: 'http://other.example/api/instances', headers: auth })).status).toBe(200);
  });

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'security 5: %s doesn’t change the method',
    async (name) => {
      const headers = { ...auth, [name]: 'DELETE' };
      const path = `/api/instances/${household.instanceId}`;
      expect((await send({ method: 'POST', path, headers })).status).toBe(404);
      expect((await send({ path: `/api/instances?_method=POST`, headers })).status).toBe(200);
      expect((await send({ path: '/api/instances', headers: auth })).text).toContain(household.instanceId);
    },
  );

  it.each(['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-forwarded-path'])(
    'security 5: %s doesn’t change the path',
    async (name) => {
      expect((await send({ path: '/api/instances', headers: { [name]: '/api/health' } })).status).toBe(401);
      expect((await send({ path: '/api/health', headers: { [name]: '/api/instances' } })).text).toBe('{"status":"ok"}');
    },
  );

  /** One for each kind of access: whether HEAD is a GET without its body, no route says for itself. */
  const READABLE = new Map(
    ROUTE_TABLE.filter(({ method, path }) => method === 'GET' && !path.includes('/music'))
      .reverse()
      .map(({ path, access, permission }) => [`${access} ${permission}`, `GET ${path}`]),
  );

  it.each([...READABLE.values()])('security 5: HEAD is allowed where %s is, and learns no more', async (key) => {
    const { path = '' } = calls.get(key) ?? {};
    for (const client of [household.app.http, household.ana, household.admin]) {
      const [get, head] = [await client.get(path), await client.request('HEAD', path)];
      expect([head.status, head.text]).toEqual([get.status, '']);
    }
  });

  it.each(['/api/instances', '/api/requests', '/api/health', '/api/none', '*'])(
    'security 5: OPTIONS %s reveals nothing of what is served, and allows no other origin',
    async (path) => {
      const headers = { origin: 'http://other.example', 'access-control-request-method': 'POST' };
      for (const known of [{}, auth]) {
        const answer = await send({ method: 'OPTIONS', path, headers: { ...headers, ...known } });
        expect([answer.status, answer.text]).toEqual([404, NOT_FOUND]);
        expect(Object.keys(answer.headers).filter((name) => /^(allow$|access-control-)/.test(name))).toEqual([]);
      }
    },
  );

  it.each(['PROPFIND', 'SEARCH', 'PURGE', 'PATCH', 'DELETE'])(
    '%s of a path served otherwise is 404',
    async (method) => {
      const { status, text } = await send({ method, path: '/api/health', headers: auth });
      expect([status, text]).toEqual([404, NOT_FOUND]);
    },
  );

  /** Routes with a parameter, by the name of the first. */
  const WITH_IDS = ROUTE_TABLE.flatMap(({ method, path }) => {
    const [, name] = /\/:(\w+)/.exec(path) ?? [];
    return name === undefined || ONE_REFUSAL.includes(path) ? [] : [{ key: `${method} ${path}`, name, path }];
  });
  const FIRST_WITH = new Map([...WITH_IDS].reverse().map(({ name, key }) => [name, key]));

  /** What is wrong with the answer to an id that is none. */
  function faultIn(pattern: string, call: RouteCall, { status, text }: RawAnswer): string | undefined {
    const isRefused = [400, 404].includes(status);
    if (call.method === 'HEAD') return isRefused && text === '' ? undefined : `${status} ${text}`;
    if (RETIRED.includes(pattern) && status === 410) return undefined;
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (pattern.startsWith('/api/setboxes/'))
      return CODES.includes(`${status} ${String(body.code)}`) ? undefined : `${status} ${text}`;
    const reason = body[pattern.startsWith('/api/v1/') ? 'message' : 'error'];
    return isRefused && typeof reason === 'string' && REASON.test(reason) ? undefined : `${status} ${text}`;
  }

  it.each([...FIRST_WITH.keys()])(
    'security 7: as :%s, an id that is none is 400 or 404 with a reason',
    async (param) => {
      const faults: string[] = [];
      for (const { key, path: pattern } of WITH_IDS.filter(({ name }) => name === param)) {
        const call = calls.get(key);
        if (!call) throw new Error(`no call for ${key}`);
        const isFullyAsked = FIRST_WITH.get(param) === key || hasFullCounts;
        for (const id of isFullyAsked ? FOREIGN_IDS : ASKED_EVERYWHERE) {
          const path = pattern
            .replace(/:\w+/, id)
            .replace('*path', 'api/v3/movie')
            .replace(/[^\x21-\x7e]/gu, encodeURIComponent);
          // Tests of channels are counted.
          if (pattern.endsWith('/notification-channels/:id/test')) await household.app.clock.leap(21_000);
          if (pattern.startsWith('/api/setboxes/')) await household.app.clock.leap(1_001);
          const fault = faultIn(
            pattern,
            call,
            await sweep.send({ method: call.method, path, headers: auth, json: call.body }),
          );
          if (fault !== undefined) faults.push(`${key} with ${id}: ${fault}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it.each([
    '/api/search?query=%ED%A0%BD',
    '/api/search/keyword?query=harbor%ED%B8%80',
    '/api/discover/music/search?query=%ED%A0%BD%ED%B8%80',
    '/api/admin/tv-matches/candidates?q=%FF',
    '/api/v1/request?filter=%ED%A0%BD',
  ])('doc3 §0: GET %s: half of a surrogate pair in a query is 400', async (path) => {
    const { status, text } = await send({ path, headers: auth });
    const refused = 'the query is not UTF-8';
    expect([status, JSON.parse(text)]).toEqual([
      400,
      path.startsWith('/api/v1/') ? { message: refused } : { error: refused, code: 'query_not_utf8' },
    ]);
  });

  it.each([
    '/api/listprov/lists/%ED%A0%BD/slug/items',
    '/api/instances/%ED%A0%BD/assignments',
    '/api/discover/books/%ED%A0%BD',
  ])('doc3 §0: GET %s: half of a surrogate pair in a path is 400', async (path) => {
    expect((await send({ path, headers: auth })).status).toBe(400);
  });

  it('security 7: no id has reached an outside system but as an id', () => {
    const { app } = household;
    const outside = [...app.tmdb.calls(), ...app.radarr.calls()].map(({ path }) => path);
    expect(outside.filter((path) => !/^\/(3|api\/v3)(\/[a-z_]+)+(\/\d+(\/[a-z_]+)?)?$/i.test(path))).toEqual([]);
  });
});
