import { HTTP_ROUTES } from '../../architecture/route-table.js';
import type { RouteCall } from './route-calls.js';

const KIB = 1024;

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
export const CAPS: ReadonlyMap<string, number> = new Map(
  HTTP_ROUTES.filter(({ method }) => method !== 'GET' && method !== 'HEAD').map(({ method, path, access }) => {
    const key = `${method} ${path}`;
    const needsSession = /\b(?:session|admin)\b/.test(access);
    return [key, NAMED_CAPS[key] ?? (needsSession ? 1024 * KIB : 8 * KIB)] as const;
  }),
);

/** So much is sent at most: what a body costs up to its cap is measured by bench/rows/hostile-bodies.ts. */
const MOST_SENT = 16 * KIB;

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

/** The members that a route asks for, as JSON without its brackets, but for one. */
export function declaredBut(member: string, { body = {} }: RouteCall): string {
  return Object.entries(body)
    .filter(([name]) => name !== member)
    .map(([name, value]) => `"${name}":${JSON.stringify(value)},`)
    .join('');
}

/** As many members as fit that its route doesn't know, after those that it asks for. */
export function unknownMembers(call: RouteCall): string {
  return `{${declaredBut('', call)}${FLAT.get(sentTo(call.key))}}`;
}

/** As many lists as fit in one member. */
export function listsIn(member: string, call: RouteCall): string {
  return `{${declaredBut(member, call)}"${member}":[${LISTS.get(sentTo(call.key))}]}`;
}

/** Texts that are expensive to parse as an address or to normalise; as many bytes as given. */
const LONG_TEXTS: readonly ((bytes: number) => string)[] = [
  (bytes) => `a@${'a.'.repeat((bytes - 4) / 2)} `,
  (bytes) => `http://${'a.'.repeat((bytes - 8) / 2)}/`,
  (bytes) => `a${'\u0316\u0301'.repeat((bytes - 1) / 4)}`,
];

/** Bodies with each of those texts in one member. */
export function longTextsIn(member: string, { key, body = {} }: RouteCall): readonly string[] {
  const cap = sentTo(key);
  return LONG_TEXTS.map((make) => JSON.stringify({ ...body, [member]: make(cap - reservedOf(cap)) }));
}
