import type { RouteFacts } from './route-facts.js';

/**
 * The refusals that a route answers by what it is, with their reasons: by its input, its access and its budget. No
 * handler names them. Source: doc 3 section 0.
 *
 * @param method of the operation: a route for every method stands under each by itself
 */
export function sharedRefusals(facts: RouteFacts, method: string): Readonly<Partial<Record<number, string>>> {
  const { access, bucket, kids, path } = facts.route;
  const guarded = access?.kind === 'session' || access?.kind === 'admin';
  const permitted = guarded && (access.kind === 'admin' || access.permission !== undefined || kids?.kind === 'denied');
  const takesInput = /[:*]/.test(path) || facts.readsQuery;
  return {
    ...(takesInput && { 400: 'The path or the query is not as it must be.' }),
    ...(method !== 'GET' && bodyRefusals(facts)),
    ...(guarded && {
      401: 'There is no session: the token is missing, unknown or has run out. Refresh it, or sign in.',
      503: 'The session can not be judged for now. Try again shortly.',
    }),
    ...(access?.kind === 'compat-key' && {
      403: 'There is no key, it is another one, or whoever issued it is no administrator any more.',
      503: 'The key can not be judged for now. Try again shortly.',
    }),
    ...(permitted && { 403: 'The account may not do this.' }),
    ...(bucket !== undefined && { 429: 'Too many attempts from this address. Try again after `Retry-After` seconds.' }),
    500: 'A fault of the server, which has logged it under `request_id`.',
  };
}

function bodyRefusals(facts: RouteFacts): Readonly<Partial<Record<number, string>>> {
  const inKibibytes = `${facts.bodyLimit / 1024} KiB`;
  if (facts.refusesBodiesAlike) return { 400: `The body is no JSON object, or larger than ${inKibibytes}.` };
  return {
    400: 'The request is not as it must be; the text says what is wrong first.',
    413: `The body is larger than ${inKibibytes}.`,
    ...(facts.relays === undefined && { 415: 'The body is no JSON, or it is compressed.' }),
  };
}
