import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { RawRequest } from '../../harness/raw-exchange.js';
import { BodyFixture, refusalIn } from './body-fixture.js';
import type { Member } from './route-calls.js';
import { HTTP_ROUTES } from '../../architecture/route-table.js';

const MEBIBYTE = 1024 * 1024;

/** Generated bodies for each route. */
const GENERATED = process.env.FULL_COUNTS ? 25 : 10;

/**
 * Some are left aside. No session opens the metrics or the webhooks' receiver, so nobody's body is ever read there, and
 * test/e2e/instances proves what the receiver makes of bodies; a route for any method is somebody else's interface, passes
 * bodies on unread, which test/e2e/proxy proves, or has nothing behind it, which test/e2e/compat proves.
 */
const KEYS = HTTP_ROUTES.filter(
  ({ method, access }) =>
    access !== 'metrics-token' && access !== 'webhook-basic' && access !== 'ticket' && method !== 'ANY',
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

/**
 * All of them are sent to one route of each kind of access; to the others what says that they too have their bodies read
 * by read-json-body.ts, whose spec has the rest.
 */
const FULLY_ASKED = new Set([
  'POST /api/auth/login',
  'POST /api/requests',
  'PUT /api/admin/credentials',
  'POST /api/v1/request',
]);
const ASKED_EVERYWHERE = new Set([
  'JSON that breaks off',
  'a list',
  'plain text',
  'a declared body over the cap',
  'a chunked body over the cap',
]);

function badBodiesFor(key: string): readonly BadBody[] {
  if (!FULLY_ASKED.has(key)) return BAD_BODIES.filter(([name]) => ASKED_EVERYWHERE.has(name));
  return SMALL_CAPS.has(key) ? BAD_BODIES : [...BAD_BODIES, ...DEEP_BODIES];
}

/** What browsers pass through: even a refusal is a page. Source: issue 19 section 5. */
const ANSWERING_PAGES = new Set(['GET /api/auth/oidc/start', 'GET /api/auth/oidc/callback', 'GET /passkeys/create']);

/** Routes for pages of this server alone: what no page of it sends is not looked at. Source: security 23. */
const OF_PAGES = /^[A-Z]+ \/api\/web\/session/;

/** How a route refuses a body: its sender first, then the body. */
function expectedOf(key: string, expected: BadBody[2]): BadBody[2] {
  return expected === UNSUPPORTED && OF_PAGES.test(key) ? [403, 'only pages of this server may do this'] : expected;
}

/** What may come with any body and changes nothing. */
const HARMLESS_MEMBERS: readonly string[] = [
  '"role":"admin","user_id":1,"permissions":["admin:*"],"":0',
  '"__proto__":{"role":"admin","toString":1}',
  '"constructor":{"prototype":{"role":"admin"}},"hasOwnProperty":1,"toJSON":1,"then":1',
  `"deep":${'['.repeat(98)}1${']'.repeat(98)}`,
];

describe('bodies that no route takes', () => {
  let fixture: BodyFixture;

  beforeAll(async () => {
    fixture = await BodyFixture.open();
  });

  afterAll(() => fixture.close());

  it.each(KEYS)('%s: each is refused with its status and reason, and nothing is written', async (key) => {
    const call = await fixture.callOf(key);
    const before = await fixture.contents();
    for (const [name, request, expected] of badBodiesFor(key)) {
      const { status, text } = await fixture.sendRaw(call, request);
      if (ANSWERING_PAGES.has(key)) expect([name, status, text.slice(0, 9)]).toEqual([name, expected[0], '<!doctype']);
      else expect([name, status, refusalIn(JSON.parse(text))]).toEqual([name, ...expectedOf(key, expected)]);
    }
    expect(await fixture.contents()).toEqual(before);
  });

  /**
   * Signing out is left aside, because it would end the session under which the others are asked; and so is what takes nothing
   * and asks the hub, which is away here.
   */
  const TAKING_A_BODY = KEYS.filter(
    (key) => /^(POST|PUT|PATCH) /.test(key) && !/logout|(?:link|sign-in)\/begin$/.test(key),
  );

  it.each(TAKING_A_BODY)(
    'doc3 §0, doc4 §0: %s: members that it doesn’t know change nothing, or are refused',
    async (key) => {
      const call = await fixture.callOf(key);
      const plain = await fixture.send(call, call.body);
      const declared = Object.entries(call.body ?? {}).map(([member, value]) => `"${member}":${JSON.stringify(value)}`);
      // Where one of them alone is enough to be refused, each is sent by itself.
      const wholes = call.strict ? HARMLESS_MEMBERS : [HARMLESS_MEMBERS.join(',')];
      for (const members of wholes) {
        const { status } = await fixture.send(call, `{${[members, ...declared].join(',')}}`);
        expect([members, status]).toEqual([members, call.strict ? 400 : plain.status]);
      }
    },
  );

  it.each(TAKING_A_BODY)('%s: a member of another type is 400 with the reason, and nothing is written', async (key) => {
    const call = await fixture.callOf(key);
    const before = await fixture.contents();
    for (const [name, member] of Object.entries(call.members)) {
      for (const wrong of WRONG_VALUES.filter((value) => !takes(member, value))) {
        const { status, body } = await fixture.send(call, { ...call.body, [name]: wrong });
        const coded = call.path.startsWith('/api/setboxes/') ? { code: 'invalid_request' } : {};
        expect([name, wrong, status, body]).toEqual([name, wrong, 400, { error: member.otherwise, ...coded }]);
      }
    }
    expect(await fixture.contents()).toEqual(before);
  });

  it.each(TAKING_A_BODY)('%s: whatever is sent, the answer is not a fault of ours', async (key) => {
    const call = await fixture.callOf(key);
    const names = fc.constantFrom(...Object.keys(call.members), 'other', '__proto__', 'constructor');
    const bodies = fc.dictionary(names, fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const answer = await fixture.send(call, { ...(call.body ?? {}), ...body });
        // Nothing here speaks to set-top boxes, or can be reached by a push message.
        const { code, error } = (answer.body ?? {}) as { readonly code?: unknown; readonly error?: unknown };
        if (code === 'unsupported' || error === 'push not configured') return;
        expect(answer.status).toBeLessThan(500);
        const member = call.path.startsWith('/api/v1/') ? 'message' : 'error';
        if (answer.status >= 400) expect(answer.body).toMatchObject({ [member]: expect.stringMatching(/\S/) });
      }),
      { numRuns: GENERATED },
    );
  });
});

/** A value of every JSON type, for every member; the last is what a careless look takes for a list. */
const WRONG_VALUES: readonly fc.JsonValue[] = [null, true, 1.5, 'x', [], { length: 1 }];

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
