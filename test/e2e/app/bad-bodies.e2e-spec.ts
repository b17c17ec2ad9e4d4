import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { RawAnswer, RawRequest } from '../../harness/raw-exchange.js';
import { tableRows } from '../../harness/database-inspection.js';
import { HTTP_ROUTES } from '../../architecture/route-table.js';
import { hasFullCounts } from '../../harness/full-counts.js';
import { refusedWith } from '../../harness/refused-with.js';
import { BodyFixture, refusalIn } from './body-fixture.js';
import { CAPS, declaredBut, listsIn, longTextsIn, unknownMembers } from './hostile-bodies.js';
import type { Member, RouteCall } from './route-calls.js';

/** Generated bodies for each route. */
const GENERATED = hasFullCounts ? 25 : 1;

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
  ['half of a surrogate pair', json('{"deep":[{"text":"\\ud83d"}]}'), INVALID],
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
  'POST /api/v1/request/:id/approve',
]);
const ASKED_EVERYWHERE = new Set(['JSON that breaks off', 'plain text']);
const ASKED_OF_READS = new Set(['JSON that breaks off']);

function badBodiesFor(key: string): readonly BadBody[] {
  const asked = key.startsWith('GET ') ? ASKED_OF_READS : ASKED_EVERYWHERE;
  if (!FULLY_ASKED.has(key)) return BAD_BODIES.filter(([name]) => asked.has(name));
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

/** Routes with a body of their own. The proxy passes bodies on unread, which test/e2e/proxy proves. */
const WITH_BODY = [...CAPS.keys()].filter((key) => !key.startsWith('ANY '));

/** Signing out is left aside, because it would end the session under which the others are asked. */
const STAYING = WITH_BODY.filter((key) => !key.endsWith('/logout'));

/** And here what takes nothing and asks the hub, which is away. */
const TAKING_A_BODY = STAYING.filter(
  (key) => /^(POST|PUT|PATCH) /.test(key) && !/(?:link|sign-in)\/begin$|\/webhooks\//.test(key),
);

/** As many bytes as the largest cap, and one. */
const SPACES = Buffer.alloc(Math.max(...CAPS.values()) + 1, ' ');

/** A route for each cap that there is. */
const OF_EACH_CAP = [...new Map([...STAYING].reverse().map((key) => [CAPS.get(key), key])).values()];

/** What was answered against what was expected, for each call that was made; a sweep fails with those that differ. */
type Outcome = readonly [what: string, answered: unknown, expected: unknown];

const differing = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  outcomes.filter(
    ([, answered, expected]) => answered !== expected && JSON.stringify(answered) !== JSON.stringify(expected),
  );

/** Their refusals have codes of their own. */
const isSetboxes = ({ path }: RouteCall): boolean => path.startsWith('/api/setboxes/');

/** A sweep asks some thousand times. */
const SWEEP_MS = 300_000;

describe('bodies, on every route', { timeout: SWEEP_MS }, () => {
  let fixture: BodyFixture;

  beforeAll(async () => {
    fixture = await BodyFixture.open();
  });

  afterAll(() => fixture.close());

  /** Asks each route by itself, and gives what came out differently; a route that must write nothing is named if it has. */
  async function sweep(
    keys: readonly string[],
    ask: (call: RouteCall) => Promise<readonly Outcome[]>,
    { writes }: { readonly writes: boolean },
  ): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const key of keys) {
      const call = await fixture.callOf(key);
      const before = writes ? undefined : await fixture.contents();
      outcomes.push(...(await ask(call)).map(([what, ...rest]): Outcome => [`${key}: ${what}`, ...rest]));
      if (!writes) outcomes.push([`${key}: what is stored`, await fixture.contents(), before]);
    }
    return differing(outcomes);
  }

  /** What a bad body was answered with; the pages that browsers pass through are pages even then. */
  function shownBy(key: string, { status, text }: RawAnswer): readonly unknown[] {
    return ANSWERING_PAGES.has(key) ? [status, text.slice(0, 9)] : [status, refusalIn(JSON.parse(text))];
  }

  it('a bad body is refused with its status and reason, and nothing is written', async () => {
    const ask = (call: RouteCall): Promise<Outcome[]> =>
      inOrder(badBodiesFor(call.key), async ([name, request, expected]) => {
        const [status, text] = expectedOf(call.key, expected);
        const answered = shownBy(call.key, await fixture.sendOverKept(call, request));
        return [name, answered, [status, ANSWERING_PAGES.has(call.key) ? '<!doctype' : text]];
      });
    expect(await sweep(KEYS, ask, { writes: false })).toEqual([]);
  });

  it('doc3 §0, Body caps: a body that declares to be larger than its cap is refused unread, and one that is in chunks', async () => {
    const ask = (name: string, request: (cap: number) => Partial<RawRequest>) => async (call: RouteCall) => {
      const expected = call.path.startsWith('/api/webhooks/') ? [400, 'invalid payload'] : TOO_LARGE;
      const { status, text } = await fixture.sendRaw(call, request(CAPS.get(call.key) ?? 0));
      return [[name, [status, refusalIn(JSON.parse(text))], expected] as const];
    };
    const declared = ask('declared', (cap) => ({ headers: JSON_TYPE, body: SPACES.subarray(0, cap + 1) }));
    const inChunks = ask('in chunks', (cap) => ({ headers: JSON_TYPE, chunks: [SPACES.subarray(0, cap), ' '] }));
    expect(await sweep(WITH_BODY, declared, { writes: false })).toEqual([]);
    expect(await sweep(OF_EACH_CAP, inChunks, { writes: false })).toEqual([]);
  });

  it('doc3 §0, doc4 §0, security 31: members that it doesn’t know change nothing however many, or are refused', async () => {
    // As many as fit go to one route of each cap that refuses them, and to one that doesn't: the same code takes them everywhere.
    const filled = new Set<string>();
    const ask = async (call: RouteCall): Promise<Outcome[]> => {
      const plain = await fixture.sendJson(call, JSON.stringify(call.body ?? {}));
      const harmless = (members: readonly string[]): string => `{${declaredBut('', call)}${members.join(',')}}`;
      // Where one of them alone is enough to be refused, each is sent by itself.
      const few = call.strict ? HARMLESS_MEMBERS.map((member) => harmless([member])) : [harmless(HARMLESS_MEMBERS)];
      const kind = `${CAPS.get(call.key)} ${call.strict}`;
      const bodies = filled.has(kind) ? few : [...few, unknownMembers(call), listsIn('unknown', call)];
      filled.add(kind);
      return inOrder(bodies, async (body) => {
        const { status } = await fixture.sendJson(call, body);
        return [body.slice(0, 200), status, call.strict ? 400 : plain.status];
      });
    };
    expect(await sweep(STAYING, ask, { writes: true })).toEqual([]);
  });

  it('a member of another type is 400 with the reason, and nothing is written', async () => {
    const ask = (call: RouteCall): Promise<Outcome[]> => {
      return inOrder(wrongMembers(call), async ([name, wrong, otherwise]) => {
        const { status, text } = await fixture.sendJson(call, JSON.stringify({ ...call.body, [name]: wrong }));
        const body: unknown = JSON.parse(text);
        const refused = refusedWith(otherwise);
        const withItsCode = refused.asymmetricMatch(body) ? body : String(refused);
        const expected = isSetboxes(call) ? { error: otherwise, code: 'invalid_request' } : withItsCode;
        return [`${name}: ${JSON.stringify(wrong)}`, [status, body], [400, expected]];
      });
    };
    expect(await sweep(TAKING_A_BODY, ask, { writes: false })).toEqual([]);
  });

  it('security 31: lists in a list are refused, and of long texts none is a fault of ours', async () => {
    const ask = async (call: RouteCall): Promise<Outcome[]> => {
      const having = (takes: Member['takes']): string[] =>
        Object.keys(call.members).filter((name) => call.members[name]?.takes === takes);
      const lists = await inOrder(having('list'), async (name): Promise<Outcome> => {
        const { status } = await fixture.sendJson(call, listsIn(name, call));
        return [`lists in ${name}`, status, 400];
      });
      const texts = having('string').flatMap((name) => longTextsIn(name, call).map((body) => [name, body] as const));
      const long = await inOrder(texts, async ([name, body]): Promise<Outcome> => {
        const { status } = await fixture.sendJson(call, body);
        return [`a long text in ${name}`, status >= 500 && status, false];
      });
      return [...lists, ...long];
    };
    expect(await sweep(STAYING, ask, { writes: true })).toEqual([]);
  });

  it('whatever is sent, the answer is not a fault of ours', async () => {
    const ask = async (call: RouteCall): Promise<Outcome[]> => {
      const names = fc.constantFrom(...Object.keys(call.members), 'other', '__proto__', 'constructor');
      const outcomes: Outcome[] = [];
      await fc.assert(
        fc.asyncProperty(fc.dictionary(names, fc.jsonValue()), async (body) => {
          const json = JSON.stringify({ ...call.body, ...body });
          outcomes.push([json, faultIn(call, await fixture.sendJson(call, json)), undefined]);
        }),
        { numRuns: GENERATED },
      );
      return outcomes;
    };
    expect(await sweep(TAKING_A_BODY, ask, { writes: true })).toEqual([]);
  });

  it('whole surrogate pairs, escaped or not, are texts like any other', async () => {
    const body = `{"name":"\\ud83d\\ude00 😀","server_url":${JSON.stringify(fixture.app.url)}}`;
    expect((await fixture.admin.post('/api/admin/connect-token', body)).status).toBe(201);
    const { users } = await tableRows(fixture.app.databaseFile);
    expect(users?.map(({ username }) => username)).toContain('😀 😀');
  });
});

async function inOrder<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const ends: R[] = [];
  for (const item of items) ends.push(await ask(item));
  return ends;
}

/** The answer, where it is a fault of ours or a refusal without a word. */
function faultIn({ path }: RouteCall, { status, text }: RawAnswer): string | undefined {
  if (status < 400) return undefined;
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  // Nothing here speaks to set-top boxes, or can be reached by a push message.
  if (body.code === 'unsupported' || body.error === 'push not configured') return undefined;
  const reason = body[path.startsWith('/api/v1/') ? 'message' : 'error'];
  return status < 500 && typeof reason === 'string' && /\S/.test(reason) ? undefined : `${status} ${text}`;
}

/** For each member a value of another type: what a careless look takes for a list, or another one, in turn. All in a full run. */
function wrongMembers({ members }: RouteCall): readonly (readonly [string, fc.JsonValue, string])[] {
  return Object.entries(members).flatMap(([name, member], at) => {
    const wrong = WRONG_VALUES.filter((value) => !takes(member, value));
    const asked = hasFullCounts ? wrong : wrong.slice(at % wrong.length).slice(0, 1);
    return asked.map((value) => [name, value, member.otherwise] as const);
  });
}

/** A value of every JSON type; the first is what a careless look takes for a list. */
const WRONG_VALUES: readonly fc.JsonValue[] = [{ length: 1 }, null, true, 1.5, 'x', []];

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
