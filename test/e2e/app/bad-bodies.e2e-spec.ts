import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { tableRows } from '../../harness/database-inspection.js';
import { rawRequest, type RawRequest } from '../../harness/raw-exchange.js';
import type { Answer } from '../../harness/http-client.js';
import { KeyClient } from '../../harness/key-client.js';
import { startHousehold, type Household } from './household.js';
import { routeCalls, type Member, type RouteCall } from './route-calls.js';
import { HTTP_ROUTES } from '../../architecture/route-table.js';

const MEBIBYTE = 1024 * 1024;
/**
 * Some are left aside. No session opens the metrics or the webhooks' receiver, so nobody's body is ever read there, and
 * test/e2e/instances proves what the receiver makes of bodies; a route for any method is somebody else's interface, passes
 * bodies on unread, which test/e2e/proxy proves, or has nothing behind it, which test/e2e/compat proves.
 */
const KEYS = HTTP_ROUTES.filter(
  ({ method, access }) => access !== 'metrics-token' && access !== 'webhook-basic' && method !== 'ANY',
).map(({ method, path }) => `${method} ${path}`);
const INVALID = [400, 'invalid request body'] as const;
const UNSUPPORTED = [415, 'send JSON with Content-Type: application/json'] as const;
const TOO_LARGE = [413, 'request body too large'] as const;
const JSON_TYPE = { 'content-type': 'application/json' };

type BadBody = readonly [name: string, request: Partial<RawRequest>, expected: readonly [number, string]];

/** Routes that need no session take 8 KiB. Source: doc 3 Decisions. */
const SMALL_CAPS = new Set(
  HTTP_ROUTES.filter(({ access }) => /^(public|compat-key)/.test(access)).map(
    ({ method, path }) => `${method} ${path}`,
  ),
);

const json = (body: string | Buffer): Partial<RawRequest> => ({ headers: JSON_TYPE, body });
const typed = (contentType: string): Partial<RawRequest> => ({ headers: { 'content-type': contentType }, body: '{}' });

/** What no route takes, whatever its members are. */
const BAD_BODIES: readonly BadBody[] = [
  ['JSON that breaks off', json('{"username":'), INVALID],
  ['two documents', json('{} {}'), INVALID],
  ['a list', json('[]'), INVALID],
  ['a text', json('"admin"'), INVALID],
  ['null', json('null'), INVALID],
  ['a number', json('7'), INVALID],
  ['NaN', json('{"tmdb_id":NaN}'), INVALID],
  ['white space alone', json('  '), INVALID],
  ['bytes that are no UTF-8', json(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])), INVALID],
  ['lists within lists', json(`{"deep":${'['.repeat(4_000)}${']'.repeat(4_000)}}`), INVALID],
  ['objects within objects', json(`${'{"":'.repeat(1_600)}1${'}'.repeat(1_600)}`), INVALID],
  ['JSON in UTF-16', json(Buffer.from('{}', 'utf16le')), INVALID],
  ['plain text', typed('text/plain'), UNSUPPORTED],
  ['a form', typed('application/x-www-form-urlencoded'), UNSUPPORTED],
  ['a body of no type', { headers: {}, body: '{}' }, UNSUPPORTED],
  ['a type that only begins like JSON', typed('application/jsonp'), UNSUPPORTED],
  ['a compressed body', { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync('{}') }, UNSUPPORTED],
  ['a declared body over the cap', { headers: { ...JSON_TYPE, 'content-length': String(MEBIBYTE + 1) } }, TOO_LARGE],
  ['a chunked body over the cap', { headers: JSON_TYPE, chunks: [Buffer.alloc(MEBIBYTE), ' '] }, TOO_LARGE],
];

/** What would end a stack, for routes that take that much. */
const DEEP_BODIES: readonly BadBody[] = [
  ['lists that end a stack', json(`{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`), INVALID],
  ['objects that end a stack', json(`${'{"":'.repeat(13_000)}1${'}'.repeat(13_000)}`), INVALID],
];

const badBodiesFor = (key: string): readonly BadBody[] =>
  SMALL_CAPS.has(key) ? BAD_BODIES : [...BAD_BODIES, ...DEEP_BODIES];

/** What may come with any body and changes nothing. */
const HARMLESS_MEMBERS: readonly (readonly [name: string, members: string])[] = [
  ['members that nobody knows', '"role":"admin","user_id":1,"permissions":["admin:*"],"":0'],
  ['a prototype', '"__proto__":{"role":"admin","toString":1}'],
  ['a constructor', '"constructor":{"prototype":{"role":"admin"}},"hasOwnProperty":1,"toJSON":1,"then":1'],
  ['a deep list', `"deep":${'['.repeat(98)}1${']'.repeat(98)}`],
];

describe('bodies that no route takes', () => {
  let household: Household;
  let tool: KeyClient;
  let before: unknown;

  beforeAll(async () => {
    household = await startHousehold();
  });

  beforeEach(async () => {
    await household.app.clock.advance(61_000);
    household = { ...household, admin: await household.app.refresh(household.admin) };
    tool = await KeyClient.issuedBy(household.app, household.admin);
    before = await contents();
  });

  afterAll(() => household.app.close());

  /** Everything that is stored, but for when somebody was last seen, and how the backup went that a night brings. */
  async function contents(): Promise<unknown> {
    const { settings = [], ...tables } = await tableRows(household.app.databaseFile);
    const stored = { ...tables, settings: settings.filter(({ key }) => key !== 'backup_outcome') };
    return JSON.parse(JSON.stringify(stored, (key, value: unknown) => (key === 'last_seen_at' ? undefined : value)));
  }

  function callOf(key: string): RouteCall {
    const call = routeCalls(household).find((candidate) => candidate.key === key);
    if (!call) throw new Error(`no call for ${key}`);
    return call;
  }

  const asAdmin = ({ method, path }: RouteCall, body: unknown): Promise<Answer> =>
    (path.startsWith('/api/v1/') ? tool : household.admin).request(method, path, { body });

  async function raw({ method, path }: RouteCall, request: Partial<RawRequest>): Promise<readonly [number, unknown]> {
    const proof = { authorization: `Bearer ${household.admin.token}`, 'x-api-key': tool.key };
    const headers = { ...request.headers, ...proof };
    const answer = await rawRequest(household.app.url, { method, path, ...request, headers });
    const { error, message } = JSON.parse(answer.text) as { error?: unknown; message?: unknown };
    return [answer.status, path.startsWith('/api/v1/') ? message : error];
  }

  /** New minutes for the routes that count calls. */
  async function spaced<T>(call: RouteCall, run: () => Promise<T>): Promise<T> {
    if (call.path.startsWith('/api/auth/')) await household.app.clock.advance(10_000);
    return run();
  }

  it.each(KEYS)('%s: each is refused with its status and reason, and nothing is written', async (key) => {
    const call = callOf(key);
    for (const [name, request, expected] of badBodiesFor(key)) {
      expect([name, ...(await spaced(call, () => raw(call, request)))]).toEqual([name, ...expected]);
    }
    expect(await contents()).toEqual(before);
  });

  /** Signing out is left aside: it would end the session under which the others are asked. */
  const TAKING_A_BODY = KEYS.filter((key) => /^(POST|PUT|PATCH) /.test(key) && !key.endsWith('/logout'));

  it.each(TAKING_A_BODY)(
    'doc3 §0, doc4 §0: %s: members that it doesn’t know change nothing, or are refused',
    async (key) => {
      const call = callOf(key);
      const plain = await spaced(call, () => asAdmin(call, call.body));
      for (const [name, members] of HARMLESS_MEMBERS) {
        const declared = Object.entries(call.body ?? {}).map(
          ([member, value]) => `"${member}":${JSON.stringify(value)}`,
        );
        const body = `{${[members, ...declared].join(',')}}`;
        const { status } = await spaced(call, () => asAdmin(call, body));
        expect([name, status]).toEqual([name, call.strict ? 400 : plain.status]);
      }
    },
  );

  it.each(TAKING_A_BODY)('%s: a member of another type is 400 with the reason, and nothing is written', async (key) => {
    const call = callOf(key);
    for (const [name, member] of Object.entries(call.members)) {
      const value = fc.jsonValue().filter((candidate) => !takes(member, candidate));
      const refused = fc.asyncProperty(value, async (wrong) => {
        const answer = await spaced(call, () => asAdmin(call, { ...call.body, [name]: wrong }));
        expect([answer.status, answer.body]).toEqual([400, { error: member.otherwise }]);
      });
      await fc.assert(refused, {
        numRuns: 12,
        examples: WRONG_VALUES.filter((wrong) => !takes(member, wrong)).map((wrong) => [wrong]),
      });
    }
    expect(await contents()).toEqual(before);
  });

  it.each(TAKING_A_BODY)('%s: whatever is sent, the answer is not a fault of ours', async (key) => {
    const call = callOf(key);
    const names = fc.constantFrom(...Object.keys(call.members), 'other', '__proto__', 'constructor');
    const bodies = fc.dictionary(names, fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await spaced(call, () => asAdmin(call, { ...(call.body ?? {}), ...body }));
        expect(answer.status).toBeLessThan(500);
        const member = call.path.startsWith('/api/v1/') ? 'message' : 'error';
        if (answer.status >= 400) expect(answer.body).toMatchObject({ [member]: expect.stringMatching(/\S/) });
      }),
      { numRuns: 25 },
    );
  });
});

/** Values of every JSON type, for every member. */
const WRONG_VALUES: readonly fc.JsonValue[] = [null, true, 0, -1, 1.5, 1e300, '', 'x', [], [null], {}, { length: 1 }];

/** May this value stand for the member, as far as its JSON type goes? */
function takes(member: Member, value: fc.JsonValue): boolean {
  if (value === null && member.optional) return true;
  switch (member.takes) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value);
    case 'list':
      return Array.isArray(value);
  }
}
