import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_ROUTES } from '../../architecture/route-table.js';
import type { RawAnswer } from '../../harness/raw-exchange.js';
import { BodyFixture, refusalIn } from './body-fixture.js';
import type { RouteCall } from './route-calls.js';

const KIB = 1024;
const INVALID_PAYLOAD = [400, 'invalid payload'] as const;
const TOO_LARGE = [413, 'request body too large'] as const;

/**
 * Caps that the interface documents name, and that of an authenticator's answer. Source: doc 3 section 0; doc 4 section 1.18
 * for allowances.
 */
const NAMED_CAPS: Readonly<Record<string, number>> = {
  'PUT /api/admin/downloads/settings': KIB,
  'PUT /api/notifications/preferences': 8 * KIB,
  'PUT /api/admin/credentials': 128 * KIB,
  'POST /api/webhooks/arr/:instanceID': 1024 * KIB,
  'POST /api/instances/:instanceID/bookcatalog/apply': 64 * KIB,
  'PATCH /api/setboxes/:id': 16 * KIB,
  'DELETE /api/setboxes/:id': 16 * KIB,
  'DELETE /api/setboxes/pairings/:id': 16 * KIB,
  'POST /api/setboxes/:id/check': 16 * KIB,
  'PUT /api/setboxes/:id/grants': 16 * KIB,
  'POST /api/setboxes/discover': 16 * KIB,
  'POST /api/setboxes/pairings': 16 * KIB,
  'POST /api/setboxes/pairings/:id/complete': 16 * KIB,
  'POST /api/setboxes/:id/open': 16 * KIB,
  'POST /api/setboxes/:id/confirm-open': 16 * KIB,
  'POST /api/media-files/tickets': 4 * KIB,
  'POST /api/media-files/coverage': 256 * KIB,
  'POST /api/auth/hub/begin': 32 * KIB,
  'POST /api/auth/hub/check': 32 * KIB,
  'POST /api/auth/hub/exchange': 32 * KIB,
  'POST /api/auth/hub/cancel': 32 * KIB,
  'POST /api/auth/hub/mcp/begin': 32 * KIB,
  'POST /api/auth/hub/link': 32 * KIB,
  'PUT /api/admin/hub-auth': 32 * KIB,
  'POST /api/admin/hub-auth/confirm': 32 * KIB,
  'POST /api/auth/passkey/login/finish': 64 * KIB,
  'POST /api/auth/passkey/register/finish': 64 * KIB,
  'POST /api/auth/passkey/setup/finish': 64 * KIB,
  'POST /api/auth/oidc/begin': 32 * KIB,
  'POST /api/auth/oidc/exchange': 32 * KIB,
  'POST /api/auth/oidc/mcp/begin': 32 * KIB,
  'POST /api/auth/oidc/link': 32 * KIB,
  'DELETE /api/auth/oidc/identities': 32 * KIB,
  'PUT /api/admin/oidc': 32 * KIB,
  'POST /api/admin/oidc/test': 32 * KIB,
  'DELETE /api/admin/users/:userID/oidc': 32 * KIB,
  'PUT /api/admin/chat-notifications': 32 * KIB,
  'POST /api/admin/chat-notifications/test': 32 * KIB,
  'PUT /api/auth/chat-notifications': 8 * KIB,
  'PUT /api/admin/request-quotas': 64 * KIB,
  'PUT /api/admin/users/:userID/request-quotas': 64 * KIB,
  'POST /api/admin/users/:userID/request-quotas/reset': 64 * KIB,
};

/** The cap of each route with a body, by its access and by what the documents name. */
const CAPS = new Map(
  HTTP_ROUTES.filter(({ method }) => method !== 'GET' && method !== 'HEAD').map(({ method, path, access }) => {
    const key = `${method} ${path}`;
    const needsSession = /\b(?:session|admin)\b/.test(access);
    return [key, NAMED_CAPS[key] ?? (needsSession ? 1024 * KIB : 8 * KIB)] as const;
  }),
);

/**
 * The proxy passes bodies on unread, which test/e2e/proxy proves; signing out is left aside, because it would end the
 * session under which the others are asked.
 */
const KEYS = [...CAPS.keys()].filter((key) => !key.startsWith('ANY /api/instances/') && !key.endsWith('/logout'));

/** More levels than any client means. */
const LEVELS = 5_000;

/** So much is sent at most: what a body costs up to its cap is measured by bench/rows/hostile-bodies.ts. */
const MOST_SENT = 64 * KIB;

const sentTo = (key: string): number => Math.min(CAPS.get(key) ?? 0, MOST_SENT);

/** Bytes of a cap that are left for the members that a route asks for, and for the brackets around the rest. */
const reservedOf = (cap: number): number => Math.min(KIB, cap / 4);

const filled = (cap: number, each: number, item: (at: number) => string): string =>
  Array.from({ length: Math.floor((cap - reservedOf(cap)) / each) }, (_, at) => item(at)).join(',');

/** As many members with short names as fit, and as many lists, by the number of bytes: each is made once. */
const FLAT = new Map([...new Set([...CAPS.keys()].map(sentTo))].map((cap) => [cap, filled(cap, 10, memberNumbered)]));
const LISTS = new Map([...FLAT.keys()].map((cap) => [cap, filled(cap, 3, () => '[]')]));

/** Seven letters and a comma or two at most, and no name that a route knows. */
function memberNumbered(at: number): string {
  return `"-${at.toString(36)}":0`;
}

interface HostileBody {
  readonly name: string;
  readonly json: string;
  /** Undefined for what the same call without it is answered with. */
  readonly refused?: 400;
}

/** What is worst for anyone who takes a body apart, after the members that the route asks for. */
function hostileBodies({ key, body = {}, members, strict }: RouteCall): readonly HostileBody[] {
  const cap = sentTo(key);
  const refused = strict ? { refused: 400 as const } : {};
  const without = (member: string): string =>
    Object.entries(body)
      .filter(([name]) => name !== member)
      .map(([name, value]) => `"${name}":${JSON.stringify(value)},`)
      .join('');
  const listsIn = (member: string): string => `{${without(member)}"${member}":[${LISTS.get(cap)}]}`;
  const levels = Math.min(LEVELS, (cap - reservedOf(cap)) / 2);
  const takingLists = Object.entries(members).filter(([, { takes }]) => takes === 'list');
  return [
    { name: 'members nobody knows', json: `{${without('')}${FLAT.get(cap)}}`, ...refused },
    // Elsewhere what isn't declared is looked at by nobody, whatever it is: see input-validation.spec.ts.
    ...(strict ? [{ name: 'lists nobody knows', json: listsIn('unknown'), ...refused }] : []),
    {
      name: 'levels',
      json: `{${without('')}"unknown":${'['.repeat(levels)}${']'.repeat(levels)}}`,
      ...(key.startsWith('ANY ') ? {} : { refused: 400 as const }),
    },
    ...takingLists.map(([member]) => ({ name: `lists in ${member}`, json: listsIn(member), refused: 400 as const })),
  ];
}

/** Texts that are expensive to parse as an address or to normalise; as many bytes as given. */
const LONG_TEXTS: readonly ((bytes: number) => string)[] = [
  (bytes) => `a@${'a.'.repeat((bytes - 4) / 2)} `,
  (bytes) => `http://${'a.'.repeat((bytes - 8) / 2)}/`,
  (bytes) => `a${'\u0316\u0301'.repeat((bytes - 1) / 4)}`,
];

function longText({ key, body = {} }: RouteCall, member: string, make: (bytes: number) => string): string {
  const cap = sentTo(key);
  return JSON.stringify({ ...body, [member]: make(cap - reservedOf(cap)) });
}

describe('security 31: the worst that a body can hold', () => {
  let fixture: BodyFixture;
  let webhook: string;

  beforeAll(async () => {
    fixture = await BodyFixture.open();
    await fixture.admin.post(`/api/instances/${fixture.instanceId}/webhook`);
    const [saved] = fixture.app.radarr.notifications.saved();
    const password = fixture.app.secrets.plant('webhook password', String(saved?.password));
    webhook = `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
  });

  afterAll(() => fixture.close());

  async function callOf(key: string): Promise<RouteCall> {
    const call = await fixture.callOf(key);
    return call.key.startsWith('ANY ') ? { ...call, method: 'POST' } : call;
  }

  function send(call: RouteCall, body: string): Promise<RawAnswer> {
    const proof: Readonly<Record<string, string>> = call.path.startsWith('/api/webhooks/')
      ? { authorization: webhook }
      : {};
    return fixture.sendRaw(call, { headers: { 'content-type': 'application/json', ...proof }, body });
  }

  it.each(KEYS)('%s: is answered as documented', async (key) => {
    const call = await callOf(key);
    const plain = await send(call, JSON.stringify(call.body ?? {}));
    const hostile = hostileBodies(call);
    const answers: number[] = [];
    for (const { json } of hostile) answers.push((await send(call, json)).status);
    expect(hostile.map(({ name }, at) => [name, answers[at]])).toEqual(
      hostile.map(({ name, refused }) => [name, refused ?? plain.status]),
    );
  });

  it.each(KEYS)('%s: of long texts none is a fault of ours', async (key) => {
    const call = await callOf(key);
    const texts = Object.entries(call.members).filter(([, { takes }]) => takes === 'string');
    const bodies = texts.flatMap(([member]) => LONG_TEXTS.map((make) => longText(call, member, make)));
    const answers: number[] = [];
    for (const body of bodies) answers.push((await send(call, body)).status);
    expect(answers.filter((status) => status >= 500)).toEqual([]);
  });

  it.each(KEYS)('doc3 §0, Body caps: %s: a body that is larger than its cap is refused unread', async (key) => {
    const call = await callOf(key);
    const [status, text] = key.startsWith('POST /api/webhooks/') ? INVALID_PAYLOAD : TOO_LARGE;
    const answer = await send(call, ' '.repeat((CAPS.get(key) ?? 0) + 1));
    expect([answer.status, refusalIn(JSON.parse(answer.text))]).toEqual([status, text]);
  });
});
