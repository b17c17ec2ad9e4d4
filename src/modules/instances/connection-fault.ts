import type { UpstreamDetail, UpstreamError, UpstreamFault } from '../../core/errors/upstream-error.js';

/**
 * Why a connection test failed, for a page that says it in a sentence with the next step.
 *
 * | fault | meaning |
 * |---|---|
 * | refused | nothing answers at the address: nothing listens there, or no way leads there |
 * | name_not_found | the host name is not known here |
 * | timed_out | no whole answer came in time |
 * | tls | the certificate is not trusted, or TLS is not spoken there |
 * | connection_failed | the connection broke off, or failed in another way; perhaps TLS is spoken there and was not asked for |
 * | key_refused | what answers refused the key, or the user name or password |
 * | lets_anybody_in | what answers asks this server for no credential, so that none can be proved |
 * | key_lacks_rights | the key is good, and not that of an administrator |
 * | wrong_app | another product than the chosen one answered |
 * | not_the_app | what answered is none of the products |
 * | url_base_missing | the product is there, below a path that the address lacks |
 * | redirected | the address leads elsewhere |
 * | status | what answered is out of order, or refused for another reason |
 * | no_server | the account at the hub owns no server |
 */
export type ConnectionFault =
  | 'refused'
  | 'name_not_found'
  | 'timed_out'
  | 'tls'
  | 'connection_failed'
  | 'key_refused'
  | 'key_lacks_rights'
  | 'lets_anybody_in'
  | 'wrong_app'
  | 'not_the_app'
  | 'url_base_missing'
  | 'redirected'
  | 'status'
  | 'no_server';

const BY_DETAIL: Readonly<Record<UpstreamDetail, ConnectionFault>> = {
  nobody_there: 'refused',
  name_not_found: 'name_not_found',
  connection_timed_out: 'timed_out',
  tls: 'tls',
  path_prefix: 'url_base_missing',
  other_product: 'wrong_app',
  lets_anybody_in: 'lets_anybody_in',
};

const BY_KIND: Readonly<Record<UpstreamFault, ConnectionFault>> = {
  unreachable: 'connection_failed',
  timeout: 'timed_out',
  aborted: 'connection_failed',
  unauthorized: 'key_refused',
  not_found: 'not_the_app',
  rejected: 'status',
  rate_limited: 'status',
  failed: 'status',
  redirected: 'redirected',
  malformed: 'not_the_app',
  too_large: 'not_the_app',
};

/** What a failed call of a connection test means to the one who typed the address and the key. */
export function connectionFault({ kind, detail }: Pick<UpstreamError, 'kind' | 'detail'>): ConnectionFault {
  return detail ? BY_DETAIL[detail] : BY_KIND[kind];
}
